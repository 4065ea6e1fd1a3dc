// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include <doctest/doctest.h>

#include <lockstep/core/lanes.hpp>
#include <lockstep/envs/mountain_car.hpp>
#include <lockstep/envs/vectorized.hpp>
#include <tests/archetype/environment.hpp>

namespace ls = lockstep;

namespace {

/// The archetype with a state, a reward or an observation that is not a number when the action says so.
struct fragile : archetype::environment {
    template <ls::real R>
    ls::vector<R, 2> observe(state<R> const& now) const {
        return {now.start, ls::select(R(50) < now.count && now.count < R(150), R(0) / R(0), now.count)};
    }
    template <ls::real R>
    ls::transition<state<R>> step(state<R> const& before, ls::vector<R, 1> const& action) const {
        R const a = action[0];
        R const infinite = R(std::numeric_limits<float>::infinity());
        return {{before.start, before.count + ls::select(a == R(-1), infinite, ls::select(a == R(-2), R(100), R(1)))},
                ls::select(a == R(-3), R(std::numeric_limits<float>::quiet_NaN()), a),
                R(1) < a};
    }
};
static_assert(ls::environment<fragile>);

template <ls::real R>
bool lane_of(ls::mask_t<R> const& mask, std::size_t i) {
    return ls::lane(ls::select(mask, R(1), R(0)), i) != 0;
}

using wide = ls::lanes<8>;

}  // namespace

TEST_CASE_TEMPLATE("an episode of the limit is truncated, shows its end and begins again in the same step", R, float, double,
                   ls::lanes<4>, ls::lanes<8>, ls::lanes<16>) {
    archetype::environment const env;
    ls::environment_pack<archetype::environment, R> pack;
    ls::reset(env, pack, 3, 0);
    auto const width = static_cast<std::size_t>(ls::width_of<R>);
    for (int episode = 0; episode < 4; ++episode) {
        auto const start = pack.state.start;
        for (int step = 1; step <= 5; ++step) {
            auto const outcome = ls::advance(env, pack, ls::vector<R, 1>{R(0.5)}, 3, 0);
            for (std::size_t i = 0; i < width; ++i) {
                CHECK(ls::lane(outcome.reward, i) == 0.5);
                CHECK_FALSE(lane_of<R>(outcome.terminated, i));
                CHECK_FALSE(lane_of<R>(outcome.nonfinite, i));
                CHECK(lane_of<R>(outcome.truncated, i) == (step == 5));
                CHECK(ls::lane(outcome.final_observation[0], i) == ls::lane(start, i));
                CHECK(ls::lane(outcome.final_observation[1], i) == step);
                CHECK(ls::lane(outcome.episode_return, i) == 0.5 * step);
                CHECK(ls::lane(outcome.episode_length, i) == step);
                CHECK(ls::lane(pack.observation[1], i) == (step == 5 ? 0 : step));
                CHECK((ls::lane(pack.state.start, i) == ls::lane(start, i)) == (step != 5));
                CHECK(ls::lane(pack.observation[0], i) == ls::lane(pack.state.start, i));
                CHECK(ls::lane(pack.episode, i) == (step == 5 ? episode + 1 : episode));
            }
        }
    }
}

TEST_CASE("every lane ends by itself, and termination wins over truncation") {
    archetype::environment const env;
    ls::environment_pack<archetype::environment, wide> pack;
    ls::reset(env, pack, 3, 0);
    for (std::size_t step = 1; step <= 5; ++step) {
        wide action(0);
        action.set(step, 2.0f);  // lane `step` terminates at that step, lane 5 at the limit itself
        auto const outcome = ls::advance(env, pack, ls::vector<wide, 1>{action}, 3, 0);
        for (std::size_t i = 0; i < 8; ++i) {
            bool const terminated = i == step;
            bool const truncated = step == 5 && (i == 0 || i > 5);
            CHECK(outcome.terminated[i] == terminated);
            CHECK(outcome.truncated[i] == truncated);
            CHECK((pack.state.count[i] == 0) == (terminated || truncated));
            CHECK(outcome.final_observation[1][i] > 0);
        }
    }
}

TEST_CASE_TEMPLATE("an environment draws the same starts in any lane of any pack", R, double, ls::lanes<4>, ls::lanes<8>,
                   ls::lanes<16>) {
    archetype::environment const env;
    auto const width = static_cast<std::size_t>(ls::width_of<R>);
    for (std::size_t pack_index = 0; pack_index < 3; ++pack_index) {
        ls::environment_pack<archetype::environment, R> pack;
        ls::reset(env, pack, 99, pack_index);
        for (int step = 0; step < 12; ++step) {
            for (std::size_t i = 0; i < width; ++i) {
                // The same environment alone, as a float.
                ls::environment_pack<archetype::environment, float> alone;
                ls::reset(env, alone, 99, pack_index * width + i);
                for (int s = 0; s < step; ++s) {
                    ls::advance(env, alone, ls::vector<float, 1>{0.0f}, 99, pack_index * width + i);
                }
                CHECK(std::abs(ls::lane(pack.state.start, i) - alone.state.start) <= (width == 1 ? 1e-7 : 0.0));
            }
            ls::advance(env, pack, ls::vector<R, 1>{R(0)}, 99, pack_index);
        }
    }
}

TEST_CASE("starts differ between environments, episodes and seeds") {
    archetype::environment const env;
    std::vector<float> starts;
    for (std::uint64_t const seed : {1u, 2u}) {
        for (std::size_t index = 0; index < 20; ++index) {
            ls::environment_pack<archetype::environment, float> pack;
            ls::reset(env, pack, seed, index);
            for (int step = 0; step < 25; ++step) {
                if (pack.length == 0) {
                    starts.push_back(pack.state.start);
                }
                ls::advance(env, pack, ls::vector<float, 1>{0.0f}, seed, index);
            }
        }
    }
    REQUIRE(starts.size() == 2 * 20 * 5);
    std::sort(starts.begin(), starts.end());
    CHECK(std::adjacent_find(starts.begin(), starts.end()) == starts.end());
}

TEST_CASE("what is not a number ends that lane's episode and nothing else") {
    fragile const env;
    ls::environment_pack<fragile, wide> pack;
    ls::reset(env, pack, 3, 0);
    ls::advance(env, pack, ls::vector<wide, 1>{wide(0.25)}, 3, 0);
    auto const before = pack;
    wide action(0.25);
    action.set(1, -1.0f);                                    // an infinite state
    action.set(2, -2.0f);                                    // an observation that is NaN
    action.set(3, -3.0f);                                    // a reward that is NaN
    action.set(4, std::numeric_limits<float>::quiet_NaN());  // an action that is NaN: so is the reward
    auto const outcome = ls::advance(env, pack, ls::vector<wide, 1>{action}, 3, 0);
    for (std::size_t i = 0; i < 8; ++i) {
        bool const broken = i >= 1 && i <= 4;
        CHECK(outcome.nonfinite[i] == broken);
        CHECK(outcome.terminated[i] == broken);
        CHECK_FALSE(outcome.truncated[i]);
        CHECK(outcome.reward[i] == (broken ? 0.0f : 0.25f));
        CHECK(outcome.final_observation[0][i] == before.observation[0][i]);
        CHECK(outcome.final_observation[1][i] == (broken ? 1.0f : 2.0f));
        CHECK(outcome.episode_return[i] == (broken ? 0.25f : 0.5f));
        CHECK(pack.episode[i] == (broken ? 1.0f : 0.0f));
        CHECK(pack.observation[1][i] == (broken ? 0.0f : 2.0f));
    }
}

TEST_CASE_TEMPLATE("finite is the same for one number as for all", R, float, double, wide) {
    double const infinity = std::numeric_limits<double>::infinity();
    for (double const x : {0.0, 1e-40, 3.4e38, 1e300, infinity, -infinity, std::nan("")}) {
        ls::vector<R, 2> const numbers{R(1), R(x)};
        CHECK(lane_of<R>(ls::detail::all_finite<R>(numbers), 0) == lane_of<R>(ls::is_finite(R(x)), 0));
    }
}

TEST_CASE("the car that reaches the flag terminates before its limit") {
    ls::envs::mountain_car const env;
    ls::environment_pack<ls::envs::mountain_car, float> pack;
    ls::reset(env, pack, 0, 0);
    bool terminated = false;
    for (int step = 0; step < 300 && !terminated; ++step) {
        auto const outcome = ls::advance(env, pack, ls::vector<float, 1>{pack.state.speed < 0 ? -1.0f : 1.0f}, 0, 0);
        terminated = outcome.terminated;
        CHECK_FALSE(outcome.truncated);
        if (terminated) {
            CHECK(outcome.final_observation[0] >= 0.45f);
            CHECK(outcome.episode_return == doctest::Approx(100 - 0.1 * static_cast<double>(outcome.episode_length)));
            CHECK(pack.state.position <= -0.4f);
        }
    }
    CHECK(terminated);
}
