// SPDX-License-Identifier: MIT
// Names in the order in which they were added. If they are few, each is compared, which is fastest at compile time. If they are
// many, a hash table finds them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace lockstep::physics::mjcf {

inline constexpr std::size_t no_name = static_cast<std::size_t>(-1);

class name_index {
public:
    /// Returns the index of a name, from 0, or no_name if the name was not added.
    constexpr std::size_t find(std::string_view name) const {
        if (!slots_.empty()) {
            return slots_[slot_of(name)];
        }
        for (std::size_t i = 0; i < names_.size(); ++i) {
            if (names_[i].size() == name.size() && names_[i] == name) {
                return i;
            }
        }
        return no_name;
    }

    /// Adds a name. The name must be new.
    constexpr void add(std::string_view name) {
        names_.push_back(name);
        if (names_.size() > few && slots_.size() < 2 * names_.size()) {
            slots_ = std::vector<std::size_t>(slots_.empty() ? 4 * few : 2 * slots_.size(), no_name);
            for (std::size_t i = 0; i < names_.size(); ++i) {
                slots_[slot_of(names_[i])] = i;
            }
        } else if (!slots_.empty()) {
            slots_[slot_of(name)] = names_.size() - 1;
        }
    }

private:
    static constexpr std::size_t few = 64;

    /// Returns the slot of the name, or the slot that it would get. slots_ must not be empty.
    constexpr std::size_t slot_of(std::string_view name) const {
        std::uint64_t hash = 14695981039346656037u;  // FNV-1a
        for (char const c : name) {
            hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211u;
        }
        std::size_t slot = hash & (slots_.size() - 1);
        while (slots_[slot] != no_name && names_[slots_[slot]] != name) {
            slot = (slot + 1) & (slots_.size() - 1);
        }
        return slot;
    }

    std::vector<std::string_view> names_ = {};
    // Empty for few names. Otherwise their number is a power of two, and at most half of them are used.
    std::vector<std::size_t> slots_ = {};
};

}  // namespace lockstep::physics::mjcf
