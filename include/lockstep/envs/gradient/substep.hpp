// SPDX-License-Identifier: MIT
// The backward pass of recorded substeps of a robot that Euler's method moves, or the method of Runge and Kutta.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>

#include <lockstep/physics/constraint/contact_force.hpp>
#include <lockstep/physics/model.hpp>
#include <lockstep/physics/substep.hpp>
#include <lockstep/program/text.hpp>

namespace lockstep::envs {

/// Count substeps as a function with a backward pass (number_traits<taped<R>>::run). Text: the recorded substep. Gradient: its
/// recorded backward pass, as static void substep(rows). That is the adjoint of the substep at its solution, so it reads the
/// positions, velocities and controls before the substep, and the active set after it.
template <physics::model const& Model, class Text, class Gradient, class R, std::size_t Count>
struct gradient_of_substeps {
    static constexpr std::size_t size = physics::substep_size(Model), saved_size = Count * size;

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

/// The same for the method of Runge and Kutta. Its stages run one by one, so that each has the active set of its own solution.
/// Size: the numbers of a substep (physics::substep_size), of an evaluated one, or of one with contact forces
/// (physics::contact_force_size). Gradient has the recorded programs as static void stage(rows), end(rows), and their backward
/// passes stage_backward(rows) and end_backward(rows), over physics::stage_size_with_forces. They round in other places than the
/// recorded substep, so the state after them differs by rounding.
template <physics::model const& Model, std::size_t Size, class Gradient, class R, std::size_t Count>
struct gradient_of_stages {
    static constexpr std::size_t q = Model.qpos_size(), v = Model.qvel_size(), own = physics::substep_size(Model);
    static constexpr std::size_t size = physics::stage_size_with_forces(Model), saved_size = Count * 5 * size;
    static constexpr std::size_t first_word = q + v, last_evaluation = own + 1 + 3 * v;
    static constexpr std::size_t derived = std::min(Size - own, size - last_evaluation);  ///< numbers of the last evaluation
    static_assert(Size == own || Size == physics::evaluated_substep_size(Model) || Size == physics::contact_force_size(Model));

    static void forward(R* numbers, R* saved) {
        static_assert(
            requires { sizeof(Gradient); },
            "lockstep: for gradients of this environment in float or lanes, include its header of envs/gradient/");
        std::array<R, size> rows;
        auto const raw = text::rows(std::span<R>(rows));
        for (std::size_t k = 0; k < Count; ++k) {
            rows.fill(R(0));
            std::copy_n(numbers, own, rows.begin());
            for (std::size_t stage = 0; stage < 4; ++stage, saved += size) {
                std::copy_n(rows.begin(), size, saved);
                Gradient::stage(raw);
                std::copy_n(rows.begin() + first_word, Model.words, saved + first_word);
            }
            std::copy_n(rows.begin(), size, saved);
            saved += size;
            Gradient::end(raw);
            std::copy_n(rows.begin(), own, numbers);
        }
        std::copy_n(rows.begin() + last_evaluation, derived, numbers + own);
        for (std::size_t i = own + derived; i < Size; ++i) {  // the substeps whose forces nobody reads
            numbers[i] = numbers[i] - R(static_cast<double>(Count));
        }
    }

    static void backward(R const* saved, R* gradient) {
        std::array<R, 2 * size> rows;
        auto const raw = text::rows(std::span<R>(rows));
        auto const of = rows.begin() + size;
        std::fill(of, rows.end(), R(0));
        std::copy_n(gradient, own, of);
        std::copy_n(gradient + own, derived, of + last_evaluation);
        for (std::size_t k = Count; k-- > 0;) {
            for (std::size_t stage = 5; stage-- > 0;) {
                std::copy_n(saved + (5 * k + stage) * size, size, rows.begin());
                if (stage == 4) {
                    Gradient::end_backward(raw);
                } else {
                    Gradient::stage_backward(raw);
                }
            }
            std::fill(of + own, rows.end(), R(0));
        }
        std::copy_n(of, own, gradient);
        std::fill_n(gradient + own, Size - own, R(0));
    }
};

}  // namespace lockstep::envs
