// SPDX-License-Identifier: MIT
// The pairs of geoms that may touch each other.
#pragma once

#include <array>
#include <cstddef>

#include <lockstep/core/compile_time.hpp>
#include <lockstep/core/spatial.hpp>
#include <lockstep/physics/compile/inverse_weight.hpp>
#include <lockstep/physics/compile/placement.hpp>
#include <lockstep/physics/compile/refuse.hpp>
#include <lockstep/physics/compile/softness.hpp>
#include <lockstep/physics/contact/shape.hpp>
#include <lockstep/physics/contact/touching.hpp>
#include <lockstep/physics/model.hpp>
#include <lockstep/physics/robot.hpp>

namespace lockstep::physics {

/// Returns the radius (m) of a sphere that contains the shape and has the same centre.
constexpr double radius_around(model::shape const& s) {
    return s.type == geom_type::box ? compile_time::sqrt(dot(s.half_sizes, s.half_sizes)) : s.radius + s.half_length;
}

/// Adds to `m` a shape for each geom that may touch another link, and the pairs of these shapes. Throws std::invalid_argument if
/// contacts of a pair are not supported, or if the centre of mass of neither body can move. Throws std::length_error if there are
/// more than max_geoms shapes or max_pairs pairs.
constexpr void add_pairs(robot const& r, placements const& places, reference_pose const& pose, model& m) {
    std::array<std::array<std::size_t, max_body_geoms>, max_bodies> shapes{};
    std::array<double, max_bodies> weights{};
    body_links const links(r);
    // Calls f(body, geom, body, geom, parameters) for all pairs that may touch.
    auto const for_each_pair = [&](auto const& f) {
        for (std::size_t a = 0; a < r.bodies.size(); ++a) {
            for (std::size_t b = a; b < r.bodies.size(); ++b) {
                for (std::size_t i = 0; i < r.bodies[a].geoms.size(); ++i) {
                    for (std::size_t k = a == b ? i + 1 : 0; k < r.bodies[b].geoms.size(); ++k) {
                        contact_pair const touch = link_pair(r, links, a, r.bodies[a].geoms[i], b, r.bodies[b].geoms[k]);
                        if (touch.condim != 0) {
                            f(a, i, b, k, touch);
                        }
                    }
                }
            }
        }
    };
    for_each_pair([&](std::size_t a, std::size_t i, std::size_t b, std::size_t k, contact_pair const&) {
        shapes[a][i] = shapes[b][k] = 1;
    });
    for (std::size_t b = 0; b < r.bodies.size(); ++b) {
        placement const& at = places[b];
        bool has_weight = false;
        for (std::size_t i = 0; i < r.bodies[b].geoms.size(); ++i) {
            geom const& g = r.bodies[b].geoms[i];
            if (shapes[b][i] != 0) {
                weights[b] = has_weight ? weights[b] : inverse_weight_of(r.bodies[b], at, pose);
                has_weight = true;
                shapes[b][i] = m.shapes.size();
                m.shapes.push_back({at.body, b, g.type, at.position + at.orientation * g.position, at.orientation * g.axis,
                                    g.radius, g.half_length, transpose(at.orientation * frame_of(g)), g.half_sizes});
            }
        }
    }
    for_each_pair([&](std::size_t a, std::size_t i, std::size_t b, std::size_t k, contact_pair const& touch) {
        geom const &first = r.bodies[a].geoms[i], &second = r.bodies[b].geoms[k];
        if (!can_touch(first.type, second.type)) {
            refuse("geoms", first.name, second.name, "may touch, but contacts between these types are not supported");
        }
        if (!(weights[a] + weights[b] > 1e-15)) {
            refuse("bodies", r.bodies[a].name, r.bodies[b].name, "may touch, and the centre of mass of neither can move");
        }
        bool const in_order = first.type <= second.type;
        model::pair const pair{.first = shapes[in_order ? a : b][in_order ? i : k],
                               .second = shapes[in_order ? b : a][in_order ? k : i],
                               .condim = touch.condim,
                               .friction = touch.friction,
                               .reach = radius_around(m.shapes[shapes[a][i]]) + radius_around(m.shapes[shapes[b][k]]) +
                                        touch.contact.margin,
                               .contact = impedance_of(touch, first.name, r, weights[a] + weights[b])};
        m.pairs.push_back(pair);
    });
}

}  // namespace lockstep::physics
