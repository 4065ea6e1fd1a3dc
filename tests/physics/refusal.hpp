// SPDX-License-Identifier: MIT
// What compile says of a robot that is wrong.
#pragma once

#include <stdexcept>
#include <string>

#include <lockstep/physics/compile.hpp>
#include <lockstep/physics/robot.hpp>

namespace lockstep::physics {

/// The sentence about `given` after `change(given)`, without where it comes from; empty if there is none.
template <class Change>
std::string refusal(robot given, Change const& change) {
    change(given);
    try {
        compile(given);
    } catch (std::invalid_argument const& error) {
        std::string const sentence = error.what(), origin = "lockstep::physics::compile: ";
        return sentence.substr(sentence.rfind(origin, 0) == 0 ? origin.size() : 0);
    }
    return "";
}

}  // namespace lockstep::physics
