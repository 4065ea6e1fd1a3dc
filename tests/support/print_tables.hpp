// SPDX-License-Identifier: MIT
// Prints a robot and its model as C++ that initialises them, so that a program which includes the text need not compute them.
#pragma once

#include <array>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <vector>

#include <lockstep/core/type_name.hpp>
#include <lockstep/io/members.hpp>
#include <lockstep/io/text/show_number.hpp>
#include <lockstep/physics/model.hpp>
#include <lockstep/physics/robot.hpp>

namespace support {

namespace physics = lockstep::physics;

template <class T>
std::string print_value(T const& value);

/// Returns the texts in braces. Texts at the end that `defaults` has at the same places are left out.
inline std::string in_braces(std::vector<std::string> texts, std::vector<std::string> const& defaults) {
    while (!texts.empty() && texts.size() <= defaults.size() && texts.back() == defaults[texts.size() - 1]) {
        texts.pop_back();
    }
    std::string result = "{";
    for (std::string const& text : texts) {
        result += (result.size() == 1 ? "" : ", ") + text;
    }
    return result + '}';
}

template <class T>
std::vector<std::string> print_members(T const& value) {
    std::vector<std::string> texts;
    lockstep::visit_members(value, [&](auto const& member) { texts.push_back(print_value(member)); });
    return texts;
}
/// A model has more members than visit_members visits. A binding that does not name all of them does not compile.
inline std::vector<std::string> print_members(physics::model const& value) {
    auto const& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y] = value;
    return std::apply([](auto const&... members) { return std::vector{print_value(members)...}; },
                      std::tie(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y));
}

template <class T>
inline constexpr bool is_list = false;
template <class T, std::size_t Capacity>
inline constexpr bool is_list<physics::bounded<T, Capacity>> = true;
template <class T, std::size_t Size>
inline constexpr bool is_list<std::array<T, Size>> = true;

/// Returns an expression, or braces, that initialise a T with these bits.
template <class T>
std::string print_value(T const& value) {
    if constexpr (std::same_as<T, bool>) {
        return value ? "true" : "false";
    } else if constexpr (std::same_as<T, std::string_view>) {
        return '"' + std::string(value) + '"';
    } else if constexpr (std::is_enum_v<T>) {
        std::string const name(lockstep::type_name<T>());
        return name.substr(name.find("physics::")) + '{' + std::to_string(static_cast<int>(value)) + '}';
    } else if constexpr (std::floating_point<T>) {
        if (!std::isfinite(value)) {
            throw std::invalid_argument("print_value: a number is not finite");
        }
        std::string const text = lockstep::show_number(value);
        return text == "-0" ? "-0.0" : text + (std::same_as<T, float> && text.find_first_of(".e") != text.npos ? "f" : "");
    } else if constexpr (std::same_as<T, std::size_t>) {
        return value == physics::no_body ? "physics::no_body" : std::to_string(value);
    } else if constexpr (std::integral<T>) {
        return std::to_string(value);
    } else if constexpr (is_list<T>) {
        std::vector<std::string> texts;
        for (auto const& element : value) {
            texts.push_back(print_value(element));
        }
        return in_braces(texts, {});
    } else {
        std::vector<std::string> const texts = print_members(value), defaults = print_members(T{});
        // If members have no initialisers of their own, compilers warn of each that is left out.
        bool const is_whole = std::is_trivially_default_constructible_v<T> && texts != defaults;
        return in_braces(texts, is_whole ? std::vector<std::string>() : defaults);
    }
}

/// Returns the text with a new line for each member of the outermost braces, and for each element in braces of a list among them.
inline std::string in_lines(std::string const& text) {
    std::string result;
    std::size_t depth = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        depth += text[i] == '{' ? 1 : 0;
        depth -= text[i] == '}' ? 1 : 0;
        bool const between = text[i] == ' ' && text[i - 1] == ',';
        if (between && (depth == 1 || (depth == 2 && text[i + 1] == '{'))) {
            result += '\n' + std::string(4 * depth, ' ');
        } else {
            result += text[i];
        }
    }
    return result;
}

/// Returns the path of a robot's recorded tables. The file has the robot's name.
inline std::string tables_path(physics::robot const& robot) {
    return std::string(LOCKSTEP_TEST_DATA) + "/../../include/lockstep/envs/recorded/robots/" + std::string(robot.name) + ".hpp";
}

/// Returns the text of that file.
inline std::string print_tables(physics::robot const& robot, physics::model const& model) {
    std::string const name(robot.name);
    return "// SPDX-License-Identifier: MIT\n// Generated from physics/robots/" + name +
           ".hpp. Do not edit: record it again.\n#pragma once\n\n#include <lockstep/physics/model.hpp>\n"
           "#include <lockstep/physics/robot.hpp>\n\nnamespace lockstep::envs::recorded {\n\n"
           "inline constexpr physics::robot " +
           name + "_robot = " + in_lines(print_value(robot)) + ";\n\ninline constexpr physics::model " + name +
           "_model = " + in_lines(print_value(model)) + ";\n\n}  // namespace lockstep::envs::recorded\n";
}

}  // namespace support
