// SPDX-License-Identifier: MIT
// The names of an MJCF text: one of a kind is given once.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>
#include <vector>

#include <lockstep/physics/mjcf/attributes.hpp>

namespace lockstep::physics::mjcf {

class names {
public:
    enum kind { body, joint, geom, site, tendon, actuator, pair, exclusion };

    /// The name of an element, which no other of its kind may have; empty if it has none.
    constexpr std::string_view read(attributes& in, kind k) {
        std::string_view const name = in.word("name");
        if (!name.empty()) {
            add(in, k, name);
        }
        return name;
    }

    /// Of a part that the text does not name.
    constexpr void add(attributes const& in, kind k, std::string_view name) {
        constexpr std::array<char const*, 8> taken = {"another body has this name",   "another joint has this name",
                                                      "another geom has this name",   "another site has this name",
                                                      "another tendon has this name", "another actuator has this name",
                                                      "another pair has this name",   "another exclusion has this name"};
        for (std::string_view const other : given_[k]) {
            if (other.size() == name.size() && other == name) {
                in.error("name", taken[k], name);
            }
        }
        given_[k].push_back(name);
    }

private:
    std::array<std::vector<std::string_view>, 8> given_ = {std::vector<std::string_view>{"world"}};
};

}  // namespace lockstep::physics::mjcf
