// SPDX-License-Identifier: MIT
// The names that a sentence about a wrong MJCF text can speak of at compile time: a compiler prints a literal as it is,
// but a piece of the text as all of the text.
#pragma once

#include <string_view>

namespace lockstep::physics::mjcf {

// clang-format off
inline constexpr std::string_view vocabulary[] = {
    "actuator", "actuatorfrclimited", "actuatorfrcrange", "actuatorgravcomp", "align", "alignfree", "angle", "armature",
    "autolimits", "axis", "axisangle", "biasprm", "biastype", "balanceinertia", "body", "body1", "body2", "boundinertia", "boundmass", "capsule",
    "childclass", "class", "coef", "compiler", "conaffinity", "condim", "cone", "contact", "contype", "coordinate", "ctrllimited",
    "ctrlrange", "damping", "dampratio", "default", "density", "dyntype", "euler", "eulerseq", "exclude", "fixed", "flag", "forcelimited", "forcerange",
    "freejoint", "diaginertia", "fullinertia", "friction", "frictionloss", "fromto", "gainprm", "gaintype", "gap", "gear", "general", "geom", "gravcomp", "gravity", "impratio",
    "inertiafromgeom", "inertiagrouprange", "inertial", "inheritrange", "integrator", "joint", "kp", "kv", "limited", "margin", "mass", "mocap", "motor",
    "mujoco", "name", "noslip_iterations", "option", "plane", "pos", "position", "priority", "quat", "range", "ref", "settotalmass", "size",
    "solimp", "solimplimit", "solmix", "solref", "solreflimit", "springdamper", "springlength", "springref", "stiffness", "tendon", "timeconst", "timestep", "type",
    "velocity", "viscosity", "wind", "worldbody", "xyaxes", "zaxis",
};
// clang-format on

/// The name as a literal; empty if it is not one of the vocabulary.
constexpr std::string_view as_literal(std::string_view name) {
    for (std::string_view const word : vocabulary) {
        if (word == name) {
            return word;
        }
    }
    return "";
}

}  // namespace lockstep::physics::mjcf
