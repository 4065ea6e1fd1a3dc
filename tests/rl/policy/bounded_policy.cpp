// SPDX-License-Identifier: MIT
#include <lockstep/rl/policy/bounded_policy.hpp>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <type_traits>
#include <vector>

#include <doctest/doctest.h>

#include <lockstep/device/cpu.hpp>
#include <lockstep/envs/pendulum.hpp>
#include <lockstep/envs/vectorized.hpp>
#include <lockstep/io/policy.hpp>
#include <lockstep/rl/evaluate.hpp>
#include <lockstep/rl/policy/sac_policy.hpp>
#include <lockstep/rl/policy/td3_policy.hpp>

namespace ls = lockstep;

namespace {

using hidden = ls::hidden_layers<ls::relu_activation, 32, 16>;
using squashed = ls::sac_policy<ls::envs::pendulum, hidden>;
using deterministic = ls::td3_policy<ls::envs::pendulum, hidden>;
static_assert(ls::trained_policy<squashed> && ls::trained_policy<deterministic>);
static_assert(ls::trained_policy<ls::ppo_policy<ls::envs::pendulum>> && !ls::trained_policy<int>);

template <class Policy>
Policy some_policy() {
    using networks = typename Policy::networks;
    Policy p;
    std::vector<float> parameters(networks::parameter_count);
    networks::initialize(parameters, 4);
    p.parameters.assign(parameters.begin(), parameters.begin() + static_cast<std::ptrdiff_t>(Policy::actor::parameter_count));
    p.parameters[Policy::actor::bias(2, 0)] = 0.25f;
    p.normalization = {{0.1f, 0.2f, 0.3f}, {1.5f, 0.5f, 2.0f}};
    return p;
}

}  // namespace

TEST_CASE_TEMPLATE("a policy acts alike on the host, one observation at a time, and in the packs of a device", P, squashed,
                   deterministic) {
    P const p = some_policy<P>();
    std::vector<float> transposed_weights(P::actor::transposed_count + 1);
    P::actor::transpose_weights(p.parameters.data(), transposed_weights.data());
    typename P::view const view{p.parameters.data(), transposed_weights.data(), p.normalization};
    typename P::view::workspace work;
    work.prepare();
    ls::vector<ls::native_lanes, 3> pack;
    for (std::size_t i = 0; i < 3; ++i) {
        for (std::size_t l = 0; l < ls::native_width; ++l) {
            pack[i].set(l, std::sin(static_cast<float>(3 * l + i)));
        }
    }
    auto const mean = view.act(pack, work);
    for (std::size_t l = 0; l < ls::native_width; ++l) {
        auto const alone = p.mean_action({{pack[0][l], pack[1][l], pack[2][l]}});
        CHECK(mean[0][l] == doctest::Approx(alone[0]).epsilon(1e-5));
    }
    CHECK(mean[0][0] == doctest::Approx(std::tanh(0.25f)).epsilon(0.1));
}

TEST_CASE_TEMPLATE("a policy draws on the host what a pack of a device draws", P, squashed, deterministic) {
    P const p = some_policy<P>();
    std::vector<float> transposed_weights(P::actor::transposed_count + 1);
    P::actor::transpose_weights(p.parameters.data(), transposed_weights.data());
    typename P::view const view{p.parameters.data(), transposed_weights.data(), p.normalization};
    typename P::view::workspace work;
    work.prepare();
    ls::vector<float, 3> const observation{{0.3f, -0.4f, 1.0f}};
    ls::vector<ls::native_lanes, 3> const pack{{ls::native_lanes(observation[0]), ls::native_lanes(observation[1]),
                                              ls::native_lanes(observation[2])}};
    ls::random<ls::native_lanes> noise(7, ls::environment_index<ls::native_lanes>(std::size_t(0)),
                                       ls::constant_words<ls::native_lanes>(5u), ls::draw_purpose::action);
    auto const drawn = view.act(pack, work, noise);
    float const mean = p.mean_action(observation)[0];
    for (std::size_t l = 0; l < ls::native_width; ++l) {
        ls::random<float> of_lane(7, static_cast<std::uint32_t>(l), 5u, ls::draw_purpose::action);
        float const alone = p.draw_action(observation, of_lane)[0];
        CHECK(drawn[0][l] == doctest::Approx(alone).epsilon(1e-5));
        CHECK((alone == mean) == std::is_same_v<P, deterministic>);
    }
}

TEST_CASE_TEMPLATE("a policy is saved, loaded and evaluated, and not taken for one of another kind", P, squashed, deterministic) {
    std::filesystem::path const path =
        std::filesystem::temp_directory_path() / ("lockstep_bounded_policy_test" + std::string(P::format));
    P const before = some_policy<P>();
    ls::save(path, before);
    P const after = ls::load<P>(path);
    CHECK(after.parameters == before.parameters);

    ls::cpu device({.threads = 1});
    CHECK(ls::evaluate(device, after, {.episodes = 32}).mean_return ==
          ls::evaluate(device, before, {.episodes = 32}).mean_return);

    std::string message;
    try {
        ls::load<ls::ppo_policy<ls::envs::pendulum, hidden>>(path);
    } catch (std::runtime_error const& e) {
        message = e.what();
    }
    CHECK(message.find("its format is \"" + std::string(P::format) + "\", not \"lockstep.policy.1\"") != std::string::npos);
    std::filesystem::remove(path);
}
