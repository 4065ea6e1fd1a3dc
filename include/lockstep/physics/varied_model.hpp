// SPDX-License-Identifier: MIT
// A model whose parameters may differ between environments, for domain randomisation. The dynamics take either kind of model.
// They get the parameters that may vary by the functions below. For a plain model these return constants.
#pragma once

#include <array>
#include <cstddef>

#include <lockstep/core/math.hpp>
#include <lockstep/core/real.hpp>
#include <lockstep/core/spatial.hpp>
#include <lockstep/core/vector.hpp>
#include <lockstep/physics/model.hpp>

namespace lockstep::physics {

/// The parameters that may differ between environments. Members without a unit are factors of the model's numbers, and 1 if
/// nothing varies. So what is zero in the model stays zero. Numbers that are added to those of the model are 0 if nothing varies.
template <class R>
struct own_parameters {
    vec3<R> gravity;           // m/s^2: the gravity itself
    per_body<R> mass;          // factor of mass and inertia
    per_body<vec3<R>> offset;  // m, added to the position of the body in its parent's frame
    per_dof<R> damping, armature, stiffness, friction_loss;  // factors
    per_dof<R> spring_reference, range_low, range_high;  // m or rad, added; range_high of a ball joint's first dof: to its angle
    per_point<R> friction;                                   // factor, of a point and the ground
    std::array<R, max_pairs> pair_friction;                  // factor, of a pair of geoms
    std::array<R, max_actuators> gear, gain;                 // factors; gain: of bias too
    std::array<R, max_tendons> tendon_coefficient, tendon_stiffness, tendon_damping;  // factors
};

/// A model in which each environment has parameters of its own. At first they are those of the model. MuJoCo's compiler derives
/// the inverse weights of constraints from such parameters. Here the inverse weights stay those of the model, as they do in
/// MuJoCo if a program sets a field of mjModel.
template <class R>
struct varied_model : model {
    using number = R;
    own_parameters<R> own;

    explicit varied_model(model const& m) : model(m) {
        own.gravity = constant<R>(m.gravity);
        own.offset.fill(zero3<R>());
        for (auto* factors : {&own.damping, &own.armature, &own.stiffness, &own.friction_loss}) {
            factors->fill(R(1));
        }
        for (auto* added : {&own.spring_reference, &own.range_low, &own.range_high}) {
            added->fill(R(0));
        }
        for (auto* factors : {&own.tendon_coefficient, &own.tendon_stiffness, &own.tendon_damping}) {
            factors->fill(R(1));
        }
        own.mass.fill(R(1));
        own.friction.fill(R(1));
        own.pair_friction.fill(R(1));
        own.gear.fill(R(1));
        own.gain.fill(R(1));
    }
};

/// Returns the index of an element in a table of the model. `element` must be a reference into `table`.
template <class Table, class Element>
constexpr std::size_t index_in(Table const& table, Element const& element) {
    return static_cast<std::size_t>(&element - table.begin());
}

/// Returns the acceleration (m/s^2) that a body at rest has relative to free fall: minus gravity.
template <real R>
vec3<R> rest_acceleration(model const& m) {
    return constant<R>(zero3<double>() - m.gravity);
}
template <real R>
vec3<R> rest_acceleration(varied_model<R> const& m) {
    return zero3<R>() - m.own.gravity;
}

/// Returns the position (m) of a body in its parent's frame.
template <real R>
vec3<R> position_of(model const&, model::body const& b) {
    return constant<R>(b.position);
}
template <real R>
vec3<R> position_of(varied_model<R> const& m, model::body const& b) {
    return constant<R>(b.position) + m.own.offset[index_in(m.bodies, b)];
}

/// Returns the mass (kg) or inertia (kg m^2) of body b. The argument after b is its value in the model.
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

/// These functions return the position at which a joint's spring is at rest, the ends of the joint's range, and the largest angle
/// of a ball joint: m or rad.
constexpr double spring_reference_of(model const&, model::dof const& d) { return d.spring_reference; }
template <real R>
R spring_reference_of(varied_model<R> const& m, model::dof const& d) {
    return R(d.spring_reference) + m.own.spring_reference[index_in(m.dofs, d)];
}
constexpr vector<double, 2> range_of(model const&, model::dof const& d) { return {d.range[0], d.range[1]}; }
template <real R>
vector<R, 2> range_of(varied_model<R> const& m, model::dof const& d) {
    std::size_t const i = index_in(m.dofs, d);
    return {R(d.range[0]) + m.own.range_low[i], R(d.range[1]) + m.own.range_high[i]};
}
constexpr double angle_of(model const&, model::ball_limit const& b) { return b.angle; }
template <real R>
R angle_of(varied_model<R> const& m, model::ball_limit const& b) {
    return R(b.angle) + m.own.range_high[b.dof];
}

constexpr double friction_loss_of(model const&, model::dof const& d) { return d.friction_loss; }
template <real R>
R friction_loss_of(varied_model<R> const& m, model::dof const& d) {
    return m.own.friction_loss[index_in(m.dofs, d)] * R(d.friction_loss);
}

constexpr double coefficient_of(model const&, model::tendon const&, model::tendon::joint const& p) { return p.coefficient; }
template <real R>
R coefficient_of(varied_model<R> const& m, model::tendon const& t, model::tendon::joint const& p) {
    return m.own.tendon_coefficient[index_in(m.tendons, t)] * R(p.coefficient);
}

constexpr double stiffness_of(model const&, model::tendon const& t) { return t.stiffness; }
template <real R>
R stiffness_of(varied_model<R> const& m, model::tendon const& t) {
    return m.own.tendon_stiffness[index_in(m.tendons, t)] * R(t.stiffness);
}

constexpr double damping_of(model const&, model::tendon const& t) { return t.damping; }
template <real R>
R damping_of(varied_model<R> const& m, model::tendon const& t) {
    return m.own.tendon_damping[index_in(m.tendons, t)] * R(t.damping);
}

/// Returns `number` times the factor by which the motor's gear varies. `number` is a product that contains the gear of the model.
constexpr double of_gear(model const&, model::motor const&, double number) { return number; }
template <real R>
R of_gear(varied_model<R> const& m, model::motor const& motor, double number) {
    return m.own.gear[index_in(m.motors, motor)] * R(number);
}

/// Returns `x` times the factor by which the motor's gain and bias vary.
template <class Number>
constexpr Number of_gain(model const&, model::motor const&, Number const& x) {
    return x;
}
template <real R>
R of_gain(varied_model<R> const& m, model::motor const& motor, R const& x) {
    return m.own.gain[index_in(m.motors, motor)] * x;
}

/// Returns the force on a dof per unit of the motor's force. `number` is its value in the model.
constexpr double of_moment(model const&, model::motor const&, double number) { return number; }
template <real R>
R of_moment(varied_model<R> const& m, model::motor const& motor, double number) {
    R const moment = of_gear(m, motor, number);
    return motor.tendon == no_tendon ? moment : m.own.tendon_coefficient[motor.tendon] * moment;
}

constexpr double friction_of(model const&, model::point const& p) { return p.friction; }
template <real R>
R friction_of(varied_model<R> const& m, model::point const& p) {
    return max(m.own.friction[index_in(m.points, p)] * R(p.friction), R(least_friction));
}

/// Returns the friction of the regularized elliptic cone: friction / sqrt(impratio).
constexpr double cone_friction_of(model const&, model::point const& p) { return p.cone_friction; }
template <real R>
R cone_friction_of(varied_model<R> const& m, model::point const& p) {
    return max(m.own.friction[index_in(m.points, p)] * R(p.cone_friction), R(least_friction * p.cone_friction / p.friction));
}

/// Returns the weight of an edge of a contact's pyramid with the friction `own`. `weight` is the weight of the edge with the
/// friction `friction`. As in MuJoCo, the weight depends on the friction.
template <real R>
R of_friction(R const& weight, double friction, R const& own) {
    auto const edge = [](R const& mu) { return mu * mu * (R(1) + mu * mu); };
    return weight * (edge(R(friction)) / edge(own));
}

/// Returns the weight of an edge of the contact's pyramid. `weight` is its value with the friction of the model. If the contact
/// has no friction or an elliptic cone, returns `weight`.
template <real R>
R const& of_friction(model const&, model::point const&, R const& weight) {
    return weight;
}
template <real R>
R of_friction(varied_model<R> const& m, model::point const& p, R const& weight) {
    return p.condim == 1 || m.has_cone(p) ? weight : of_friction(weight, p.friction, friction_of(m, p));
}

/// Returns the coefficient of friction of a contact between links. `kind` is a pair of the model that has the parameters of this
/// contact. `first` and `second` are the indices of the two shapes that touch, which may differ between lanes. A model whose
/// parameters do not vary needs `kind` only.
template <real R>
R friction_of(model const&, model::pair const& kind, R const&, R const&) {
    return R(kind.friction);
}
template <real R>
R friction_of(varied_model<R> const& m, model::pair const& kind, R const& first, R const& second) {
    R factor(1);
    bool found = false;
    for (std::size_t p = 0; p < m.pairs.size(); ++p) {
        model::pair const& pair = m.pairs[p];
        if (pair.condim == kind.condim && pair.friction == kind.friction) {
            mask_t<R> const is_it = abs(first - R(pair.first)) + abs(second - R(pair.second)) < R(0.5);
            factor = found ? select(is_it, m.own.pair_friction[p], factor) : m.own.pair_friction[p];
            found = true;
        }
    }
    return max(factor * R(kind.friction), R(least_friction));
}

template <real R>
R const& of_friction(model const&, model::pair const&, R const&, R const&, R const& weight) {
    return weight;
}
template <real R>
R of_friction(varied_model<R> const& m, model::pair const& kind, R const& first, R const& second, R const& weight) {
    if (kind.condim == 1 || m.has_cone(kind)) {
        return weight;
    }
    return of_friction(weight, kind.friction, friction_of(m, kind, first, second));
}

}  // namespace lockstep::physics
