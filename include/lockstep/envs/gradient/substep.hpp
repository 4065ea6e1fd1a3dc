// SPDX-License-Identifier: MIT
// The way back through the recorded substep of a robot that Euler's method moves.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>

#include <lockstep/physics/model.hpp>
#include <lockstep/physics/substep.hpp>
#include <lockstep/program/text.hpp>

namespace lockstep::envs {

/// A function with a way back (number_traits<taped<R>>::run). Text: the recorded substep. Gradient: its recorded way back, as
/// static void substep(rows). That is the adjoint of the substep at its solution, so it reads the positions, velocities and
/// controls before the substep, and the active set after it.
template <physics::model const& Model, class Text, class Gradient, class R>
struct gradient_of_substep {
    static constexpr std::size_t saved_size = physics::substep_rows(Model);

    static void forward(R* numbers, R* saved) {
        std::copy_n(numbers, saved_size, saved);
        Text{}(text::rows(std::span<R>(numbers, saved_size)));
        std::copy_n(numbers + first_word, Model.words, saved + first_word);
    }

    static void backward(R const* saved, R* gradient) {
        static_assert(requires { sizeof(Gradient); },
                      "lockstep: for gradients of this environment in float or lanes, include its header of envs/gradient/");
        std::array<R, 2 * saved_size> rows;
        std::copy_n(gradient, saved_size, std::copy_n(saved, saved_size, rows.begin()));
        Gradient::substep(text::rows(std::span<R>(rows)));
        std::copy_n(rows.begin() + saved_size, saved_size, gradient);
    }

private:
    static constexpr std::size_t first_word = Model.qpos_size() + Model.qvel_size();
};

}  // namespace lockstep::envs
