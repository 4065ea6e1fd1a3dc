// SPDX-License-Identifier: MIT
// The least type that models `real`: a float behind nothing but the operators that the concept names and number_traits.
// What compiles over it asks no more of a number than it may.
#pragma once

#include <lockstep/core/real.hpp>

namespace archetype {

class truth {
public:
    explicit truth(bool value) : value_(value) {}
    bool any() const { return value_; }

private:
    bool value_;
};

class number {
public:
    number() = default;
    explicit number(double value) : value_(static_cast<float>(value)) {}

    friend number operator+(number a, number b) { return number(a.value_ + b.value_); }
    friend number operator-(number a, number b) { return number(a.value_ - b.value_); }
    friend number operator*(number a, number b) { return number(a.value_ * b.value_); }
    friend number operator/(number a, number b) { return number(a.value_ / b.value_); }
    friend number operator-(number a) { return number(-a.value_); }
    friend truth operator<(number a, number b) { return truth(a.value_ < b.value_); }
    friend float value(number a) { return a.value_; }

private:
    float value_ = 0;
};

}  // namespace archetype

template <>
struct lockstep::number_traits<archetype::number> {
    using R = archetype::number;
    using plain = number_traits<float>;
    using mask = archetype::truth;
    static R select(mask m, R a, R b) { return m.any() ? a : b; }
    static R min(R a, R b) { return R(plain::min(value(a), value(b))); }
    static R max(R a, R b) { return R(plain::max(value(a), value(b))); }
    static R abs(R a) { return R(plain::abs(value(a))); }
    static R round(R a) { return R(plain::round(value(a))); }
    static R sqrt(R a) { return R(plain::sqrt(value(a))); }
    static R fma(R a, R b, R c) { return R(plain::fma(value(a), value(b), value(c))); }
    static R scale(R a, R n) { return R(plain::scale(value(a), value(n))); }
    static R exponent(R a) { return R(plain::exponent(value(a))); }
};
static_assert(lockstep::real<archetype::number>);
