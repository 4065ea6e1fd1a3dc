// SPDX-License-Identifier: MIT
// What a variable of C++ means while a kernel's text is written.
#pragma once

#include <cstddef>
#include <string>

namespace lockstep {

/// Whether a variable of the text has a value of its own in each lane, or one value for all lanes.
enum class spread { lane, uniform };

/// An argument of a kernel: a member of its functor that a launch may change.
struct kernel_argument {
    std::size_t offset;  ///< bytes from the functor's begin
    std::string type;    ///< float, uint or size_t; for a pointer the type of its target
    bool is_pointer;
    bool is_constant;  ///< the kernel only reads the target
    std::string name;  ///< its name in the text
};

/// The meaning of a variable of C++: a variable of the text, or a number in the device's memory.
struct kernel_place {
    std::string text;          ///< the expression that reads it
    std::string address = {};  ///< its address, if it is in memory
    std::string space = {};    ///< for a pointer the space of its memory: LS_GLOBAL or LS_SCRATCH
    std::string type = {};     ///< for a pointer the type of its target
    std::size_t block = 0;     ///< the block in which it was declared
    int variable = -1;         ///< its number, if it is a variable
    spread over = spread::lane;
    bool is_own_lane = false;  ///< whether it is the index of a loop over lanes
};

}  // namespace lockstep
