// SPDX-License-Identifier: MIT
// The name that the compiler has for a type. Files and messages name their types with it.
#pragma once

#include <cstddef>
#include <string_view>

#include <lockstep/core/macros.hpp>

// g++ leaves out the namespaces in which the function itself is. So this function is outside the namespace lockstep.
namespace lockstep_type_name {
template <class T>
constexpr std::string_view signature() {
    return __PRETTY_FUNCTION__;
}
}  // namespace lockstep_type_name

namespace lockstep {

/// Returns the name of T with all its namespaces, for example "lockstep::envs::half_cheetah". Two compilers may spell the
/// arguments of a template differently.
template <class T>
constexpr std::string_view type_name() {
    // g++: "... [with T = NAME; std::string_view = ...]", clang: "... [T = NAME]".
    std::string_view const signature = lockstep_type_name::signature<T>();
    std::string_view const before = "T = ";
    std::string_view const name = signature.substr(signature.find(before) + before.size());
    std::size_t const end = name.find("; std::string_view");
    return name.substr(0, end == name.npos ? name.size() - 1 : end);
}

}  // namespace lockstep
