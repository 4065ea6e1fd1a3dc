// SPDX-License-Identifier: MIT
// What an environment is called in a file: the same from every compiler.
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

/// The name of E without its namespaces and arguments, which compilers spell in different ways: "basic_half_cheetah" of
/// envs::half_cheetah. An environment that is made from another one, such as a randomized one, has the name of that one, which is
/// its member type `original`.
template <class E>
constexpr std::string_view environment_name() {
    std::string_view name = type_name<typename detail::named_environment<E>::type>();
    name = name.substr(0, name.find('<'));
    return name.substr(name.rfind(':') + 1);
}

}  // namespace lockstep
