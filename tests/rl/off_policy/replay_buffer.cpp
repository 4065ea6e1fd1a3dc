// SPDX-License-Identifier: MIT
#include <lockstep/rl/off_policy/replay_buffer.hpp>

#include <cmath>
#include <cstddef>
#include <map>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include <tests/archetype/device.hpp>
#include <tests/archetype/environment.hpp>

#include <lockstep/device/cpu.hpp>
#include <lockstep/device/to_host.hpp>
#include <lockstep/envs/vectorized.hpp>

namespace ls = lockstep;

namespace {

using R = ls::native_lanes;
using env = archetype::environment;  // five steps an episode; observes (start, count); an action above 1 ends it
using batch = ls::transitions<2, 1>;
constexpr std::size_t width = ls::native_width, environments = 2 * width;

/// What environment e does in step t: the reward names both, some actions end the episode.
float action_of(std::size_t e, std::size_t t) { return (7 * e + 3 * t) % 11 == 0 ? 2.0f : 0.001f * static_cast<float>(t); }

template <class Device>
void fill(Device& device, typename ls::replay_buffer<env, Device>::view_type view, std::size_t steps,
          typename Device::template buffer<ls::environment_pack<env, R>>& packs) {
    device.for_each(environments / width, [view, steps, packs = packs.data()](std::size_t pack) {
        auto& running = packs[pack];
        ls::reset(env{}, running, 1, pack);
        view.begin(pack, running.observation);
        for (std::size_t t = 0; t < steps; ++t) {
            ls::vector<R, 1> action;
            for (std::size_t l = 0; l < width; ++l) {
                action[0].set(l, action_of(pack * width + l, t));
            }
            auto const outcome = ls::advance(env{}, running, action, 1, pack);
            view.add(pack, t, {.action = action,
                               .reward = outcome.reward,
                               .terminated = outcome.terminated,
                               .truncated = outcome.truncated,
                               .final_observation = outcome.final_observation,
                               .observation = running.observation});
        }
    });
}

template <class Device>
std::vector<batch> sampled(Device& device, typename ls::replay_buffer<env, Device>::view_type view, std::size_t steps_made,
                           std::size_t horizon, std::size_t count) {
    auto result = device.template allocate<batch>(count);
    device.for_each(count, [view, steps_made, horizon, to = result.data()](std::size_t i) {
        ls::random<R> draws(3, ls::consecutive_words<R>(static_cast<std::uint32_t>(i * width)), ls::constant_words<R>(0));
        view.sample(draws, steps_made, horizon, 0.5f, to[i]);
    });
    return ls::to_host(device, result);
}

/// Follows one episode from a sampled step, as the environment's rules say.
void check_transition(batch const& b, std::size_t l, std::size_t horizon) {
    float const start = b.observation[0][l], count = b.observation[1][l];
    float const steps = b.next_observation[1][l] - count;
    CHECK(b.reward[l] >= b.action[0][l]);
    if (b.discount[l] == 0) {
        return;
    }
    CHECK(b.next_observation[0][l] == start);  // the same episode, also where the time limit cut it
    CHECK(steps >= 1);
    CHECK(steps <= static_cast<float>(horizon));
    CHECK(b.next_observation[1][l] <= 5);
    CHECK(b.discount[l] == std::pow(0.5f, steps));
    float sum = 0;
    for (float k = 0; k < steps; ++k) {
        sum += std::pow(0.5f, k) * (b.action[0][l] + 0.001f * k);
    }
    CHECK(b.reward[l] == doctest::Approx(sum).epsilon(1e-5));
}

std::string refusal(std::size_t capacity, std::size_t count, std::size_t batch_size, std::size_t horizon) {
    ls::cpu device({.threads = 1});
    try {
        ls::replay_buffer<env, ls::cpu>(device, capacity, count, batch_size, horizon);
    } catch (std::invalid_argument const& e) {
        return e.what();
    }
    return "accepted";
}

}  // namespace

TEST_CASE("what is sampled is what the environments did, before and after the ring has come round") {
    ls::cpu device({.threads = 2});
    ls::replay_buffer<env, ls::cpu> buffer(device, 40 * environments + 3, environments, 8);
    CHECK(buffer.capacity() == 40 * environments);
    auto packs = device.allocate<ls::environment_pack<env, R>>(environments / width);
    for (std::size_t const steps_made : {1, 7, 40, 41, 193}) {
        fill(device, buffer.view(), steps_made, packs);
        for (std::size_t const horizon : {1, 3}) {
            std::size_t cut = 0, ended = 0;
            for (batch const& b : sampled(device, buffer.view(), steps_made, horizon, 64)) {
                for (std::size_t l = 0; l < width; ++l) {
                    check_transition(b, l, horizon);
                    ended += b.discount[l] == 0;
                    cut += b.next_observation[1][l] == 5;
                    // No step is older than the ring is long.
                    bool const tells = b.action[0][l] < 1;
                    CHECK((!tells || b.action[0][l] >= 0.001f * (static_cast<float>(steps_made) - 40.5f)));
                }
            }
            CHECK((steps_made < 40 || (ended > 0 && cut > 0)));
        }
    }
}

TEST_CASE("every stored step is drawn, about equally often") {
    ls::cpu device({.threads = 1});
    ls::replay_buffer<env, ls::cpu> buffer(device, 10 * environments, environments, 8);
    auto packs = device.allocate<ls::environment_pack<env, R>>(environments / width);
    fill(device, buffer.view(), 23, packs);
    std::map<std::pair<float, float>, std::size_t> seen;
    std::size_t const count = 4000;
    for (batch const& b : sampled(device, buffer.view(), 23, 1, count)) {
        for (std::size_t l = 0; l < width; ++l) {
            ++seen[{b.observation[0][l], b.observation[1][l]}];
        }
    }
    CHECK(seen.size() == 10 * environments);
    double const expected = static_cast<double>(count * width) / static_cast<double>(10 * environments);
    double chi_square = 0;
    for (auto const& [step, times] : seen) {
        double const difference = static_cast<double>(times) - expected;
        chi_square += difference * difference / expected;
    }
    double const freedom = 10.0 * environments - 1;
    CHECK(std::abs(chi_square - freedom) < 5 * std::sqrt(2 * freedom));
}

TEST_CASE("by priority every stored step and no other is drawn, those of high priority more often") {
    ls::cpu device({.threads = 1});
    ls::replay_buffer<env, ls::cpu> buffer(device, 10 * environments, environments, 8);
    auto packs = device.allocate<ls::environment_pack<env, R>>(environments / width);
    auto const view = buffer.view();
    ls::priority_buffer<ls::cpu> memory(device, view.leaf_count());
    ls::priority_tree const priorities = memory.view();
    std::size_t const steps_made = 23, newest = (steps_made - 1) % view.places;
    fill(device, view, steps_made, packs);
    for (std::size_t step = 0; step < steps_made; ++step) {
        view.add_priorities(step, priorities);
    }
    CHECK(priorities.total() == 10 * environments);  // the oldest have made room, the others are new
    priorities.set(3 * view.places + newest, 30);
    std::map<std::pair<float, float>, std::size_t> seen;
    std::size_t favoured = 0;
    constexpr std::size_t count = 1000;
    for (std::size_t i = 0; i < count; ++i) {
        batch b;
        std::uint32_t leaves[width];
        ls::random<R> draws(3, ls::consecutive_words<R>(static_cast<std::uint32_t>(i * width)), ls::constant_words<R>(0));
        view.sample(draws, steps_made, 1, 0.5f, priorities, 0, width, leaves, b);
        for (std::size_t l = 0; l < width; ++l) {
            check_transition(b, l, 1);
            ++seen[{b.observation[0][l], b.observation[1][l]}];
            favoured += leaves[l] == 3 * view.places + newest;
            CHECK(priorities.priority(leaves[l]) > 0);
        }
    }
    CHECK(seen.size() == 10 * environments);
    double const share = 30.0 / (10.0 * environments + 29);
    CHECK(static_cast<double>(favoured) / static_cast<double>(count * width) == doctest::Approx(share).epsilon(0.05));
}

TEST_CASE("a device with its own memory fills and samples with the same bits and without a transfer") {
    ls::cpu host({.threads = 1});
    ls::replay_buffer<env, ls::cpu> expected(host, 20 * environments, environments, 8, 2);
    auto host_packs = host.allocate<ls::environment_pack<env, R>>(environments / width);
    fill(host, expected.view(), 31, host_packs);
    auto const a = sampled(host, expected.view(), 31, 2, 5);

    archetype::discrete_device device;
    ls::replay_buffer<env, archetype::discrete_device> buffer(device, 20 * environments, environments, 8, 2);
    auto packs = device.allocate<ls::environment_pack<env, R>>(environments / width);
    fill(device, buffer.view(), 31, packs);
    CHECK(device.transfers_to_host + device.transfers_to_device == 0);
    auto const b = sampled(device, buffer.view(), 31, 2, 5);
    CHECK(device.transfers_to_host == 1);
    for (std::size_t i = 0; i < a.size(); ++i) {
        for (std::size_t l = 0; l < width; ++l) {
            CHECK(a[i].observation[0][l] == b[i].observation[0][l]);
            CHECK(a[i].reward[l] == b[i].reward[l]);
            CHECK(a[i].next_observation[1][l] == b[i].next_observation[1][l]);
        }
    }
}

TEST_CASE("a capacity that cannot work is refused in a sentence that names it") {
    CHECK(refusal(4096, 64, 256, 1) == "accepted");
    CHECK(refusal(100, 64, 256, 1) == "lockstep: replay_buffer: capacity is 100, less than the batch of 256");
    CHECK(refusal(std::size_t(1) << 32, 64, 256, 1) ==
          "lockstep: replay_buffer: capacity is 4294967296 for 64 environments; their sum must be at most 2^32, as many "
          "steps as a draw can tell apart");
    CHECK(refusal(50, 64, 32, 1) == "lockstep: replay_buffer: capacity is 50, less than one step of each of 64 environments");
    CHECK(refusal(640, 64, 32, 11) ==
          "lockstep: replay_buffer: capacity is 640, 10 steps of each environment, but a sample spans 11");
    CHECK(refusal(640, 63, 32, 1).find("environments is 63, not a positive multiple of 16") != std::string::npos);
}
