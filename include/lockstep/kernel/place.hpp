// SPDX-License-Identifier: MIT
// What a variable of C++ means while a kernel's text is written.
#pragma once

#include <cstddef>
#include <string>

namespace lockstep {

/// Says how the value of a variable of the text depends on the lane. `lane`: the value may differ between lanes. `uniform`: all
/// lanes have the same value.
enum class spread { lane, uniform };

/// An argument of a kernel: a member of its functor that a launch may change.
struct kernel_argument {
    std::size_t offset;  ///< bytes from the functor's begin
    std::string type;    ///< float, uint or size_t: the type of the argument, or of a pointer's target
    bool is_pointer;
    bool is_constant;  ///< true for a pointer to const
    std::string name;  ///< the argument's name in the text
};

/// The meaning of a variable of C++: a variable of the text, or a number in the device's memory.
struct kernel_place {
    std::string text;          ///< the expression that reads the variable or the number
    std::string address = {};  ///< the address of a number in memory; otherwise empty
    std::string space = {};    ///< LS_GLOBAL or LS_SCRATCH: the memory of a number, or of a pointer's target
    std::string type = {};     ///< float or uint: the type of a number in memory, or of a pointer's target
    std::size_t block = 0;     ///< the block in which the variable was declared
    int variable = -1;         ///< the variable's number (kernel_body), or -1 for an argument or a number in memory
    spread over = spread::lane;
    bool is_own_lane = false;  ///< whether the variable is the unchanged index of a loop over lanes
};

}  // namespace lockstep
