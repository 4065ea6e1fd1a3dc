// SPDX-License-Identifier: MIT
// The members of a configuration as a list of addresses. Code that goes through such a list is compiled once, and not for each
// member or each configuration.
#pragma once

#include <cmath>
#include <concepts>
#include <cstddef>
#include <limits>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <lockstep/core/formatted.hpp>
#include <lockstep/core/macros.hpp>
#include <lockstep/io/text/parse_number.hpp>
#include <lockstep/io/text/show_number.hpp>

namespace lockstep {

namespace detail {

/// Reads `value` from the whole of `text`. Returns false if `text` is no such value, or is an empty string, an infinity or a NaN.
/// An integer may be written as 5e6.
template <class T>
LOCKSTEP_COLD bool parse_option(std::string_view text, T& value) {
    if constexpr (std::same_as<T, std::string>) {
        value = text;
        return !text.empty();
    } else if constexpr (std::same_as<T, bool>) {
        value = text == "true";
        return value || text == "false";
    } else {
        if (T exact{}; parse_number(text, exact)) {
            value = exact;
            return std::isfinite(static_cast<double>(value));
        }
        if constexpr (std::is_integral_v<T>) {
            double number = 0;
            // An integer up to 2^53 is exactly a double. A larger integer must be written with all its digits.
            if (parse_number(text, number) && number == std::floor(number) && std::abs(number) <= 0x1p53 &&
                number >= static_cast<double>(std::numeric_limits<T>::min()) &&
                number <= static_cast<double>(std::numeric_limits<T>::max())) {
                value = static_cast<T>(number);
                return true;
            }
        }
        return false;
    }
}

/// Returns in words which texts parse_option accepts.
template <class T>
LOCKSTEP_COLD std::string option_values() {
    if constexpr (std::same_as<T, std::string>) {
        return "a text that is not empty";
    } else if constexpr (std::same_as<T, bool>) {
        return "true or false";
    } else if constexpr (std::is_integral_v<T>) {
        using limits = std::numeric_limits<T>;
        return "a whole number from " + show_number(limits::min()) + " to " + show_number(limits::max());
    } else {
        return formatted("a number from %g to %g", static_cast<double>(std::numeric_limits<T>::lowest()),
                         static_cast<double>(std::numeric_limits<T>::max()));
    }
}

/// Returns a text that spells the value in full: parsing it gives the same bits.
template <class T>
LOCKSTEP_COLD std::string show_option(T const& value) {
    if constexpr (std::same_as<T, std::string>) {
        return value;
    } else if constexpr (std::same_as<T, bool>) {
        return value ? "true" : "false";
    } else {
        return show_number(value);
    }
}

}  // namespace detail

/// What can be done with the members of one type.
struct member_type {
    bool (*parse)(std::string_view text, void* member);  ///< as parse_option
    std::string (*show)(void const* member);             ///< as show_option
    std::string (*values)();                             ///< as option_values
    double (*number)(void const* member);                ///< of a number or a bool; of a std::string it is null
};

namespace detail {
template <class T>
constexpr auto number_of_member() {
    if constexpr (std::is_arithmetic_v<T>) {
        return [](void const* member) { return static_cast<double>(*static_cast<T const*>(member)); };
    } else {
        return nullptr;
    }
}
template <class T>
inline constexpr member_type type_of_members = {
    .parse = [](std::string_view text, void* member) { return parse_option(text, *static_cast<T*>(member)); },
    .show = [](void const* member) { return show_option(*static_cast<T const*>(member)); },
    .values = option_values<T>,
    .number = number_of_member<T>(),
};
}  // namespace detail

/// A member of a configuration.
struct listed_member {
    std::string_view name;
    void* address;
    member_type const* type;

    bool is_truth() const { return type == &detail::type_of_members<bool>; }
};

/// Returns a member, which must be a number, a bool or a std::string, under its name.
template <class T>
listed_member list_member(std::string_view name, T& member) {
    using type = std::remove_const_t<T>;
    static_assert(std::is_arithmetic_v<type> || std::same_as<type, std::string>,
                  "lockstep: an option is a number, a bool or a std::string");
    return {name, const_cast<type*>(&member), &detail::type_of_members<type>};
}

/// A visitor that lists what it visits.
struct member_lister {
    std::vector<listed_member>* members;

    template <class T>
    void operator()(std::string_view name, T& member) const {
        add(list_member(name, member));
    }
    LOCKSTEP_COLD void add(listed_member const& member) const { members->push_back(member); }
};

/// Returns the members that for_each_member(config, visit) visits. They must be numbers, bools or std::strings.
template <class Config>
LOCKSTEP_COLD std::vector<listed_member> list_members(Config const& config) {
    std::vector<listed_member> result;
    for_each_member(const_cast<Config&>(config), member_lister{&result});  // so both kinds of Config share the code
    return result;
}

}  // namespace lockstep
