// SPDX-License-Identifier: MIT
// Checks the names of a robot. No two parts of a kind may have the same name, and every name that is used must belong to a part.
#pragma once

#include <cstddef>
#include <string_view>

#include <lockstep/physics/compile/refuse.hpp>
#include <lockstep/physics/contact/touching.hpp>
#include <lockstep/physics/model.hpp>
#include <lockstep/physics/robot.hpp>

namespace lockstep::physics {

/// Calls visit(part) for the floor and for each geom of the robot's bodies.
template <class Visit>
constexpr void for_each_geom(robot const& r, Visit visit) {
    visit(r.floor);
    for (body const& b : r.bodies) {
        for (geom const& g : b.geoms) {
            visit(g);
        }
    }
}

constexpr bool has_geom(robot const& r, std::string_view name) {
    bool found = false;
    for_each_geom(r, [&](auto const& g) { found = found || (!name.empty() && g.name == name); });
    return found;
}

/// Throws std::invalid_argument if two parts of a kind have the same name. Empty names do not count. `each` is a function that
/// calls its argument with every name of the kind.
template <class Each>
constexpr void check_distinct(std::string_view kind, Each const& each) {
    std::size_t place = 0;
    each([&](std::string_view name) {
        std::size_t before = 0;
        each([&](std::string_view other) {
            if (before++ < place && !name.empty() && other == name) {
                refuse(kind, name, "exists twice");
            }
        });
        ++place;
    });
}

template <class Parts>
constexpr void check_distinct_names(std::string_view kind, Parts const& parts) {
    check_distinct(kind, [&](auto const& visit) {
        for (auto const& part : parts) {
            visit(part.name);
        }
    });
}

/// Throws std::invalid_argument if two parts of a kind have the same name, if a body is called "world", if an exclusion or a pair
/// names no part, or if a pair has one geom twice or is listed twice. Parents, and the names in actuators, tendons and sites, are
/// checked where they are looked up.
constexpr void check_names(robot const& r) {
    check_distinct_names("body", r.bodies);
    check_distinct("joint", [&](auto const& visit) {
        for (body const& b : r.bodies) {
            for (joint const& j : b.joints) {
                visit(j.name);
            }
        }
    });
    check_distinct("geom", [&](auto const& visit) {
        for_each_geom(r, [&](auto const& g) { visit(g.name); });
        for (geom const& g : r.scenery) {
            visit(g.name);
        }
    });
    check_distinct_names("site", r.sites);
    check_distinct_names("tendon", r.tendons);
    check_distinct_names("actuator", r.actuators);
    if (index_of_body(r, "world") != no_body) {
        refuse("body", "world", "has a reserved name: it stands for what does not move");
    }
    for (exclusion const& e : r.exclusions) {
        for (std::string_view const name : {e.first, e.second}) {
            if (name != "world" && (name.empty() || index_of_body(r, name) == no_body)) {
                refuse("exclusion of", name, "names no body");
            }
        }
    }
    for (std::size_t i = 0; i < r.pairs.size(); ++i) {
        contact_pair const& p = r.pairs[i];
        for (std::string_view const name : {p.first, p.second}) {
            if (!has_geom(r, name)) {
                refuse("pair of", name, "names no geom");
            }
        }
        if (p.first == p.second) {
            refuse("pair of", p.first, "has the same geom twice");
        }
        if (listed_pair(r, p.first, p.second) != i) {
            refuse("pair of", p.first, p.second, "exists twice");
        }
    }
}

}  // namespace lockstep::physics
