// SPDX-License-Identifier: MIT
// Domain randomisation: each episode has a different robot, a little heavier, weaker or more slippery.
//
//     struct terrain {
//         using enum ls::physics::parameter;
//         static constexpr ls::physics::variation ranges[] = {{mass, "torso", 0.8, 1.2}, {friction, "", 0.5, 1.5}};
//     };
//     using cheetah = ls::randomized<ls::envs::half_cheetah, terrain>;
//
// Record such an environment (lockstep_record, cmake/LockstepRecord.cmake), because the recorded program that comes with E is
// that of the original robot.
#pragma once

#include <algorithm>
#include <cstddef>
#include <iterator>

#include <lockstep/core/random.hpp>
#include <lockstep/core/real.hpp>
#include <lockstep/core/vector.hpp>
#include <lockstep/envs/concept/observation_image.hpp>
#include <lockstep/envs/concept/physical_environment.hpp>
#include <lockstep/envs/concept/privileged.hpp>
#include <lockstep/envs/environment.hpp>
#include <lockstep/physics/varied.hpp>

namespace lockstep {

/// E with a robot that varies. A reset draws one number for each of Variations::ranges, and the state keeps these numbers.
/// E::step gets the varied robot. What E computes without this robot, such as the position of a fingertip in envs::reacher, is
/// that of the original robot.
template <physical_environment E, class Variations>
struct randomized {
    using original = E;
    static constexpr std::size_t observation_size = E::observation_size, action_size = E::action_size,
                                 episode_limit = E::episode_limit;
    static constexpr std::size_t agent_count = lockstep::agent_count<E>;
    static constexpr auto privileged_observation_size = detail::privileged_size_of<E>();
    static constexpr auto observation_image = detail::image_of<E>();
    static constexpr double action_low = lockstep::action_low<E>, action_high = lockstep::action_high<E>;
    static constexpr physics::robot const& robot = E::robot;
    static constexpr physics::model const& model = E::model;
    static constexpr double dt = E::dt, discount = discount_of<E>;
    static constexpr std::size_t variations = std::size(Variations::ranges);

    E environment = {};

    template <class R>
    struct state {
        state_t<E, R> robot;          ///< the state of E
        vector<R, variations> drawn;  ///< in the order of Variations::ranges
    };

    template <real R>
    state<R> reset(random<R>& random) const {
        state<R> start{environment.reset(random), {}};
        for (std::size_t n = 0; n < variations; ++n) {
            start.drawn[n] = random.uniform(R(Variations::ranges[n].low), R(Variations::ranges[n].high));
        }
        return start;
    }

    template <real R>
    vector<R, observation_size> observe(state<R> const& now) const {
        return environment.observe(now.robot);
    }

    template <real R>
        requires privileged<E>
    auto observe_privileged(state<R> const& now) const { return environment.observe_privileged(now.robot); }

    template <real R>
    transition<state<R>, R> step(state<R> const& before, vector<R, action_size> const& action) const {
        auto const own = physics::varied<R>(robot, model, Variations::ranges, before.drawn.data);
        auto const next = environment.step(before.robot, action, own);
        return {{next.state, before.drawn}, next.reward, next.terminated};
    }

    /// Calls visit(name, member) for the members that a checkpoint compares.
    template <class Visit>
    friend constexpr void for_each_member(randomized const& of, Visit&& visit) {
        visit("environment", of.environment);
        visit("ranges", Variations::ranges);
    }

private:
    static constexpr bool takes_a_model =
        requires(E const& e, state_t<E, double> const& before, vector<double, action_size> const& action,
                 physics::varied_model<double> const& own) { e.step(before, action, own); };
    static_assert(takes_a_model, "lockstep::randomized: E::step needs a third argument, the model that it gives to "
                                 "physics::substep:  template <ls::real R, class Model = ls::physics::model>  "
                                 "ls::transition<state<R>> step(state<R> const&, ls::vector<R, action_size> const&, "
                                 "Model const& own = model) const");
    static constexpr bool names_are_known = std::ranges::all_of(
        Variations::ranges, [](physics::variation const& range) { return physics::is_of(robot, model, range); });
    static constexpr bool bounds_are_ordered =
        std::ranges::all_of(Variations::ranges, [](physics::variation const& range) { return range.low <= range.high; });
    static_assert(names_are_known, "lockstep::randomized: each of Variations::ranges must name a part that the robot "
                                   "has, and that has this parameter");
    static_assert(bounds_are_ordered, "lockstep::randomized: each of Variations::ranges must have low at or below high");
    static constexpr bool numbers_are_possible = std::ranges::all_of(Variations::ranges, [](physics::variation const& range) {
        return physics::is_possible(range.what, range.low) && physics::is_possible(range.what, range.high);
    });
    static_assert(numbers_are_possible, "lockstep::randomized: numbers must be finite, factors of mass and friction above 0, "
                                        "those of damping, armature, stiffness and friction_loss not below");
    static_assert(physics::keep_ranges_open(robot, model, Variations::ranges),
                  "lockstep::randomized: range_low and range_high must leave each joint's low end below its high end, "
                  "and not bring both within its margin");
};

}  // namespace lockstep
