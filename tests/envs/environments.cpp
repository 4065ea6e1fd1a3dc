// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <vector>

#include <doctest/doctest.h>

#include <lockstep/core/word.hpp>
#include <lockstep/device/cpu.hpp>
#include <lockstep/device/to_host.hpp>
#include <lockstep/envs/environments.hpp>
#include <lockstep/envs/half_cheetah.hpp>
#include <lockstep/envs/pendulum.hpp>
#include <tests/archetype/device.hpp>
#include <tests/archetype/environment.hpp>
#include <tests/envs/catch_ball.hpp>
#include <tests/envs/screen.hpp>
#include <tests/support/sanitizer.hpp>

namespace ls = lockstep;

namespace {

/// Everything that `steps` steps of pendulums yield on a device, as one list.
template <class Device>
std::vector<float> history(Device& device, std::size_t count, int steps) {
    using envs_t = ls::environments<ls::envs::pendulum, Device>;
    envs_t envs(device, {.count = count, .seed = 5});
    std::vector<float> host(envs.size());
    for (std::size_t i = 0; i < host.size(); ++i) {
        host[envs_t::index(i)] = 2 * std::sin(static_cast<float>(i));
    }
    auto actions = device.template allocate<float>(envs.size(ls::envs::pendulum::action_size));
    device.copy(host, actions);
    envs.reset();
    std::vector<float> all;
    for (int step = 0; step < steps; ++step) {
        envs.step(actions);
        for (auto const* buffer : {&envs.observations(), &envs.final_observations(), &envs.rewards(), &envs.terminated(),
                                   &envs.truncated(), &envs.nonfinite(), &envs.episode_returns(), &envs.episode_lengths()}) {
            auto const values = ls::to_host(device, *buffer);
            all.insert(all.end(), values.begin(), values.end());
        }
    }
    return all;
}

}  // namespace

TEST_CASE_TEMPLATE("the archetype counts, is truncated and starts again, on every device", Device, ls::cpu,
                   archetype::discrete_device) {
    using envs_t = ls::environments<archetype::environment, Device>;
    Device device;
    envs_t envs(device, {.count = 37, .seed = 1});
    CHECK(envs.count() == 37);
    CHECK(envs.packs() == (37 + envs_t::width - 1) / envs_t::width);
    auto actions = device.template allocate<float>(envs.size(1));
    device.copy(std::vector<float>(actions.size(), 0.5f), actions);
    envs.reset();
    auto const first = ls::to_host(device, envs.observations());
    for (int step = 1; step <= 5; ++step) {
        envs.step(actions);
        auto const now = ls::to_host(device, envs.observations());
        auto const last = ls::to_host(device, envs.final_observations());
        auto const truncated = ls::to_host(device, envs.truncated());
        auto const returns = ls::to_host(device, envs.episode_returns());
        for (std::size_t i = 0; i < envs.count(); ++i) {
            CHECK(last[envs_t::index(i, 0, 2)] == first[envs_t::index(i, 0, 2)]);
            CHECK(last[envs_t::index(i, 1, 2)] == static_cast<float>(step));
            CHECK(now[envs_t::index(i, 1, 2)] == (step == 5 ? 0.0f : static_cast<float>(step)));
            CHECK(truncated[envs_t::index(i)] == (step == 5 ? 1.0f : 0.0f));
            CHECK(returns[envs_t::index(i)] == 0.5f * static_cast<float>(step));
        }
    }
}

TEST_CASE("environments show images of any size: threads have the stack for them") {
    using screen = lockstep_test::screen<lockstep_test::catch_ball, 120, 120, 4>;
    using envs_t = ls::environments<screen, ls::cpu>;
    ls::cpu device({.threads = 2});
    envs_t envs(device, {.count = 2 * envs_t::width});
    auto actions = device.allocate<float>(envs.size(1));
    envs.reset();
    envs.step(actions);
    std::size_t const last = envs.count() - 1;
    auto state = envs.state(last);
    CHECK(state.row == 1);
    state.row = 3;
    envs.set_state(last, state);
    auto const expected = screen().observe(state);
    auto const shown = ls::to_host(device, envs.observations());
    std::size_t differ = 0;
    for (std::size_t k = 0; k < screen::observation_size; ++k) {
        differ += shown[envs_t::index(last, k, screen::observation_size)] != expected[k];
    }
    CHECK(differ == 0);
}

TEST_CASE("every device and number of threads yields the same bits") {
    ls::cpu one({.threads = 1});
    ls::cpu three({.threads = 3});
    archetype::discrete_device discrete;
    auto const expected = history(one, 100, 210);
    CHECK(history(three, 100, 210) == expected);
    CHECK(history(discrete, 100, 210) == expected);
}

TEST_CASE("environment i is the same whatever the count") {
    ls::cpu device({.threads = 1});
    ls::environments<ls::envs::pendulum, ls::cpu> few(device, {.count = 3, .seed = 9});
    ls::environments<ls::envs::pendulum, ls::cpu> many(device, {.count = 500, .seed = 9});
    ls::environments<ls::envs::pendulum, ls::cpu> other(device, {.count = 3, .seed = 10});
    few.reset();
    many.reset();
    other.reset();
    for (std::size_t i = 0; i < 3; ++i) {
        CHECK(few.state(i).angle == many.state(i).angle);
        CHECK(few.state(i).speed == many.state(i).speed);
        CHECK(few.state(i).angle != other.state(i).angle);
    }
}

TEST_CASE_TEMPLATE("a state can be read and set, one environment at a time", Device, ls::cpu, archetype::discrete_device) {
    Device device;
    ls::environments<ls::envs::pendulum, Device> envs(device, {.count = 20});
    envs.reset();
    auto const neighbour = envs.state(16);
    envs.set_state(17, {.angle = 0.25f, .speed = -1.5f});
    CHECK(envs.state(17).angle == 0.25f);
    CHECK(envs.state(17).speed == -1.5f);
    CHECK(envs.state(16).angle == neighbour.angle);
    auto const observations = ls::to_host(device, envs.observations());
    CHECK(observations[envs.index(17, 0, 3)] == doctest::Approx(std::cos(0.25)));
    CHECK(observations[envs.index(17, 2, 3)] == -1.5f);

    // Two environments in one state go the same way.
    envs.set_state(3, envs.state(17));
    auto actions = device.template allocate<float>(envs.size(1));
    envs.step(actions);
    CHECK(envs.state(3).angle == envs.state(17).angle);
    CHECK(envs.state(3).angle != 0.25f);
}

TEST_CASE("a state that is not finite is shown as zeros and ends with the next step") {
    ls::cpu device({.threads = 1});
    ls::environments<ls::envs::pendulum, ls::cpu> envs(device, {.count = 2});
    envs.reset();
    envs.set_state(1, {.angle = std::nanf(""), .speed = 1});
    auto const observations = ls::to_host(device, envs.observations());
    CHECK(observations[envs.index(1, 0, 3)] == 0);
    CHECK(observations[envs.index(1, 1, 3)] == 0);
    CHECK(observations[envs.index(1, 2, 3)] == 1);
    envs.step(device.allocate<float>(envs.size(1)));
    auto const nonfinite = ls::to_host(device, envs.nonfinite());
    CHECK(nonfinite[envs.index(0)] == 0);
    CHECK(nonfinite[envs.index(1)] == 1);
    CHECK(std::isfinite(envs.state(1).angle));
}

TEST_CASE_TEMPLATE("a state with contacts is the same in lanes and in floats", Device, ls::cpu, archetype::discrete_device) {
    using cheetah = ls::envs::half_cheetah;
    using envs_t = ls::environments<cheetah, Device>;
    Device device;
    envs_t envs(device, {.count = 3});
    envs.reset();
    auto actions = device.template allocate<float>(envs.size(cheetah::action_size));
    device.copy(std::vector<float>(actions.size(), 0.25f), actions);
    ls::vector<float, 6> action;
    std::fill(action.begin(), action.end(), 0.25f);
    std::size_t contacts = 0;
    for (int step = 0; step < 40; ++step) {
        auto const alone = cheetah{}.step(envs.state(1), action).state;
        envs.set_state(2, envs.state(1));
        envs.step(actions);
        for (std::size_t i = 0; i < 9; ++i) {
            CHECK(envs.state(1).qvel[i] == alone.qvel[i]);
            CHECK(envs.state(2).qvel[i] == envs.state(1).qvel[i]);
        }
        for (std::size_t w = 0; w < 3; ++w) {
            CHECK_FALSE(ls::differ(envs.state(2).active[w], envs.state(1).active[w]));
            CHECK_FALSE(ls::differ(alone.active[w], envs.state(1).active[w]));
            contacts += ls::differ(alone.active[w], 0.0f);
        }
    }
    CHECK(contacts > 0);
}

// The address sanitizer ends a program that asks for so much.
TEST_CASE("a count that no memory holds is named" * doctest::skip(support::has_address_sanitizer)) {
    ls::cpu device({.threads = 1});
    using pendulums = ls::environments<ls::envs::pendulum, ls::cpu>;
    CHECK_THROWS_WITH_AS(pendulums(device, {.count = std::size_t(1) << 56}),
                         doctest::Contains("lockstep: environments_config.count is too large: "), std::runtime_error);
}

TEST_CASE("what cannot be is an error that names it") {
    ls::cpu device({.threads = 1});
    using pendulums = ls::environments<ls::envs::pendulum, ls::cpu>;
    CHECK_THROWS_WITH_AS(pendulums(device, {.count = 0}),
                         "lockstep::environments: count is 0: at least one environment is needed", std::invalid_argument);
    pendulums envs(device, {.count = 2});
    envs.reset();
    CHECK_THROWS_WITH_AS(envs.state(2), "lockstep::environments: there is no environment 2: there are 2, numbered from 0",
                         std::out_of_range);
    CHECK_THROWS_AS(envs.set_state(7, {0, 0}), std::out_of_range);
    auto const actions = device.allocate<float>(3);
    CHECK_THROWS_AS(envs.step(actions), std::invalid_argument);
}
