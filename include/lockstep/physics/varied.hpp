// SPDX-License-Identifier: MIT
// The model of a robot with the numbers that were drawn for its variations, and which numbers may be drawn.
#pragma once

#include <concepts>
#include <cstddef>
#include <span>
#include <string>

#include <lockstep/core/real.hpp>
#include <lockstep/core/vector.hpp>
#include <lockstep/physics/compile/refuse.hpp>
#include <lockstep/physics/model.hpp>
#include <lockstep/physics/robot.hpp>
#include <lockstep/physics/variation.hpp>
#include <lockstep/physics/varied_model.hpp>

namespace lockstep::physics {

/// Returns whether `number` may be drawn for the parameter. It must be finite. For mass and friction it must be above zero. For
/// damping and stiffness (of tendons too), armature and friction loss it must not be negative.
template <real R>
constexpr mask_t<R> is_possible(parameter p, R const& number) {
    mask_t<R> const finite = is_finite(number);
    switch (p) {
    case parameter::mass:
    case parameter::friction: return finite && R(0) < number;
    case parameter::damping:
    case parameter::armature:
    case parameter::stiffness:
    case parameter::friction_loss:
    case parameter::tendon_stiffness:
    case parameter::tendon_damping: return finite && R(0) <= number;
    default: return finite;
    }
}

/// Returns for each dof whether a variation moves an end of its range.
constexpr per_dof<bool> moved_ends(robot const& r, model const& m, std::span<variation const> ranges) {
    per_dof<bool> result{};
    for (variation const& v : ranges) {
        if (v.what == parameter::range_low || v.what == parameter::range_high) {
            for_each_target(r, m, v, [&](std::size_t i) { result[i] = true; });
        }
    }
    return result;
}

/// Returns whether a range of this width (m or rad) is open, that is, wider than 0. If the range is not narrow in the model
/// (dof::narrow), it is open only if it is at least two margins wide, so that at most one of the two limits is active.
template <real R>
constexpr mask_t<R> is_open(model::dof const& d, R const& width) {
    return R(0) < width && !(width < R(d.narrow ? 0 : 2 * d.limit.margin));
}

/// Returns whether all ranges with an end that varies stay open for all numbers between the bounds of the variations.
constexpr bool keep_ranges_open(robot const& r, model const& m, std::span<variation const> ranges) {
    per_dof<bool> const moved = moved_ends(r, m, ranges);
    per_dof<double> low{}, high{};  // how far each end may move towards the other
    for (variation const& v : ranges) {
        if (v.what == parameter::range_low) {
            for_each_target(r, m, v, [&](std::size_t i) { low[i] += v.high; });
        } else if (v.what == parameter::range_high) {
            for_each_target(r, m, v, [&](std::size_t i) { high[i] += v.low; });
        }
    }
    for (std::size_t i = 0; i < m.dofs.size(); ++i) {
        model::dof const& d = m.dofs[i];
        if (d.limited && moved[i] && !is_open(d, d.range[1] + high[i] - (d.range[0] + low[i]))) {
            return false;
        }
    }
    for (model::ball_limit const& b : m.ball_limits) {
        if (moved[b.dof] && !(0 < b.angle + high[b.dof])) {
            return false;
        }
    }
    return true;
}

/// Returns the lanes in which all ranges with an end that varies are open. `moved` is the result of moved_ends.
template <real R>
mask_t<R> has_open_ranges(varied_model<R> const& m, per_dof<bool> const& moved) {
    mask_t<R> result(true);
    for (std::size_t i = 0; i < m.dofs.size(); ++i) {
        if (m.dofs[i].limited && moved[i]) {
            vector<R, 2> const range = range_of(m, m.dofs[i]);
            result = result && is_open(m.dofs[i], range[1] - range[0]);
        }
    }
    for (model::ball_limit const& b : m.ball_limits) {
        if (moved[b.dof]) {
            result = result && R(0) < angle_of(m, b);
        }
    }
    return result;
}

/// Whether numbers of type R have values that can be tested now. A number that is being recorded has none: it stands for a value
/// that the recorded program will compute.
template <class R>
inline constexpr bool is_known = requires(mask_t<R> m) {
    { any(m) } -> std::same_as<bool>;
};

/// Returns the model with the numbers that were drawn: drawn[n] is the number for ranges[n]. Throws std::invalid_argument if a
/// variation names no part of the robot that has its parameter. If the numbers have values (is_known), it also throws if in some
/// lane a number is not possible (is_possible), or a range with an end that varies is not open.
template <real R>
varied_model<R> varied(robot const& r, model const& m, std::span<variation const> ranges, std::span<R const> drawn) {
    varied_model<R> result(m);
    own_parameters<R>& own = result.own;
    for (std::size_t n = 0; n < ranges.size(); ++n) {
        R const& x = drawn[n];
        auto const refuse_it = [&](char const* reason) {
            refuse(std::string("variation of ").append(name_of(ranges[n].what)).append(" of"), ranges[n].of, reason);
        };
        if (!is_of(r, m, ranges[n])) {
            refuse_it("names no part of the robot that has this parameter");
        }
        if constexpr (is_known<R>) {
            if (any(!is_possible(ranges[n].what, x))) {
                refuse_it(
                    "has a number that is not possible: numbers are finite; those of mass and friction are above 0; those of "
                    "damping, stiffness (of tendons too), armature and friction_loss are not below 0");
            }
        }
        auto const scale = [&](R& number) { number = number * x; };
        auto const shift = [&](R& number) { number = number + x; };
        for_each_target(r, m, ranges[n], [&](std::size_t i) {
            switch (ranges[n].what) {
            case parameter::gravity: own.gravity = x * own.gravity; break;
            case parameter::mass: scale(own.mass[i]); break;
            case parameter::offset_x: shift(own.offset[i].x); break;
            case parameter::offset_y: shift(own.offset[i].y); break;
            case parameter::offset_z: shift(own.offset[i].z); break;
            case parameter::damping: scale(own.damping[i]); break;
            case parameter::armature: scale(own.armature[i]); break;
            case parameter::stiffness: scale(own.stiffness[i]); break;
            case parameter::friction_loss: scale(own.friction_loss[i]); break;
            case parameter::spring_reference: shift(own.spring_reference[i]); break;
            case parameter::range_low: shift(own.range_low[i]); break;
            case parameter::range_high: shift(own.range_high[i]); break;
            case parameter::friction:
                scale(i < m.points.size() ? own.friction[i] : own.pair_friction[i - m.points.size()]);
                break;
            case parameter::gear: scale(own.gear[i]); break;
            case parameter::gain: scale(own.gain[i]); break;
            case parameter::tendon_coefficient: scale(own.tendon_coefficient[i]); break;
            case parameter::tendon_stiffness: scale(own.tendon_stiffness[i]); break;
            case parameter::tendon_damping: scale(own.tendon_damping[i]); break;
            }
        });
    }
    if constexpr (is_known<R>) {
        if (any(!has_open_ranges(result, moved_ends(r, m, ranges)))) {
            refuse("robot", r.name, "has variations that bring the ends of a joint's range together, or both within its margin");
        }
    }
    return result;
}

}  // namespace lockstep::physics
