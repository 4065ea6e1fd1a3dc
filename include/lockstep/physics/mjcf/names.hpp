// SPDX-License-Identifier: MIT
// The names of an MJCF text. No two elements of a kind have the same name.
#pragma once

#include <array>
#include <string_view>

#include <lockstep/physics/mjcf/attributes.hpp>
#include <lockstep/physics/mjcf/name_index.hpp>

namespace lockstep::physics::mjcf {

class names {
public:
    enum kind { body, joint, geom, site, tendon, actuator, pair, exclusion };

    /// Returns the name of an element, or an empty one. Fails if another element of its kind has the name.
    constexpr std::string_view read(attributes& in, kind k) {
        std::string_view const name = in.word("name");
        if (!name.empty()) {
            add(in, k, name);
        }
        return name;
    }

    /// Adds a name, which may be one that the text does not give. Fails if another element of its kind has the name.
    constexpr void add(attributes const& in, kind k, std::string_view name) {
        constexpr std::array<char const*, 8> taken = {"another body has this name",   "another joint has this name",
                                                      "another geom has this name",   "another site has this name",
                                                      "another tendon has this name", "another actuator has this name",
                                                      "another pair has this name",   "another exclusion has this name"};
        if ((k == body && name == "world") || given_[k].find(name) != no_name) {
            in.error("name", taken[k], name);
            return;
        }
        given_[k].add(name);
    }

private:
    std::array<name_index, 8> given_ = {};
};

}  // namespace lockstep::physics::mjcf
