// SPDX-License-Identifier: MIT
// The pairs of a robot's geoms that may touch each other.
#pragma once

#include <array>
#include <cstddef>
#include <stdexcept>

#include <lockstep/physics/robot.hpp>
#include <lockstep/physics/touching.hpp>

namespace lockstep::physics {

class pair_finder {
public:
    /// Two geoms, numbered among those that may touch another, body by body.
    struct match {
        std::size_t first = 0, second = 0;
        contact_pair touch = {};
    };

    constexpr explicit pair_finder(robot const& r) {
        struct place {
            std::size_t body = 0, geom = 0;
        };
        std::array<place, max_bodies * capacity> places{};
        std::size_t count = 0;
        for (std::size_t b = 0; b < r.bodies.size(); ++b) {
            for (std::size_t i = 0; i < r.bodies[b].geoms.size(); ++i) {
                places[count++] = {b, i};
            }
        }
        bounded<match, max_pairs> matches;
        for (std::size_t first = 0; first < count; ++first) {
            auto const [a, i] = places[first];
            for (std::size_t second = first + 1; second < count; ++second) {
                auto const [b, k] = places[second];
                contact_pair const touch = link_pair(r, a, r.bodies[a].geoms[i], b, r.bodies[b].geoms[k]);
                if (touch.condim != 0) {
                    bool const in_order = r.bodies[a].geoms[i].type <= r.bodies[b].geoms[k].type;
                    matches.push_back(in_order ? match{first, second, touch} : match{second, first, touch});
                    touches_[a][i] = touches_[b][k] = true;
                }
            }
        }
        std::array<std::size_t, max_bodies * capacity> number{};
        std::size_t next = 0;
        for (std::size_t g = 0; g < count; ++g) {
            number[g] = next;
            next += touches_[places[g].body][places[g].geom];
        }
        for (match const& m : matches) {
            matches_.push_back({number[m.first], number[m.second], m.touch});
        }
    }

    constexpr match const* begin() const { return matches_.begin(); }
    constexpr match const* end() const { return matches_.end(); }

    /// Whether the geom may touch another.
    constexpr bool touches(std::size_t body, std::size_t geom) const { return touches_[body][geom]; }
    /// Whether any of the body's does.
    constexpr bool touches(std::size_t body) const {
        for (bool const geom : touches_[body]) {
            if (geom) {
                return true;
            }
        }
        return false;
    }

private:
    static constexpr std::size_t capacity = 6;  // of a body's geoms

    bounded<match, max_pairs> matches_ = {};
    std::array<std::array<bool, capacity>, max_bodies> touches_ = {};
};

}  // namespace lockstep::physics
