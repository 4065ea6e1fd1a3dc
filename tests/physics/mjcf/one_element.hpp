// SPDX-License-Identifier: MIT
// The reader's parts, given one element.
#pragma once

#include <string>

#include <lockstep/physics/mjcf/attributes.hpp>
#include <lockstep/physics/mjcf/xml.hpp>

namespace lockstep::physics::mjcf {

/// The text must outlive it.
struct one_element {
    explicit one_element(std::string const& text) : whole(xml_parser(text).run()) {}
    document whole;
    attributes in{whole, 0};
};

/// The sentence of the first mistake in a text; empty if there is none.
inline std::string refusal(document const& d) { return d.failed() ? sentence(d.first_mistake) : ""; }

/// What is said when `use(attributes&)` refuses the element; empty if it does not.
template <class Use>
std::string refusal(std::string const& text, Use const& use) {
    one_element element(text);
    use(element.in);
    return refusal(element.whole);
}

}  // namespace lockstep::physics::mjcf
