// SPDX-License-Identifier: MIT
// A model some of whose numbers are rows of their own, one for each environment: for domain randomisation. The dynamics take
// either kind of model, and ask for the numbers that may vary by the functions below: of a plain model they are constants.
#pragma once

#include <array>
#include <cstddef>

#include <lockstep/core/real.hpp>
#include <lockstep/core/spatial.hpp>
#include <lockstep/physics/model.hpp>

namespace lockstep::physics {

/// What an environment may have of its own. Factors of the model's numbers, 1 if nothing varies: what is nought in the model
/// stays so.
template <class R>
struct own_parameters {
    vec3<R> gravity;           // m/s^2, itself
    per_body<R> mass;          // factor of mass and inertia alike
    per_body<vec3<R>> offset;  // m, added to the place of the body in its parent's frame
    per_dof<R> damping, armature, stiffness;
    per_point<R> friction;  // of a point and the ground; that between two links is the model's
    std::array<R, max_actuators> gear;
};

/// A model with parameters of its own, which begin as those of the model. What MuJoCo's compiler derives from them, the
/// constraints' inverse weights, stays that of the model, as it does in MuJoCo when a field of mjModel is set.
template <class R>
struct varied_model : model {
    using number = R;
    own_parameters<R> own;

    explicit varied_model(model const& m) : model(m) {
        own.gravity = constant<R>(m.gravity);
        own.offset.fill(zero3<R>());
        for (auto* factors : {&own.damping, &own.armature, &own.stiffness}) {
            factors->fill(R(1));
        }
        own.mass.fill(R(1));
        own.friction.fill(R(1));
        own.gear.fill(R(1));
    }
};

/// The index of an element of one of a model's tables.
template <class Table, class Element>
constexpr std::size_t index_in(Table const& table, Element const& element) {
    return static_cast<std::size_t>(&element - table.begin());
}

/// What gravity makes of being at rest: the acceleration of a body that does not fall.
template <real R>
vec3<R> rest_acceleration(model const& m) {
    return constant<R>(zero3<double>() - m.gravity);
}
template <real R>
vec3<R> rest_acceleration(varied_model<R> const& m) {
    return zero3<R>() - m.own.gravity;
}

/// The place of a body in its parent's frame.
template <real R>
vec3<R> position_of(model const&, model::body const& b) {
    return constant<R>(b.position);
}
template <real R>
vec3<R> position_of(varied_model<R> const& m, model::body const& b) {
    return constant<R>(b.position) + m.own.offset[index_in(m.bodies, b)];
}

/// Mass (kg) or inertia (kg m^2) of body b, where the model has `number`.
constexpr double of_mass(model const&, std::size_t, double number) { return number; }
template <real R>
R of_mass(varied_model<R> const& m, std::size_t b, double number) {
    return m.own.mass[b] * R(number);
}
template <real R>
symmetric3<R> of_mass(model const&, std::size_t, symmetric3<double> const& inertia) {
    return constant<R>(inertia);
}
template <real R>
symmetric3<R> of_mass(varied_model<R> const& m, std::size_t b, symmetric3<double> const& inertia) {
    auto const own = [&](double number) { return of_mass(m, b, number); };
    return {own(inertia.xx), own(inertia.yy), own(inertia.zz), own(inertia.xy), own(inertia.xz), own(inertia.yz)};
}

constexpr double damping_of(model const&, model::dof const& d) { return d.damping; }
template <real R>
R damping_of(varied_model<R> const& m, model::dof const& d) {
    return m.own.damping[index_in(m.dofs, d)] * R(d.damping);
}

constexpr double armature_of(model const&, model::dof const& d) { return d.armature; }
template <real R>
R armature_of(varied_model<R> const& m, model::dof const& d) {
    return m.own.armature[index_in(m.dofs, d)] * R(d.armature);
}

constexpr double stiffness_of(model const&, model::dof const& d) { return d.stiffness; }
template <real R>
R stiffness_of(varied_model<R> const& m, model::dof const& d) {
    return m.own.stiffness[index_in(m.dofs, d)] * R(d.stiffness);
}

/// A gear, or a gear times a number of the model.
constexpr double of_gear(model const&, model::motor const&, double number) { return number; }
template <real R>
R of_gear(varied_model<R> const& m, model::motor const& motor, double number) {
    return m.own.gear[index_in(m.motors, motor)] * R(number);
}

constexpr double friction_of(model const&, model::point const& p) { return p.friction; }
template <real R>
R friction_of(varied_model<R> const& m, model::point const& p) {
    return m.own.friction[index_in(m.points, p)] * R(p.friction);
}

/// What the friction of an elliptic cone is to its normal: over the root of impratio.
constexpr double cone_friction_of(model const&, model::point const& p) { return p.cone_friction; }
template <real R>
R cone_friction_of(varied_model<R> const& m, model::point const& p) {
    return m.own.friction[index_in(m.points, p)] * R(p.cone_friction);
}

/// The weight of an edge of the contact's pyramid, which MuJoCo takes from the friction of the moment.
template <real R>
R const& of_friction(model const&, model::point const&, R const& weight) {
    return weight;
}
template <real R>
R of_friction(varied_model<R> const& m, model::point const& p, R const& weight) {
    if (p.condim == 1 || m.has_cone(p)) {
        return weight;
    }
    auto const edge = [](R const& mu) { return mu * mu * (R(1) + mu * mu); };
    return weight * (edge(R(p.friction)) / edge(friction_of(m, p)));
}

}  // namespace lockstep::physics
