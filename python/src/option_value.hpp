// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <map>
#include <string>
#include <variant>

namespace lockstep::python {

/// A value of an environment's option: a switch, a number or a range.
using option_value = std::variant<bool, double, std::array<double, 2>>;
using option_values = std::map<std::string, option_value>;  ///< by name

}  // namespace lockstep::python
