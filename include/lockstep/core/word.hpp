// SPDX-License-Identifier: MIT
// Words: 24 bits in the place of a number. The active sets of the constraint solver consist of words. As a float, a word without
// bit 23 is denormal, and arithmetic or a comparison may flush it to zero. So words are only moved, selected, and used by these
// five functions.
#pragma once

#include <lockstep/core/macros.hpp>
#include <lockstep/core/real.hpp>

namespace lockstep {

/// Returns a word in which no bit is set.
template <real R>
LOCKSTEP_INLINE R empty_word() {
    return number_traits<R>::empty_word();
}
/// Returns whether bit k of the word is set. k must be in [0, 24).
template <real R>
LOCKSTEP_INLINE mask_t<R> bit(R const& word, int k) {
    return number_traits<R>::bit(word, k);
}
/// Returns the word, with bit k also set where the mask is true.
template <real R>
LOCKSTEP_INLINE R with_bit(R const& word, mask_t<R> const& mask, int k) {
    return number_traits<R>::with_bit(word, mask, k);
}
/// Returns whether any bit differs between `a` and `b`.
template <real R>
LOCKSTEP_INLINE mask_t<R> differ(R const& a, R const& b) {
    return number_traits<R>::differ(a, b);
}
/// Returns `a` with one bit flipped: the lowest bit in which `a` and `b` differ. Returns `a` itself if no bit differs.
template <real R>
LOCKSTEP_INLINE R flip_first_difference(R const& a, R const& b) {
    return number_traits<R>::flip_first_difference(a, b);
}

}  // namespace lockstep
