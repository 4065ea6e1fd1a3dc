// SPDX-License-Identifier: MIT
// What the robot's geoms may touch, after all of the text was read: the floor, and each other.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include <lockstep/physics/compile/points.hpp>
#include <lockstep/physics/contact/touching.hpp>
#include <lockstep/physics/mjcf/attributes.hpp>
#include <lockstep/physics/mjcf/error.hpp>
#include <lockstep/physics/mjcf/facts.hpp>
#include <lockstep/physics/mjcf/parts.hpp>
#include <lockstep/physics/mjcf/xml.hpp>
#include <lockstep/physics/robot.hpp>

namespace lockstep::physics::mjcf {

/// A geom of the world, or of a body that is fixed to it.
struct fixed_geom {
    std::size_t element = 0;
    std::string_view name = {}, body = {};
    bool in_world = true;  // whether it belongs to the world itself
    geom_facts facts = {};
    geom shape = {};  // in the world's frame; not of a plane or a mesh
};

/// Where a geom of the robot stands: the index of its body, its index in that body, and its line in the text.
struct geom_line {
    std::size_t body = 0, geom = 0, line = 0;
};

/// Returns whether a geom of the robot may touch `f`, or a pair names `f`. `excluded` has the exclusions that name a body which
/// is fixed to the world. `paired` has the names of the geoms in pairs.
constexpr bool is_touched(fixed_geom const& f, robot const& r, std::vector<exclusion> const& excluded,
                          std::vector<std::string_view> const& paired) {
    for (std::string_view const name : paired) {
        if (!name.empty() && name == f.name) {
            return true;
        }
    }
    ground const masks{.contype = static_cast<int>(f.facts.contype), .conaffinity = static_cast<int>(f.facts.conaffinity)};
    for (body const& b : r.bodies) {
        bool apart = false;
        for (auto const& [first, second] : excluded) {
            apart = apart || (!f.in_world && ((first == b.name && second == f.body) || (first == f.body && second == b.name)));
        }
        for (geom const& g : b.geoms) {
            if (may_touch(g, masks) && !apart) {
                return true;
            }
        }
    }
    return false;
}

/// Sets the floor of the robot: the plane that some geom may touch, or that a pair names. It may be anywhere in the text. If
/// there is no such plane, the floor touches nothing. Of the other geoms that are fixed to the world, planes, meshes and those
/// for which max_scenery leaves no room are ignored; the rest become scenery. Fails if a geom that may be touched is no plane
/// directly in the world, or if there are two such planes.
constexpr void find_floor(document& d, std::vector<fixed_geom> const& fixed, std::vector<exclusion> const& excluded,
                          std::vector<std::string_view> const& paired, notes ignored, robot& r) {
    r.floor = {.contype = 0, .conaffinity = 0};
    bool found = false;
    for (fixed_geom const& f : fixed) {
        if (!is_touched(f, r, excluded, paired)) {
            bool const has_shape = f.facts.type != geom_facts::shape::plane && f.facts.type != geom_facts::shape::mesh;
            if (has_shape && r.scenery.size() < max_scenery) {
                r.scenery.push_back(f.shape);
            } else {
                ignore(d, f.element, ignored);
            }
            continue;
        }
        attributes const in(d, f.element);
        if (f.facts.type != geom_facts::shape::plane || !f.in_world) {
            in.error(
                "type",
                "a geom that is fixed to the world and may be touched (contype, conaffinity or a pair) must be a plane directly "
                "in worldbody");
        }
        if (found) {
            in.error("type", "there is a second plane that may be touched");
        }
        if (in.failed()) {
            return;
        }
        r.floor = to_floor(in, f.name, f.facts);
        found = true;
    }
}

/// Fails at the first geom with which there are more contacts than the robot has room for, or that has contacts of types that are
/// not supported.
constexpr void check_contacts(document& d, std::vector<geom_line> const& geoms, robot const& r) {
    std::size_t points = 0, pairs = 0, shapes = 0;
    body_links const links(r);
    std::vector<std::size_t> touches(geoms.size(), 0);  // 1: the geom may touch another link
    for (std::size_t k = 0; k < geoms.size() && !d.failed(); ++k) {
        auto const& [b, i, line] = geoms[k];
        geom const& g = r.bodies[b].geoms[i];
        if (ground_pair(r, r.bodies[b].name, g).condim != 0) {
            points += points_of(g.type);
        }
        for (std::size_t j = 0; j < k; ++j) {
            body const& owner = r.bodies[geoms[j].body];
            geom const& other = owner.geoms[geoms[j].geom];
            if (link_pair(r, links, geoms[j].body, other, b, g).condim == 0) {
                continue;
            }
            if (!can_touch(g.type, other.type)) {
                std::string_view const named = other.name.empty() ? owner.name : other.name;
                bool const is_made_up = named.starts_with('#');  // the name of a body that has none in the text
                fail(d.first_mistake, line, "geom", "type",
                     "may touch a geom of another link, but contacts between these types are not supported",
                     is_made_up ? std::string_view() : named);
            }
            ++pairs;
            for (std::size_t const either : {j, k}) {
                shapes += 1 - touches[either];
                touches[either] = 1;
            }
        }
        if (points > max_points) {
            fail(d.first_mistake, line, "geom", "", "there are more points that may touch the floor than physics::max_points");
        }
        if (shapes > max_geoms) {
            fail(d.first_mistake, line, "geom", "", "there are more geoms that may touch another link than physics::max_geoms");
        }
        if (pairs > max_pairs) {
            fail(d.first_mistake, line, "geom", "", "there are more pairs of geoms that may touch than physics::max_pairs");
        }
    }
}

}  // namespace lockstep::physics::mjcf
