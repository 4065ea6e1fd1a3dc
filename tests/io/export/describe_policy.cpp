// SPDX-License-Identifier: MIT
#include <cstddef>
#include <stdexcept>
#include <string>
#include <variant>
#include <vector>

#include <doctest/doctest.h>

#include <lockstep/io/export/describe_policy.hpp>
#include <lockstep/io/policy.hpp>
#include <tests/io/export/policies.hpp>

namespace ls = lockstep;

namespace {

using pendulum = lockstep_test::pendulum_with<ls::layer_norm<ls::relu_activation>>;
constexpr ls::exported_surroundings of_pendulum() { return {.action_size = 1, .action_low = -2, .action_high = 2}; }

std::string refusal(ls::safetensors const& content) {
    try {
        ls::describe_policy(content, of_pendulum());
    } catch (std::runtime_error const& error) {
        return error.what();
    }
    return "described";
}

}  // namespace

TEST_CASE("a perceptron is its normaliser, its layers and its action, with the numbers of its file") {
    auto const policy = lockstep_test::exported_example<pendulum>();
    auto const described = ls::describe_policy(policy);
    CHECK(described.environment == "pendulum");
    CHECK(described.name == "pendulum_policy");
    CHECK(described.observation_size == 3);
    CHECK(described.action_size == 1);
    CHECK(described.memory_size == 0);
    REQUIRE(described.layers.size() == 5);
    CHECK(std::get<ls::exported_normalization>(described.layers[0]).scale[2] == policy.normalization.scale[2]);
    auto const& second = std::get<ls::exported_dense>(described.layers[2]);
    CHECK(second.inputs == 32);
    CHECK(second.outputs() == 24);
    CHECK(second.weight[5 * 32 + 7] == policy.parameters[pendulum::actor::weight(1, 5, 7)]);
    CHECK(second.gain.size() == 24);
    CHECK(second.activation == "relu");
    auto const& last = std::get<ls::exported_dense>(described.layers[3]);
    CHECK(last.activation == "identity");
    CHECK(last.gain.empty());
    auto const& action = std::get<ls::exported_action>(described.layers[4]);
    CHECK(action.how == ls::exported_action::choice::clipped);
    CHECK(action.reach == 2);
    CHECK(action.centre == 0);
}

TEST_CASE("convolutions, memories and heads of each kind are told apart") {
    for (lockstep_test::exported_kind const& exported : lockstep_test::exported_kinds(1)) {
        std::string const& kind = exported.name;
        CAPTURE(kind);
        using choice = ls::exported_action::choice;
        auto const how = std::get<ls::exported_action>(exported.described.layers.back()).how;
        bool const squashes = kind == "squashed" || kind == "sac" || kind == "td3";
        bool const chooses = kind == "categorical" || kind == "convolutional";
        CHECK(how == (squashes ? choice::squashed : chooses ? choice::index : choice::clipped));
        CHECK(exported.described.memory_size == (kind == "recurrent" ? 24 : 0));
        std::size_t convolutions = 0;
        for (auto const& layer : exported.described.layers) {
            convolutions += std::holds_alternative<ls::exported_convolution>(layer);
        }
        CHECK(convolutions == (kind == "camera" || kind == "convolutional" ? 2 : 0));
    }
}

TEST_CASE("the tests of an export are the library's actions along one episode") {
    auto const policy = lockstep_test::exported_example<
        ls::ppo_policy<ls::envs::half_cheetah, ls::recurrent_layers<8, ls::tanh_activation, 16>>>();
    auto const described = ls::describe_policy(policy);
    REQUIRE(described.tested_observations.size() == described.tested_actions.size());
    REQUIRE(described.tested_observations.size() >= 4);
    typename std::remove_cvref_t<decltype(policy)>::memory memory{};
    for (std::size_t step = 0; step < described.tested_actions.size(); ++step) {
        ls::vector<float, 17> observation;
        std::ranges::copy(described.tested_observations[step], observation.begin());
        auto const action = ls::within_bounds<ls::envs::half_cheetah>(policy.mean_action(observation, memory));
        CHECK(std::ranges::equal(described.tested_actions[step], action));
    }
}

TEST_CASE("what is no policy, or has layers, activations or actions that are not known, is refused by name") {
    ls::safetensors const content = ls::to_safetensors(lockstep_test::exported_example<pendulum>());
    CHECK(refusal(content) == "described");
    auto changed = content;
    changed.tensors["actor.attention.weight"] = ls::make_tensor<float>({1}, std::vector{1.0f});
    CHECK(refusal(changed) == "tensor \"actor.attention.weight\" is of a layer that cannot be exported");
    changed = content;
    changed.metadata["activation"] = "softplus";
    CHECK(refusal(changed) == "its activation \"softplus\" cannot be exported");
    changed = content;
    changed.metadata["format"] = "lockstep.dice.1";
    CHECK(refusal(changed) == "its format \"lockstep.dice.1\" cannot be exported");
    changed = content;
    changed.metadata.erase("environment");
    CHECK(refusal(changed) == "is not a policy: its environment is missing");
    changed = content;
    changed.tensors.erase("actor.0.bias");
    CHECK(refusal(changed) == "tensor \"actor.0.bias\" is missing");
    changed = content;
    changed.tensors["actor.1.weight"] = changed.tensors["actor.0.weight"];
    CHECK(refusal(changed) == "tensor \"actor.1.weight\" is F32 [32, 3], not F32 [24, 32]");
    changed = content;
    changed.tensors["observation.mean"].shape = {1, 3};
    CHECK(refusal(changed) == "tensor \"observation.mean\" has the shape [1, 3] of 2 extents, not of 1");
}
