// SPDX-License-Identifier: MIT
// The options that a search varies and their values, as text on a command line:
//
//     learning_rate=1e-4..1e-2 minibatch=512,1024,2048
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <lockstep/core/formatted.hpp>
#include <lockstep/core/random.hpp>
#include <lockstep/io/options.hpp>
#include <lockstep/io/text/parse_number.hpp>

namespace lockstep {

/// An option and the values that a search tries for it: those of `list`, or, if `list` is empty, numbers that are drawn
/// log-uniformly from `low` to `high`.
template <class Config>
struct swept_option {
    option<Config> set;
    std::vector<std::string> list;
    double low = 0, high = 0;
};

/// Sets an option of `config` to `value`, rounded to three significant digits. If the option does not take this number, because
/// it takes only whole numbers, sets it to the whole number nearest to `value`. Returns false if the option takes neither.
template <class Config>
bool set_near(option<Config> const& o, double value, Config& config) {
    return o.set(config, formatted("%.3g", value)) || o.set(config, formatted("%.0f", value));
}

/// Reads a sweep: parts of the form "NAME=LOW..HIGH" or "NAME=VALUE,VALUE,...", separated by blanks. Throws
/// std::invalid_argument, naming the part, for an unknown option, an option that is given twice, a value that the option cannot
/// have, a part without values, or bounds that are not above 0 and in order.
template <class Config>
std::vector<swept_option<Config>> parse_sweep(std::string const& text, std::vector<option<Config>> const& options) {
    std::vector<swept_option<Config>> result;
    constexpr auto blanks = " \t\n\r";
    for (std::size_t from = text.find_first_not_of(blanks), to = 0; from != text.npos; from = text.find_first_not_of(blanks, to)) {
        to = std::min(text.find_first_of(blanks, from), text.size());
        std::string const part = text.substr(from, to - from);
        auto const refuse = [&](std::string const& why) {
            throw std::invalid_argument(formatted("sweep \"%s\": %s", part.c_str(), why.c_str()));
        };
        std::size_t const equals = part.find('=');
        std::string const name = part.substr(0, equals), values = equals == part.npos ? "" : part.substr(equals + 1);
        auto const known = std::find_if(options.begin(), options.end(), [&](option<Config> const& o) { return o.name == name; });
        if (known == options.end()) {
            refuse("there is no option of that name");
        }
        if (std::any_of(result.begin(), result.end(), [&](auto const& before) { return before.set.name == name; })) {
            refuse("the option is given twice");
        }
        swept_option<Config> swept{*known, {}};
        if (std::size_t const dots = values.find(".."); dots != values.npos) {
            bool const numbers =
                parse_number(values.substr(0, dots), swept.low) && parse_number(values.substr(dots + 2), swept.high);
            if (!numbers || !(0 < swept.low && swept.low < swept.high && std::isfinite(swept.high))) {
                refuse("LOW..HIGH needs two numbers above 0, the lower first");
            }
            for (double const end : {swept.low, swept.high}) {
                Config ignored{};
                if (!set_near(*known, end, ignored)) {
                    refuse(formatted("it takes %s, not %.3g", known->values().c_str(), end));
                }
            }
        } else {
            for (std::size_t first = 0, last = 0; first < values.size(); first = last + 1) {
                last = std::min(values.find(',', first), values.size());
                std::string const value = values.substr(first, last - first);
                Config ignored{};
                if (!known->set(ignored, value)) {
                    refuse(formatted("it takes %s, not \"%s\"", known->values().c_str(), value.c_str()));
                }
                swept.list.push_back(value);
            }
            if (swept.list.empty()) {
                refuse("no values; say NAME=LOW..HIGH or NAME=VALUE,VALUE");
            }
        }
        result.push_back(std::move(swept));
    }
    return result;
}

/// Sets the swept options of `config` to the values of candidate number `candidate`. The values depend on this number and the
/// seed alone. For candidate 0, `config` stays as it is.
template <class Config>
void draw_candidate(std::vector<swept_option<Config>> const& sweep, std::uint64_t seed, std::uint32_t candidate, Config& config) {
    if (candidate == 0) {
        return;
    }
    for (std::size_t i = 0; i < sweep.size(); ++i) {
        swept_option<Config> const& swept = sweep[i];
        random<double> draws(seed, candidate, static_cast<std::uint32_t>(i));
        double const u = draws.uniform();
        if (!swept.list.empty()) {
            swept.set.set(config, swept.list[static_cast<std::size_t>(u * static_cast<double>(swept.list.size()))]);
            continue;
        }
        set_near(swept.set, swept.low * std::pow(swept.high / swept.low, u), config);
    }
}

/// Returns the swept values of a candidate in a line, "learning_rate 0.0012  minibatch 512".
template <class Config>
std::string show_candidate(std::vector<swept_option<Config>> const& sweep, Config const& config) {
    std::string line;
    for (auto const& swept : sweep) {
        std::string const name(swept.set.name);
        line += formatted("%s%s %s", line.empty() ? "" : "  ", name.c_str(), swept.set.show(config).c_str());
    }
    return line;
}

}  // namespace lockstep
