// SPDX-License-Identifier: MIT
// The names that an error about an MJCF text can contain at compile time. A compiler prints a literal as it is. For
// a piece of the MJCF text it would print the whole text.
#pragma once

#include <string_view>

namespace lockstep::physics::mjcf {

// clang-format off
inline constexpr std::string_view vocabulary[] = {
    "actuation", "actuator", "actuatorfrclimited", "actuatorfrcrange", "actuatorgravcomp", "adhesion", "align", "alignfree",
    "angle", "armature", "autolimits", "axis", "axisangle", "balanceinertia", "biasprm", "biastype", "body", "body1", "body2",
    "boundinertia", "boundmass", "capsule", "childclass", "clampctrl", "class", "coef", "compiler", "conaffinity", "condim",
    "cone", "constraint", "contact", "contype", "coordinate", "ctrllimited", "ctrlrange", "damper", "damping", "dampratio",
    "default", "density", "diaginertia", "dyntype", "equality", "euler", "eulerdamp", "eulerseq", "exclude", "filterparent",
    "fixed", "flag", "fluidshape", "forcelimited", "forcerange", "freejoint", "friction", "frictionloss", "fromto",
    "fullinertia", "gainprm", "gaintype", "gap", "gear", "general", "geom", "geom1", "geom2", "gravcomp", "gravity", "group",
    "impratio", "inertiafromgeom", "inertiagrouprange", "inertial", "inheritrange", "integrator", "joint", "kp", "kv",
    "limit", "limited", "margin", "mass", "mesh", "mocap", "motor", "mujoco", "name", "noslip_iterations", "option",
    "override", "pair", "passive", "plane", "pos", "position", "priority", "quat", "range", "ref", "refsafe", "settotalmass",
    "shellinertia", "site", "size", "sleep", "solimp", "solimplimit", "solmix", "solref", "solreflimit", "spring",
    "springdamper", "springlength", "springref", "stiffness", "surfacevel", "tendon", "timeconst", "timestep", "type",
    "velocity", "viscosity", "wind", "worldbody", "xyaxes", "zaxis",
};
// clang-format on

/// Returns the name as a literal, or an empty one if the vocabulary does not have it.
constexpr std::string_view as_literal(std::string_view name) {
    for (std::string_view const word : vocabulary) {
        if (word == name) {
            return word;
        }
    }
    return "";
}

}  // namespace lockstep::physics::mjcf
