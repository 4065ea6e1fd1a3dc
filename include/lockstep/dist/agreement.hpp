// SPDX-License-Identifier: MIT
// How ranks check, before any other exchange, that all of them are about to do the same.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <lockstep/core/macros.hpp>
#include <lockstep/dist/communicator.hpp>

namespace lockstep {

/// Returns the strings `text` of all ranks, in the order of the ranks. Call it in all ranks.
template <communicator C>
LOCKSTEP_COLD std::vector<std::string> gather_texts(C& ranks, std::string_view text) {
    std::vector<std::uint64_t> sizes(ranks.size());
    sizes[ranks.rank()] = text.size();
    ranks.all_gather(std::as_writable_bytes(std::span(sizes)));
    std::size_t const longest = *std::max_element(sizes.begin(), sizes.end());
    std::vector<char> all(longest * ranks.size());
    std::copy(text.begin(), text.end(), all.begin() + static_cast<std::ptrdiff_t>(longest * ranks.rank()));
    ranks.all_gather(std::as_writable_bytes(std::span(all)));
    std::vector<std::string> texts;
    for (std::size_t r = 0; r < sizes.size(); ++r) {
        texts.emplace_back(all.data() + longest * r, sizes[r]);
    }
    return texts;
}

/// The facts that must be the same in all ranks: pairs of a name and a value. No name and no value may have a line break.
using agreement = std::vector<std::pair<std::string, std::string>>;

/// Throws the same std::runtime_error in every rank unless all ranks have the same `facts`. Call it in all ranks. The message
/// begins with `who`, such as "lockstep::ppo", and names the first rank that differs from rank 0 and the first fact in which
/// it differs.
template <communicator C>
LOCKSTEP_COLD void require_agreement(C& ranks, std::string const& who, agreement const& facts) {
    std::string text;
    for (auto const& [name, value] : facts) {
        text += name + '\n' + value + '\n';
    }
    auto const texts = gather_texts(ranks, text);
    auto const next_line = [](std::string_view& rest) {
        std::size_t const end = std::min(rest.find('\n'), rest.size());
        std::string const line(rest.substr(0, end));
        rest.remove_prefix(std::min(end + 1, rest.size()));
        return line;
    };
    for (std::size_t r = 1; r < texts.size(); ++r) {
        std::string_view expected = texts[0], found = texts[r];
        while (!expected.empty() || !found.empty()) {
            std::string const name = next_line(expected), value = next_line(expected);
            std::string const other_name = next_line(found), other = next_line(found);
            if (name != other_name) {
                auto const told = [](std::string const& fact) { return fact.empty() ? "nothing more" : fact; };
                throw std::runtime_error(who + ": " + ranks.describe(r) + " tells of " + told(other_name) +
                                         ", where rank 0 tells of " + told(name) + ": do all run the same program?");
            }
            if (value != other) {
                throw std::runtime_error(who + ": the " + name + " of " + ranks.describe(r) + " is " + other +
                                         ", that of rank 0 is " + value);
            }
        }
    }
}

/// Returns true if `here` is true in any rank. Call it in all ranks. All ranks get the same answer, so they can make the same
/// decision, for example to stop.
template <communicator C>
bool any_rank(C& ranks, bool here) {
    std::vector<std::byte> all(ranks.size(), std::byte(0));
    all[ranks.rank()] = std::byte(here ? 1 : 0);
    ranks.all_gather(all);
    return std::find(all.begin(), all.end(), std::byte(1)) != all.end();
}

}  // namespace lockstep
