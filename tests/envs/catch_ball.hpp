// SPDX-License-Identifier: MIT
// An environment of pixels: a ball falls, and a paddle in the lowest row should be where it lands.
#pragma once

#include <cstddef>

#include <lockstep/core/image_shape.hpp>
#include <lockstep/core/random.hpp>
#include <lockstep/core/real.hpp>
#include <lockstep/core/vector.hpp>
#include <lockstep/envs/environment.hpp>

namespace lockstep_test {

namespace ls = lockstep;

/// Actions: to the left, stay, to the right. Pays 1 for a ball that is caught and takes 1 for one that is not.
struct catch_ball {
    static constexpr ls::image_shape observation_image{.rows = 8, .columns = 6, .channels = 1};
    static constexpr std::size_t observation_size = observation_image.size();
    static constexpr std::size_t action_size = 1, action_count = 3, episode_limit = 8;

    template <class R>
    struct state {
        R row, column, paddle;
    };
    template <ls::real R>
    state<R> reset(ls::random<R>& random) const {
        auto const any = [&random] { return ls::floor(random.uniform() * R(static_cast<double>(observation_image.columns))); };
        R const column = any();
        return {R(0), column, any()};
    }
    template <ls::real R>
    ls::vector<R, observation_size> observe(state<R> const& s) const {
        ls::vector<R, observation_size> pixels;
        for (std::size_t row = 0; row < observation_image.rows; ++row) {
            for (std::size_t column = 0; column < observation_image.columns; ++column) {
                R const x(static_cast<double>(column)), y(static_cast<double>(row));
                R const paddle = row + 1 < observation_image.rows ? R(0) : ls::select(ls::abs(x - s.paddle) < R(0.5), R(1), R(0));
                R const beside = ls::abs(x - s.column) + ls::abs(y - s.row);
                pixels[observation_image.place(row, column)] = ls::select(beside < R(0.5), R(1), paddle);
            }
        }
        return pixels;
    }
    template <ls::real R>
    ls::transition<state<R>> step(state<R> const& s, ls::vector<R, 1> const& action) const {
        R const last(static_cast<double>(observation_image.columns - 1)), row = s.row + R(1);
        R const paddle = ls::min(ls::max(s.paddle + action[0] - R(1), R(0)), last);
        auto const landed = R(static_cast<double>(observation_image.rows) - 1.5) < row;
        R const caught = ls::select(ls::abs(paddle - s.column) < R(0.5), R(1), R(-1));
        return {{row, s.column, paddle}, ls::select(landed, caught, R(0)), landed};
    }
};
static_assert(ls::environment<catch_ball>);

/// The same by a number in [-1, 1]: the paddle moves where it points by more than a third.
struct steer_to_ball {
    static constexpr ls::image_shape observation_image = catch_ball::observation_image;
    static constexpr std::size_t observation_size = observation_image.size(), action_size = 1;
    static constexpr std::size_t episode_limit = catch_ball::episode_limit;
    template <class R>
    using state = catch_ball::state<R>;

    template <ls::real R>
    state<R> reset(ls::random<R>& random) const {
        return catch_ball().reset(random);
    }
    template <ls::real R>
    ls::vector<R, observation_size> observe(state<R> const& s) const {
        return catch_ball().observe(s);
    }
    template <ls::real R>
    ls::transition<state<R>> step(state<R> const& s, ls::vector<R, 1> const& action) const {
        R const third(1.0 / 3);
        R const index = ls::select(action[0] < -third, R(0), ls::select(third < action[0], R(2), R(1)));
        return catch_ball().step(s, ls::vector<R, 1>{index});
    }
};
static_assert(ls::environment<steer_to_ball>);

}  // namespace lockstep_test
