// SPDX-License-Identifier: MIT
// The ball of tests/envs/catch_ball.hpp on a screen of any size.
#pragma once

#include <cstddef>

#include <lockstep/core/image_shape.hpp>
#include <lockstep/core/real.hpp>
#include <lockstep/core/vector.hpp>
#include <tests/envs/catch_ball.hpp>

namespace lockstep_test {

/// Game is catch_ball or steer_to_ball; of the channels one is lit.
template <class Game, std::size_t Rows, std::size_t Columns, std::size_t Channels>
struct screen : Game {
    static constexpr ls::image_shape observation_image{.rows = Rows, .columns = Columns, .channels = Channels};
    static constexpr std::size_t observation_size = observation_image.size();
    template <class R>
    using state = typename Game::template state<R>;

    template <ls::real R>
    ls::vector<R, observation_size> observe(state<R> const& s) const {
        constexpr ls::image_shape small = Game::observation_image;
        auto const seen = Game::observe(s);
        ls::vector<R, observation_size> pixels{};
        for (std::size_t row = 0; row < Rows; ++row) {
            for (std::size_t column = 0; column < Columns; ++column) {
                std::size_t const from = small.place(row * small.rows / Rows, column * small.columns / Columns);
                pixels[observation_image.place(row, column, Channels / 2)] = seen[from];
            }
        }
        return pixels;
    }
};

}  // namespace lockstep_test
