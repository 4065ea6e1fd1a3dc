// SPDX-License-Identifier: MIT
// The inverse inertia along a unit force in the reference pose: MuJoCo's invweight0. With it the solver approximates the diagonal
// of J M^-1 J^T (MuJoCo documentation, "Computation: Constraint model").
#pragma once

#include <array>
#include <cstddef>

#include <lockstep/core/compile_time.hpp>
#include <lockstep/core/spatial.hpp>
#include <lockstep/physics/model.hpp>

namespace lockstep::physics {

/// The robot at rest in its reference pose: the poses of its bodies, its motion axes about the world's origin, and the factor L
/// of its mass matrix M = L L^T. The model must outlive this object. As in MuJoCo, of_dof and of_point return 1 / mass for a body
/// that is a tree by itself and only slides along its axes, if its centre of mass is at its origin (only_slides).
class reference_pose {
public:
    constexpr explicit reference_pose(model const& m) : model_(m) {
        place();
        factor_mass_matrix();
    }

    /// Returns the first dof whose motion the dofs before it can make too, or the number of dofs if there is no such dof. If
    /// there is one, M has no inverse, and the results of the functions below mean nothing.
    constexpr std::size_t redundant_dof() const { return redundant_; }

    /// Returns the mean of the diagonal of M^-1 over the translations or rotations of the joint of dof i: 1/kg or 1/(kg m^2).
    constexpr double of_dof(std::size_t i) const {
        model::dof const& d = model_.dofs[i];
        if (only_slides(d.body)) {
            return 1 / model_.bodies[d.body].mass;
        }
        bool const three = d.type == dof_type::translation || d.type == dof_type::rotation;
        std::size_t const first = i - d.index, count = three ? 3 : 1;
        double sum = 0;
        for (std::size_t k = first; k < first + count; ++k) {
            double unit[max_dofs] = {};
            unit[k] = 1;
            sum += squared_by_inverse(unit);
        }
        return sum / static_cast<double>(count);
    }

    /// Returns the inverse inertia along a unit tension of tendon t: 1/kg.
    constexpr double of_tendon(std::size_t t) const {
        double jacobian[max_dofs] = {};
        for (model::tendon::joint const& p : model_.tendons[t].joints) {
            jacobian[p.dof] += p.coefficient;
        }
        return squared_by_inverse(jacobian);
    }

    /// Returns the mean inverse inertia (1/kg) along unit forces in x, y and z at a point of a body (m, in the body's frame).
    constexpr double of_point(std::size_t body, vec3<double> const& point) const {
        if (only_slides(body)) {
            return 1 / model_.bodies[body].mass;
        }
        vec3<double> const at = position_[body] + orientation_[body] * point;
        double x[max_dofs] = {}, y[max_dofs] = {}, z[max_dofs] = {};
        for (std::size_t b = body; b != no_body; b = model_.bodies[b].parent) {
            for (std::size_t i = model_.bodies[b].first_dof; i < model_.bodies[b].first_dof + model_.bodies[b].dof_count; ++i) {
                vec3<double> const v = axis_[i].linear + cross(axis_[i].angular, at);
                x[i] = v.x, y[i] = v.y, z[i] = v.z;
            }
        }
        return (squared_by_inverse(x) + squared_by_inverse(y) + squared_by_inverse(z)) / 3;
    }

private:
    // Whether the body is the only one of its tree, has only slides along its axes, and has its centre of mass at its origin. For
    // such a body MuJoCo uses only the mass: without the armature, and also in directions in which it does not slide.
    constexpr bool only_slides(std::size_t b) const {
        model::body const& body = model_.bodies[b];
        auto const is_zero = [](vec3<double> const& v) { return v.x == 0 && v.y == 0 && v.z == 0; };
        bool result = body.parent == no_body && is_zero(body.center);
        for (model::body const& other : model_.bodies) {
            result = result && other.parent != b;
        }
        std::size_t own_parts = 0;
        for (model::robot_body const& p : model_.robot_bodies) {
            own_parts += p.body == b;
            result = result && (p.body != b || p.aligned);
        }
        for (std::size_t i = body.first_dof; i < body.first_dof + body.dof_count; ++i) {
            model::dof const& d = model_.dofs[i];
            bool const aligned = (d.axis.x != 0) + (d.axis.y != 0) + (d.axis.z != 0) == 1;
            result = result && d.type == dof_type::slide && aligned && is_zero(d.anchor);
        }
        return result && own_parts == 1;
    }

    constexpr void place() {
        for (std::size_t b = 0; b < model_.bodies.size(); ++b) {
            model::body const& body = model_.bodies[b];
            bool const root = body.parent == no_body;
            position_[b] = root ? body.position : position_[body.parent] + orientation_[body.parent] * body.position;
            orientation_[b] = root ? body.orientation : orientation_[body.parent] * body.orientation;
            for (std::size_t i = body.first_dof; i < body.first_dof + body.dof_count; ++i) {
                model::dof const& d = model_.dofs[i];
                vec3<double> const own = orientation_[b] * d.axis, anchor = position_[b] + orientation_[b] * d.anchor;
                axis_[i] = d.type == dof_type::translation ? spatial<double>{zero3<double>(), d.axis}
                           : d.type == dof_type::slide     ? spatial<double>{zero3<double>(), own}
                                                           : spatial<double>{own, cross(anchor, own)};
            }
        }
    }

    // M by the composite rigid bodies (Featherstone 2008, section 6.2), then M = L L^T.
    constexpr void factor_mass_matrix() {
        std::array<spatial_inertia<double>, max_bodies> composite{};
        double mass[max_dofs][max_dofs] = {};
        for (std::size_t b = model_.bodies.size(); b-- > 0;) {
            model::body const& body = model_.bodies[b];
            composite[b] = composite[b] + rigid_inertia(body.mass, position_[b] + orientation_[b] * body.center,
                                                        rotated(orientation_[b], body.inertia));
            if (body.parent != no_body) {
                composite[body.parent] = composite[body.parent] + composite[b];
            }
            for (std::size_t i = body.first_dof; i < body.first_dof + body.dof_count; ++i) {
                spatial<double> const force = composite[b] * axis_[i];
                for (std::size_t a = b; a != no_body; a = model_.bodies[a].parent) {
                    for (std::size_t j = model_.bodies[a].first_dof; j < model_.bodies[a].first_dof + model_.bodies[a].dof_count;
                         ++j) {
                        mass[i][j] = mass[j][i] = dot(axis_[j], force);
                    }
                }
                mass[i][i] += model_.dofs[i].armature;
            }
        }
        redundant_ = model_.dofs.size();
        for (std::size_t i = 0; i < redundant_; ++i) {
            for (std::size_t j = 0; j <= i; ++j) {
                double sum = mass[i][j];
                for (std::size_t k = 0; k < j; ++k) {
                    sum -= factor_[i][k] * factor_[j][k];
                }
                factor_[i][j] = i == j ? compile_time::sqrt(sum) : sum / factor_[j][j];
            }
            if (!(factor_[i][i] * factor_[i][i] > 1e-13 * mass[i][i])) {
                redundant_ = i;
            }
        }
    }

    // Returns x^T M^-1 x = |L^-1 x|^2; x becomes L^-1 x. Zeros are left out, because a compiler keeps each number that
    // it computes.
    constexpr double squared_by_inverse(double* x) const {
        double sum = 0;
        std::size_t const count = model_.dofs.size();
        for (std::size_t k = 0; k < count; ++k) {
            if (x[k] != 0) {
                x[k] /= factor_[k][k];
                sum += x[k] * x[k];
                for (std::size_t i = k + 1; i < count; ++i) {
                    if (factor_[i][k] != 0) {
                        x[i] -= factor_[i][k] * x[k];
                    }
                }
            }
        }
        return sum;
    }

    model const& model_;
    std::size_t redundant_ = 0;
    std::array<vec3<double>, max_bodies> position_{};
    std::array<mat3<double>, max_bodies> orientation_{};
    std::array<spatial<double>, max_dofs> axis_{};
    double factor_[max_dofs][max_dofs] = {};  // not std::array: a compiler that computes it calls a function for each number
};

}  // namespace lockstep::physics
