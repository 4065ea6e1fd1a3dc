// SPDX-License-Identifier: MIT
#include "ant.hpp"

#include <bit>
#include <cstddef>
#include <memory>
#include <stdexcept>
#include <utility>
#include <vector>

#include <lockstep/core/formatted.hpp>
#include <lockstep/core/real.hpp>
#include <lockstep/core/vector.hpp>

#include "../entries.hpp"
#include "../entry_of.hpp"
#include "../learners.hpp"

namespace lockstep::python {

namespace {

constexpr std::size_t bodies = envs::ant::model.robot_bodies.size();

/// An ant whose main_body is chosen while the program runs, too. Bodies other than the torso go with the original frame_skip:
/// every pair would be compiled.
struct any_ant : any_frame_skip<ant_options> {
    std::size_t body = 1;

    template <real R>
    state<R> reset(random<R>& random) const {
        if (body == 1) {
            return original::reset(random);
        }
        state<R> start;
        with_body([&]<class Other>(Other const& other) { start = std::bit_cast<state<R>>(other.reset(random)); });
        return start;
    }

    template <real R>
    transition<state<R>, R> step(state<R> const& before, vector<R, action_size> const& action) const {
        if (body == 1) {
            return any_frame_skip<ant_options>::step(before, action);
        }
        transition<state<R>, R> next;
        with_body([&]<class Other>(Other const&) {
            step_as<Other, original, R>(static_cast<original const&>(*this), before, action, next);
        });
        return next;
    }

private:
    template <class Body>
    void with_body(Body call) const {
        [&]<std::size_t... I>(std::index_sequence<I...>) {
            (void)((body == I + 2 &&
                    (call(std::bit_cast<ant_options::type<frame_skip, I + 2>>(static_cast<original const&>(*this))), true)) ||
                   ...);
        }
        (std::make_index_sequence<bodies - 1>());
    }
};

std::unique_ptr<simulation> make(simulation_config const& config, std::size_t frame_skip, std::size_t main_body) {
    check_frame_skip(frame_skip);
    if (main_body < 1 || main_body > bodies) {
        throw std::invalid_argument(formatted("main_body is %zu, not a whole number from 1 to %zu", main_body, bodies));
    }
    if (main_body != 1 && frame_skip != ant_options::frame_skip) {
        throw std::invalid_argument(
            formatted("main_body is %zu and frame_skip %zu: a main_body other than 1 goes with a frame_skip of %zu only",
                      main_body, frame_skip, ant_options::frame_skip));
    }
    any_ant const chosen{{with_options<ant_options, any_ant::original>(config.options), frame_skip}, main_body};
    return std::make_unique<simulation_of<any_ant>>(config, chosen);
}

}  // namespace

entry ant() {
    entry result = robot_entry_without_make<ant_options>(
        {{excludes_positions, true, true, 0, 2}, {"include_cfrc_ext_in_observation", false, true, 29, 107}});
    result.has_main_body = true;
    result.make = make;
    return result;
}

std::vector<learner_entry> learners_in_ant() { return learners_in<ant_options, envs::ant>(); }

}  // namespace lockstep::python
