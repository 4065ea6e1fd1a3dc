// SPDX-License-Identifier: MIT
// `taped<R>`, a number R with its place on a tape (core/tape.hpp). With these numbers, code over `real` computes the same values
// as with R, and also writes a tape. From the tape, gradients are computed in reverse mode. R is float, double or lanes.
//
// Comparisons, rounding, exponents and words are constant almost everywhere, so they pass no derivative. At the kink of abs, min,
// max and select the derivative is that of the branch taken. The functions of core/math.hpp have the derivatives of the exact
// functions, not those of their polynomials. A loop is differentiated through its passes.
#pragma once

#include <cstddef>
#include <span>
#include <type_traits>

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/macros.hpp>
#include <lockstep/core/math.hpp>
#include <lockstep/core/real.hpp>
#include <lockstep/core/tape.hpp>

namespace lockstep {

template <real R>
struct taped {
    using number = R;
    static constexpr bool is_taped = true;

    R value;
    int place = -1;  ///< the number's place on the tape, or -1 for a constant

    taped() = default;
    template <class T>
        requires std::is_arithmetic_v<T>
    explicit taped(T constant) : value(constant) {}

    static taped constant(R const& value) { return of(value, -1); }
    /// Adds an input to the current tape and returns it. Gradients are computed with respect to inputs.
    static taped input(R const& value) { return of(value, tape<R>::current()->input()); }

    template <class... Partials>
    static taped result(R const& value, Partials const&... partials) {
        bool const is_constant = ((partials.place < 0) && ...);
        return of(value, is_constant ? -1 : tape<R>::current()->operation({partials...}));
    }
    typename tape<R>::partial times(R const& derivative) const { return {place, derivative}; }

    taped& operator+=(taped const& b) { return *this = *this + b; }
    taped& operator-=(taped const& b) { return *this = *this - b; }
    taped& operator*=(taped const& b) { return *this = *this * b; }
    taped& operator/=(taped const& b) { return *this = *this / b; }

    friend taped operator+(taped const& a, taped const& b) { return result(a.value + b.value, a.times(R(1)), b.times(R(1))); }
    friend taped operator-(taped const& a, taped const& b) { return result(a.value - b.value, a.times(R(1)), b.times(R(-1))); }
    friend taped operator*(taped const& a, taped const& b) {
        return result(a.value * b.value, a.times(b.value), b.times(a.value));
    }
    friend taped operator/(taped const& a, taped const& b) {
        R const quotient = a.value / b.value;
        return result(quotient, a.times(R(1) / b.value), b.times(-quotient / b.value));
    }
    friend taped operator-(taped const& a) { return result(-a.value, a.times(R(-1))); }

    friend auto operator<(taped const& a, taped const& b) { return a.value < b.value; }
    friend auto operator>(taped const& a, taped const& b) { return a.value > b.value; }
    friend auto operator<=(taped const& a, taped const& b) { return a.value <= b.value; }
    friend auto operator>=(taped const& a, taped const& b) { return a.value >= b.value; }
    friend auto operator==(taped const& a, taped const& b) { return a.value == b.value; }
    friend auto operator!=(taped const& a, taped const& b) { return a.value != b.value; }

private:
    static taped of(R const& value, int place) {
        taped result;
        result.value = value;
        result.place = place;
        return result;
    }
};

template <real R>
struct number_traits<taped<R>> {
    using T = taped<R>;
    using plain = number_traits<R>;
    using mask = mask_t<R>;

    static T constant(double value) { return T(value); }
    static T select(mask const& m, T const& a, T const& b) {
        R const chosen = plain::select(m, R(1), R(0));
        return T::result(plain::select(m, a.value, b.value), a.times(chosen), b.times(R(1) - chosen));
    }
    static T min(T const& a, T const& b) { return select(a.value < b.value, a, b); }
    static T max(T const& a, T const& b) { return select(b.value < a.value, a, b); }
    static T abs(T const& a) { return T::result(plain::abs(a.value), a.times(plain::select(a.value < R(0), R(-1), R(1)))); }
    static T round(T const& a) { return T::constant(plain::round(a.value)); }
    static T sqrt(T const& a) {
        R const root = plain::sqrt(a.value);
        return T::result(root, a.times(R(0.5) / root));
    }
    static T fma(T const& a, T const& b, T const& c) {
        return T::result(plain::fma(a.value, b.value, c.value), a.times(b.value), b.times(a.value), c.times(R(1)));
    }
    static T scale(T const& a, T const& n) {
        return T::result(plain::scale(a.value, n.value), a.times(plain::scale(R(1), n.value)));
    }
    static T exponent(T const& a) { return T::constant(plain::exponent(a.value)); }

    static std::size_t index(T const& a) { return plain::index(a.value); }
    static void scatter(T* to, T const& place, T const& value) {
        for (std::size_t l = 0; l < width_of<R>; ++l) {
            R own(0);
            if constexpr (width_of<R> == 1) {
                own = R(1);
            } else {
                own.set(l, 1);
            }
            auto const entry = lane(place.value, l);
            if (!(entry < 0)) {
                T& number = to[static_cast<std::size_t>(entry)];
                number = select(R(0) < own, value, number);
            }
        }
    }

    /// Runs a function that changes `numbers` in place, and adds it to the current tape. The function computes with plain numbers
    /// R and has its own backward pass. The type Function must have
    ///     static constexpr std::size_t saved_size;             how many numbers forward() saves for backward()
    ///     static void forward(R* numbers, R* saved);
    ///     static void backward(R const* saved, R* gradient);   its backward pass, as tape::backward_pass
    template <class Function>
    static void run(std::span<T> numbers) {
        tape<R>& to = *tape<R>::current();
        auto const [values, saved] = to.begin_function(numbers.size(), Function::saved_size);
        for (std::size_t i = 0; i < numbers.size(); ++i) {
            values[i] = numbers[i].value;
            to.add_operand(numbers[i].place);
        }
        Function::forward(values, saved);
        int const first = to.end_function(numbers.size(), Function::saved_size, &Function::backward);
        for (std::size_t i = 0; i < numbers.size(); ++i) {
            numbers[i].value = values[i];
            numbers[i].place = first + static_cast<int>(i);
        }
    }

    static T empty_word() { return T::constant(plain::empty_word()); }
    static mask bit(T const& word, int k) { return plain::bit(word.value, k); }
    static T with_bit(T const& word, mask const& m, int k) { return T::constant(plain::with_bit(word.value, m, k)); }
    static mask differ(T const& a, T const& b) { return plain::differ(a.value, b.value); }
    static T flip_first_difference(T const& a, T const& b) { return T::constant(plain::flip_first_difference(a.value, b.value)); }
};
static_assert(real<taped<double>> && real<taped<lanes<4>>>);

// The functions of core/math.hpp for taped numbers. Calls without a namespace find these overloads.
template <real R>
void sincos(taped<R> const& x, taped<R>& s, taped<R>& c) {
    R sine, cosine;
    sincos(x.value, sine, cosine);
    taped<R> const angle = x;  // x may be s or c
    s = taped<R>::result(sine, angle.times(cosine));
    c = taped<R>::result(cosine, angle.times(-sine));
}
template <real R>
taped<R> sin(taped<R> const& x) {
    R sine, cosine;
    sincos(x.value, sine, cosine);
    return taped<R>::result(sine, x.times(cosine));
}
template <real R>
taped<R> cos(taped<R> const& x) {
    R sine, cosine;
    sincos(x.value, sine, cosine);
    return taped<R>::result(cosine, x.times(-sine));
}
template <real R>
taped<R> atan(taped<R> const& x) {
    return taped<R>::result(atan(x.value), x.times(R(1) / (R(1) + x.value * x.value)));
}
template <real R>
taped<R> exp(taped<R> const& x) {
    R const power = exp(x.value);
    return taped<R>::result(power, x.times(power));
}
template <real R>
taped<R> expm1(taped<R> const& x) {
    R const power = expm1(x.value);
    return taped<R>::result(power, x.times(power + R(1)));
}
template <real R>
taped<R> log(taped<R> const& x) {
    return taped<R>::result(log(x.value), x.times(R(1) / x.value));
}
/// Returns x^y. The derivative with respect to x is taken as zero where x is zero and y is at least 0.
template <real R>
taped<R> pow(taped<R> const& x, std::type_identity_t<taped<R>> const& y) {
    R const power = pow(x.value, y.value), safe = max(x.value, R(1.17549435e-38));
    return taped<R>::result(power, x.times(y.value * power / safe), y.times(power * log(safe)));
}
template <real R>
taped<R> tanh(taped<R> const& x) {
    R const t = tanh(x.value);
    return taped<R>::result(t, x.times(R(1) - t * t));
}

}  // namespace lockstep
