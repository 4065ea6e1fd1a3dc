// SPDX-License-Identifier: MIT
// Random code over `real`, for comparing what runs it: the same seed is the same code for every number type. All
// values are integers of at most 64 in size, so every number type computes them exactly.
#pragma once

#include <cstdint>
#include <random>
#include <span>
#include <utility>
#include <vector>

#include <lockstep/core/real.hpp>
#include <lockstep/core/word.hpp>

namespace lockstep_test {

namespace ls = lockstep;

template <ls::real R>
class random_kernel {
public:
    explicit random_kernel(std::uint32_t seed) : draw_(seed) {}

    void operator()(std::span<R> row) {
        values_.assign(row.begin(), row.end());
        block(8, 0);
        for (R& x : row) {
            x = any_value();
        }
    }

private:
    using mask = ls::mask_t<R>;
    using traits = ls::number_traits<R>;

    std::uint32_t below(std::uint32_t n) { return static_cast<std::uint32_t>(draw_()) % n; }
    R any_value() { return values_[below(static_cast<std::uint32_t>(values_.size()))]; }
    R any_constant() {
        static constexpr double constants[] = {0, 1, -1, 2, -2, 4, 16, -64};
        return R(constants[below(8)]);
    }
    R operand() { return below(4) == 0 ? any_constant() : any_value(); }
    static R bounded(R const& x) { return ls::clamp(ls::round(x), R(-64), R(64)); }

    mask any_mask() {
        R const a = operand();
        R const b = operand();
        R const c = operand();
        switch (below(8)) {
        case 0: return a <= b;
        case 1: return a == b;
        case 2: return !(a != b);
        case 3: return a < b && b < c;
        case 4: return a >= b || b > c;
        case 5: return !(a < b);
        case 6: {
            int const k = static_cast<int>(below(3));
            R const word = traits::with_bit(traits::with_bit(ls::empty_word<R>(), a < b, 1), b < a, k);
            R const other = traits::with_bit(ls::empty_word<R>(), c < a, k);
            return ls::bit(ls::flip_first_difference(word, other), static_cast<int>(below(3)));
        }
        default: return a < b;
        }
    }

    R any_operation() {
        R const a = operand();
        R const b = operand();
        switch (below(14)) {
        case 0: return bounded(a + b);
        case 1: return bounded(a - b);
        case 2: return bounded(a * b);
        case 3: return bounded(R(0.0625) * (a * b));
        case 4: return bounded(a / (ls::abs(b) + R(1)));
        case 5: return bounded(a / R(4));
        case 6: return -a;
        case 7: return bounded(ls::sqrt(ls::abs(a)));
        case 8: return ls::min(a, b);
        case 9: return ls::max(a, b);
        case 10: return bounded(ls::fma(a, b, operand()));
        case 11: return bounded(traits::scale(ls::abs(a) + R(1), ls::clamp(b, R(-2), R(2))));
        case 12: return traits::exponent(ls::abs(a) + R(1));
        default: return ls::select(any_mask(), a, b);
        }
    }

    void block(int statements, int depth) {
        for (int i = 0; i < statements; ++i) {
            switch (depth < 3 ? below(10) : 0) {
            case 8: region(depth); break;
            case 9: loop(depth); break;
            default: values_.push_back(any_operation());
            }
        }
    }

    /// Code that may run never or often draws from its own source, and leaves no value.
    template <class Body>
    void inside(std::uint32_t code, Body body) {
        std::mt19937 const outside = std::exchange(draw_, std::mt19937(code));
        auto const count = values_.size();
        body();
        values_.resize(count, R(0));
        draw_ = outside;
    }

    void region(int depth) {
        mask const wanted = any_mask();
        R x = any_value();
        R y = any_value();
        R hint = ls::undefined<R>();
        std::uint32_t const code = below(1u << 31);
        ls::when(
            ls::any(wanted),
            [&] {
            inside(code, [&] {
                block(3, depth + 1);
                hint = any_operation();
                x = ls::select(wanted, hint, x);
                y = ls::select(wanted, values_.back(), y);
            });
            },
            x, y, hint);
        R z = any_value();
        ls::when(
            ls::any(wanted), [&] { z = ls::select(wanted, hint, z); }, z);
        values_.insert(values_.end(), {x, y, z});
    }

    /// Lanes that are done stay as they are while others go on.
    void loop(int depth) {
        struct {
            R x, y, passes, word, before;
        } v{any_value(), any_value(), R(0), ls::empty_word<R>(), traits::with_bit(ls::empty_word<R>(), any_mask(), 7)};
        R limit = any_value();
        std::uint32_t const code = below(1u << 31);
        bool const swaps = below(4) == 0;
        bool const settles = below(2) == 0;  // leaves when a word of the values' comparisons stays the same
        auto const is_active = [&] { return settles ? ls::differ(v.word, v.before) : v.x < limit; };
        ls::repeat_until(
            3, [&] { return !ls::any(is_active()); },
            [&] {
            inside(code, [&] {
                mask const active = is_active();
                values_.insert(values_.end(), {v.x, v.y});
                block(2, depth + 1);
                R const x = any_operation();
                R const first = v.x;
                v.x = ls::select(active, swaps ? v.y : x, v.x);
                v.y = ls::select(active, first, v.y);
                R const word = traits::with_bit(traits::with_bit(ls::empty_word<R>(), v.x < v.y, 0), v.y < limit, 23);
                v.before = ls::select(active, v.word, v.before);
                v.word = ls::select(active, word, v.word);
                v.passes += ls::select(active && !ls::bit(v.word, 23), R(1), R(0));
            });
            },
            v, limit);
        values_.insert(values_.end(), {v.passes, limit, v.x, v.y});
    }

    std::mt19937 draw_;
    std::vector<R> values_;
};

}  // namespace lockstep_test
