// SPDX-License-Identifier: MIT
#include <cmath>
#include <random>
#include <span>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include <lockstep/physics/robots/half_cheetah.hpp>
#include <lockstep/physics/robots/hopper.hpp>
#include <lockstep/physics/substep.hpp>
#include <lockstep/program/count.hpp>
#include <lockstep/program/fuse.hpp>
#include <lockstep/program/interpreter.hpp>
#include <lockstep/program/record.hpp>

#include <tests/program/random_kernel.hpp>

namespace ls = lockstep;
using ls::operation;
using ls::recorded;

namespace {

int count(ls::program const& p, operation op) {
    int result = 0;
    for (ls::node const& n : p.nodes) {
        result += n.op == op;
    }
    return result;
}

template <class Transform>
ls::program record(std::size_t rows, Transform transform) {
    return ls::record(rows, transform, {.fuse = false});
}

std::vector<double> run(ls::program const& p, std::vector<double> rows) {
    ls::interpret<double>(p, rows);
    return rows;
}

/// The fused form of a program of one output, whose operations are all fused.
ls::node only_operation(ls::program const& p) {
    ls::program const fused = ls::fuse(p);
    CHECK(ls::count_operations(fused).total() == 1);
    CHECK(run(fused, {3, 5, 11}) == run(p, {3, 5, 11}));
    return fused[fused.outputs[0].value];
}

void check_robot(ls::physics::model const& m) {
    auto const substep = [&](std::span<recorded> rows) { ls::physics::substep<recorded>(m, rows); };
    ls::program const plain = record(ls::physics::substep_size(m), substep), fused = ls::fuse(plain);
    ls::operation_count const before = ls::count_operations(plain), after = ls::count_operations(fused);
    CHECK(10 * after.total() < 9 * before.total());
    CHECK(after.straight <= before.straight);
    CHECK(after.region <= before.region);
    CHECK(after.loop <= before.loop);
    CHECK(after.loop_region <= before.loop_region);

    std::mt19937 draw(1);
    std::uniform_real_distribution<double> number(-0.3, 0.3);
    for (int trial = 0; trial < 20; ++trial) {
        std::vector<double> rows(plain.rows);
        for (std::size_t i = 0; i < rows.size(); ++i) {
            std::size_t const words = m.qpos_size() + m.qvel_size();
            rows[i] = words <= i && i < words + m.words ? 0 : number(draw);
        }
        std::vector<double> const expected = run(plain, rows), actual = run(fused, rows);
        for (std::size_t i = 0; i < rows.size(); ++i) {
            CHECK(std::abs(actual[i] - expected[i]) <= 1e-12 * (1 + std::abs(expected[i])));
        }
    }
}

}  // namespace

TEST_CASE("a product and a sum become one operation, with their signs") {
    auto const fused = [](auto f) {
        return only_operation(record(3, [f](std::span<recorded> x) { x[0] = f(x[0], x[1], x[2]); }));
    };
    using R = recorded;
    CHECK(fused([](R a, R b, R c) { return a * b + c; }).value == 0);
    CHECK(fused([](R a, R b, R c) { return c + a * b; }).value == 0);
    CHECK(fused([](R a, R b, R c) { return a * b - c; }).value == ls::negated_addend);
    CHECK(fused([](R a, R b, R c) { return c - a * b; }).value == ls::negated_product);
    CHECK(fused([](R a, R b, R c) { return -(a * b + c); }).value == (ls::negated_product | ls::negated_addend));
    CHECK(fused([](R a, R b, R c) { return ls::fma(-a, b, -c); }).value == (ls::negated_product | ls::negated_addend));
    CHECK(fused([](R a, R b, R c) { return ls::fma(-a, -b, c); }).value == 0);
}

TEST_CASE("constants take the signs") {
    ls::program const p = record(1, [](std::span<recorded> x) { x[0] = recorded(7) - x[0] * recorded(0.1); });
    ls::node const n = ls::fuse(p)[ls::fuse(p).outputs[0].value];
    CHECK(n.op == operation::fma);
    CHECK(n.value == 0);
    CHECK(ls::fuse(p)[n.b].value == -0.1);
    CHECK(ls::fuse(p)[n.c].value == 7);
    ls::program const q = record(2, [](std::span<recorded> x) { x[0] = x[0] * x[1] - recorded(3); });
    ls::node const m = ls::fuse(q)[ls::fuse(q).outputs[0].value];
    CHECK(m.value == 0);
    CHECK(ls::fuse(q)[m.c].value == -3);
}

TEST_CASE("of two products that of the longer way is fused") {
    for (bool const swapped : {false, true}) {
        ls::program const p = ls::fuse(record(4, [&](std::span<recorded> x) {
            recorded const far = (x[2] + x[0]) * x[3], near = x[0] * x[1];
            x[0] = swapped ? near - far : far - near;
        }));
        CHECK(count(p, operation::mul) == 1);
        CHECK(count(p, operation::sub) == 0);
        ls::node const n = p[p.outputs[0].value];
        REQUIRE(n.op == operation::fma);
        CHECK(p[n.c].op == operation::mul);
        CHECK(p[p[n.c].a].value == 0);
        CHECK(n.value == (swapped ? ls::negated_product : ls::negated_addend));
        CHECK(run(p, {2, 3, 5, 7})[0] == (swapped ? -43 : 43));
    }
}

TEST_CASE("of two products the same is fused, whichever was recorded first") {
    auto const fused_rows = [](bool swapped) {
        ls::program const p = ls::fuse(record(4, [&](std::span<recorded> x) {
            recorded const a = swapped ? x[2] * x[3] : x[0] * x[1], b = swapped ? x[0] * x[1] : x[2] * x[3];
            x[0] = a + b;
        }));
        ls::node const n = p[p.outputs[0].value];
        REQUIRE(n.op == operation::fma);
        return p[n.a].value + 10 * p[n.b].value;
    };
    CHECK(fused_rows(true) == fused_rows(false));
}

TEST_CASE("a product that has another reader is computed once, and stays") {
    auto const stays = [](std::size_t rows, auto transform) {
        ls::program const p = record(rows, transform), fused = ls::fuse(p);
        CHECK(count(fused, operation::mul) == 1);
        CHECK(count(fused, operation::fma) == 0);
        CHECK(ls::count_operations(fused).total() == ls::count_operations(p).total());
    };
    stays(3, [](std::span<recorded> x) {
        recorded const product = x[0] * x[1];
        x[0] = product + x[2];
        x[1] = product - x[2];
    });
    stays(3, [](std::span<recorded> x) {
        recorded const product = x[0] * x[1];
        x[0] = product + x[2];
        x[1] = product;
    });
    stays(2, [](std::span<recorded> x) {
        recorded const product = x[0] * x[1];
        x[0] = product + product;
    });
}

TEST_CASE("a product stays in its block") {
    ls::program const region = ls::fuse(record(3, [](std::span<recorded> x) {
        recorded const product = x[0] * x[1];
        ls::when(
            ls::any(x[2] < recorded(0)), [&] { x[2] = x[2] + product; }, x[2]);
    }));
    CHECK(count(region, operation::mul) == 1);
    CHECK(count(region, operation::fma) == 0);
    ls::program const loop = ls::fuse(record(3, [](std::span<recorded> x) {
        recorded const product = x[0] * x[1];
        ls::repeat_until(
            3, [&] { return !ls::any(x[2] < recorded(10)); },
            [&] { x[2] = ls::select(x[2] < recorded(10), x[2] + product, x[2]); }, x[2]);
    }));
    CHECK(count(loop, operation::mul) == 1);
    CHECK(count(loop, operation::fma) == 0);
    CHECK(run(loop, {2, 3, 0})[2] == 12);
    ls::program const inside = ls::fuse(record(3, [](std::span<recorded> x) {
        ls::repeat_until(
            3, [&] { return !ls::any(x[2] < recorded(10)); },
            [&] { x[2] = ls::select(x[2] < recorded(10), x[2] + x[0] * x[1], x[2]); }, x[2]);
    }));
    CHECK(count(inside, operation::mul) == 0);
    CHECK(run(inside, {2, 3, 0})[2] == 12);
}

TEST_CASE("fused programs compute what the programs compute") {
    std::mt19937 draw(1);
    for (std::uint32_t seed = 0; seed < 300; ++seed) {
        CAPTURE(seed);
        ls::program const plain = record(5, [&](std::span<recorded> row) { lockstep_test::random_kernel<recorded>{seed}(row); });
        ls::program const fused = ls::fuse(plain);
        CHECK(ls::count_operations(fused).total() <= ls::count_operations(plain).total());
        for (int trial = 0; trial < 5; ++trial) {
            std::vector<double> rows(5);
            for (double& x : rows) {
                x = static_cast<double>(draw() % 21) - 10;
            }
            CHECK(run(fused, rows) == run(plain, rows));
        }
    }
}

TEST_CASE("the fused substep of a robot is the substep, with fewer operations") {
    check_robot(ls::physics::half_cheetah_model);
    check_robot(ls::physics::hopper_model);
}

TEST_CASE("what is recorded is fused unless it is asked for plain") {
    auto const transform = [](std::span<recorded> x) { x[0] = x[0] * x[1] + x[2]; };
    CHECK(count(ls::record(3, transform), operation::fma) == 1);
    CHECK(count(record(3, transform), operation::mul) == 1);
}

TEST_CASE("a constant takes the sign of an operation beside NaN") {
    ls::program const p = record(3, [](std::span<recorded> x) {
        x[2] = ls::select(x[0] < x[1], recorded(std::nan("")), x[2]);
        x[0] = x[0] * x[1] - recorded(3);
    });
    CHECK(run(ls::fuse(p), {2, 1, 4}) == std::vector<double>{-1, 1, 4});
}
