// SPDX-License-Identifier: MIT
// ordered_sum: a sum in a fixed order, so that it has the same bits for lanes of any width.
#pragma once

#include <bit>
#include <cstddef>

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/macros.hpp>
#include <lockstep/core/world.hpp>

namespace lockstep {

/// The sum of numbers that come in packs of lanes. Number i, which is lane i mod width of pack i / width, is added to partial sum
/// i mod 32. Each partial sum begins at 0 and grows in the order of i. At the end partial sum j + 16 is added to partial sum j
/// for each j below 16, then partial sum j + 8 for each j below 8, and so on with j + 4, j + 2 and j + 1.
template <real R>
class ordered_sum {
public:
    static constexpr std::size_t partial_sums = 32;
    static constexpr std::size_t packs = partial_sums / width_of<R>;  ///< the number of packs that hold the partial sums

    /// Returns the partial sums to which pack number `pack` is added. A caller may change them by other operations than an
    /// addition, for example by a multiply-add.
    LOCKSTEP_INLINE R& partial(std::size_t pack) { return sums_[pack % packs]; }

    LOCKSTEP_INLINE void add(std::size_t pack, R const& x) { partial(pack) = partial(pack) + x; }

    /// Exchanges the two packs of partial sums. Call it after an odd number of packs: the next pack then counts as pack 0. The
    /// exchange changes no bit of the result, because total() adds one pack to the other. The text of a kernel needs this
    /// function, because in a loop of the text the number of a pack cannot choose the partial sums.
    void begin_anew_after_odd_packs()
        requires(packs == 2)
    {
        R const second = sums_[1];
        sums_[1] = sums_[0];
        sums_[0] = second;
    }

    LOCKSTEP_INLINE auto total() const {
        R x[packs];
        for (std::size_t i = 0; i < packs; ++i) {
            x[i] = sums_[i];
        }
        for (std::size_t half = packs / 2; half > 0; half /= 2) {
            for (std::size_t i = 0; i < half; ++i) {
                x[i] = x[i] + x[i + half];
            }
        }
        return fold(x[0]);
    }

private:
    template <real N>
    LOCKSTEP_INLINE static auto fold(N const& x) {
        if constexpr (is_written<N>) {
            return number_traits<N>::fold(x);
        } else if constexpr (width_of<N> == 1) {
            return x;
        } else if constexpr (width_of<N> == 2) {
            return x[0] + x[1];
        } else {
            struct halves {
                lanes<width_of<N> / 2> low, high;
            };
            halves const h = std::bit_cast<halves>(x);
            return fold(h.low + h.high);
        }
    }

    R sums_[packs] = {};
};

/// Calls body(pack, i) for each pack of `count` numbers, where i is the index of the pack's first number. If R is lanes, `count`
/// must be a multiple of 16. `pack` starts at 0 again after ordered_sum::packs packs. If R is lanes, the loops over `pack` are
/// unrolled, so `pack` is a constant and the partial sums stay in registers.
template <real R, class Body>
LOCKSTEP_INLINE void for_each_pack(std::size_t count, Body const& body) {
    constexpr std::size_t all = ordered_sum<R>::partial_sums, width = width_of<R>;
    if constexpr (is_written<R>) {
        using W = world_of_packs_t<R>;
        for (auto const pass : W::range(count / all)) {
            for (std::size_t pack = 0; pack < all / width; ++pack) {
                body(pack, pass * all + pack * width);
            }
        }
        for (std::size_t i = count / all * all, pack = 0; i < count; i += width, ++pack) {
            body(pack, typename W::index(i));
        }
        return;
    }
    std::size_t i = 0;
    for (; i + all <= count; i += all) {
#pragma GCC unroll 8
        for (std::size_t pack = 0; pack < all / width; ++pack) {
            body(pack, i + pack * width);
        }
    }
    if constexpr (width == 1) {
        for (std::size_t pack = 0; i < count; ++pack, ++i) {
            body(pack, i);
        }
    } else if (i < count) {
#pragma GCC unroll 4
        for (std::size_t pack = 0; pack < all / width / 2; ++pack) {
            body(pack, i + pack * width);
        }
    }
}

/// Returns the ordered sum of `packs` packs. add(partial, pack) must add pack number `pack` to `partial`, its partial sums.
template <class W, class Add>
LOCKSTEP_INLINE typename W::scalar ordered_sum_of(typename W::index const& packs, Add add) {
    using sum_type = ordered_sum<typename W::number>;
    sum_type sum;
    for (auto const pass : W::range(packs / sum_type::packs)) {
#pragma GCC unroll 8  // so that partial sums stay in registers
        for (std::size_t r = 0; r < sum_type::packs; ++r) {
            add(sum.partial(r), pass * sum_type::packs + r);
        }
    }
    auto const whole = packs / sum_type::packs * sum_type::packs;
    for (std::size_t r = 0; r + 1 < sum_type::packs; ++r) {
        when(whole + r < packs, [&] { add(sum.partial(r), whole + r); });
    }
    return sum.total();
}
/// Returns the ordered sum of `packs` packs. at(pack) must return pack number `pack`.
template <class W, class At>
LOCKSTEP_INLINE typename W::scalar sum_of_packs(typename W::index const& packs, At at) {
    using R = typename W::number;
    return ordered_sum_of<W>(packs, [&](R& partial, auto const& pack) { partial = partial + at(pack); });
}

}  // namespace lockstep
