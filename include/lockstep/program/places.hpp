// SPDX-License-Identifier: MIT
// Gives numbers of a program places in memory. Numbers that are never needed at the same time may share a place. If a number
// becomes the value of a phi or a variable, the two share a place if they can. Then nothing is copied.
#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <utility>
#include <vector>

#include <lockstep/program/lifetimes.hpp>
#include <lockstep/program/program.hpp>

namespace lockstep {

/// The places of a program's numbers in memory.
class shared_places {
public:
    /// Decides which numbers share a place. `waits` says for each node whether its number gets a place.
    shared_places(program const& p, std::vector<bool> const& waits) : lives_(p), group_of_(p.nodes.size(), none) {
        for (int i = 0; i < p.size(); ++i) {
            if (waits[at(i)]) {
                group_of_[at(i)] = groups_.size();
                groups_.push_back({i});
            }
        }
        for (int i = 0; i < p.size(); ++i) {
            if (is_overwritten(p[i].op)) {
                join(p[i].b, i);  // first the more frequent source, which is b for variables and most phis
                join(p[i].a, i);
            }
        }
    }

    /// Returns for each node the place of its number, counted from 0, or -1 if the number has no place.
    std::vector<int> places() const {
        std::vector<std::pair<lifetime, std::size_t>> whole;
        for (std::size_t g = 0; g < groups_.size(); ++g) {
            lifetime life{std::numeric_limits<int>::max(), 0};
            for (int const i : groups_[g]) {
                life = {std::min(life.begin, lives_.begin(i)), std::max(life.end, lives_.end(i))};
            }
            whole.push_back({life, g});
        }
        std::stable_sort(whole.begin(), whole.end(), [](auto const& a, auto const& b) { return a.first.begin < b.first.begin; });

        std::vector<int> result(group_of_.size(), -1);
        std::vector<int> busy;  // for each place: the moment until which it is used
        for (auto const& [life, g] : whole) {
            if (groups_[g].empty()) {
                continue;
            }
            auto place = std::find_if(busy.begin(), busy.end(), [begin = life.begin](int until) { return until < begin; });
            if (place == busy.end()) {
                place = busy.insert(place, 0);
            }
            *place = life.end;
            for (int const i : groups_[g]) {
                result[at(i)] = static_cast<int>(place - busy.begin());
            }
        }
        return result;
    }

private:
    static constexpr std::size_t none = static_cast<std::size_t>(-1);

    static std::size_t at(int i) { return static_cast<std::size_t>(i); }

    void join(int from, int to) {
        std::size_t const a = group_of_[at(from)], b = group_of_[at(to)];
        if (a == none || b == none || a == b) {
            return;
        }
        for (int const x : groups_[a]) {
            for (int const y : groups_[b]) {
                if (!lives_.may_share(x, y)) {
                    return;
                }
            }
        }
        for (int const x : std::exchange(groups_[a], {})) {
            group_of_[at(x)] = b;
            groups_[b].push_back(x);
        }
    }

    lifetimes lives_;
    std::vector<std::size_t> group_of_;
    std::vector<std::vector<int>> groups_;
};

}  // namespace lockstep
