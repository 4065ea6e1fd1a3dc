// SPDX-License-Identifier: MIT
// The adjoint against central differences of the recorded program itself.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <random>
#include <stdexcept>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include <lockstep/physics/robots/half_cheetah.hpp>
#include <lockstep/physics/substep.hpp>
#include <lockstep/program/adjoint.hpp>
#include <lockstep/program/count.hpp>
#include <lockstep/program/interpreter.hpp>
#include <lockstep/program/print_lanes.hpp>
#include <lockstep/program/reordered.hpp>

namespace ls = lockstep;
using ls::recorded;

namespace {

std::mt19937 draw(7);
double uniform(double low, double high) { return low + (high - low) * static_cast<double>(draw() >> 8) * 0x1p-24; }

/// Gradient of sum(weights . rows after p) with respect to the rows before, by the adjoint and by differences.
void check_gradient(ls::program const& p, std::vector<double> const& state, double tolerance = 1e-7) {
    std::size_t const n = p.rows;
    std::vector<double> rows = state;
    for (std::size_t i = 0; i < n; ++i) {
        rows.push_back(uniform(-1, 1));
    }
    std::vector<double> const weights(rows.begin() + static_cast<std::ptrdiff_t>(n), rows.end());
    ls::interpret<double>(ls::adjoint(p), rows);
    CHECK(std::vector<double>(rows.begin(), rows.begin() + static_cast<std::ptrdiff_t>(n)) == state);

    auto const loss = [&](std::size_t row, double step) {
        std::vector<double> moved = state;
        moved[row] += step;
        ls::interpret<double>(p, moved);
        double sum = 0;
        for (std::size_t i = 0; i < n; ++i) {
            sum += weights[i] * moved[i];
        }
        return sum;
    };
    for (std::size_t row = 0; row < n; ++row) {
        CAPTURE(row);
        double const h = 1e-3;  // Richardson's extrapolation of two central differences: error O(h^4)
        double const coarse = (loss(row, h) - loss(row, -h)) / (2 * h);
        double const fine = (loss(row, h / 2) - loss(row, -h / 2)) / h;
        double const difference = (4 * fine - coarse) / 3;
        CHECK(rows[n + row] == doctest::Approx(difference).epsilon(tolerance).scale(1));
    }
}

}  // namespace

TEST_CASE("every differentiable operation") {
    ls::program const p = ls::record(6, [](std::span<recorded> x) {
        recorded const sum = x[0] + x[1] * x[2] - x[3] / (ls::abs(x[4]) + recorded(1));
        recorded const root = ls::sqrt(x[0] * x[0] + ls::max(x[1], x[2]) + recorded(3));
        recorded const fused = ls::fma(sum, root, -x[5]);
        recorded const chosen = ls::select(fused < x[0], sum * root, ls::min(fused, x[3]) * x[5]);
        recorded const scaled = ls::number_traits<recorded>::scale(chosen, ls::round(x[4] * recorded(3)));
        x[0] = scaled;
        x[1] = fused;
        x[2] = sum / root;
        x[5] = recorded(2);
    });
    for (int trial = 0; trial < 50; ++trial) {
        std::vector<double> state(6);
        for (double& x : state) {
            x = uniform(-2, 2);
        }
        state[4] = 0.2;  // differences across a rounding mean nothing
        if (std::abs(state[1] - state[2]) > 0.01) {
            check_gradient(p, state);
        }
    }
}

TEST_CASE("a straight line of smooth code") {
    ls::program const p = ls::record(4, [](std::span<recorded> x) {
        for (int step = 0; step < 20; ++step) {  // a pendulum-like map
            recorded const energy = x[0] * x[0] + x[1] * x[1] + recorded(1);
            x[1] += recorded(0.05) * (x[2] - x[0] / ls::sqrt(energy));
            x[0] += recorded(0.05) * x[1];
            x[3] += energy * recorded(0.05);
        }
    });
    for (int trial = 0; trial < 20; ++trial) {
        check_gradient(p, {uniform(-1, 1), uniform(-1, 1), uniform(-1, 1), uniform(-1, 1)});
    }
    auto const forward = static_cast<double>(ls::count_operations(p).total());
    auto const both = static_cast<double>(ls::count_operations(ls::adjoint(p)).total());
    CHECK(both < 3 * forward);
}

TEST_CASE("regions are differentiated under their condition") {
    ls::program const p = ls::record(4, [](std::span<recorded> x) {
        recorded depth = ls::undefined<recorded>();
        recorded force = recorded(0);
        ls::recorded_mask const touches = x[0] < recorded(0);
        ls::when(
            ls::any(touches),
            [&] {
            depth = ls::sqrt(ls::select(touches, -x[0], recorded(1)));  // NaN without the guard where there is no contact
            force = depth * x[1];
            ls::recorded_mask const slides = force > x[2];
            ls::when(
                ls::any(slides),
                [&] {
                force = ls::select(slides, x[2] * x[2] / depth + x[3], force);
                x[3] = ls::select(slides, x[3] * depth, x[3]);
                },
                force, x);
            },
            depth, force, x);
        ls::when(
            ls::any(touches), [&] { x[1] = ls::select(touches, x[1] * depth, x[1]); }, x);
        x[2] = force * x[0] + x[1];
    });
    CHECK(ls::count_operations(p).regions == 3);
    for (int trial = 0; trial < 60; ++trial) {
        double const side = trial % 2 == 0 ? -1 : 1;
        check_gradient(p, {side * uniform(0.3, 2), uniform(-1, 1), uniform(-1, 1), uniform(-1, 1)});
    }
    // Where no lane enters, nothing of the region runs: no NaN from a division that nobody asked for.
    ls::program const guarded = ls::record(2, [](std::span<recorded> x) {
        ls::when(
            ls::any(x[0] != recorded(0)), [&] { x[1] = x[1] / x[0]; }, x);
    });
    std::vector<double> rows = {0, 3, 0.5, 0.25};
    ls::interpret<double>(ls::adjoint(guarded), rows);
    CHECK(rows == std::vector<double>{0, 3, 0.5, 0.25});
}

TEST_CASE("the numbers of a constant table are factors") {
    ls::program const p = ls::record(3, [](std::span<recorded> x) {
        ls::constant_table<recorded, 2> const factors({2, 3, 5, 7});
        recorded const entry = ls::round(x[0]);
        x[1] = x[1] * factors.at(entry, 0);
        ls::when(
            ls::any(recorded(0.5) < x[0]),
            [&] {
            ls::constant_table<recorded, 1> const offsets({11, 13});
            x[2] = x[2] * factors.at(entry, 1) + offsets.at(entry, 0) * x[1];
            },
            x);
    });
    check_gradient(p, {0.2, 1.3, 0.7});
    check_gradient(p, {1.2, -0.3, 0.4});
}

TEST_CASE("tables are refused") {
    ls::program const p = ls::record(2, [](std::span<recorded> x) {
        ls::table<recorded, 2, 1> numbers;
        numbers.set(recorded(0), 0, x[0]);
        x[1] = numbers.at(recorded(0), 0);
    });
    CHECK_THROWS_WITH_AS(ls::adjoint(p), "adjoint: the program has a table, through which no derivative passes",
                         std::invalid_argument);
}

TEST_CASE("loops are unrolled or refused") {
    auto const root = [](std::span<recorded> x) {  // Newton's square root of x[0]
        recorded y = x[0];
        recorded residual = y * y - x[0];
        ls::repeat_until(
            12, [&] { return !ls::any(recorded(1e-12) < ls::abs(residual)); },
            [&] {
            y = recorded(0.5) * (y + x[0] / y);
            residual = y * y - x[0];
            },
            y, residual);
        x[1] = y;
    };
    CHECK_THROWS_WITH_AS(ls::adjoint(ls::record(2, root)), "adjoint: the program has a loop; record it with {.unroll = true}",
                         std::invalid_argument);
    ls::program const p = ls::record(2, root, {.unroll = true});
    CHECK(ls::count_operations(p).loops == 0);
    for (double const x : {0.5, 2.0, 7.0}) {
        std::vector<double> rows = {x, 0, 0, 1};
        ls::interpret<double>(ls::adjoint(p), rows);
        CHECK(rows[2] == doctest::Approx(0.5 / std::sqrt(x)).epsilon(1e-9));
        CHECK(rows[3] == 0);
    }
}

TEST_CASE("a substep of HalfCheetah, with contacts") {
    auto const& model = ls::physics::half_cheetah_model;
    std::size_t const n = ls::physics::substep_size(model), ctrl = 18 + model.words;
    ls::program const p =
        ls::record(n, [&](std::span<recorded> rows) { ls::physics::substep<recorded>(model, rows); }, {.unroll = true});
    ls::program const reverse = ls::adjoint(p);
    int compared = 0;
    int agreed = 0;  // a difference across a change of the active set means nothing
    for (int trial = 0; trial < 20; ++trial) {
        std::vector<double> rows(2 * n);  // qpos 9, qvel 9, the solver's words, controls 6; then the gradient
        for (std::size_t i = 0; i < 9; ++i) {
            rows[i] = uniform(-0.1, 0.1);
            rows[9 + i] = uniform(-2, 2);
            rows[n + i] = uniform(-1, 1);
            rows[n + 9 + i] = uniform(-1, 1);
        }
        for (std::size_t i = ctrl; i < n; ++i) {
            rows[i] = uniform(-0.5, 0.5);
        }
        rows[1] += trial < 5 ? 0.5 : -0.08;  // in the air, on the ground
        auto const loss = [&](std::size_t row, double step) {
            std::vector<double> moved(rows.begin(), rows.begin() + static_cast<std::ptrdiff_t>(n));
            moved[row] += step;
            ls::interpret<double>(p, moved);
            double sum = 0;
            for (std::size_t i = 0; i < 18; ++i) {
                sum += rows[n + i] * moved[i];
            }
            return sum;
        };
        std::vector<double> result = rows;
        ls::interpret<double>(reverse, result);
        double largest = 0;
        for (std::size_t i = 0; i < n; ++i) {
            REQUIRE(std::isfinite(result[n + i]));
            largest = std::max(largest, std::abs(result[n + i]));
        }
        for (std::size_t i = 0; i < n; ++i) {
            if (i < 18 || i >= ctrl) {
                double const h = 1e-5;
                double const difference = (loss(i, h) - loss(i, -h)) / (2 * h);
                ++compared;
                agreed += std::abs(result[n + i] - difference) < 1e-6 * largest;
            }
        }
    }
    CHECK(compared == 20 * 24);
    CHECK(agreed > 0.98 * compared);
}

TEST_CASE("a gradient sums in an order that does not depend on that of the program's numbers") {
    ls::program const p = ls::record(4, [](std::span<recorded> x) {
        recorded const shared = ls::sqrt(x[0]);
        x[0] = (shared * x[1] + ls::abs(shared)) * x[2] + ls::min(shared, x[3]);
    });
    std::vector<int> order;
    for (int i = 0; i < p.size(); ++i) {
        order.push_back(i);
    }
    int moves = 0;
    for (int i = p.size() - 1; i > 0; --i) {  // swaps neighbours that do not read each other
        ls::node const& n = p[order[static_cast<std::size_t>(i)]];
        int const before = order[static_cast<std::size_t>(i) - 1];
        if (!ls::is_known_at_start(p[before].op) && n.a != before && n.b != before && n.c != before) {
            std::swap(order[static_cast<std::size_t>(i)], order[static_cast<std::size_t>(i) - 1]);
            ++moves;
        }
    }
    CHECK(moves > 0);
    CHECK(ls::print_lanes(ls::adjoint(reordered(p, order)), "f") == ls::print_lanes(ls::adjoint(p), "f"));
}
