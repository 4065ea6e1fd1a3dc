// SPDX-License-Identifier: MIT
#include <lockstep/rl/off_policy/ranks/told_steps.hpp>

#include <algorithm>
#include <cstddef>
#include <vector>

#include <doctest/doctest.h>

#include <tests/support/off_policy.hpp>

#include <lockstep/device/cpu.hpp>

namespace ls = lockstep;

TEST_CASE("a replay buffer that hears of each step holds what the other one holds, final observations too") {
    using R = ls::native_lanes;
    using env = support::sizes;
    constexpr std::size_t environments = 32, packs = environments / ls::native_width, steps = 70;
    ls::cpu device({.threads = 1});
    ls::replay_buffer<env, ls::cpu> here(device, 20 * environments, environments, 16);
    ls::replay_buffer<env, ls::cpu> there(device, 20 * environments, environments, 16);
    std::vector<R> told(ls::told_numbers<3, 2> * packs, R(0));
    ls::random<R> draw(1, ls::environment_index<R>(0), ls::constant_words<R>(0), 0);
    auto const observation = [&] { return ls::vector<R, 3>{draw.normal(), draw.normal(), draw.normal()}; };
    for (std::size_t pack = 0; pack < packs; ++pack) {
        auto const first = observation();
        here.view().begin(pack, first);
        there.view().begin(pack, first);
    }
    for (std::size_t step = 0; step < steps; ++step) {
        for (std::size_t pack = 0; pack < packs; ++pack) {
            R const ending = draw.uniform();
            here.view().add(pack, step, {.action = {draw.normal(), draw.normal()},
                                         .reward = draw.normal(),
                                         .terminated = ending < R(0.1f),
                                         .truncated = R(0.95f) < ending,
                                         .final_observation = observation(),
                                         .observation = observation()});
            using world = ls::native_world;
            ls::told_steps<3, 2, world> const newest{.memory = here.view(), .step = step, .packs = packs, .told = told.data()};
            ls::tell_step<3, 2, world>{newest}(pack);
            auto heard = newest;
            heard.memory = there.view();
            ls::hear_step<3, 2, world>{heard}(pack);
        }
    }
    auto const view = here.view(), other = there.view();
    std::size_t const stride = view.stride;
    CHECK(std::equal(view.steps, view.steps + environments * view.places * stride, other.steps));
    std::size_t const finals = environments * view.final_places * env::observation_size;
    CHECK(std::equal(view.finals, view.finals + finals, other.finals));
    CHECK(std::any_of(other.finals, other.finals + finals, [](float x) { return x != 0; }));
}
