// SPDX-License-Identifier: MIT
#include <lockstep/rl/shac/memory.hpp>

#include <cstddef>
#include <limits>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include <lockstep/device/cpu.hpp>
#include <lockstep/envs/pendulum.hpp>
#include <lockstep/rl/policy/squashed_actions.hpp>
#include <tests/support/sanitizer.hpp>

namespace ls = lockstep;

namespace {

/// The rows and columns of each buffer of packs.
template <class Memory>
auto rows_of(Memory& memory) {
    std::map<std::string, std::pair<std::size_t, std::size_t>> rows;
    memory.for_each_entry([&](char const* name, auto& entry) {
        if constexpr (requires { entry.rows(); }) {
            rows[name] = {entry.rows(), entry.columns()};
        }
    });
    return rows;
}

}  // namespace

TEST_CASE("buffers have the sizes that a configuration asks for, and names of their own") {
    using env = ls::envs::pendulum;
    using networks = ls::actor_critic<env, ls::hidden_layers<ls::elu_activation, 16>, ls::squashed_actions<env>>;
    ls::cpu device({.threads = 1});
    ls::shac_memory<env, networks, ls::cpu> memory(device, {.environments = 48, .horizon = 8, .critic_minibatches = 2});
    CHECK(memory.packs * ls::native_width == 48);
    CHECK(memory.groups == 3);
    CHECK(memory.slices == 1);
    CHECK(memory.samples.size() == 8 * memory.packs);
    CHECK(memory.steps_of_pack.size() == 8 * memory.packs);
    CHECK(memory.records.size() == 0);  // read only where the critic learns from several windows
    CHECK(memory.actor.gradients.size() == 3 * networks::actor::parameter_count);
    std::set<std::string> names;
    std::size_t count = 0;
    memory.for_each_entry([&](char const* name, auto&) {
        names.insert(name);
        ++count;
    });
    CHECK(count == 14);
    CHECK(names.size() == count);

    ls::shac_memory<env, networks, ls::cpu> several(device, {.environments = 48, .horizon = 8, .critic_windows = 3});
    CHECK(several.traces.size() == 0);
    CHECK(several.samples.size() == 3 * 8 * several.packs);
    CHECK(several.records.size() == 3 * 8 * several.packs);
    count = 0;
    several.for_each_entry([&](char const*, auto&) { ++count; });
    CHECK(count == 15);  // the records, too
    CHECK(rows_of(several).at("records") == std::pair<std::size_t, std::size_t>{3 * 8 * 48, 2 * 3 + 1 + 4});
    CHECK(rows_of(several).at("environments") == std::pair<std::size_t, std::size_t>{48, 2 + 3 + 3});

    ls::shac_memory<env, networks, ls::cpu> replayed(device, {.environments = 48, .replay_windows = 3, .replay_batch = 2});
    CHECK(replayed.steps_of_pack.size() == 3 * 8 * replayed.packs);
    CHECK(replayed.traces.size() == 3 * 8 * replayed.packs);
    CHECK(replayed.actor.gradients.size() == 2 * 3 * networks::actor::parameter_count);
    CHECK(replayed.lengths.size() == 1 + 8);
    count = 0;
    replayed.for_each_entry([&](char const*, auto&) { ++count; });
    CHECK(count == 15);  // the traces, too
    CHECK(rows_of(replayed).at("traces") == std::pair<std::size_t, std::size_t>{3 * 48, 8 * (2 * 2 + 2 * 1 + 5)});
}

TEST_CASE("steps that nobody can count are refused with the name of what asks for them") {
    std::size_t const most = std::vector<ls::shac_step<ls::envs::pendulum, float>>().max_size();
    for (std::size_t const n : {most + 1, std::numeric_limits<std::size_t>::max()}) {
        CHECK_THROWS_WITH_AS((ls::allocate_steps<ls::envs::pendulum, float>(n, "a * b")),
                             doctest::Contains("lockstep: a * b is too large: "), std::runtime_error);
    }
}

// The address sanitizer ends a program that asks for so much.
TEST_CASE("steps that no memory holds are refused with the name of what asks for them" *
          doctest::skip(support::has_address_sanitizer)) {
    std::size_t const most = std::vector<ls::shac_step<ls::envs::pendulum, float>>().max_size();
    CHECK_THROWS_WITH_AS((ls::allocate_steps<ls::envs::pendulum, float>(most, "a * b")),
                         doctest::Contains("lockstep: a * b is too large: "), std::runtime_error);
}
