// SPDX-License-Identifier: MIT
// Kernels for the tests of Metal, beside those of tests/kernel/kernels.hpp: products, scratch of any size, and mistakes.
#pragma once

#include <cstddef>

#include <lockstep/core/native_world.hpp>
#include <lockstep/core/ordered_sum.hpp>
#include <lockstep/nn/products/dot.hpp>
#include <lockstep/nn/products/multiply.hpp>
#include <lockstep/nn/products/transpose.hpp>

namespace lockstep_test {

/// Numbers that the lanes of a pack share. Size is that of its scratch.
template <class W, std::size_t Size>
struct shared {
    template <class World>
    using in = shared<World, Size>;
    using R = typename W::number;
    static constexpr std::size_t width = 16;

    typename W::template pointer<R const> x;
    typename W::template pointer<R> turned;
    typename W::template pointer<typename W::scalar> sums, largest;

    void operator()(typename W::index const& pack) const {
        typename W::template array<Size> numbers;
        auto const data = numbers + (Size - width);
        lockstep::store_pack(x[pack], data);
        W::barrier();
        R others(0);
        typename W::scalar most(0);
        for (auto const lane : W::lanes()) {
            lockstep::set_lane(others, lane, data[width - 1 - lane] + lockstep::lane_of(x[pack], lane));
        }
        for (auto const lane : W::range(width)) {
            most = lockstep::max(most, data[lane]);
        }
        turned[pack] = others;
        lockstep::ordered_sum<R> sum;
        sum.add(0, x[pack]);
        sum.add(1, others);
        sums[pack] = sum.total();
        largest[pack] = most;
    }
};

/// Products of matrices of 16 x 16 and of rows, the factors in the device's memory and in scratch.
template <class W>
struct square_products {
    template <class World>
    using in = square_products<World>;
    using scalar = typename W::scalar;
    using T = lockstep::number_for_t<W>;
    static constexpr std::size_t n = 16;

    typename W::template pointer<scalar const> a, b;  ///< [packs][16][16]
    typename W::template pointer<scalar> out;         ///< [packs][3][16][16]: a b, then its transpose, then a b of rows

    void operator()(typename W::index const& pack) const {
        typename W::template array<n * n> work;
        auto const of = pack * (n * n), to = pack * (3 * n * n);
        lockstep::multiply<T>({.a = {a + of, n, 1}, .b = {b + of, n}, .depth = n, .out = {work.data(), n}}, 0, n, n);
        lockstep::multiply<T>({.a = {a + of, n, 1}, .b = {b + of, n}, .depth = n, .out = {out + to, n}, .start = {work.data(), n}}, 0, n, n);
        lockstep::transpose(work.data(), n, out + (to + n * n), n);
        lockstep::dot_rows<T>({.x = {work.data(), n}, .weights = {b + of, n}, .bias = a + of, .out = {out + (to + 2 * n * n), n}}, n, n, n);
    }
};

/// A statement that no compiler takes.
template <class W>
struct not_a_text {
    template <class World>
    using in = not_a_text<World>;
    typename W::scalar number;
    typename W::template pointer<typename W::scalar> to;
    void operator()(typename W::index const& pack) const { to[pack] = number % number; }
};

/// Some lanes wait for the others, who do not.
template <class W>
struct parting {
    template <class World>
    using in = parting<World>;
    typename W::template pointer<typename W::number const> x;
    void operator()(typename W::index const& pack) const {
        for (auto const lane : W::lanes()) {
            (lockstep::lane_of(x[pack], lane) < typename W::scalar(1)).when([] { W::barrier(); });
        }
    }
};

/// Writes a number at a place of its pack.
template <class W>
struct mark {
    template <class World>
    using in = mark<World>;
    typename W::template pointer<typename W::scalar> to;
    typename W::index stride;
    typename W::scalar number;
    void operator()(typename W::index const& pack) const { to[pack * stride] = to[pack * stride] + number; }
};

/// One number through each of N pointers.
template <class W, std::size_t N>
struct spread_out {
    template <class World>
    using in = spread_out<World, N>;
    typename W::template pointer<typename W::scalar> to[N];
    void operator()(typename W::index const& pack) const {
        for (std::size_t i = 0; i < N; ++i) {
            to[i][pack] = typename W::scalar(float(i));
        }
    }
};

}  // namespace lockstep_test
