// SPDX-License-Identifier: MIT
// The way back through recorded substeps of a robot that Euler's method moves.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>

#include <lockstep/physics/model.hpp>
#include <lockstep/physics/substep.hpp>
#include <lockstep/program/text.hpp>

namespace lockstep::envs {

/// Count substeps as a function with a way back (number_traits<taped<R>>::run). Text: the recorded substep. Gradient: its
/// recorded way back, as static void substep(rows). That is the adjoint of the substep at its solution, so it reads the positions,
/// velocities and controls before the substep, and the active set after it.
template <physics::model const& Model, class Text, class Gradient, class R, std::size_t Count>
struct gradient_of_substeps {
    static constexpr std::size_t size = physics::substep_rows(Model), saved_size = Count * size;

    static void forward(R* numbers, R* saved) {
        constexpr std::size_t first_word = Model.qpos_size() + Model.qvel_size();
        for (std::size_t k = 0; k < Count; ++k, saved += size) {
            std::copy_n(numbers, size, saved);
            Text{}(text::rows(std::span<R>(numbers, size)));
            std::copy_n(numbers + first_word, Model.words, saved + first_word);
        }
    }

    static void backward(R const* saved, R* gradient) {
        static_assert(
            requires { sizeof(Gradient); },
            "lockstep: for gradients of this environment in float or lanes, include its header of envs/gradient/");
        std::array<R, 2 * size> rows;
        std::copy_n(gradient, size, rows.begin() + size);
        for (std::size_t k = Count; k-- > 0;) {
            std::copy_n(saved + k * size, size, rows.begin());
            Gradient::substep(text::rows(std::span<R>(rows)));
        }
        std::copy_n(rows.begin() + size, size, gradient);
    }
};

}  // namespace lockstep::envs
