// SPDX-License-Identifier: MIT
// <compiler>, <option> and <flag>.
#pragma once

#include <array>
#include <string_view>

#include <lockstep/physics/mjcf/attributes.hpp>
#include <lockstep/physics/mjcf/orientation.hpp>
#include <lockstep/physics/robot.hpp>

namespace lockstep::physics::mjcf {

/// Where masses come from. `automatic` is from an `<inertial>`, or from the geoms if there is none. `inertials` is only from
/// inertials, and `geoms` only from geoms.
enum class mass_source { automatic, inertials, geoms };

/// The settings that decide how the rest of the text is read.
struct settings {
    angles angle = {};
    bool autolimits = true;
    mass_source masses = mass_source::automatic;
    std::array<double, 2> mass_groups = {0, 5};  // first and last; masses of geoms of other groups do not count
};

constexpr void read_compiler(attributes& in, settings& out, robot& r, notes list) {
    if (in.has("angle")) {
        out.angle.unit = in.one_of("angle", {"radian", "degree"}, 0) == 0 ? 1 : angles{}.unit;
    }
    out.autolimits = in.one_of("autolimits", {"false", "true"}, out.autolimits);
    out.masses = in.one_of("inertiafromgeom", {"auto", "false", "true"}, out.masses);
    in.numbers("inertiagrouprange", out.mass_groups, 2);
    if (in.number("settotalmass", r.total_mass) && r.total_mass < 0) {
        r.total_mass = 0;  // MuJoCo's -1: masses are not scaled
    }
    if (in.has("eulerseq")) {
        out.angle.sequence = in.word("eulerseq");
        if (out.angle.sequence.size() != 3 || out.angle.sequence.find_first_not_of("xyzXYZ") != std::string_view::npos) {
            in.error("eulerseq", "this is not three letters of x, y, z, X, Y and Z", out.angle.sequence);
        }
    }
    in.only({"local"}, {"coordinate"});
    in.only(0, {"boundmass", "boundinertia"});
    in.only({"false"}, {"balanceinertia", "alignfree"});
    in.ignore_words(
        list, {"false", "true"},
        {"strippath", "discardvisual", "usethread", "exactmeshinertia", "saveinertial", "convexhull", "fusestatic", "fitaabb"});
    in.ignore(list, {"meshdir", "texturedir", "assetdir"});
    in.leaf();
}

constexpr void read_option(attributes& in, robot& r, notes list) {
    in.number("timestep", r.timestep);
    if (!(r.timestep > 1e-9)) {
        in.error("timestep", "the time step is not above zero", in.word("timestep"));
    }
    in.vector("gravity", r.gravity);
    in.not_negative("density", r.density);
    in.not_negative("viscosity", r.viscosity);
    r.integrator = in.one_of("integrator", {"Euler", "RK4", "implicitfast"}, r.integrator);
    in.only(0, {"wind", "noslip_iterations"});
    r.cone = in.one_of("cone", {"pyramidal", "elliptic"}, r.cone);
    if (in.number("impratio", r.impratio) && !(r.impratio > 0)) {
        in.error("impratio", "the ratio is not above zero", in.word("impratio"));
    }
    in.ignore_words(list, {"PGS", "CG", "Newton"}, {"solver"});
    in.ignore_words(list, {"dense", "sparse", "auto"}, {"jacobian"});
    in.ignore_numbers(list, {"iterations", "tolerance", "ls_iterations", "ls_tolerance", "noslip_tolerance", "ccd_iterations",
                             "ccd_tolerance", "mpr_iterations", "mpr_tolerance", "sdf_iterations", "sdf_initpoints",
                             "sleep_tolerance", "magnetic", "apirate", "o_margin", "o_solref", "o_solimp", "o_friction"});
    in.done();
}

/// Reads `<flag>`. Flags must have their default values, except those that only concern MuJoCo's own machinery.
constexpr void read_flag(attributes& in, notes list) {
    in.only({"enable"}, {"constraint", "equality", "frictionloss", "limit", "contact", "passive", "spring", "damper", "gravity",
                         "clampctrl", "filterparent", "actuation", "refsafe", "eulerdamp"});
    in.only({"disable"}, {"override", "sleep"});
    in.ignore_words(
        list, {"enable", "disable"},
        {"warmstart", "energy", "fwdinv", "invdiscrete", "island", "multiccd", "nativeccd", "midphase", "autoreset", "sensor"});
    in.leaf();
}

}  // namespace lockstep::physics::mjcf
