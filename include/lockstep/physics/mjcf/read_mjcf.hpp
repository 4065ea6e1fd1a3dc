// SPDX-License-Identifier: MIT
// Reads a robot from MJCF, MuJoCo's XML (MuJoCo documentation, "XML reference"), at compile time or at run time. What is not
// supported is an error with its line, so that nothing with a part in the physics is dropped. The first line of the text is
// line 1.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include <lockstep/physics/compile/motors.hpp>
#include <lockstep/physics/contact/touching.hpp>
#include <lockstep/physics/mjcf/actuators.hpp>
#include <lockstep/physics/mjcf/attributes.hpp>
#include <lockstep/physics/mjcf/defaults.hpp>
#include <lockstep/physics/mjcf/error.hpp>
#include <lockstep/physics/mjcf/facts.hpp>
#include <lockstep/physics/mjcf/names.hpp>
#include <lockstep/physics/mjcf/settings.hpp>
#include <lockstep/physics/mjcf/touched.hpp>
#include <lockstep/physics/mjcf/world.hpp>
#include <lockstep/physics/mjcf/xml.hpp>
#include <lockstep/physics/robot.hpp>

namespace lockstep::physics {

class mjcf_reader {
public:
    constexpr mjcf_reader(std::string_view text, mjcf::notes ignored)
        : document_(mjcf::xml_parser(text).run()), ignored_(ignored) {}

    constexpr void run() {
        if (document_.failed()) {
            return;
        }
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
        mjcf::world world(document_, settings_, defaults_, ignored_, names_, robot_);
        for (std::size_t const i : children(0)) {
            if (name(i) == "worldbody") {
                world.read(i);
            }
        }
        std::vector<std::size_t> pairs;
        std::vector<std::string_view> paired;  // names of geoms
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
                    if (name(i) == "actuator") {
                        read_actuator(k);
                    } else if (name(k) != "pair") {
                        read_exclude(k, world);
                    } else {
                        mjcf::attributes pair(document_, k);
                        pairs.push_back(k);
                        paired.insert(paired.end(), {pair.word("geom1"), pair.word("geom2")});
                    }
                }
            }
        }
        if (document_.failed()) {
            return;
        }
        mjcf::find_floor(document_, world.fixed_geoms(), fixed_exclusions_, paired, ignored_, robot_);
        for (std::size_t const k : pairs) {
            read_pair(k);
        }
        world.check_bodies();
        mjcf::check_contacts(document_, world.geoms(), robot_);
    }

    constexpr mjcf::mistake const& first_mistake() const { return document_.first_mistake; }

    /// The robot, if there is no mistake.
    constexpr robot const& result() const { return robot_; }

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
        std::string_view const given = names_.read(in, mjcf::names::tendon);
        tendon t = mjcf::read_tendon(document_, i, in, defaults_.of(document_, i, in).tendon, settings_, robot_, ignored_);
        t.name = given;
        in.done();
        mjcf::add(robot_.tendons, t, document_, i, "there are more tendons than physics::max_tendons");
    }

    constexpr void read_actuator(std::size_t i) {
        if (!mjcf::is_actuator(name(i))) {
            mjcf::unsupported(document_, i);
            return;
        }
        mjcf::attributes in(document_, i);
        mjcf::actuator_facts facts = defaults_.actuator_of(defaults_.of(document_, i, in), name(i));
        mjcf::read_facts(in, name(i), facts, ignored_);
        std::string_view const given = names_.read(in, mjcf::names::actuator), joint = in.word("joint"),
                               tendon = in.word("tendon");
        if (joint.empty() == tendon.empty()) {
            in.error("joint", "an actuator needs a joint or a tendon");
        }
        found_joint const moved = find_joint(robot_, joint);
        if (!joint.empty() && !moved.exists) {
            in.error("joint", "there is no joint of this name", joint);
        }
        std::size_t const pulled = find_tendon(robot_, tendon);
        if (!tendon.empty() && pulled == no_tendon) {
            in.error("tendon", "there is no fixed tendon of this name", tendon);
        }
        std::array<double, 2> const* range = nullptr;
        if (pulled != no_tendon && robot_.tendons[pulled].limited) {
            range = &robot_.tendons[pulled].range;
        } else if (moved.has_one_dof() && moved.stated->limited) {
            range = &moved.stated->range;
        }
        actuator a = mjcf::to_actuator(in, facts, range, settings_);
        a.name = given, a.joint = joint, a.tendon = tendon;
        if (moved.exists && dofs_of(moved.type) != 1) {
            a.gear = 1, a.along = facts.gear;
            if (char const* const reason = refusal_of_servo(a, robot_.integrator); reason != nullptr) {
                in.error("", reason, a.joint);
            }
        }
        in.leaf();
        mjcf::add(robot_.actuators, a, document_, i, "there are more actuators than physics::max_actuators");
    }

    constexpr void read_exclude(std::size_t i, mjcf::world const& world) {
        if (name(i) != "exclude") {
            mjcf::unsupported(document_, i);
        }
        mjcf::attributes in(document_, i);
        names_.read(in, mjcf::names::exclusion);
        bool fixed = false;
        auto const called = [&](std::string_view attribute) {
            std::string_view const given = in.word(attribute);
            bool const stands = world.stands(given);
            if (!stands && given != "world" && index_of_body(robot_, given) == no_body) {
                in.error(attribute, "there is no body of this name", given);
            }
            fixed = fixed || stands;
            return given;
        };
        exclusion const e{called("body1"), called("body2")};
        in.leaf();
        if (fixed) {
            fixed_exclusions_.push_back(e);
            return;
        }
        mjcf::add(robot_.exclusions, e, document_, i, "there are more exclusions than physics::max_bodies");
    }

    /// Reads a pair. Parameters that it does not state are the defaults of contact_pair.
    constexpr void read_pair(std::size_t i) {
        mjcf::attributes in(document_, i);
        names_.read(in, mjcf::names::pair);
        geom const first = paired_geom(in, "geom1"), second = paired_geom(in, "geom2");
        contact_pair pair{.first = first.name, .second = second.name};  // parameters of its own, not mixed from its geoms'
        if (pair.first == pair.second) {
            in.error("geom2", "the two geoms of a pair are one", pair.second);
        }
        if (listed_pair(robot_, pair.first, pair.second) != robot_.pairs.size()) {
            in.error("geom2", "these two geoms are a pair already", pair.second);
        }
        double condim = pair.condim;
        std::array<double, 5> friction{pair.friction, pair.friction, 0, 0, 0};
        in.number("condim", condim);
        if (condim != 1 && condim != 3) {
            in.error("condim", "only contacts of condim 1 and 3 are supported");
            return;
        }
        in.numbers("friction", friction, 2);
        if (condim == 3 && friction[0] != friction[1]) {
            in.error("friction", "only the same friction in both directions is supported", in.word("friction"));
        }
        pair.condim = static_cast<int>(condim);
        pair.friction = friction[0];
        mjcf::read_softness(in, "solref", "solimp", pair.contact);
        in.only(0, {"gap"});
        in.leaf();
        mjcf::add(robot_.pairs, pair, document_, i, "there are more pairs than physics::max_geoms");
    }

    constexpr geom paired_geom(mjcf::attributes& in, std::string_view attribute) const {
        std::string_view const given = in.word(attribute);
        if (ground const& g = robot_.floor; !given.empty() && g.name == given) {
            return {.name = g.name, .friction = g.friction, .condim = g.condim, .contact = g.contact};
        }
        for (body const& b : robot_.bodies) {
            for (geom const& g : b.geoms) {
                if (!given.empty() && g.name == given) {
                    return g;
                }
            }
        }
        in.error(attribute, "there is no geom of this name", given);
        return {};
    }

    mjcf::document document_;
    mjcf::notes ignored_;
    mjcf::settings settings_ = {};
    mjcf::defaults defaults_ = {};
    mjcf::names names_ = {};
    std::vector<exclusion> fixed_exclusions_ = {};  // those that name a body which is fixed to the world
    robot robot_ = {};
};

/// Returns the robot that an MJCF text describes. Its names are views into the text, which must outlive the robot (a literal
/// does). `ignored` gets one sentence for each element or attribute that has no part in the physics. Throws std::runtime_error if
/// the text is wrong or not supported, with one sentence: the line, the element, the attribute and the reason. At compile time
/// the compiler shows these (mjcf_error).
constexpr robot read_mjcf(std::string_view text, std::vector<std::string>* ignored = nullptr) {
    mjcf_reader reader(text, ignored);
    reader.run();
    if (mjcf::mistake const& m = reader.first_mistake(); m.found()) {
        if (std::is_constant_evaluated()) {
            mjcf::mjcf_error(mjcf::in_literals(m));
        }
        throw std::runtime_error(mjcf::sentence(m));
    }
    return reader.result();
}

/// Refuses a temporary string, because the robot's names would dangle after the call.
template <class Text>
    requires std::same_as<std::remove_const_t<Text>, std::string> robot read_mjcf(Text&&, std::vector<std::string>* = nullptr) {
        static_assert(!std::same_as<std::remove_const_t<Text>, std::string>,
                      "a robot's names are views into its text: keep the string in a variable that outlives the robot");
        return {};
    }

}  // namespace lockstep::physics
