// SPDX-License-Identifier: MIT
// What every learner promises of a whole training, and environments to train on.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

#include <lockstep/device/cpu.hpp>
#include <lockstep/envs/environment.hpp>
#include <lockstep/envs/pendulum.hpp>
#include <lockstep/io/checkpoint.hpp>
#include <lockstep/rl/evaluate.hpp>
#include <tests/archetype/device.hpp>
#include <tests/support/temporary_folder.hpp>

namespace support {

namespace ls = lockstep;

/// The pendulum, with a state that becomes NaN now and then: above its safe speed.
struct breaking_pendulum : ls::envs::pendulum {
    float safe_speed = 4, reward_scale = 1;

    template <ls::real R>
    ls::transition<state<R>> step(state<R> const& s, ls::vector<R, 1> const& action) const {
        auto next = pendulum::step(s, action);
        R const nothing(std::numeric_limits<float>::quiet_NaN());
        next.state.speed = ls::select(R(safe_speed) < next.state.speed, nothing, next.state.speed);
        next.reward = R(reward_scale) * next.reward;
        return next;
    }
};

/// All metrics but the clock's.
template <class Metrics>
std::vector<double> figures(Metrics const& m) {
    std::vector<double> result;
    for_each_column(m, [&](std::string_view name, auto value) {
        if (name.find("second") == std::string_view::npos) {
            result.push_back(static_cast<double>(value));
        }
    });
    return result;
}

inline bool same_bits(std::vector<double> const& a, std::vector<double> const& b) {
    return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(double)) == 0;
}

/// The figures of every iteration, and the policy at the end.
template <class Learner>
std::vector<std::vector<double>> history_of(Learner& learner) {
    std::vector<std::vector<double>> result;
    while (!learner.done()) {
        bool const compiles =
            learner.iterations() == 0 && !ls::world_of<std::remove_cvref_t<decltype(learner.device())>>::is_native;
        auto const m = learner.iterate();
        CHECK((m.seconds_with_compilation > 0) == compiles);
        result.push_back(figures(m));
    }
    auto const policy = learner.policy();
    result.emplace_back(policy.parameters.begin(), policy.parameters.end());
    return result;
}
template <class Learner, class Device, class Config>
std::vector<std::vector<double>> history(Device& device, Config const& config) {
    Learner learner(device, config);
    return history_of(learner);
}

inline void check_histories_agree(std::vector<std::vector<double>> const& a, std::vector<std::vector<double>> const& b) {
    REQUIRE(a.size() == b.size());
    for (std::size_t i = 0; i < a.size(); ++i) {
        CHECK(same_bits(a[i], b[i]));
    }
}

/// Whether networks have the same bits on the processor as on a device: elsewhere its products and sums are rounded twice.
#if defined(__FMA__) || defined(__aarch64__)
inline constexpr bool rounds_products_once = true;
#else
inline constexpr bool rounds_products_once = false;
#endif

/// That a device trains as the processor does: the same iterations, and the same bits where networks can have them. Elsewhere a
/// short training ends with nearly the same policy.
inline void check_device_agrees(std::vector<std::vector<double>> const& device,
                                std::vector<std::vector<double>> const& processor) {
    if (rounds_products_once) {
        check_histories_agree(device, processor);
        return;
    }
    REQUIRE(device.size() == processor.size());
    for (std::size_t i = 0; i < device.size(); ++i) {
        REQUIRE(device[i].size() == processor[i].size());
    }
    auto const &found = device.back(), &expected = processor.back();
    double largest = 1;
    for (double parameter : expected) {
        largest = std::max(largest, std::abs(parameter));
    }
    auto const is_near = [&](double x, double y) { return std::abs(x - y) < 1e-2 * largest; };  // false for a NaN
    CHECK(std::equal(found.begin(), found.end(), expected.begin(), is_near));
}
template <class Evaluation>
void check_device_agrees(Evaluation const& device, Evaluation const& processor) {
    CHECK(device.episodes == processor.episodes);
    if (rounds_products_once) {
        CHECK(device.mean_return == processor.mean_return);
        CHECK(device.standard_error == processor.standard_error);
        CHECK(device.mean_length == processor.mean_length);
    }
}

/// Learner<Device>: the same seed gives the same bits twice, on one thread and on several; another seed gives others.
template <template <class> class Learner, class Config>
void check_any_threads(Config const& config) {
    ls::cpu one({.threads = 1}), two({.threads = 2}), three({.threads = 3});
    auto const first = history<Learner<ls::cpu>>(one, config);
    check_histories_agree(first, history<Learner<ls::cpu>>(one, config));
    check_histories_agree(first, history<Learner<ls::cpu>>(two, config));
    check_histories_agree(first, history<Learner<ls::cpu>>(three, config));

    auto other = config;
    ++other.seed;
    CHECK_FALSE(same_bits(first.back(), history<Learner<ls::cpu>>(one, other).back()));
}

/// A device with its own memory gives the bits of one processor thread, and an iteration sends only its metrics.
template <template <class> class Learner, class Config>
void check_any_device(Config const& config) {
    ls::cpu one({.threads = 1});
    auto const expected = history<Learner<ls::cpu>>(one, config);

    archetype::discrete_device device;
    Learner<archetype::discrete_device> learner(device, config);
    for (std::size_t i = 0; !learner.done(); ++i) {
        auto const to_host = device.transfers_to_host;
        auto const to_device = device.transfers_to_device;
        auto const m = learner.iterate();
        CHECK(device.transfers_to_host == to_host + 1);
        CHECK(device.transfers_to_device == to_device);
        CHECK(same_bits(figures(m), expected[i]));
    }
    auto const policy = learner.policy();
    CHECK(same_bits({policy.parameters.begin(), policy.parameters.end()}, expected.back()));
}

/// A training that goes on from a checkpoint of its first iterations gives the bits of one that never stopped.
template <class Learner, class Config>
void check_resumed(Config const& config, std::size_t iterations) {
    lockstep_test::temporary_folder const folder;
    std::string const path = (folder / "a.checkpoint").string();
    ls::cpu device({.threads = 1});
    Learner whole(device, config), stopped(device, config), other(device, config);
    for (std::size_t i = 0; i < iterations; ++i) {
        stopped.iterate();
    }
    ls::save_checkpoint(path, stopped);
    ls::load_checkpoint(path, other);
    CHECK(other.iterations() == iterations);
    while (!whole.done()) {
        whole.iterate();
    }
    while (!other.done()) {
        other.iterate();
    }
    CHECK(other.total_steps() == whole.total_steps());
    CHECK(other.policy().parameters == whole.policy().parameters);
}

/// A Learner of an environment that breaks counts the episodes, goes on, and stays finite.
template <class Learner, class Config>
Learner check_breaking(ls::cpu& device, Config const& config, typename Learner::environment const& env = {}) {
    Learner learner(device, config, env);
    std::size_t broken = 0;
    while (!learner.done()) {
        broken = learner.iterate().nonfinite_episodes;
    }
    CHECK(broken > 0);
    for (float p : learner.policy().parameters) {
        CHECK(std::isfinite(p));
    }
    return learner;
}

/// A Learner of the pendulum does nothing useful before and solves it after its training.
template <class Learner>
void check_solves_pendulum(ls::cpu& device, Learner& learner) {
    CHECK(ls::evaluate(device, learner.policy()).mean_return < -800);
    while (!learner.done()) {
        learner.iterate();
    }
    CHECK(ls::evaluate(device, learner.policy()).mean_return > -200);
}

}  // namespace support
