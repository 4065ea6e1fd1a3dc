// SPDX-License-Identifier: MIT
// The derivative of each operation on taped numbers against central differences.
#include <array>
#include <cmath>
#include <cstddef>

#include <doctest/doctest.h>

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/table.hpp>
#include <lockstep/core/taped.hpp>

namespace ls = lockstep;

namespace {

template <class Numbers>
auto of(Numbers const&, double value) {
    return typename Numbers::value_type(value);
}

template <class F>
void check(F&& f, std::array<double, 3> const& at) {
    using T = ls::taped<double>;
    ls::tape<double> tape;
    ls::writing_on<double> const writing(tape);
    std::array<T, 3> x;
    for (std::size_t i = 0; i < 3; ++i) {
        x[i] = T::input(at[i]);
    }
    T const y = f(x);
    CHECK(y.value == doctest::Approx(f(at)).epsilon(1e-15));
    tape.start();
    tape.seed(y.place, 2);
    tape.run_backward();
    for (std::size_t i = 0; i < 3; ++i) {
        CAPTURE(i);
        double const h = 1e-6;
        auto more = at, less = at;
        more[i] += h;
        less[i] -= h;
        CHECK(tape.gradient(x[i].place) == doctest::Approx((f(more) - f(less)) / h).epsilon(1e-6));
    }
}

}  // namespace

TEST_CASE("operations and functions") {
    for (auto const& at : {std::array{0.7, 1.3, -0.4}, std::array{1.9, 0.2, 0.6}}) {
        check([](auto const& x) { return x[0] + x[1] * x[2] - x[0] / (x[1] + x[0] * x[0]); }, at);
        check([](auto x) { return (x[0] += x[1], x[0] *= x[2], x[0] -= x[1], x[0] /= x[1]); }, at);
        check([](auto const& x) { return ls::sqrt(x[0]) * ls::fma(x[1], -x[2], x[0]) + ls::abs(x[2]); }, at);
        check([](auto const& x) { return ls::min(x[0], x[1]) * ls::max(x[1], x[2]) + ls::clamp(x[2], of(x, -0.5), of(x, 0.5)); },
              at);
        check([](auto const& x) { return ls::select(x[0] < x[1], x[0] * x[2], x[1] / x[0]); }, at);
        check([](auto const& x) { return ls::sin(x[0]) * ls::cos(x[1]) + ls::tanh(x[2]) * ls::atan(x[0]); }, at);
        check([](auto const& x) { return ls::exp(x[0]) * ls::log(x[1]) + ls::expm1(x[2]) * ls::pow(x[0], x[1]); }, at);
        check(
            [](auto const& x) {
            auto s = x[0], c = x[0];
            ls::sincos(x[0] * x[1], s, c);
            return s + c * x[2];
            },
            at);
    }
}

TEST_CASE("what is constant almost everywhere passes no derivative") {
    using T = ls::taped<double>;
    ls::tape<double> tape;
    ls::writing_on<double> const writing(tape);
    T const x = T::input(2.6);
    CHECK(ls::round(x).place == -1);
    CHECK(ls::round(x).value == 3);
    CHECK((T(2) * T(3)).place == -1);  // constants are not written down
    CHECK(tape.size() == 1);
}

TEST_CASE("zero times an infinite derivative is zero") {
    using R = ls::lanes<4>;
    using T = ls::taped<R>;
    ls::tape<R> tape;
    ls::writing_on<R> const writing(tape);
    T const x = T::input(R(0));
    T const y = ls::select(x.value < R(1), x, ls::sqrt(x));
    tape.start();
    tape.seed(y.place, R(1));
    tape.run_backward();
    CHECK(ls::lane(tape.gradient(x.place), 0) == 1);
}

TEST_CASE("tables") {
    using R = ls::lanes<4>;
    using T = ls::taped<R>;
    ls::tape<R> tape;
    ls::writing_on<R> const writing(tape);
    ls::table<T, 3, 2> table;
    table.set(T(0), 1, T(0));
    table.set(T(1), 1, T(0));
    T const x = T::input(R(5));
    R place(-1);
    place.set(1, 0);
    place.set(2, 1);
    table.scatter(T::constant(place), 1, x * x);
    T const sum = table.at(T(0), 1) + T(3) * table.at(T(1), 1);
    tape.start();
    tape.seed(sum.place, R(1));
    tape.run_backward();
    R const gradient = tape.gradient(x.place);
    CHECK((gradient[0] == 0 && gradient[1] == 10 && gradient[2] == 30 && gradient[3] == 0));
}
