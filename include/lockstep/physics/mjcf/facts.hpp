// SPDX-License-Identifier: MIT
// The attributes of <joint>, <geom> and <site>, in a default or by themselves, as the text states them: angles are not yet in
// radians, and the shape of a geom is not yet final.
#pragma once

#include <array>
#include <string_view>

#include <lockstep/physics/mjcf/attributes.hpp>
#include <lockstep/physics/mjcf/orientation.hpp>
#include <lockstep/physics/robot.hpp>

namespace lockstep::physics::mjcf {

/// A range that counts, does not count, or counts if it is given (autolimits).
struct interval {
    std::array<double, 2> range = {0, 0};
    bool given = false;
    choice limited = choice::open;
};

constexpr void read_interval(attributes& in, std::string_view range, std::string_view limited, interval& out) {
    out.given = in.numbers(range, out.range, 2) != 0 || out.given;
    out.limited = in.yes_or_no(limited, out.limited);
    if (in.has(range) && !(out.range[0] < out.range[1]) && (out.range[0] != 0 || out.range[1] != 0)) {
        in.error(range, "the lower end is not below the upper end", in.word(range));
    }
}

/// Returns whether the range is a limit. `i` must have what the element and its defaults state. `autolimits` is the attribute of
/// `<compiler>`. Fails if there is a limit without a range, or a range without limited or autolimits.
constexpr bool is_limited(attributes const& in, std::string_view range, interval const& i, bool autolimits) {
    bool const proper = i.given && i.range[0] < i.range[1];
    if (i.limited == choice::yes && !proper) {
        in.error(range, "there is a limit without a range");
    }
    if (i.limited == choice::open && proper && !autolimits) {
        in.error(range, "there is a range but neither limited nor autolimits");
    }
    return i.limited != choice::no && proper;
}

constexpr void read_solver_parameters(attributes& in, std::string_view solref, std::string_view solimp, softness& out) {
    in.numbers(solref, out.solref, 1);
    in.numbers(solimp, out.solimp, 1);
    if (in.has(solref) && (out.solref[0] > 0) != (out.solref[1] > 0)) {
        in.error(solref, "one of the two is above zero and one is not", in.word(solref));
    }
}

constexpr void read_softness(attributes& in, std::string_view solref, std::string_view solimp, softness& out) {
    read_solver_parameters(in, solref, solimp, out);
    in.not_negative("margin", out.margin);
}

struct joint_facts {
    joint value = {.position = {0, 0, 0}};
    interval range = {}, actuator_force = {};
};

constexpr void read_facts(attributes& in, joint_facts& out, notes list) {
    joint& j = out.value;
    j.type = in.one_of("type", {"slide", "hinge", "ball", "free"}, j.type);
    in.vector("pos", j.position);
    if (in.vector("axis", j.axis) && !(dot(j.axis, j.axis) > 1e-20)) {
        in.error("axis", "this is not a direction", in.word("axis"));
    }
    in.number("stiffness", j.stiffness);
    in.number("damping", j.damping);
    in.not_negative("armature", j.armature);
    in.number("ref", j.reference);
    in.number("springref", j.spring_reference);
    read_interval(in, "range", "limited", out.range);
    read_softness(in, "solreflimit", "solimplimit", j.limit);
    read_interval(in, "actuatorfrcrange", "actuatorfrclimited", out.actuator_force);
    in.not_negative("frictionloss", j.friction_loss);
    read_solver_parameters(in, "solreffriction", "solimpfriction", j.friction);
    in.only(0, {"springdamper"});
    in.only({"false", "auto"}, {"actuatorgravcomp"});
    in.ignore_numbers(list, {"group", "user"});
}

struct geom_facts {
    enum class shape { plane, sphere, capsule, cylinder, box, ellipsoid, mesh };  // from sphere to ellipsoid as in geom_type
    shape type = shape::sphere;
    std::array<double, 3> size = {0, 0, 0};
    std::array<double, 6> fromto = {};
    bool has_fromto = false, has_mass = false, has_mesh = false;
    vec3<double> position = {0, 0, 0};
    orientation turn = {};
    double mass = 0, density = 1000, group = 0, contype = 1, conaffinity = 1, condim = 3;
    std::array<double, 3> friction = {1, 0.005, 0.0001};
    softness contact = {};
    std::array<double, 4> rgba = {0.5, 0.5, 0.5, 1};
};

constexpr bool is_mask(double x) { return x >= 0 && x < 2147483648.0 && static_cast<double>(static_cast<long long>(x)) == x; }

constexpr void read_facts(attributes& in, geom_facts& out, notes list) {
    out.type = in.one_of("type", {"plane", "sphere", "capsule", "cylinder", "box", "ellipsoid", "mesh"}, out.type);
    out.has_mesh = in.has("mesh") || out.has_mesh;
    in.word("mesh");
    in.numbers("size", out.size, 1);
    for (double const x : out.size) {
        if (x < 0) {
            in.error("size", "the size is negative", in.word("size"));
        }
    }
    out.has_fromto = in.numbers("fromto", out.fromto, 6) != 0 || out.has_fromto;
    in.vector("pos", out.position);
    read_orientation(in, out.turn);
    in.not_negative("density", out.density);
    in.not_negative("mass", out.mass);
    out.has_mass = in.has("mass") || out.has_mass;
    in.number("group", out.group);
    in.number("contype", out.contype);
    in.number("conaffinity", out.conaffinity);
    in.number("condim", out.condim);
    if (out.condim != 1 && out.condim != 3) {
        in.error("condim", "only contacts of condim 1 and 3 are supported");
    }
    in.numbers("friction", out.friction, 1);
    for (double const x : out.friction) {
        if (x < 0) {
            in.error("friction", "the friction is negative", in.word("friction"));
        }
    }
    read_softness(in, "solref", "solimp", out.contact);
    if (!is_mask(out.contype) || !is_mask(out.conaffinity)) {
        in.error(is_mask(out.contype) ? "conaffinity" : "contype", "this is not a mask of 31 bits");
    }
    in.only(0, {"gap", "priority", "adhesion", "surfacevel"});
    in.only(1, {"solmix"});
    in.only({"false"}, {"shellinertia"});
    in.only({"none"}, {"fluidshape"});
    in.numbers("rgba", out.rgba, 4);
    in.ignore_numbers(list, {"user", "fluidcoef"});
    in.ignore(list, {"material", "castshadow"});
}

struct site_facts {
    vec3<double> position = {0, 0, 0};
    orientation turn = {};
    std::array<double, 6> fromto = {};
    bool has_fromto = false;
};

constexpr void read_facts(attributes& in, site_facts& out, notes list) {
    in.vector("pos", out.position);
    read_orientation(in, out.turn);
    out.has_fromto = in.numbers("fromto", out.fromto, 6) != 0 || out.has_fromto;
    in.ignore_numbers(list, {"size", "group", "rgba", "user"});
    in.ignore(list, {"type", "material"});
}

}  // namespace lockstep::physics::mjcf
