// SPDX-License-Identifier: MIT
// The host's world for a device that compiles text: the members of a kernel before its launch, and the layout of the device's
// memory. Nothing is computed in this world.
#pragma once

#include <cstddef>
#include <cstdint>

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/philox.hpp>
#include <lockstep/core/real.hpp>

namespace lockstep {

/// A pack of Width numbers with the layout of a device's memory. It models real, so that aggregates such as state<R> may have it
/// as their number. Its arithmetic is declared but not defined, so code that computes with it does not link.
template <std::size_t Width>
struct stored_pack {
    float numbers[Width];

    stored_pack() = default;
    explicit stored_pack(double);
    float operator[](std::size_t lane) const { return numbers[lane]; }
    void set(std::size_t lane, float x) { numbers[lane] = x; }

    stored_pack operator+(stored_pack const&) const;
    stored_pack operator-(stored_pack const&) const;
    stored_pack operator*(stored_pack const&) const;
    stored_pack operator/(stored_pack const&) const;
    stored_pack operator-() const;
    bool operator<(stored_pack const&) const;
};
template <std::size_t Width>
struct number_traits<stored_pack<Width>> {
    using R = stored_pack<Width>;
    using mask = bool;
    static R select(bool, R, R);
    static R min(R, R), max(R, R), abs(R), round(R), sqrt(R), fma(R, R, R), scale(R, R), exponent(R);
};
static_assert(real<stored_pack<32>>);
template <std::size_t Width>
inline constexpr int width_of<stored_pack<Width>> = static_cast<int>(Width);

/// The host's world of a device that compiles text. Its packs are as wide as those of text_world.
struct hosted_world {
    static constexpr std::size_t width = 16;
    using number = stored_pack<width>;
    using scalar = float;
    using index = std::size_t;
    using flag = std::uint32_t;
    using seed = std::uint64_t;
    static constexpr bool is_native = false;
    template <class T>
    using pointer = T*;
    template <class T>
    using constant = T;
    template <std::size_t N>
    struct array {
        alignas(64) float numbers[N];
    };
};

}  // namespace lockstep
