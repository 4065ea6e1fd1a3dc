// SPDX-License-Identifier: MIT
// The command line of a small program: `--name value` sets a member of an aggregate. Without the option the member keeps its
// default.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <numeric>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <lockstep/core/formatted.hpp>
#include <lockstep/core/macros.hpp>
#include <lockstep/io/member_list.hpp>

namespace lockstep {

namespace detail {

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

/// An option of any configuration, which is found anew whenever it is set or shown.
struct any_option {
    std::string_view name, help;
    std::ptrdiff_t offset;                                       ///< in the configuration, of the member or of its aggregate
    listed_member (*find)(void const* place, std::string_view);  ///< the member of that name in what is at `place`

    listed_member in(void const* config) const { return find(static_cast<char const*>(config) + offset, name); }
};

template <class T>
listed_member find_itself(void const* place, std::string_view name) {
    return list_member(name, *static_cast<T const*>(place));
}
template <class Aggregate>
LOCKSTEP_COLD listed_member find_in_aggregate(void const* place, std::string_view name) {
    for (listed_member const& member : list_members(*static_cast<Aggregate const*>(place))) {
        if (member.name == name) {
            return member;
        }
    }
    throw std::logic_error("lockstep: for_each_member visits other members than before");
}

template <class Config, class Place>
std::ptrdiff_t offset_of(Config const& config, Place place) {
    return reinterpret_cast<char const*>(&std::invoke(place, config)) - reinterpret_cast<char const*>(&config);
}

}  // namespace detail

/// One option: its name without the dashes, the member it sets (a number, a bool or a std::string) and a line of help.
template <class Config>
struct option : detail::any_option {
    template <class T>
    option(std::string_view option_name, T Config::*member, std::string_view option_help)
        : any_option{option_name, option_help, detail::offset_of(Config{}, member), detail::find_itself<T>} {}
    explicit option(any_option const& of) : any_option(of) {}

    /// Sets the member to the value that `text` spells. Returns false if it spells none.
    bool set(Config& config, std::string_view text) const {
        listed_member const member = in(&config);
        return member.type->parse(text, member.address);
    }
    /// Returns a text that spells the member's value in full.
    std::string show(Config const& config) const {
        listed_member const member = in(&config);
        return member.type->show(member.address);
    }
    /// Returns in words which values the member takes.
    std::string values() const {
        Config const defaults{};
        return in(&defaults).type->values();
    }
};

namespace detail {
template <class Config, class Place>
LOCKSTEP_COLD std::vector<option<Config>> options_at(Place place) {
    std::vector<option<Config>> result;
    Config const defaults{};
    auto const& aggregate = std::invoke(place, defaults);
    using aggregate_type = std::remove_cvref_t<decltype(aggregate)>;
    for (listed_member const& member : list_members(aggregate)) {
        std::string_view help;
        if constexpr (requires { help_of(aggregate, member.name); }) {
            help = help_of(aggregate, member.name);
        }
        result.emplace_back(
            any_option{member.name, help, offset_of(defaults, place), find_in_aggregate<aggregate_type>});
    }
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

namespace detail {

LOCKSTEP_COLD inline std::string describe_options(std::span<any_option const> options, void const* defaults) {
    std::string text;
    for (any_option const& o : options) {
        listed_member const member = o.in(defaults);
        std::string line = "  --" + std::string(o.name) + ' ' + member.type->show(member.address);
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

LOCKSTEP_COLD inline void parse_options(int count, char const* const* arguments, std::span<any_option const> options,
                                        void const* defaults, void* config) {
    for (int i = 1; i < count; ++i) {
        std::string_view const argument = arguments[i];
        if (argument == "--help" || argument == "-h") {
            std::fputs(describe_options(options, defaults).c_str(), stdout);
            std::exit(0);
        }
        std::size_t const equals = std::min(argument.find('='), argument.size());
        std::string const name(argument.substr(0, equals));
        std::size_t known = 0;
        while (known < options.size() && "--" + std::string(options[known].name) != name) {
            ++known;
        }
        if (known == options.size()) {
            std::vector<std::string> flags;
            for (any_option const& o : options) {
                flags.push_back("--" + std::string(o.name));
            }
            refuse_option(name, flags);
        }
        listed_member const member = options[known].in(config);
        std::string text = "true";
        if (equals < argument.size()) {
            text = argument.substr(equals + 1);
        } else if (bool const last = i + 1 == count;
                   !member.is_truth() || !(last || std::string_view(arguments[i + 1]).starts_with("--"))) {
            if (last) {
                throw std::invalid_argument(formatted("option %s lacks its value", name.c_str()));
            }
            text = arguments[++i];
        }
        if (!member.type->parse(text, member.address)) {
            throw std::invalid_argument(
                formatted("option %s takes %s, not \"%s\"", name.c_str(), member.type->values().c_str(), text.c_str()));
        }
    }
}

template <class Config>
LOCKSTEP_COLD std::vector<any_option> any_options(std::vector<option<Config>> const& options) {
    return {options.begin(), options.end()};
}

}  // namespace detail

/// Returns the text of `--help`: the options with their defaults, each on one or more lines of its own.
template <class Config>
std::string describe_options(std::vector<option<Config>> const& options, Config const& defaults = {}) {
    return detail::describe_options(detail::any_options(options), &defaults);
}

/// Returns `config` with the options of the command line: `--name value`, `--name=value`, or `--name` alone for an option that is
/// true or false. `--help` or `-h` prints the options and ends the program. Throws std::invalid_argument on anything else. The
/// message says what is wrong, and for an unknown option names the nearest known one.
template <class Config>
LOCKSTEP_COLD Config parse_options(int count, char const* const* arguments, std::vector<option<Config>> const& options,
                                   Config config = {}) {
    Config const defaults = config;
    detail::parse_options(count, arguments, detail::any_options(options), &defaults, &config);
    return config;
}

}  // namespace lockstep
