// SPDX-License-Identifier: MIT
#include <lockstep/core/ordered_sum.hpp>

#include <vector>

#include <doctest/doctest.h>

#include <tests/core/each_lane.hpp>

namespace ls = lockstep;
using namespace core_test;

namespace {

/// Values of many sizes, so that every order of their sum rounds otherwise.
std::vector<float> uneven(std::size_t size) {
    std::vector<float> result(size);
    for (std::size_t i = 0; i < size; ++i) {
        result[i] = std::sin(static_cast<float>(i)) * std::exp(std::cos(static_cast<float>(7 * i)) * 6);
    }
    return result;
}

/// The order that ordered_sum states, one number after the other.
float plain_sum(std::vector<float> const& values) {
    float partial[32] = {};
    for (std::size_t i = 0; i < values.size(); ++i) {
        partial[i % 32] += values[i];
    }
    for (std::size_t half = 16; half > 0; half /= 2) {
        for (std::size_t j = 0; j < half; ++j) {
            partial[j] += partial[j + half];
        }
    }
    return partial[0];
}

}  // namespace

TEST_CASE_TEMPLATE("ordered_sum adds in one order whatever the width", R, float, EVERY_WIDTH) {
    for (std::size_t size : {0, 16, 32, 48, 64, 1024, 4000}) {
        auto const values = uneven(size);
        ls::ordered_sum<R> sum;
        for (std::size_t pack = 0; pack < size / ls::width_of<R>; ++pack) {
            sum.add(pack, ls::load_pack<R>(values.data() + pack * ls::width_of<R>));
        }
        CHECK(sum.total() == plain_sum(values));
    }
}

TEST_CASE_TEMPLATE("for_each_pack passes every number with the pack of its partial sum", R, float, double, EVERY_WIDTH) {
    for (std::size_t size : {0, 16, 32, 48, 4000}) {
        std::size_t packs = 0;
        ls::for_each_pack<R>(size, [&](std::size_t pack, std::size_t i) {
            REQUIRE(i == packs * ls::width_of<R>);
            REQUIRE(pack == packs % ls::ordered_sum<R>::packs);
            ++packs;
        });
        CHECK(packs == size / ls::width_of<R>);
    }
}

TEST_CASE("the order of an ordered_sum is no other") {
    auto const values = uneven(4000);
    float in_order = 0;
    for (float x : values) {
        in_order += x;
    }
    CHECK(plain_sum(values) != in_order);
    CHECK(plain_sum(values) == doctest::Approx(in_order).epsilon(1e-4));
}

TEST_CASE("a partial sum is at hand for more than an addition") {
    ls::ordered_sum<ls::lanes<8>> sum;
    sum.partial(1) = ls::lanes<8>(2);
    sum.partial(5) = ls::fma(sum.partial(5), ls::lanes<8>(3), ls::lanes<8>(1));
    CHECK(sum.total() == 8 * 7);
    ls::ordered_sum<double> one;
    one.add(40, 2.5);
    CHECK(one.total() == 2.5);
}
