// SPDX-License-Identifier: MIT
// <default>: classes of joints, geoms, sites, tendons and actuators. Each class starts as a copy of the class around it.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include <lockstep/physics/mjcf/actuators.hpp>
#include <lockstep/physics/mjcf/attributes.hpp>
#include <lockstep/physics/mjcf/facts.hpp>
#include <lockstep/physics/mjcf/name_index.hpp>
#include <lockstep/physics/mjcf/tendons.hpp>
#include <lockstep/physics/mjcf/xml.hpp>

namespace lockstep::physics::mjcf {

struct class_of_defaults {
    std::string_view name = "main";
    std::size_t around = no_element;  // the index of the class around it; no_element for main
    joint_facts joint = {};
    geom_facts geom = {};
    site_facts site = {};
    actuator_facts actuator = {};
    tendon_facts tendon = {};
};

class defaults {
public:
    /// Returns the class of this name, or nullptr if there is none.
    constexpr class_of_defaults const* find(std::string_view name) const {
        if (name == classes_[0].name) {
            return &classes_[0];
        }
        std::size_t const place = names_.find(name);
        return place == no_name ? nullptr : &classes_[1 + place];
    }

    /// Returns the class that an attribute names. Fails if there is none, and returns main.
    constexpr class_of_defaults const& called(attributes& in, std::string_view attribute) const {
        std::string_view const name = in.word(attribute);
        class_of_defaults const* const found = find(name);
        if (found == nullptr) {
            in.error(attribute, "there is no default of this class", name);
            return classes_[0];
        }
        return *found;
    }

    /// Returns the class of element i: its own, or the nearest childclass around it, or main.
    constexpr class_of_defaults const& of(document& d, std::size_t i, attributes& in) const {
        if (in.has("class")) {
            return called(in, "class");
        }
        for (std::size_t p = d.elements[i].parent; p != no_element; p = d.elements[p].parent) {
            attributes around(d, p);
            if (around.has("childclass")) {
                return called(around, "childclass");
            }
        }
        return classes_[0];
    }

    /// Returns the defaults of an actuator of class `c`. `what` is the name of the element that states the actuator. An element
    /// does not inherit every law of force. So the law is that of the nearest class, from `c` outwards, that passes its law to
    /// such an element. If there is none, it is force_law{}.
    constexpr actuator_facts actuator_of(class_of_defaults const& c, std::string_view what) const {
        actuator_facts facts = c.actuator;
        for (std::size_t outer = c.around; !facts.law.passes_to(what);) {
            bool const outermost = outer == no_element;
            facts.law = outermost ? force_law{} : classes_[outer].actuator.law;
            outer = outermost ? outer : classes_[outer].around;
        }
        return facts;
    }

    /// Reads element `top`, a `<default>` of the document, and all elements in it.
    constexpr void read(document& d, std::size_t top, notes list) {
        places_ = std::vector<std::size_t>(d.elements.size(), 0);
        for (std::size_t i = top; i < d.elements[top].end && !d.failed(); ++i) {
            if (d.elements[i].name == "default") {
                read_class(d, i, i == top, list);
            }
        }
    }

private:
    constexpr void read_class(document& d, std::size_t i, bool top, notes list) {
        attributes in(d, i);
        std::string_view const name = in.word("class");
        in.done();
        std::size_t place = 0;  // a second outermost <default> adds to main
        if (top) {
            if (!name.empty() && name != "main") {
                in.error("class", "the outermost default is class main", name);
            }
        } else {
            if (name.empty()) {
                in.error("class", "a default inside a default needs a class");
            }
            if (find(name) != nullptr) {
                in.error("class", "the class is there already", name);
            }
            std::size_t const parent = d.elements[i].parent;
            if (d.elements[parent].name != "default") {
                in.error("", "a default stands in something else");
            }
            if (in.failed()) {
                return;
            }
            place = classes_.size();
            class_of_defaults next = classes_[places_[parent]];
            next.name = name, next.around = places_[parent];
            names_.add(name);
            classes_.push_back(next);
        }
        class_of_defaults& c = classes_[place];
        places_[i] = place;
        for (std::size_t const k : children(d, i)) {
            std::string_view const what = d.elements[k].name;
            attributes part(d, k);
            if (what == "default") {
                continue;
            }
            if (what == "joint") {
                read_facts(part, c.joint, list);
                part.leaf();
            } else if (what == "geom") {
                read_facts(part, c.geom, list);
                part.leaf();
            } else if (what == "site") {
                read_facts(part, c.site, list);
                part.leaf();
            } else if (is_actuator(what)) {
                c.actuator = actuator_of(c, what);
                read_facts(part, what, c.actuator, list);
                part.leaf();
            } else if (what == "tendon") {
                read_facts(part, c.tendon, list);
                part.leaf();
            } else if (what == "pair" && d.elements[k].attribute_count > 0) {
                fail(d.first_mistake, part.line(), "default", "", "defaults of pairs are not supported", what);
            } else if (what == "camera" || what == "light" || what == "material" || what == "mesh" || what == "pair" ||
                       what == "equality") {  // an error where they are used
                ignore(d, k, list);
            } else {
                fail(d.first_mistake, part.line(), "default", "", "this element is not supported in a default", what);
            }
        }
    }

    std::vector<class_of_defaults> classes_ = std::vector<class_of_defaults>(1);  // main, then those of names_
    name_index names_ = {};
    std::vector<std::size_t> places_ = {};  // of elements: the indices of their classes in classes_
};

}  // namespace lockstep::physics::mjcf
