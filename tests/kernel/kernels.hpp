// SPDX-License-Identifier: MIT
// Kernels that use all of what a world has, for tests that run each in several worlds. They read and write packs of eight
// numbers, and for each pack eight numbers that its lanes share.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/math.hpp>
#include <lockstep/core/native_world.hpp>
#include <lockstep/core/ordered_sum.hpp>
#include <lockstep/core/random.hpp>
#include <lockstep/core/vector.hpp>
#include <lockstep/core/word.hpp>
#include <lockstep/nn/products/dot.hpp>
#include <lockstep/nn/products/multiply.hpp>

namespace lockstep_test {

namespace ls = lockstep;

template <class W>
struct members {
    using R = typename W::number;
    using S = typename W::scalar;

    typename W::template pointer<ls::vector<R, 8> const> from;
    typename W::template pointer<ls::vector<R, 8>> to;
    typename W::template pointer<ls::vector<S, 8> const> shared_from;
    typename W::template pointer<ls::vector<S, 8>> shared_to;
    typename W::seed seed;
    typename W::index n;
    S factor;
    typename W::flag flags;
};

template <class W>
struct arithmetic : members<W> {
    template <class World>
    using in = arithmetic<World>;
    using R = typename W::number;

    void operator()(typename W::index const& pack) const {
        auto const& x = this->from[pack];
        auto& y = this->to[pack];
        R a = x[0], b = x[1];
        y[0] = a + b * x[2] - x[3] / b;
        a += b;
        a -= x[2];
        a *= R(-1.5f);
        a /= x[3];
        y[1] = -a;
        y[2] = ls::select((a < b && !(x[2] < x[3])) || x[4] < R(0), a, ls::select(a > b || x[2] >= x[3], b, R(0)));
        y[3] = ls::min(a, b) + ls::max(x[2], x[3]) * ls::abs(b);
        y[4] = ls::round(a) + ls::floor(b) + ls::sqrt(ls::abs(a));
        y[5] = ls::fma(a, b, x[4]);
        y[6] = ls::select(x[5] == x[6] || x[5] != x[5], R(1), R(2)) + ls::select(x[5] <= x[6], R(4), R(8));
        y[7] = ls::select(ls::mask_t<R>(true), ls::clamp(a, R(-1), R(1)), R(9));
    }
};

/// Numbers that are awkward to write, and what mathematics do with what they are not meant for.
template <class W>
struct literals : members<W> {
    template <class World>
    using in = literals<World>;
    using R = typename W::number;

    void operator()(typename W::index const& pack) const {
        auto const& x = this->from[pack];
        auto& y = this->to[pack];
        constexpr double infinity = std::numeric_limits<double>::infinity();
        y[0] = R(infinity);
        y[1] = R(-infinity) + x[0] * R(0);
        y[2] = ls::select(x[0] < R(std::numeric_limits<double>::quiet_NaN()), R(1), R(-0.0));
        y[3] = R(1e-41f);  // a denormal: moved, it stays
        y[4] = R(0) - x[1];
        y[5] = R(16777217.0) + R(3.4028235e38f) * R(1e-30f);
        y[6] = R(0.1) - R(-7) - R(1e-30f);
        y[7] = -R(-2) - -x[0];
    }
};

/// What is too small is zero as soon as it is computed with.
template <class W>
struct denormals : members<W> {
    template <class World>
    using in = denormals<World>;
    using R = typename W::number;

    void operator()(typename W::index const& pack) const {
        auto& y = this->to[pack];
        y[0] = this->from[pack][0] * R(1e-37f) * R(1e-3f);
        y[1] = R(1e-41f) + y[0];
        y[2] = ls::select(R(0) < y[1], R(1), R(2));
    }
};

template <class W>
struct mathematics : members<W> {
    template <class World>
    using in = mathematics<World>;
    using R = typename W::number;

    void operator()(typename W::index const& pack) const {
        auto const& x = this->from[pack];
        auto& y = this->to[pack];
        y[0] = ls::sin(x[0]) + ls::cos(x[1]);
        y[1] = ls::exp(x[2]);
        y[2] = ls::log(ls::abs(x[3]) + R(0.001f));
        y[3] = ls::tanh(x[4]);
        y[4] = ls::atan(x[5]);
        y[5] = ls::rsqrt(ls::abs(x[6]) + R(1));
        y[6] = ls::number_traits<R>::scale(x[7], ls::round(x[0]));
        y[7] = ls::number_traits<R>::exponent(ls::abs(x[0]) + R(1e-3f));
    }
};

/// Words: bits of numbers, integers, random numbers.
template <class W>
struct bits : members<W> {
    template <class World>
    using in = bits<World>;
    using R = typename W::number;
    using traits = ls::number_traits<R>;

    void operator()(typename W::index const& pack) const {
        auto const& x = this->from[pack];
        auto& y = this->to[pack];
        R word = ls::empty_word<R>();
        word = ls::with_bit(word, x[0] < x[1], 0);
        word = ls::with_bit(word, x[1] < x[2], 23);
        R const other = ls::with_bit(ls::with_bit(word, x[2] < x[3], 5), x[3] < x[4], 7);
        y[0] = word;
        y[1] = ls::flip_first_difference(word, other);
        y[2] = ls::select(ls::bit(other, 5), R(1), R(2)) + ls::select(ls::differ(word, other), R(4), R(8));
        ls::random<R> draws(this->seed, environment_numbers(pack), traits_word(x[0]), 3);
        y[3] = draws.uniform();
        y[4] = draws.normal();
        y[5] = draws.uniform(x[0], x[1]);
        y[6] = draws.normal();
        auto word_of = traits_word(x[7]);
        word_of = ((word_of ^ (word_of << 13)) & ~(word_of >> 3)) | ((word_of * 5 + 7) % 1000);
        y[7] = traits::to_float((typename traits::bits)(word_of >> 8));
    }

private:
    static auto environment_numbers(typename W::index const& pack) {
        if constexpr (ls::is_written<R>) {
            return traits::consecutive(pack);
        } else {
            return ls::consecutive_words<R>(static_cast<std::uint32_t>(pack * ls::width_of<R>));
        }
    }
    static ls::words<R> traits_word(R const& x) { return (ls::words<R>)traits::to_integer(x * R(100)); }
};

/// What all lanes of a pack share: numbers, whole numbers, indices, conditions.
template <class W>
struct uniform : members<W> {
    template <class World>
    using in = uniform<World>;
    using S = typename W::scalar;
    using index = typename W::index;
    using flag = typename W::flag;

    void operator()(index const& pack) const {
        auto const& x = this->shared_from[pack];
        auto& y = this->shared_to[pack];
        S const a = x[0] * this->factor + S(0.5f), b = x[1] / S(3) - x[2];
        y[0] = ls::choose(a < b, a, b);
        y[1] = ls::sqrt(ls::abs(a)) + ls::exp(b) + ls::min(a, b) - ls::max(a, b);
        index const k = (pack * 3 + this->n) % 7 + (pack >> 1) - (pack & 1) + pack / 2;
        y[2] = S(ls::min(k, index(4)));
        flag const f = (this->flags ^ flag(pack)) << 3 | (this->flags >> 2);
        y[3] = S(f % 1000u) + S(flag(k) & f);
        y[4] = ls::fma(a, b, x[3]);
        y[5] = ls::choose(!(a < b) && pack < this->n, S(1), S(2)) + ls::choose(k == 3 || k != 4, S(4), S(8));
        y[6] = ls::sin(x[4]);
        y[7] = S(std::size_t(1) << 24);
    }
};

/// Loops, with what they change declared before them.
template <class W>
struct loops : members<W> {
    template <class World>
    using in = loops<World>;
    using R = typename W::number;
    using S = typename W::scalar;
    using index = typename W::index;

    void operator()(index const& pack) const {
        if (ls::leaves(pack == this->n)) {
            return;
        }
        auto const& x = this->from[pack];
        auto& y = this->to[pack];
        R sum(0), product(1);
        for (auto const i : W::range(this->n)) {
            sum = sum + this->from[i][1] * x[0];
            for (auto const j : W::downward(i)) {
                product = product * R(0.5f) + R(S(j));
                if (ls::breaks(j == 2)) {
                    break;
                }
            }
        }
        y[0] = sum;
        y[1] = product;
        S power(1);
        for ([[maybe_unused]] auto const i : W::forever()) {
            power = power * S(2);
            if (ls::breaks(this->factor < power)) {
                break;
            }
        }
        y[2] = R(power) * x[2];
        R root = x[3];
        ls::repeat_until(
            20, [&] { return !ls::any(R(1e-3f) < ls::abs(root * root - R(2))); },
            [&] {
                root = ls::select(R(1e-3f) < ls::abs(root * root - R(2)), R(0.5f) * (root + R(2) / root), root);
            },
            root);
        y[3] = root;
        R large = x[4];
        ls::when(ls::any(R(0.5f) < x[4]), [&] { large = ls::select(R(0.5f) < x[4], x[4] * R(10), large); }, large);
        y[4] = large;
        ls::when(pack < this->n, [&] { y[5] = x[5] + R(1); });
        for (int i = 6; i < 8; ++i) {  // of C++: unrolled
            y[static_cast<std::size_t>(i)] = x[static_cast<std::size_t>(i)] * R(i);
        }
    }
};

/// Lanes one by one, and numbers that they share while the kernel runs.
template <class W>
struct lane_loops : members<W> {
    template <class World>
    using in = lane_loops<World>;
    using R = typename W::number;
    using S = typename W::scalar;
    static constexpr std::size_t width = 16;

    void operator()(typename W::index const& pack) const {
        auto const& x = this->from[pack];
        auto& y = this->to[pack];
        typename W::template array<width> numbers;
        typename W::template array<width + 3> others;
        ls::store_pack(x[0] + R(1), numbers + 0);
        ls::store_pack(x[1], others + 3);
        W::barrier();
        R turned(0);
        for (auto const lane : W::lanes()) {
            S sum(0);
            for (auto const other : W::range(lane + 1)) {
                sum = sum + (numbers + other)[0] * S(other);
            }
            ls::set_lane(turned, lane, sum + (others + 3 + (width - 1 - lane))[0] + ls::lane_of(x[2], lane));
        }
        y[0] = turned;
        {
            typename W::template array<8> inner;
            for (auto const lane : W::lanes()) {
                (inner + lane % 8)[0] = S(lane % 8);
            }
            W::barrier();
            y[1] = R((inner + 3)[0]) * x[1];
            W::barrier();
        }
        y[2] = ls::load_pack<R>(numbers + 0) + ls::load_pack<R>(others + 3);
        for (auto const lane : W::lanes()) {
            ls::set_lane(y[3], lane, ls::lane_of(x[3], lane) * S(lane));
        }
        y[4] = x[4];
        y[5] = x[5];
        y[6] = x[6];
        y[7] = turned * R(0.5f);
    }
};

/// Matrix products, dot products, a transpose and a sum over lanes, of two packs of numbers (16 by 16 is one matrix).
template <class W>
struct products : members<W> {
    template <class World>
    using in = products<World>;
    using R = typename W::number;
    using T = std::conditional_t<W::is_native, float, W>;

    void operator()(typename W::index const& pack) const {
        alignas(64) typename W::template array<5 * 32> a;
        alignas(64) typename W::template array<32 * 32> b;
        alignas(64) typename W::template array<5 * 32> c;
        auto const& x = this->from[pack];
        auto& y = this->to[pack];
        for (std::size_t r = 0; r < 10; ++r) {
            ls::store_pack(x[r % 8] + R(static_cast<double>(r)), a + r * 16);
        }
        for (std::size_t r = 0; r < 64; ++r) {
            ls::store_pack(x[r % 7] * R(0.1 * static_cast<double>(r)), b + r * 16);
        }
        W::barrier();
        using strided = ls::strided<T const>;
        strided const left{a + 0, 32}, right{b + 0, 32};
        ls::multiply<T>({.a = ls::scalars<T>::of(left), .b = right, .depth = 32, .out = {c + 0, 32}}, 0, 5, 32);
        ls::multiply<T>({.a = ls::scalars<T>::of(left), .b = right, .depth = 7, .out = {c + 0, 32}, .start = {c + 0, 32}}, 0, 5, 32);
        for (std::size_t r = 0; r < 5; ++r) {
            y[r] = ls::load_pack<R>(c + r * 32) - ls::load_pack<R>(c + (r * 32 + 16));
        }
        W::barrier();
        ls::dot_rows<T>({.x = {b + 0, 32}, .weights = left, .bias = a + 3, .out = {c + 0, 32}}, 16, 2, 16);
        y[5] = ls::load_pack<R>(c + 0);
        y[6] = ls::load_pack<R>(c + 32);
        ls::ordered_sum<R> sum;
        sum.add(0, x[0]);
        y[7] = R(sum.total());
    }
};

/// The same in a pack that has a team; each product has more tiles than the team has members, and some that are cut.
template <class W>
struct team_products : members<W> {
    template <class World>
    using in = team_products<World>;
    static constexpr bool has_team = true;
    using R = typename W::number;
    using T = std::conditional_t<W::is_native, float, W>;

    void operator()(typename W::index const& pack) const {
        alignas(64) typename W::template array<19 * 80> a;
        alignas(64) typename W::template array<19 * 80> out;
        alignas(64) typename W::template array<6 * 80> c;
        auto const& x = this->from[pack];
        auto& y = this->to[pack];
        for (auto const r : W::range(19 * 5)) {
            ls::store_pack(x[0] + R(static_cast<typename W::scalar>(r)) * x[1], a + r * 16);
        }
        W::barrier();
        ls::strided<T const> const m{a + 0, 80};
        ls::multiply<T>({.a = ls::scalars<T>::of(m), .b = m, .depth = 19, .out = {out + 0, 80}, .start = {a + 16, 0}}, 0, 19, 80,
                        [&](typename W::index const& r, std::size_t column, std::size_t count) {
            for (std::size_t i = 0; i < count; i += W::width) {
                auto const at = out + r * 80 + (column + i);
                ls::store_pack(ls::load_pack<R>(at) * R(0.5), at);
            }
        });
        ls::multiply<T>({.a = ls::scalars<T>::transposed(ls::strided<T const>{out + 0, 80}), .b = m, .depth = 19, .out = {c + 0, 80}}, 0, 6, 64);
        auto const is_positive = ls::any(x[2] > R(0));
        ls::when(is_positive, [&] {
            for (auto const r : W::shared_range(16)) {
                ls::store_pack(ls::load_pack<R>(out + r * 80) * R(3), out + r * 80);
            }
        });
        ls::dot_rows<T>({.x = {out + 0, 80}, .weights = m, .bias = a + 64, .out = {a + 7 * 80, 16}}, 16, 3, 64);
        ls::ordered_sum<R> sum;
        sum.add(0, x[3]);
        auto const total = sum.total();
        for (std::size_t r = 0; r < 3; ++r) {
            y[r] = ls::load_pack<R>(a + (7 * 80 + r * 16)) + R(total);
            y[3 + r] = ls::load_pack<R>(out + r * 80);
            y[6 + r % 2] = ls::load_pack<R>(c + r * 16);
        }
        ls::when(total > typename W::scalar(0), [&] {
            W::barrier();
            for (auto const l : W::lanes()) {
                ls::set_lane(y[0], l, ls::lane_of(x[4], l));
            }
        });
    }
};

/// A member that the text is written for.
template <class W>
struct constants : members<W> {
    template <class World>
    using in = constants<World>;
    using R = typename W::number;
    struct settings {
        double weight = 1;
        bool is_turned = false;
    };

    typename W::template constant<settings> own;
    typename W::template constant<int> count;

    void operator()(typename W::index const& pack) const {
        settings const& s = this->own;
        R x = this->from[pack][0];
        for (int i = 0; i < this->count; ++i) {
            x = x * R(s.weight);
        }
        this->to[pack][0] = s.is_turned ? -x : x;
    }
};

/// Functions of the text: they read and change what their callers have, in registers, in memory and in scratch, and call others.
template <class W>
struct functions : members<W> {
    template <class World>
    using in = functions<World>;
    using R = typename W::number;

    void operator()(typename W::index const& pack) const {
        auto const& x = this->from[pack];
        auto& y = this->to[pack];
        typename W::template array<16> numbers;
        R sum(0), count(0);
        for (auto const i : W::range(this->n)) {
            ls::as_function<R>([&] {
                auto const word = ls::constant_words<R>(static_cast<typename W::flag>(i));
                ls::random<R> draws(this->seed, word, word);
                sum = sum + draws.uniform() * R(this->factor);
                ls::as_function<R>([&] {
                    y[0] = sum * x[0];
                    count = count + R(1);
                });
            });
        }
        y[1] = sum;
        y[2] = count;
        for (std::size_t k = 3; k < 5; ++k) {  // one text, called twice
            R const value = x[1] * R(0.5f);
            auto& here = this->to[pack];
            ls::as_function<R>([&] { ls::store_pack(value, numbers + 0); });
            W::barrier();
            here[k] = ls::load_pack<R>(numbers + 0);
        }
        y[5] = x[5];
        ls::when(any(x[6] < R(-3.5f)), [&] {
            ls::as_function<R>([&] {
                ls::when(any(x[5] < R(0)), [&] { y[5] = ls::select(x[5] < R(0), x[7], y[5]); });
            });
        });
        ls::vector<R, 20> many;
        ls::as_function<R>([&] {
            for (std::size_t k = 0; k < 20; ++k) {
                many[k] = x[k % 8] * R(k);
            }
        });
        y[6] = many[3] + many[19];
        y[7] = ls::load_pack<R>(numbers + 0);
    }
};

}  // namespace lockstep_test
