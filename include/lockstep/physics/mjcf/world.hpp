// SPDX-License-Identifier: MIT
// <worldbody>: bodies, joints and geoms, and the floor.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>
#include <vector>

#include <lockstep/physics/compile/integrator.hpp>
#include <lockstep/physics/compile/joints.hpp>
#include <lockstep/physics/compile/points.hpp>
#include <lockstep/physics/contact/touching.hpp>
#include <lockstep/physics/dynamics/mass.hpp>
#include <lockstep/physics/mjcf/attributes.hpp>
#include <lockstep/physics/mjcf/defaults.hpp>
#include <lockstep/physics/mjcf/geom.hpp>
#include <lockstep/physics/mjcf/names.hpp>
#include <lockstep/physics/mjcf/parts.hpp>
#include <lockstep/physics/mjcf/settings.hpp>
#include <lockstep/physics/mjcf/standing.hpp>
#include <lockstep/physics/mjcf/touched.hpp>
#include <lockstep/physics/mjcf/xml.hpp>
#include <lockstep/physics/robot.hpp>

namespace lockstep::physics::mjcf {

class world {
public:
    constexpr world(document& d, settings const& s, defaults const& classes, notes ignored, names& given, robot& result)
        : document_(d), settings_(s), defaults_(classes), ignored_(ignored), names_(given), robot_(result),
          bodies_(d.elements.size(), no_body), bases_(d.elements.size(), no_body) {}

    // Reads element `top` in the order of the opening tags, so that parents come first. There is no recursion, so a text
    // may be deep.
    constexpr void read(std::size_t top) {
        bases_[top] = 0;
        for (std::size_t i = top + 1; i < document_.elements[top].end && !document_.failed();) {
            std::string_view const what = name(i);
            bool const in_world = stands(i);
            if (what == "body") {
                read_body(i);
                ++i;
                continue;
            }
            if (what == "geom") {
                read_geom(i, in_world);
            } else if ((what == "joint" || what == "freejoint") && !in_world) {
                read_joint(i);
            } else if (what == "inertial" && !in_world && settings_.masses != mass_source::geoms) {
                read_inertial(i);
            } else if (what == "site") {
                read_site(i, in_world);
            } else if (what == "camera" || what == "light" || (what == "inertial" && document_.elements[i].parent != top)) {
                ignore(document_, i, ignored_);
            } else {
                unsupported(document_, i);
            }
            i = document_.elements[i].end;
        }
    }

    /// Fails if nothing moves, if a body that moves has no mass or no inertia, if the integrator is implicitfast and a body is a
    /// lone free body (is_lone_free_body), or if settotalmass is given and a body is fixed to the world.
    constexpr void check_bodies() const {
        for (std::size_t i = 0; i < bodies_.size(); ++i) {
            if (bodies_[i] == no_body) {
                continue;
            }
            double mass = 0;
            bool inert = false;
            for (std::size_t b = 0; b < robot_.bodies.size(); ++b) {
                if (moving(robot_, b) == bodies_[i]) {
                    mass += rigid_of(robot_.bodies[b]).mass;
                    inert = inert || is_inert(robot_.bodies[b]);
                }
            }
            if (robot_.bodies[bodies_[i]].joints.size() != 0 && !(mass > 1e-15 && inert)) {
                refuse(i, mass > 1e-15 ? "a body that moves has no inertia" : "a body that moves has no mass");
            }
            if (robot_.integrator == integrator_type::implicit_fast && is_lone_free_body(robot_, bodies_[i])) {
                refuse(i, lone_free_body);
            }
        }
        for (standing const& fixed : standing_) {
            if (robot_.bodies.size() == 0 && fixed.element != no_element) {
                refuse(fixed.element, "nothing moves: a body needs a joint");
            }
            if (robot_.total_mass > 0 && fixed.element != no_element) {
                refuse(fixed.element, "is fixed to the world, and settotalmass would count its mass");
            }
        }
        if (robot_.bodies.size() == 0) {
            refuse(0, "the robot has no body");
        }
    }

    /// Returns whether a body of this name is fixed to the world.
    constexpr bool stands(std::string_view called) const {
        for (standing const& s : standing_) {
            if (s.element != no_element && !called.empty() && s.name == called) {
                return true;
            }
        }
        return false;
    }

    constexpr std::vector<fixed_geom> const& fixed_geoms() const { return fixed_; }
    constexpr std::vector<geom_line> const& geoms() const { return lines_; }

private:
    /// Returns whether the parent of element i is the world or is fixed to it.
    constexpr bool stands(std::size_t i) const { return bases_[document_.elements[i].parent] != no_body; }

    constexpr standing const& stand(std::size_t i) const { return standing_[bases_[document_.elements[i].parent]]; }

    constexpr bool has_child(std::size_t i, std::string_view what) const {
        for (std::size_t const k : children(document_, i)) {
            if (name(k) == what) {
                return true;
            }
        }
        return false;
    }

    /// Fails because of element i.
    constexpr void refuse(std::size_t i, char const* why) const {
        fail(document_.first_mistake, document_.elements[i].line, name(i), "", why);
    }

    constexpr std::string_view name(std::size_t i) const { return document_.elements[i].name; }
    constexpr body& owner(std::size_t i) { return robot_.bodies[bodies_[document_.elements[i].parent]]; }

    constexpr void read_body(std::size_t i) {
        attributes in(document_, i);
        // Bodies without a name get one, since children name their parents.
        constexpr std::string_view numbers =
            "#00#01#02#03#04#05#06#07#08#09#10#11#12#13#14#15#16#17#18#19#20#21#22#23#24#25#26#27#28#29#30#31"
            "#32#33#34#35#36#37#38#39#40#41#42#43#44#45#46#47#48#49#50#51#52#53#54#55#56#57#58#59#60#61#62#63";
        static_assert(3 * max_bodies <= numbers.size());
        body b{.name = names_.read(in, names::body), .parent = stands(i) ? "" : owner(i).name};
        bool const named = !b.name.empty();
        if (!named) {
            b.name = numbers.substr(3 * robot_.bodies.size(), 3);
        }
        b.inertia.given = settings_.masses == mass_source::inertials;  // with zeros until its inertial is read
        orientation turn;
        in.vector("pos", b.position);
        read_orientation(in, turn);
        if (in.has("childclass")) {
            defaults_.called(in, "childclass");
        }
        in.only({"false"}, {"mocap"});
        in.only(0, {"gravcomp"});
        in.ignore_numbers(ignored_, {"user"});
        in.done();
        if (in.failed()) {
            return;
        }
        b.orientation = to_quaternion(turn, settings_.angle);
        if (stands(i)) {
            stand(i).carry(b.position, b.orientation);
        }
        if (stands(i) && !has_child(i, "joint") && !has_child(i, "freejoint")) {
            bases_[i] = standing_.size();
            standing_.push_back({named ? b.name : "", i, b.position, b.orientation});
            return;
        }
        if (!named) {
            names_.add(in, names::body, b.name);
        }
        bodies_[i] = robot_.bodies.size();
        add(robot_.bodies, b, document_, i, "there are more bodies than physics::max_bodies");
    }

    constexpr void read_inertial(std::size_t i) {
        attributes in(document_, i);
        std::size_t const b = bodies_[document_.elements[i].parent];
        if (has_inertial_[b]) {
            in.error("", "the body has an inertial already");
            return;
        }
        has_inertial_[b] = true;
        robot_.bodies[b].inertia = mjcf::read_inertial(in, settings_);
        in.leaf();
    }

    constexpr void read_joint(std::size_t i) {
        attributes in(document_, i);
        joint j;
        std::string_view const given = names_.read(in, names::joint);
        if (name(i) == "freejoint") {
            j.type = joint_type::free;
            in.only({"false", "auto"}, {"align"});
            in.ignore_numbers(ignored_, {"group"});
        } else {
            joint_facts facts = defaults_.of(document_, i, in).joint;
            read_facts(in, facts, ignored_);
            j = to_joint(in, facts, settings_);
        }
        in.leaf();
        if (in.failed()) {
            return;
        }
        j.name = given;
        body& b = owner(i);
        bool const in_world = name(document_.elements[document_.elements[i].parent].parent) == "worldbody";
        if (j.type == joint_type::free && (!in_world || b.joints.size() != 0)) {
            in.error("type", "a free joint is the only joint of a body of the world");
        }
        if (b.joints.size() != 0 && b.joints[0].type == joint_type::free) {
            in.error("type", "the body has a free joint, so it cannot have other joints");
        }
        dofs_ += dofs_of(j.type);
        if (dofs_ > max_dofs) {
            in.error("", "there are more degrees of freedom than physics::max_dofs");
            return;
        }
        add(b.joints, j, document_, i, "a body has more joints than physics::body holds");
        if (turns_after_ball(b, b.joints.size() - 1)) {
            in.error("type", after_ball);
        }
    }

    constexpr void read_geom(std::size_t i, bool in_world) {
        attributes in(document_, i);
        geom_facts facts = defaults_.of(document_, i, in).geom;
        std::string_view const given = names_.read(in, names::geom);
        read_facts(in, facts, ignored_);
        in.leaf();
        if (in.failed()) {
            return;
        }
        if (in_world) {
            fixed_geom fixed{i, given, stand(i).name, bases_[document_.elements[i].parent] == 0, facts};
            if (facts.type != geom_facts::shape::plane && facts.type != geom_facts::shape::mesh) {
                fixed.shape = to_geom(in, facts, settings_);
                fixed.shape.name = given;
                stand(i).carry(fixed.shape);
            }
            fixed_.push_back(fixed);
            return;
        }
        if (facts.type == geom_facts::shape::plane) {
            in.error("type", "a plane is supported in the world only");
            return;
        }
        if (facts.type == geom_facts::shape::mesh) {
            bool const touches = facts.contype != 0 || facts.conaffinity != 0;
            bool const weighs = settings_.masses != mass_source::inertials && (facts.has_mass ? facts.mass : facts.density) > 0 &&
                                (settings_.masses == mass_source::geoms || !has_child(document_.elements[i].parent, "inertial"));
            if (touches || weighs) {
                in.error("type", "a mesh may neither touch (contype and conaffinity) nor weigh (without an inertial)");
            }
            ignore(document_, i, ignored_);
            return;
        }
        if (facts.has_mesh) {
            in.error("mesh", "fitting a shape to a mesh is not supported");
            return;
        }
        geom g = to_geom(in, facts, settings_);
        g.name = given;
        lines_.push_back({bodies_[document_.elements[i].parent], owner(i).geoms.size(), in.line()});
        add(owner(i).geoms, g, document_, i, "a body has more geoms than physics::body holds");
    }

    constexpr void read_site(std::size_t i, bool in_world) {
        attributes in(document_, i);
        site_facts facts = defaults_.of(document_, i, in).site;
        std::string_view const given = names_.read(in, names::site);
        read_facts(in, facts, ignored_);
        in.leaf();
        if (in.failed()) {
            return;
        }
        site s = to_site(in, facts, settings_);
        s.name = given, s.body = in_world ? "" : owner(i).name;
        if (in_world) {
            stand(i).carry(s.position, s.orientation);
        }
        add(robot_.sites, s, document_, i, "there are more sites than physics::max_sites");
    }

    document& document_;
    settings const& settings_;
    defaults const& defaults_;
    notes ignored_;
    names& names_;
    robot& robot_;
    std::vector<std::size_t> bodies_;                            // of elements: the index of the body in the robot
    std::vector<std::size_t> bases_;                             // of elements: the index in standing_
    std::vector<standing> standing_ = std::vector<standing>(1);  // the world, and what is fixed to it
    std::vector<geom_line> lines_ = {};
    std::array<bool, max_bodies> has_inertial_ = {};
    std::vector<fixed_geom> fixed_ = {};
    std::size_t dofs_ = 0;
};

}  // namespace lockstep::physics::mjcf
