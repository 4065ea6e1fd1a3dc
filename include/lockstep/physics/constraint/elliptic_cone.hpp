// SPDX-License-Identifier: MIT
// MuJoCo's elliptic friction cone (MuJoCo documentation, "Computation: Constraint model, Contact"). The cost of a contact depends
// on the zone of its residual. Above the dual of the regularized cone the cost is zero, and the contact exerts no force. Below
// the cone the cost is quadratic, and the contact sticks. In between the cost is the squared distance to the cone, and the
// contact slides. That cost is not quadratic, so Newton's method uses its gradient and second derivatives.
#pragma once

#include <array>

#include <lockstep/core/compile_time.hpp>
#include <lockstep/core/math.hpp>
#include <lockstep/core/real.hpp>
#include <lockstep/core/spatial.hpp>
#include <lockstep/core/word.hpp>
#include <lockstep/physics/contact/contact.hpp>
#include <lockstep/physics/model.hpp>
#include <lockstep/physics/varied_model.hpp>

namespace lockstep::physics {

/// The shape of a contact's cone.
template <class Number>
struct cone_shape {
    Number regularized, friction;  // regularized = friction / sqrt(impratio)
    double impratio;               // impedance of friction over that of the normal force
};

/// The cost of a contact near a residual: its gradient, its second derivatives, and the zone. The quadratic with these second
/// derivatives is half the sum of (root . residual)^2.
template <real R>
struct cone_response {
    vec3<R> gradient;
    symmetric3<R> stiffness;  // the sum of root root^T
    std::array<vec3<R>, 3> roots;
    mask_t<R> sticks, slides;  // neither: the contact exerts no force
};

/// Returns the cost of a contact near a residual. `own_weight` is D of the normal. `residual` is the acceleration minus aref,
/// with z along the normal.
template <real R, class Number>
cone_response<R> respond(cone_shape<Number> const& cone, R const& own_weight, vec3<R> const& residual) {
    Number const &mu = cone.regularized, &friction = cone.friction;
    R const square = residual.x * residual.x + residual.y * residual.y, speed = sqrt(max(square, R(1e-30)));
    R const normal = R(mu) * residual.z, tangent = R(friction) * speed;
    mask_t<R> const touches = normal < R(mu) * tangent && R(0) < own_weight;
    mask_t<R> const sticks = touches && R(mu) * normal + tangent < R(0), slides = touches && !sticks;
    R const straight = select(sticks, own_weight, R(0)), sideways = R(cone.impratio) * straight;
    R const weight = select(slides, own_weight, R(0)) * R(Number(1) / (mu * mu * (Number(1) + mu * mu)));
    // The distance to the cone, and its gradient (across, along z).
    R const distance = normal - R(mu) * tangent, x = residual.x / speed, y = residual.y / speed;
    Number const across = mu * friction;
    R const force = weight * distance, bend = R(-across) * force / speed, steep = R(across * across) * weight;
    R const steepest = R(-across) * sqrt(weight), turning = sqrt(max(bend, R(0))), aside = sqrt(sideways);
    return {{sideways * residual.x - R(across) * force * x, sideways * residual.y - R(across) * force * y,
             straight * residual.z + R(mu) * force},
            {sideways + steep * x * x + bend * y * y, sideways + steep * y * y + bend * x * x, straight + R(mu * mu) * weight,
             (steep - bend) * x * y, R(-mu * across) * weight * x, R(-mu * across) * weight * y},
            {{{steepest * x, steepest * y, R(mu) * sqrt(weight) + sqrt(straight)},
              {-turning * y, turning * x + aside, R(0)},
              {aside, R(0), R(0)}}},
            sticks,
            slides};
}

/// Returns the cone of a coefficient of friction.
template <real R>
cone_shape<R> cone_of(model const& m, R const& friction) {
    return {R(1 / compile_time::sqrt(m.impratio)) * friction, friction, m.impratio};
}

template <real R, class Model>
cone_response<R> respond(Model const& m, model::point const& p, contact<R> const& c, vec3<R> const& residual) {
    return respond(cone_shape<typename Model::number>{cone_friction_of(m, p), friction_of(m, p), m.impratio}, c.weight, residual);
}

/// Returns `word` with the zone of a contact. The zone takes the first two of the bits that a pyramid's edges would have.
template <real R>
LOCKSTEP_INLINE R with_zone(model::point const& p, cone_response<R> const& response, R const& word) {
    return with_bit(with_bit(word, response.sticks, p.row.bit), response.slides, p.row.bit + 1);
}

/// Returns the force (N) on the point of a contact, with either cone, if the point has this acceleration (m/s^2).
template <real R, class Model>
vec3<R> contact_force(Model const& m, model::point const& p, contact<R> const& c, vec3<R> const& acceleration) {
    if (m.has_cone(p)) {
        return R(-1) * respond(m, p, c, acceleration - c.aref).gradient;
    }
    R const word = with_edges(m, p, c, active_edges(m, p, c, acceleration), empty_word<R>());
    return R(-1) * (active_stiffness(m, p, c, word) * (acceleration - c.aref));
}

}  // namespace lockstep::physics
