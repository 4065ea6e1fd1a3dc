// SPDX-License-Identifier: MIT
// The name of an environment in files. It is the same with every compiler.
#pragma once

#include <string_view>

#include <lockstep/core/type_name.hpp>

namespace lockstep {

namespace detail {

template <class E>
struct named_environment {
    using type = E;
};
template <class E>
    requires requires { typename E::original; }
struct named_environment<E> : named_environment<typename E::original> {};

}  // namespace detail

/// Returns the name of E without namespaces and template arguments, because compilers spell these differently:
/// "basic_half_cheetah" for envs::half_cheetah. If E is made from another environment and so has a member type `original`, as
/// ls::randomized has, it returns the name of the original.
template <class E>
constexpr std::string_view environment_name() {
    std::string_view name = type_name<typename detail::named_environment<E>::type>();
    name = name.substr(0, name.find('<'));
    return name.substr(name.rfind(':') + 1);
}

/// Returns an environment's name without the prefix "basic_": "half_cheetah" for "basic_half_cheetah". The alias
/// envs::half_cheetah is that template with its usual arguments.
constexpr std::string_view readable_environment(std::string_view name) {
    constexpr std::string_view prefix = "basic_";
    return name.starts_with(prefix) ? name.substr(prefix.size()) : name;
}

}  // namespace lockstep
