// SPDX-License-Identifier: MIT
// A robot from MJCF, MuJoCo's XML (MuJoCo documentation, "XML reference"), at compile time or at run time. What is not
// supported is an error with its line, so that nothing is silently dropped; lines count from the text's first.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <lockstep/physics/mjcf/actuators.hpp>
#include <lockstep/physics/mjcf/attributes.hpp>
#include <lockstep/physics/mjcf/defaults.hpp>
#include <lockstep/physics/mjcf/facts.hpp>
#include <lockstep/physics/mjcf/settings.hpp>
#include <lockstep/physics/mjcf/touching.hpp>
#include <lockstep/physics/mjcf/world.hpp>
#include <lockstep/physics/mjcf/xml.hpp>
#include <lockstep/physics/robot.hpp>

namespace lockstep::physics {

class mjcf_reader {
public:
    constexpr mjcf_reader(std::string_view text, mjcf::notes ignored)
        : document_(mjcf::xml_parser(text).run()), ignored_(ignored) {}

    constexpr robot run() {
        if (document_.elements[0].name != "mujoco") {
            mjcf::unsupported(document_, 0);
        }
        mjcf::attributes in(document_, 0);
        robot_.name = in.word("model");
        in.done();
        for (std::size_t const i : children(0)) {
            read_setting(i);
        }
        for (std::size_t const i : children(0)) {
            if (name(i) == "default") {
                defaults_.read(document_, i, ignored_);
            }
        }
        mjcf::world world(document_, settings_, defaults_, ignored_, robot_);
        for (std::size_t const i : children(0)) {
            if (name(i) == "worldbody") {
                world.read(i);
            }
        }
        world.settle_contacts();
        for (std::size_t const i : children(0)) {
            for (std::size_t const k : children(i)) {
                if (name(i) == "tendon") {
                    read_tendon(k);
                }
            }
        }
        for (std::size_t const i : children(0)) {
            if (name(i) == "actuator" || name(i) == "contact") {
                for (std::size_t const k : children(i)) {
                    name(i) == "contact" ? read_exclude(k) : read_actuator(k);
                }
            }
        }
        mjcf::check_links(robot_, world.geoms(), excluded_);
        world.check_bodies();
        return robot_;
    }

private:
    constexpr std::string_view name(std::size_t i) const { return document_.elements[i].name; }

    constexpr mjcf::children children(std::size_t i) const { return {document_, i}; }

    constexpr void read_setting(std::size_t i) {
        mjcf::attributes in(document_, i);
        if (name(i) == "compiler") {
            mjcf::read_compiler(in, settings_, robot_, ignored_);
        } else if (name(i) == "option") {
            mjcf::read_option(in, robot_, ignored_);
            for (std::size_t const k : children(i)) {
                if (name(k) != "flag") {
                    mjcf::unsupported(document_, k);
                }
                mjcf::attributes flags(document_, k);
                mjcf::read_flag(flags, ignored_);
            }
        } else if (name(i) == "default" || name(i) == "worldbody" || name(i) == "actuator" || name(i) == "contact" ||
                   name(i) == "tendon") {
            if (name(i) != "default") {
                in.done();
            }
        } else if (name(i) == "size" || name(i) == "visual" || name(i) == "statistic" || name(i) == "asset" ||
                   name(i) == "sensor" || name(i) == "keyframe" || name(i) == "custom") {
            mjcf::ignore(document_, i, ignored_);
        } else {
            mjcf::unsupported(document_, i);
        }
    }

    constexpr void read_tendon(std::size_t i) {
        if (name(i) != "fixed") {
            mjcf::unsupported(document_, i);
        }
        mjcf::attributes in(document_, i);
        std::string_view const given = in.word("name");
        for (tendon const& other : robot_.tendons) {
            if (!given.empty() && other.name == given) {
                in.error("name", "another tendon has this name", given);
            }
        }
        tendon t = mjcf::read_tendon(document_, i, in, defaults_.of(document_, i, in).tendon, settings_, robot_, ignored_);
        t.name = given;
        in.done();
        mjcf::add(robot_.tendons, t, document_, i, "there are more tendons than physics::max_tendons");
    }

    constexpr void read_actuator(std::size_t i) {
        if (!mjcf::is_actuator(name(i))) {
            mjcf::unsupported(document_, i);
        }
        mjcf::attributes in(document_, i);
        mjcf::actuator_facts facts = defaults_.of(document_, i, in).actuator;
        mjcf::read_facts(in, name(i), facts, ignored_);
        in.word("name");
        actuator a = mjcf::to_actuator(in, facts, settings_);
        a.joint = in.word("joint"), a.tendon = in.word("tendon");
        if (a.joint.empty() == a.tendon.empty()) {
            in.error("joint", "an actuator needs a joint or a tendon");
        }
        bool found = mjcf::has_slide_or_hinge(robot_, a.joint);
        for (tendon const& t : robot_.tendons) {
            found = found || (!a.tendon.empty() && t.name == a.tendon);
        }
        if (!found) {
            a.tendon.empty() ? in.error("joint", "there is no slide or hinge of this name", a.joint)
                             : in.error("tendon", "there is no fixed tendon of this name", a.tendon);
        }
        in.leaf();
        mjcf::add(robot_.actuators, a, document_, i, "there are more actuators than physics::max_actuators");
    }

    constexpr void read_exclude(std::size_t i) {
        if (name(i) != "exclude") {
            mjcf::unsupported(document_, i);
        }
        mjcf::attributes in(document_, i);
        in.word("name");
        auto const called = [&](std::string_view attribute) {
            std::string_view const given = in.word(attribute);
            for (std::size_t b = 0; b < robot_.bodies.size(); ++b) {
                if (robot_.bodies[b].name == given) {
                    return b;
                }
            }
            in.error(attribute, "there is no body of this name", given);
        };
        std::size_t const first = called("body1"), second = called("body2");
        in.leaf();
        excluded_.push_back({first, second});
    }

    mjcf::document document_;
    mjcf::notes ignored_;
    mjcf::settings settings_ = {};
    mjcf::defaults defaults_ = {};
    std::vector<std::pair<std::size_t, std::size_t>> excluded_ = {};
    robot robot_ = {};
};

/// The robot that an MJCF text describes. Names are views into the text, which must outlive the robot (a literal does).
/// `ignored` is told what has no part in the physics, a sentence each. A wrong or unsupported text is a std::runtime_error
/// of one sentence with line, element and attribute; at compile time the compiler shows these as arguments of mjcf_error.
constexpr robot read_mjcf(std::string_view text, std::vector<std::string>* ignored = nullptr) {
    return mjcf_reader(text, ignored).run();
}

}  // namespace lockstep::physics
