// SPDX-License-Identifier: MIT
// The command line of a small program: `--name value` sets a member of an aggregate. Without the option the member keeps its
// default.
#pragma once

#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <lockstep/core/macros.hpp>
#include <lockstep/io/text/formatted.hpp>
#include <lockstep/io/text/parse_number.hpp>
#include <lockstep/io/text/show_number.hpp>

namespace lockstep {

namespace detail {

/// Reads `value` from the whole of `text`. Returns false if `text` is no such value, or is an empty string, an infinity or a NaN.
/// An integer may be written as 5e6.
template <class T>
bool parse_option(std::string_view text, T& value) {
    if constexpr (std::same_as<T, std::string>) {
        value = text;
        return !text.empty();
    } else if constexpr (std::same_as<T, bool>) {
        value = text == "true";
        return value || text == "false";
    } else {
        static_assert(std::is_arithmetic_v<T>, "lockstep: an option is a number, a bool or a std::string");
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

inline constexpr std::string_view truth_values = "true or false";

/// Returns in words which texts parse_option accepts.
template <class T>
LOCKSTEP_COLD std::string option_values() {
    if constexpr (std::same_as<T, std::string>) {
        return "a text that is not empty";
    } else if constexpr (std::same_as<T, bool>) {
        return std::string(truth_values);
    } else if constexpr (std::is_integral_v<T>) {
        using limits = std::numeric_limits<T>;
        return "a whole number from " + std::to_string(limits::min()) + " to " + std::to_string(limits::max());
    } else {
        return formatted("a number from %g to %g", static_cast<double>(std::numeric_limits<T>::lowest()),
                         static_cast<double>(std::numeric_limits<T>::max()));
    }
}

/// Returns a text that spells the value in full: parsing it gives the same bits.
template <class T>
std::string show_option(T const& value) {
    if constexpr (std::same_as<T, std::string>) {
        return value;
    } else if constexpr (std::same_as<T, bool>) {
        return value ? "true" : "false";
    } else {
        return show_number(value);
    }
}

/// Returns how many letters must be inserted, deleted or replaced to get from one word to the other (Levenshtein).
LOCKSTEP_COLD inline std::size_t edit_distance(std::string_view from, std::string_view to) {
    std::vector<std::size_t> row(to.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t(0));
    for (std::size_t i = 0; i < from.size(); ++i) {
        std::size_t diagonal = std::exchange(row[0], i + 1);
        for (std::size_t j = 0; j < to.size(); ++j) {
            std::size_t const replaced = diagonal + (from[i] != to[j]);
            diagonal = row[j + 1];
            row[j + 1] = std::min({replaced, row[j] + 1, row[j + 1] + 1});
        }
    }
    return row.back();
}

/// Throws std::invalid_argument for an unknown option. The message names the nearest known flag if at most about a third of the
/// letters differ.
[[noreturn]] LOCKSTEP_COLD inline void refuse_option(std::string const& name, std::vector<std::string> const& known) {
    std::string hint = known.empty() ? "there are none" : "--help shows all";
    auto const word_of = [](std::string_view flag) { return flag.substr(std::min(flag.find_first_not_of('-'), flag.size())); };
    std::string_view const word = word_of(name);
    std::size_t least = (word.size() + 1) / 3 + 1;
    for (std::string const& flag : known) {
        if (std::size_t const distance = edit_distance(word, word_of(flag)); distance < least) {
            least = distance;
            hint = formatted("did you mean %s?", flag.c_str());
        }
    }
    throw std::invalid_argument(formatted("unknown option %s; %s", name.c_str(), hint.c_str()));
}

}  // namespace detail

/// One option: its name without the dashes, the member it sets (a number, a bool or a std::string) and a line of help.
template <class Config>
struct option {
    template <class T>
    option(std::string_view option_name, T Config::*member, std::string_view option_help)
        : name(option_name), help(option_help), values(detail::option_values<T>()),
          set([member](Config& config, std::string_view text) { return detail::parse_option(text, config.*member); }),
          show([member](Config const& config) { return detail::show_option(config.*member); }) {}

    option(std::string_view option_name, std::string_view option_help, std::string option_values,
           std::function<bool(Config&, std::string_view)> setter, std::function<std::string(Config const&)> shower)
        : name(option_name), help(option_help), values(std::move(option_values)), set(std::move(setter)),
          show(std::move(shower)) {}

    std::string_view name;
    std::string_view help;
    std::string values;                                  ///< the values that it takes, in words
    std::function<bool(Config&, std::string_view)> set;  ///< returns false if the text is no such value
    std::function<std::string(Config const&)> show;
};

namespace detail {
template <class Config, class Place>
std::vector<option<Config>> options_at(Place place) {
    std::vector<option<Config>> result;
    Config const defaults{};
    // The lambda is no template, so that the functions in it are compiled once and not for each type of a member.
    auto const add = [&](std::string_view name, std::string const& values) {
        auto const set = [=](Config& config, std::string_view text) {
            bool good = false;
            for_each_member(std::invoke(place, config), [&](std::string_view member, auto& value) LOCKSTEP_COLD {
                good = good || (member == name && parse_option(text, value));
            });
            return good;
        };
        auto const show = [=](Config const& config) {
            std::string text;
            for_each_member(std::invoke(place, config), [&](std::string_view member, auto const& value) LOCKSTEP_COLD {
                text = member == name ? show_option(value) : text;
            });
            return text;
        };
        std::string_view help;
        if constexpr (requires { help_of(std::invoke(place, defaults), name); }) {
            help = help_of(std::invoke(place, defaults), name);
        }
        result.emplace_back(name, help, values, set, show);
    };
    for_each_member(std::invoke(place, defaults), [&]<class T>(std::string_view name, T const&) {
        add(name, option_values<T>());
    });
    return result;
}
}  // namespace detail

/// Returns an option for every member of an aggregate that has for_each_member(aggregate, visit), such as ppo_config. An option
/// has the name that for_each_member gives the member: `--learning_rate 1e-3`. Its line of help is help_of(aggregate, name), if
/// there is such a function. help_of must return a std::string_view of a text that outlives the options, such as a literal.
template <class Config>
std::vector<option<Config>> options_of() {
    return detail::options_at<Config>(std::identity());
}
/// Returns an option for every member of `aggregate`, a member of Config, as the function above does for Config itself.
template <class Config, class Aggregate>
std::vector<option<Config>> options_of(Aggregate Config::*aggregate) {
    return detail::options_at<Config>(aggregate);
}

/// Returns the text of `--help`: the options with their defaults, each on one or more lines of its own.
template <class Config>
LOCKSTEP_COLD std::string describe_options(std::vector<option<Config>> const& options, Config const& defaults = {}) {
    std::string text;
    for (auto const& o : options) {
        std::string line = "  --" + std::string(o.name) + ' ' + o.show(defaults);
        constexpr std::size_t help_begins = 32, line_ends = 110;
        line.resize(std::max(line.size() + 2, help_begins), ' ');
        for (std::string_view rest = o.help; !rest.empty();) {
            std::string_view const word = rest.substr(0, rest.find(' '));
            if (line.size() + word.size() > line_ends && line.size() > help_begins) {
                line.back() = '\n';  // it was a space
                text += line;
                line.assign(help_begins, ' ');
            }
            line.append(word).append(1, ' ');
            rest.remove_prefix(std::min(word.size() + 1, rest.size()));
        }
        line.erase(line.find_last_not_of(' ') + 1);
        text += line + '\n';
    }
    return text;
}

/// Returns `config` with the options of the command line: `--name value`, `--name=value`, or `--name` alone for an option that is
/// true or false. `--help` or `-h` prints the options and ends the program. Throws std::invalid_argument on anything else. The
/// message says what is wrong, and for an unknown option names the nearest known one.
template <class Config>
LOCKSTEP_COLD Config parse_options(int count, char const* const* arguments, std::vector<option<Config>> const& options,
                                   Config config = {}) {
    Config const defaults = config;
    for (int i = 1; i < count; ++i) {
        std::string_view const argument = arguments[i];
        if (argument == "--help" || argument == "-h") {
            std::fputs(describe_options(options, defaults).c_str(), stdout);
            std::exit(0);
        }
        std::size_t const equals = std::min(argument.find('='), argument.size());
        std::string const name(argument.substr(0, equals));
        std::vector<std::string> flags;
        for (auto const& o : options) {
            flags.push_back("--" + std::string(o.name));
        }
        auto const known = options.begin() + (std::find(flags.begin(), flags.end(), name) - flags.begin());
        if (known == options.end()) {
            detail::refuse_option(name, flags);
        }
        std::string text = "true";
        if (equals < argument.size()) {
            text = argument.substr(equals + 1);
        } else if (bool const last = i + 1 == count;
                   known->values != detail::truth_values || !(last || std::string_view(arguments[i + 1]).starts_with("--"))) {
            if (last) {
                throw std::invalid_argument(formatted("option %s lacks its value", name.c_str()));
            }
            text = arguments[++i];
        }
        if (!known->set(config, text)) {
            throw std::invalid_argument(
                formatted("option %s takes %s, not \"%s\"", name.c_str(), known->values.c_str(), text.c_str()));
        }
    }
    return config;
}

}  // namespace lockstep
