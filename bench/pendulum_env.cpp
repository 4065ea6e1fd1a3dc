// SPDX-License-Identifier: MIT
// Steps of Pendulum-v1 a second on one core: random actions, observations, rewards, episodes that end and begin again. Beside it
// a C++ loop without Lockstep: one pendulum after another, in double.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <numbers>
#include <random>
#include <vector>

#include <lockstep/device/cpu.hpp>
#include <lockstep/device/to_host.hpp>
#include <lockstep/envs/pendulum.hpp>
#include <lockstep/envs/vectorized.hpp>

#include "timing.hpp"

namespace ls = lockstep;

namespace {

constexpr std::size_t environments = 1024;
constexpr std::size_t steps = 2000;
constexpr std::size_t repeats = 15;

/// What keeps the results from being dropped, and tells that both loops run the same environment.
struct totals {
    double reward = 0;
    double observation = 0;
    std::size_t episodes = 0;
};

/// `steps` steps of one pack: kernel(pack).
struct random_policy {
    using R = ls::native_lanes;
    using pack_t = ls::environment_pack<ls::envs::pendulum, R>;
    struct sums {
        R reward, observation, episodes;
    };

    pack_t* packs;
    sums* results;
    std::uint32_t launch;

    void operator()(std::size_t pack) const {
        ls::envs::pendulum const env;
        pack_t running = packs[pack];
        sums sum{R(0), R(0), R(0)};
        ls::random<R> noise(0, ls::environment_index<R>(pack), ls::constant_words<R>(launch), 1);
        for (std::size_t step = 0; step < steps; ++step) {
            ls::vector<R, 1> const action{noise.uniform(R(-2), R(2))};
            auto const outcome = ls::advance(env, running, action, 0, pack);
            sum.reward += outcome.reward;
            sum.observation += ls::abs(running.observation[0] + running.observation[1]);
            sum.episodes += ls::select(outcome.truncated, R(1), R(0));
        }
        packs[pack] = running;
        results[pack] = sum;
    }
};

/// The same with a pendulum as one writes it down.
struct plain_pendulum {
    double angle = 0, speed = 0, total_return = 0;
    double observation[3] = {};
    std::size_t length = 0;

    template <class Generator>
    void reset(Generator& generator) {
        angle = std::uniform_real_distribution(-std::numbers::pi, std::numbers::pi)(generator);
        speed = std::uniform_real_distribution(-1.0, 1.0)(generator);
        length = 0;
        total_return = 0;
        observe();
    }
    void observe() {
        observation[0] = std::cos(angle);
        observation[1] = std::sin(angle);
        observation[2] = speed;
    }
    double step(double action) {
        double const torque = std::clamp(action, -2.0, 2.0);
        double const wrapped = std::remainder(angle, 2 * std::numbers::pi);
        double const reward = -(wrapped * wrapped + 0.1 * speed * speed + 0.001 * torque * torque);
        speed = std::clamp(speed + (15 * std::sin(angle) + 3 * torque) * 0.05, -8.0, 8.0);
        angle += speed * 0.05;
        ++length;
        total_return += reward;
        observe();
        return reward;
    }
};

totals plain_loop(std::vector<plain_pendulum>& pendulums, std::minstd_rand& generator) {
    totals sum;
    for (plain_pendulum& pendulum : pendulums) {
        for (std::size_t step = 0; step < steps; ++step) {
            sum.reward += pendulum.step(std::uniform_real_distribution(-2.0, 2.0)(generator));
            if (pendulum.length == ls::envs::pendulum::episode_limit) {
                ++sum.episodes;
                pendulum.reset(generator);
            }
            sum.observation += std::abs(pendulum.observation[0] + pendulum.observation[1]);
        }
    }
    return sum;
}

void print(char const* name, double seconds, totals const& sum) {
    double const count = static_cast<double>(environments * steps);
    std::printf("  %-34s %8.1f M env-steps/s   means: reward %.3f, |cos + sin| %.3f; %zu episodes\n", name,
                count / seconds * 1e-6, sum.reward / count, sum.observation / count, sum.episodes);
}

}  // namespace

int main() {
    ls::cpu device({.threads = 1});
    std::size_t const packs = environments / ls::native_width;
    auto states = device.allocate<random_policy::pack_t>(packs);
    auto results = device.allocate<random_policy::sums>(packs);
    device.for_each(packs, [to = states.data()](std::size_t pack) { ls::reset(ls::envs::pendulum(), to[pack], 0, pack); });
    std::uint32_t launch = 0;
    double const lanes_seconds = bench::median(repeats, bench::thread_cpu_seconds, [&] {
        device.for_each(packs, random_policy{states.data(), results.data(), launch++});
    });
    totals lanes_sum;
    for (auto const& sum : ls::to_host(device, results)) {
        for (std::size_t i = 0; i < ls::native_width; ++i) {
            lanes_sum.reward += static_cast<double>(sum.reward[i]);
            lanes_sum.observation += static_cast<double>(sum.observation[i]);
            lanes_sum.episodes += static_cast<std::size_t>(sum.episodes[i]);
        }
    }

    std::minstd_rand generator(1);
    std::vector<plain_pendulum> pendulums(environments);
    for (plain_pendulum& pendulum : pendulums) {
        pendulum.reset(generator);
    }
    totals plain_sum;
    double const plain_seconds =
        bench::median(3, bench::thread_cpu_seconds, [&] { plain_sum = plain_loop(pendulums, generator); });

    std::printf("Pendulum-v1, %zu environments on one core, random actions\n", environments);
    print("plain C++ loop in double", plain_seconds, plain_sum);
    char name[40];
    std::snprintf(name, sizeof name, "Lockstep, %d lanes", ls::native_width);
    print(name, lanes_seconds, lanes_sum);
    std::printf("  ratio %.1f\n", plain_seconds / lanes_seconds);
    std::printf("pendulum_env: %.1f M env-steps/s\n", static_cast<double>(environments * steps) / lanes_seconds * 1e-6);
}
