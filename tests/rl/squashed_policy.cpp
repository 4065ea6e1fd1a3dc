// SPDX-License-Identifier: MIT
#include <lockstep/rl/squashed_policy.hpp>

#include <cmath>
#include <cstddef>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include <lockstep/device/cpu.hpp>
#include <lockstep/envs/pendulum.hpp>
#include <lockstep/io/policy.hpp>
#include <lockstep/rl/evaluate.hpp>

namespace ls = lockstep;

namespace {

using policy = ls::squashed_policy<ls::envs::pendulum, ls::hidden_layers<ls::relu_activation, 32, 16>>;
using actor = policy::actor;
static_assert(ls::trained_policy<policy> && ls::trained_policy<ls::policy<ls::envs::pendulum>> && !ls::trained_policy<int>);

policy some_policy() {
    policy p;
    std::vector<float> parameters(policy::networks::parameter_count);
    policy::networks::initialize(parameters, 4);
    p.parameters.assign(parameters.begin(), parameters.begin() + static_cast<std::ptrdiff_t>(actor::parameter_count));
    p.parameters[actor::bias(2, 0)] = 0.25f;
    p.parameters[actor::bias(2, 1)] = -1.5f;
    p.normalization = {{0.1f, 0.2f, 0.3f}, {1.5f, 0.5f, 2.0f}};
    return p;
}

}  // namespace

TEST_CASE("a squashed policy acts alike on the host, one observation at a time, and in the rows of a device") {
    using R = ls::native_lanes;
    policy const p = some_policy();
    std::vector<float> derived(actor::derived_count + 1);
    actor::derive(p.parameters.data(), derived.data());
    policy::view const view{p.parameters.data(), derived.data(), p.normalization};
    policy::view::workspace work;
    work.prepare();
    ls::vector<R, 3> row;
    for (std::size_t i = 0; i < 3; ++i) {
        for (std::size_t l = 0; l < ls::native_width; ++l) {
            row[i].set(l, std::sin(static_cast<float>(3 * l + i)));
        }
    }
    auto const mean = view.act(row, work);
    ls::random<R> noise(1, ls::consecutive_words<R>(0), ls::constant_words<R>(0));
    auto const drawn = view.act(row, work, noise);
    for (std::size_t l = 0; l < ls::native_width; ++l) {
        auto const alone = p.mean_action({{row[0][l], row[1][l], row[2][l]}});
        CHECK(mean[0][l] == doctest::Approx(alone[0]).epsilon(1e-5));
        CHECK(std::abs(drawn[0][l]) <= 1);
        CHECK(drawn[0][l] != mean[0][l]);
    }
    CHECK(mean[0][0] == doctest::Approx(std::tanh(0.25f)).epsilon(0.1));
}

TEST_CASE("a squashed policy is saved, loaded and evaluated as any other, and not taken for one") {
    std::filesystem::path const path = std::filesystem::temp_directory_path() / "lockstep_squashed_policy_test.policy";
    policy const before = some_policy();
    ls::save(path, before);
    policy const after = ls::load<policy>(path);
    CHECK(after.parameters == before.parameters);

    ls::cpu device({.threads = 1});
    ls::evaluation_config const config{.episodes = 32, .deterministic = false};
    CHECK(ls::evaluate(device, after, config).mean_return == ls::evaluate(device, before, config).mean_return);
    CHECK(ls::evaluate(device, after, config).mean_return != ls::evaluate(device, before, {.episodes = 32}).mean_return);

    std::string message;
    try {
        ls::load<ls::policy<ls::envs::pendulum, ls::hidden_layers<ls::relu_activation, 32, 16>>>(path);
    } catch (std::runtime_error const& e) {
        message = e.what();
    }
    CHECK(message.find("its format is \"lockstep.squashed_policy.1\", not \"lockstep.policy.1\"") != std::string::npos);
    std::filesystem::remove(path);
}
