// SPDX-License-Identifier: MIT
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <limits>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include <lockstep/core/random.hpp>
#include <lockstep/envs/cartpole.hpp>
#include <lockstep/envs/half_cheetah.hpp>
#include <lockstep/envs/mountain_car.hpp>
#include <lockstep/envs/pendulum.hpp>
#include <lockstep/io/file.hpp>
#include <lockstep/io/policy.hpp>
#include <lockstep/nn/layer_norm.hpp>
#include <lockstep/rl/policy/convolutional_layers.hpp>
#include <lockstep/rl/policy/squashed_actions.hpp>
#include <tests/envs/catch_ball.hpp>

namespace ls = lockstep;

namespace {

using networks = ls::hidden_layers<ls::tanh_activation, 64, 48>;
using policy = ls::ppo_policy<ls::envs::pendulum, networks>;

struct folder {
    std::filesystem::path path = std::filesystem::temp_directory_path() / "lockstep_policy_test";
    folder() { std::filesystem::create_directories(path); }
    ~folder() { std::filesystem::remove_all(path); }
};

template <class Policy = policy>
Policy some_policy() {
    Policy result;
    std::vector<float> parameters(Policy::networks::parameter_count);
    Policy::networks::initialize(parameters, 3, -0.5f);
    parameters.resize(Policy::networks::critic_begin);
    result.parameters = parameters;
    for (std::size_t i = 0; i < Policy::observation_size; ++i) {
        result.normalization.mean[i] = 0.1f * static_cast<float>(i);
        result.normalization.scale[i] = 2.0f + static_cast<float>(i);
    }
    return result;
}

struct lopsided : ls::envs::pendulum {
    static constexpr double action_low = -0.1, action_high = 1e6;
};

template <class Policy>
std::string refusal(std::filesystem::path const& path) {
    try {
        ls::load<Policy>(path);
    } catch (std::runtime_error const& e) {
        return e.what();
    }
    return "loaded";
}

/// Files of older versions have none.
ls::safetensors without_checksums(ls::safetensors content) {
    std::erase_if(content.metadata, [](auto const& text) { return text.first.starts_with("crc32"); });
    return content;
}

}  // namespace

using categorical = ls::ppo_policy<ls::envs::cartpole, networks>;
using squashed = ls::ppo_policy<ls::envs::pendulum, networks, ls::squashed_actions<ls::envs::pendulum>>;

using normalized = ls::ppo_policy<ls::envs::pendulum, ls::hidden_layers<ls::layer_norm<ls::relu_activation>, 32, 24>>;
using recurrent = ls::ppo_policy<ls::envs::pendulum, ls::recurrent_layers<8, ls::tanh_activation, 16>>;
using convolutions = ls::convolutions<ls::filters{4, 3}, ls::filters{6, 2, 2}>;
using seeing = ls::ppo_policy<lockstep_test::catch_ball, ls::convolutional_layers<convolutions, ls::relu_activation, 16>>;

TEST_CASE_TEMPLATE("a policy comes back from its file, bit for bit", Policy, policy, categorical, squashed, normalized,
                   recurrent, seeing) {
    folder const here;
    Policy const before = some_policy<Policy>();
    ls::save(here.path / "a.policy", before);
    Policy const after = ls::load<Policy>(here.path / "a.policy");
    CHECK(after.parameters == before.parameters);
    for (std::size_t i = 0; i < Policy::observation_size; ++i) {
        CHECK(after.normalization.mean[i] == before.normalization.mean[i]);
        CHECK(after.normalization.scale[i] == before.normalization.scale[i]);
    }
}

TEST_CASE("the suffix of another format is refused") {
    folder const here;
    CHECK_THROWS_WITH_AS(ls::save(here.path / "a.onnx", some_policy<policy>()),
                         doctest::Contains("the file would hold a policy (.policy)"), std::invalid_argument);
}

TEST_CASE("a file says what its policy draws actions from, and a policy that draws from something else is not loaded") {
    folder const here;
    auto const path = here.path / "a.policy";
    ls::save(path, some_policy());
    CHECK(refusal<squashed>(path).find("its format is \"lockstep.policy.1\", not \"lockstep.squashed_policy.1\"") !=
          std::string::npos);
    ls::save(path, some_policy<categorical>());
    auto const content = ls::load_safetensors(path);
    CHECK(content.metadata.at("format") == "lockstep.categorical_policy.1");
    CHECK(content.tensors.at("actor.2.weight").shape == std::vector<std::size_t>{2, 48});
    CHECK(content.tensors.count("log_deviation") == 0);
    auto remembers = some_policy<recurrent>();
    remembers.parameters[recurrent::actor::gru_begin + recurrent::actor::gru::input_weight(ls::gru_gate::update, 2, 1)] = 0.75f;
    ls::save(path, remembers);
    std::vector<float> by_input(3 * 8 * 3);
    ls::read_tensor<float>(ls::load_safetensors(path).tensors, "actor.gru.input.weight", {24, 3}, by_input);
    CHECK(by_input[(8 + 2) * 3 + 1] == 0.75f);  // after the reset gates
    auto sees = some_policy<seeing>();
    using second = seeing::actor::convolution<1>;
    sees.parameters[seeing::actor::convolution_begin(1) + second::weight(5, 0, 1, 3)] = 0.75f;
    ls::save(path, sees);
    std::vector<float> weights(6 * 4 * 2 * 2);
    ls::read_tensor<float>(ls::load_safetensors(path).tensors, "actor.convolution.1.weight", {6, 4, 2, 2}, weights);
    CHECK(weights[((5 * 4 + 3) * 2 + 0) * 2 + 1] == 0.75f);  // by channel, then row and column
}

TEST_CASE("a file names its environment, and a policy for another one is loaded only where that is asked for") {
    struct heavy : ls::envs::pendulum {};
    using heavy_policy = ls::ppo_policy<heavy, networks>;
    folder const here;
    auto const path = here.path / "a.policy";
    policy const before = some_policy();
    ls::save(path, before);
    CHECK(ls::load_safetensors(path).metadata.at("environment") == "pendulum");
    CHECK(refusal<heavy_policy>(path) == path.string() + ": is a policy for the environment \"pendulum\", not for \"heavy\"");
    CHECK(ls::load<heavy_policy>(path, ls::trained_in::any_environment).parameters == before.parameters);

    using other_robot = ls::ppo_policy<ls::envs::half_cheetah, networks>;
    CHECK(refusal<other_robot>(path) ==
          path.string() + ": is a policy for the environment \"pendulum\", not for \"half_cheetah\"");
    ls::save(path, some_policy<other_robot>());
    CHECK(refusal<policy>(path) == path.string() + ": is a policy for the environment \"half_cheetah\", not for \"pendulum\"");
    ls::save(path, before);

    auto old = without_checksums(ls::load_safetensors(path));
    old.metadata.erase("environment");
    ls::save_safetensors(path, old);
    CHECK(ls::load<heavy_policy>(path).parameters == before.parameters);
}

TEST_CASE("a file says the bounds of actions, and one of older versions, which does not, is loaded") {
    folder const here;
    auto const path = here.path / "a.policy";
    auto const metadata = [&](auto const& saved) {
        ls::save(path, saved);
        return ls::load_safetensors(path).metadata;
    };
    auto const of_pendulum = metadata(some_policy()), of_own = metadata(some_policy<ls::ppo_policy<lopsided, networks>>()),
               of_cartpole = metadata(some_policy<categorical>());
    CHECK(of_pendulum.at("action_low") == "-2");
    CHECK(of_pendulum.at("action_high") == "2");
    CHECK(of_own.at("action_low") == "-0.1");
    CHECK(of_own.at("action_high") == "1e+06");
    CHECK(of_cartpole.at("action_low") == "0");
    CHECK(of_cartpole.at("action_high") == "1");

    auto old = without_checksums(ls::load_safetensors(path));
    old.metadata.erase("action_low");
    old.metadata.erase("action_high");
    ls::save_safetensors(path, old);
    CHECK(ls::load<categorical>(path).parameters == some_policy<categorical>().parameters);
}

TEST_CASE("a file that is no such policy is refused with its name and the reason") {
    folder const here;
    auto const path = here.path / "a.policy";
    ls::save(path, some_policy());

    using other_shape = ls::ppo_policy<ls::envs::pendulum, ls::hidden_layers<ls::tanh_activation, 64, 64>>;
    using other_environment = ls::ppo_policy<ls::envs::mountain_car, networks>;
    using other_activation = ls::ppo_policy<ls::envs::pendulum, ls::hidden_layers<ls::relu_activation, 64, 48>>;
    using deeper = ls::ppo_policy<ls::envs::pendulum, ls::hidden_layers<ls::tanh_activation, 64, 48, 48>>;
    for (std::string const& message :
         {refusal<other_shape>(path), refusal<other_environment>(path), refusal<other_activation>(path), refusal<deeper>(path)}) {
        CHECK(message.find(path.string()) == 0);
    }
    CHECK(refusal<other_shape>(path).find("tensor \"actor.1.weight\" is F32 [48, 64], not F32 [64, 64]") != std::string::npos);
    CHECK(refusal<other_environment>(path) ==
          path.string() + ": is a policy for the environment \"pendulum\", not for \"mountain_car\"");
    CHECK(refusal<other_activation>(path).find("its activation is \"tanh\", not \"relu\"") != std::string::npos);
    CHECK(refusal<policy>(here.path / "none.policy").find("none.policy") != std::string::npos);

    ls::safetensors checkpoint;
    checkpoint.metadata = {{"format", "lockstep.checkpoint.5"}, {"environment", "lockstep::envs::pendulum"}};
    ls::save_safetensors(here.path / "a.checkpoint", checkpoint);
    CHECK(
        refusal<policy>(here.path / "a.checkpoint").find("is not such a policy: its format is \"lockstep.checkpoint.5\", not") !=
        std::string::npos);

    std::filesystem::resize_file(path, std::filesystem::file_size(path) - 5);
    CHECK(refusal<policy>(path).find(path.string()) == 0);
    std::ofstream(path) << "not a policy at all";
    CHECK(refusal<policy>(path).find(path.string()) == 0);
    ls::save_safetensors(path, {});
    CHECK(refusal<policy>(path).find("is not such a policy: its format is missing") != std::string::npos);
}

TEST_CASE("a policy with numbers that are none is refused, and the tensor named") {
    folder const here;
    auto const path = here.path / "a.policy";
    for (float const value : {std::numeric_limits<float>::quiet_NaN(), -std::numeric_limits<float>::infinity()}) {
        policy broken = some_policy();
        broken.parameters[policy::actor::bias(1, 5)] = value;
        ls::save(path, broken);
        CHECK(refusal<policy>(path) == path.string() + ": tensor \"actor.1.bias\" has a NaN or an infinity");
    }
    policy broken = some_policy();
    broken.normalization.scale[2] = std::numeric_limits<float>::infinity();
    ls::save(path, broken);
    CHECK(refusal<policy>(path).find("tensor \"observation.scale\" has") != std::string::npos);
}

TEST_CASE("a flipped bit anywhere is noticed, in a tensor with its name") {
    folder const here;
    auto const path = here.path / "a.policy";
    using small = ls::ppo_policy<ls::envs::pendulum, ls::hidden_layers<ls::tanh_activation, 3>>;
    ls::save(path, some_policy<small>());
    std::string const whole = ls::read_file(path.string());
    std::size_t data = 0;
    for (auto const& [name, tensor] : ls::load_safetensors(path).tensors) {
        data += tensor.bytes.size();
    }
    for (std::size_t byte = 0; byte < whole.size(); ++byte) {
        CAPTURE(byte);
        std::string flipped = whole;
        flipped[byte] = static_cast<char>(flipped[byte] ^ 4);
        ls::write_file(path.string(), flipped);
        CHECK(refusal<small>(path).starts_with(path.string() + (byte < whole.size() - data ? ": " : ": tensor \"")));
    }
    ls::write_file(path.string(), whole);
    CHECK(refusal<small>(path) == "loaded");
    ls::save_safetensors(path, without_checksums(ls::load_safetensors(path)));
    CHECK(refusal<small>(path) == "loaded");
}
