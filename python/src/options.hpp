// SPDX-License-Identifier: MIT
// The members of an environment by name.
#pragma once

#include <array>
#include <map>
#include <string>
#include <type_traits>

#include "option_value.hpp"

namespace lockstep::python {

/// Sets members of Env by name: visit(name, member) for each, by Options::each(env, visit).
template <class Options, class Env>
Env with_options(option_values const& chosen) {
    Env env{};
    Options::each(env, [&](std::string const& name, auto& member) {
        auto const found = chosen.find(name);
        if (found == chosen.end()) {
            return;
        }
        using T = std::remove_cvref_t<decltype(member)>;
        if constexpr (std::is_same_v<T, bool> || std::is_same_v<T, double>) {
            member = std::get<T>(found->second);
        } else {
            auto const& range = std::get<std::array<double, 2>>(found->second);
            member = {range[0], range[1]};
        }
    });
    return env;
}

/// The options that Env has, with their defaults.
template <class Options, class Env>
option_values default_options() {
    option_values result;
    Env env{};
    Options::each(env, [&](std::string const& name, auto const& member) {
        using T = std::remove_cvref_t<decltype(member)>;
        if constexpr (std::is_same_v<T, bool> || std::is_same_v<T, double>) {
            result[name] = member;
        } else {
            result[name] = std::array<double, 2>{member[0], member[1]};
        }
    });
    return result;
}

}  // namespace lockstep::python
