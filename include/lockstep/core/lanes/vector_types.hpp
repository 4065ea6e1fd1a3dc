// SPDX-License-Identifier: MIT
// The vector types of lanes.
#pragma once

#include <cstdint>

namespace lockstep {

/// The vector types of one width. `number` is a vector of floats. `packed` is the same, but may be at the address of any float.
/// `bits` is the type of a comparison's result: a vector of int, or of long where clang uses a long of 32 bits. `words` is a
/// vector of unsigned integers, and `pairs` has two of those in each of its integers.
template <int N>
struct vector_types;
template <>
struct vector_types<2> {  // no processor has this width: it tests the fallback on any machine
    typedef float number __attribute__((vector_size(8)));
    typedef float packed __attribute__((vector_size(8), aligned(4), may_alias));
    using bits = decltype(number{} < number{});
    typedef std::uint32_t words __attribute__((vector_size(8)));
    typedef std::uint64_t pairs __attribute__((vector_size(8)));
};
template <>
struct vector_types<4> {
    typedef float number __attribute__((vector_size(16)));
    typedef float packed __attribute__((vector_size(16), aligned(4), may_alias));
    using bits = decltype(number{} < number{});
    typedef std::uint32_t words __attribute__((vector_size(16)));
    typedef std::uint64_t pairs __attribute__((vector_size(16)));
};
template <>
struct vector_types<8> {
    typedef float number __attribute__((vector_size(32)));
    typedef float packed __attribute__((vector_size(32), aligned(4), may_alias));
    using bits = decltype(number{} < number{});
    typedef std::uint32_t words __attribute__((vector_size(32)));
    typedef std::uint64_t pairs __attribute__((vector_size(32)));
};
template <>
struct vector_types<16> {
    typedef float number __attribute__((vector_size(64)));
    typedef float packed __attribute__((vector_size(64), aligned(4), may_alias));
    using bits = decltype(number{} < number{});
    typedef std::uint32_t words __attribute__((vector_size(64)));
    typedef std::uint64_t pairs __attribute__((vector_size(64)));
};

}  // namespace lockstep
