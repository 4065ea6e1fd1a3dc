// SPDX-License-Identifier: MIT
#include <lockstep/nn/products/multiply.hpp>

#include <algorithm>
#include <vector>

#include <Eigen/Core>
#include <doctest/doctest.h>

#include <lockstep/core/random.hpp>

namespace ls = lockstep;

namespace {

std::vector<float> numbers(std::size_t count, std::uint32_t stream) {
    ls::random<float> draw(3, stream, 0);
    std::vector<float> result(count);
    for (float& x : result) {
        x = draw.uniform(-1, 1);
    }
    return result;
}

struct operands {
    std::size_t rows, columns, depth;
    std::size_t b_stride = columns + 3;
    std::size_t out_stride = columns + ls::pack_width<float>;
    std::vector<float> a = numbers(rows * depth, 0);
    std::vector<float> b = numbers(depth * b_stride, 1);
    std::vector<float> start = numbers(rows * columns, 2);
    std::vector<float> out = std::vector<float>(rows * out_stride, 7.0f);

    ls::product<float> product(bool started) {
        return {.a = ls::scalars<float>::of({a.data(), depth}),
                .b = {b.data(), b_stride},
                .depth = depth,
                .out = {out.data(), out_stride},
                .start = {started ? start.data() : nullptr, columns}};
    }
};

}  // namespace

TEST_CASE("multiply agrees with Eigen for any number of rows and vectors") {
    for (std::size_t rows = 1; rows <= 65; ++rows) {
        for (std::size_t vectors = 1; vectors <= 6; ++vectors) {
            for (bool started : {false, true}) {
                operands x{.rows = rows, .columns = vectors * ls::pack_width<float>, .depth = 19};
                ls::multiply(x.product(started), 0, rows, x.columns);
                for (std::size_t r = 0; r < rows; ++r) {
                    for (std::size_t c = 0; c < x.columns; ++c) {
                        Eigen::Map<Eigen::VectorXf const> const a(x.a.data() + r * x.depth, 19);
                        Eigen::Map<Eigen::VectorXf const, 0, Eigen::InnerStride<>> const b(
                            x.b.data() + c, 19, Eigen::InnerStride<>(static_cast<Eigen::Index>(x.b_stride)));
                        double const expected = a.cast<double>().dot(b.cast<double>()) +
                                                (started ? static_cast<double>(x.start[r * x.columns + c]) : 0.0);
                        REQUIRE(x.out[r * x.out_stride + c] == doctest::Approx(expected).epsilon(1e-5));
                    }
                    REQUIRE(x.out[r * x.out_stride + x.columns] == 7.0f);
                }
            }
        }
    }
}

TEST_CASE("an element has the same bits whatever tile it lies in") {
    operands whole{.rows = 29, .columns = 5 * ls::pack_width<float>, .depth = 37};
    ls::multiply(whole.product(true), 0, whole.rows, whole.columns);
    for (std::size_t middle = 0; middle <= whole.rows; ++middle) {
        operands halves{.rows = 29, .columns = 5 * ls::pack_width<float>, .depth = 37};
        ls::multiply(halves.product(true), 0, middle, halves.columns);
        ls::multiply(halves.product(true), middle, halves.rows, halves.columns);
        REQUIRE(halves.out == whole.out);
    }
}

TEST_CASE("either factor may be transposed by its strides") {
    operands x{.rows = 9, .columns = 2 * ls::pack_width<float>, .depth = 11};
    operands turned = x;
    for (std::size_t r = 0; r < x.rows; ++r) {
        for (std::size_t k = 0; k < x.depth; ++k) {
            turned.a[k * x.rows + r] = x.a[r * x.depth + k];
        }
    }
    ls::multiply(x.product(false), 0, x.rows, x.columns);
    ls::product<float> p = turned.product(false);
    p.a = ls::scalars<float>::transposed({turned.a.data(), x.rows});
    ls::multiply(p, 0, x.rows, x.columns);
    CHECK(turned.out == x.out);
}

TEST_CASE("a large transposed factor is multiplied in parts, with the bits of one chain") {
    std::size_t const rows = 640;  // a row of `a` is so long that the product has several parts
    for (std::size_t depth : {1, 96, 205, 300}) {
        for (bool started : {false, true}) {
            operands x{.rows = rows, .columns = 5 * ls::pack_width<float>, .depth = depth};
            ls::product<float> p = x.product(started);
            p.a = ls::scalars<float>::transposed({x.a.data(), rows});
            operands without_finish = x;
            std::size_t finished = 0;
            ls::multiply(p, 7, rows, x.columns, [&](std::size_t row, std::size_t column, std::size_t n) {
                for (std::size_t c = column; c < column + n; ++c) {
                    float sum = started ? x.start[row * x.columns + c] : 0.0f;
                    for (std::size_t k = 0; k < depth; ++k) {
                        sum = ls::multiply_add(x.a[k * rows + row], x.b[k * x.b_stride + c], sum);
                    }
                    REQUIRE(x.out[row * x.out_stride + c] == sum);
                    ++finished;
                }
            });
            CHECK(finished == (rows - 7) * x.columns);
            p.out.data = without_finish.out.data();
            ls::multiply(p, 7, rows, x.columns);
            CHECK(without_finish.out == x.out);
        }
    }
}

TEST_CASE("finish sees every element once, when it is complete") {
    operands x{.rows = 8, .columns = 5 * ls::pack_width<float>, .depth = 4};
    ls::multiply(x.product(false), 0, x.rows, x.columns);
    operands doubled = x;
    ls::multiply(doubled.product(false), 0, x.rows, x.columns, [&](std::size_t row, std::size_t column, std::size_t n) {
        float* const piece = doubled.out.data() + row * x.out_stride + column;
        std::transform(piece, piece + n, piece, [](float y) { return 2 * y; });
    });
    for (std::size_t r = 0; r < x.rows; ++r) {
        for (std::size_t c = 0; c < x.columns; ++c) {
            REQUIRE(doubled.out[r * x.out_stride + c] == 2 * x.out[r * x.out_stride + c]);
        }
    }
}

TEST_CASE("no rows, no work") {
    operands x{.rows = 3, .columns = ls::pack_width<float>, .depth = 4};
    auto const before = x.out;
    ls::multiply(x.product(false), 2, 2, x.columns);
    CHECK(x.out == before);
}

TEST_CASE_TEMPLATE("an element is one chain of multiply_add whatever the width", R, ls::lanes<4>, ls::lanes<8>, ls::lanes<16>) {
    operands x{.rows = 7, .columns = 48, .depth = 33};
    ls::multiply<float, R>(x.product(true), 0, x.rows, x.columns);
    for (std::size_t r = 0; r < x.rows; ++r) {
        for (std::size_t c = 0; c < x.columns; ++c) {
            float sum = x.start[r * x.columns + c];
            for (std::size_t k = 0; k < x.depth; ++k) {
                sum = ls::multiply_add(x.a[r * x.depth + k], x.b[k * x.b_stride + c], sum);
            }
            REQUIRE(x.out[r * x.out_stride + c] == sum);
        }
    }
}

TEST_CASE("padding is a cache line of floats on every build") {
    static_assert(ls::padded(1) == 16 && ls::padded(16) == 16 && ls::padded(17) == 32);
    static_assert(ls::padded<double>(17) == 17 && ls::whole_packs<double>(17) == 17);
    CHECK(ls::whole_packs(1) == ls::pack_width<float>);
}
