// SPDX-License-Identifier: MIT
// An actuator of each kind after defaults of each kind, two classes deep: 240 texts.
#pragma once

#include <string>
#include <vector>

namespace lockstep::physics {

inline std::vector<std::string> actuator_defaults() {
    std::vector<std::string> texts;
    std::string const spring = "<position kp='7' kv='2'/>", ratio = "<position kp='5' dampratio='0.5'/>",
                      damper = "<velocity kv='6'/>", general = "<general gainprm='3' biastype='affine' biasprm='1 -3 -4'/>";
    for (std::string const& outer : {std::string(), std::string("<motor gear='2'/>"), spring, ratio, damper, general}) {
        for (std::string const& inner : {std::string(), std::string("<motor/>"), std::string("<position kp='9'/>"), damper,
                                         std::string("<general gainprm='2'/>")}) {
            for (char const* stated : {"<motor", "<position", "<position kp='8'", "<position kv='3'", "<position dampratio='0.2'",
                                       "<velocity", "<general", "<general biastype='affine'"}) {
                texts.push_back("<mujoco><default>" + outer + "<default class='inner'>" + inner +
                                "</default></default><worldbody><body><joint name='j' armature='0.3'/><geom size='0.1'/></body>"
                                "</worldbody><actuator>" +
                                stated + " class='inner' joint='j'/></actuator></mujoco>");
            }
        }
    }
    return texts;
}

}  // namespace lockstep::physics
