// SPDX-License-Identifier: MIT
// MuJoCo's elliptic friction cone (MuJoCo documentation, "Computation: Constraint model, Contact"): the cost of a contact
// is nothing above the cone that is dual to the regularized one, quadratic below it, and in between the squared distance
// to that cone, which is quadratic only nearly: Newton's method goes by its gradient and its second derivatives.
#pragma once

#include <lockstep/core/real.hpp>
#include <lockstep/core/spatial.hpp>
#include <lockstep/physics/contact.hpp>
#include <lockstep/physics/model.hpp>
#include <lockstep/physics/varied_model.hpp>

namespace lockstep::physics {

/// The cost of a contact around a point: its gradient, its second derivatives, and the zone that the point is in.
template <real R>
struct cone_response {
    vec3<R> gradient;
    symmetric3<R> stiffness;
    mask_t<R> sticks, slides;  // neither: it leaves
};

/// behind: the acceleration less the one that the contact draws to; z is normal.
template <real R, class Model>
cone_response<R> respond(Model const& m, model::point const& p, contact<R> const& c, vec3<R> const& behind) {
    using number = typename Model::number;
    number const mu = cone_friction_of(m, p), friction = friction_of(m, p);
    R const square = behind.x * behind.x + behind.y * behind.y, speed = sqrt(max(square, R(1e-30)));
    R const normal = R(mu) * behind.z, tangent = R(friction) * speed;
    mask_t<R> const touches = normal < R(mu) * tangent && R(0) < c.weight, sticks = touches && R(mu) * normal + tangent < R(0);
    mask_t<R> const slides = touches && !sticks;
    R const straight = select(sticks, c.weight, R(0)), sideways = R(m.impratio) * straight;
    R const weight = select(slides, c.weight, R(0)) * R(number(1) / (mu * mu * (number(1) + mu * mu)));
    // The distance to the cone, and its gradient (across, along z).
    R const distance = normal - R(mu) * tangent, x = behind.x / speed, y = behind.y / speed;
    number const across = mu * friction;
    R const force = weight * distance, bend = R(-across) * force / speed, steep = R(across * across) * weight;
    return {{sideways * behind.x - R(across) * force * x, sideways * behind.y - R(across) * force * y,
             straight * behind.z + R(mu) * force},
            {sideways + steep * x * x + bend * y * y, sideways + steep * y * y + bend * x * x, straight + R(mu * mu) * weight,
             (steep - bend) * x * y, R(-mu * across) * weight * x, R(-mu * across) * weight * y},
            sticks,
            slides};
}

/// `word` with the zone of a contact, in the bits that the edges of a pyramid would have.
template <real R>
LOCKSTEP_INLINE R with_zone(model::point const& p, cone_response<R> const& response, R const& word) {
    return with_bit(with_bit(word, response.sticks, p.row.bit), response.slides, p.row.bit + 1);
}

/// The force on a contact's point that accelerates by `acceleration`, with either cone.
template <real R, class Model>
vec3<R> contact_force(Model const& m, model::point const& p, contact<R> const& c, vec3<R> const& acceleration) {
    if (m.has_cone(p)) {
        return R(-1) * respond(m, p, c, acceleration + c.reference).gradient;
    }
    R const word = with_edges(m, p, c, active_edges(m, p, c, acceleration), empty_word<R>());
    return R(-1) * (active_stiffness(m, p, c, word) * (acceleration + c.reference));
}

}  // namespace lockstep::physics
