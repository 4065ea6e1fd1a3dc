// SPDX-License-Identifier: MIT
// random_stream<R>: random numbers for a step, such as gusts, sensor noise or a target that jumps. A step gets no random numbers,
// because all that it depends on is in the state. So the state keeps the name of a sequence, which reset draws.
//
//     template <class R>
//     struct state {
//         R height;
//         ls::random_stream<R> gusts;
//     };
//     template <ls::real R>
//     state<R> reset(ls::random<R>& random) const { return {R(0), ls::random_stream<R>::drawn_from(random)}; }
//     template <ls::real R>
//     ls::transition<state<R>> step(state<R> const& before, ls::vector<R, 1> const& action) const {
//         state<R> after = before;
//         ls::random<R> random = after.gusts.next();
//         after.height += action[0] + random.normal();
//         ...
#pragma once

#include <concepts>
#include <cstdint>

#include <lockstep/core/draw_purpose.hpp>
#include <lockstep/core/lanes.hpp>
#include <lockstep/core/macros.hpp>
#include <lockstep/core/math.hpp>
#include <lockstep/core/philox.hpp>
#include <lockstep/core/random.hpp>
#include <lockstep/core/real.hpp>

namespace lockstep {

namespace detail {
/// Returns a count, such as the number of an episode, as a word of the key of a stream of random numbers.
template <real R>
LOCKSTEP_INLINE words<R> to_words(R const& count) {
    if constexpr (!std::same_as<words<R>, std::uint32_t>) {
        return (words<R>)number_traits<R>::to_integer(count);
    } else if constexpr (std::constructible_from<std::uint32_t, R>) {
        return static_cast<std::uint32_t>(count);
    } else {
        static_assert(sizeof(R) == 0, "lockstep::random_stream: a step that draws cannot be recorded, and SHAC cannot "
                                      "differentiate it");
        __builtin_unreachable();
    }
}
}  // namespace detail

/// The name of a sequence of random numbers, and how many of its parts were used: a part of the state of an environment. Two
/// episodes have the same sequence with a probability of 2^-24.
template <class R>
struct random_stream {
    R stream, used;

    /// Returns a new stream: what reset calls.
    static LOCKSTEP_INLINE random_stream drawn_from(random<R>& random) { return {floor(random.uniform() * R(0x1p24)), R(0)}; }

    /// Returns the numbers of one step, as many as it needs, and goes on to those of the next step.
    LOCKSTEP_INLINE random<R> next() {
        random<R> const numbers(0u, detail::to_words(stream), detail::to_words(used), draw_purpose::step);
        used = used + R(1);
        return numbers;
    }
};

}  // namespace lockstep
