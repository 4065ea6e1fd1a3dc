// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <lockstep/io/storage/tensor.hpp>

namespace ls = lockstep;

TEST_CASE_TEMPLATE("values go in and come out", T, float, double, std::uint32_t, std::uint64_t) {
    std::vector<T> const values = {T(1), T(2.5), T(3), T(4), T(5), T(6)};
    ls::tensor_map const tensors = {{"weights", ls::make_tensor<T>({2, 3}, values)}};
    std::vector<T> back(6);
    ls::read_tensor<T>(tensors, "weights", {2, 3}, back);
    CHECK(back == values);
}

TEST_CASE("a scalar has the empty shape, an empty array a zero in it") {
    std::vector<float> const one = {7}, none;
    CHECK(ls::make_tensor<float>({}, one).bytes.size() == 4);
    CHECK(ls::make_tensor<float>({3, 0}, none).bytes.empty());
}

TEST_CASE("a shape that does not fit the values is refused") {
    std::vector<float> const values(6);
    CHECK_THROWS_WITH_AS(ls::make_tensor<float>({2, 2}, values), "a tensor of shape [2, 2] cannot have 6 values",
                         std::invalid_argument);
}

TEST_CASE("what is asked for but not there is named with what is") {
    std::vector<float> values(6);
    std::vector<double> doubles(6);
    ls::tensor_map const tensors = {{"weights", ls::make_tensor<float>({2, 3}, std::span<float const>(values))}};
    CHECK_THROWS_WITH_AS(ls::read_tensor<float>(tensors, "bias", {6}, values), "tensor \"bias\" is missing", std::runtime_error);
    CHECK_THROWS_WITH_AS(ls::read_tensor<float>(tensors, "weights", {3, 2}, values),
                         "tensor \"weights\" is F32 [2, 3], not F32 [3, 2]", std::runtime_error);
    CHECK_THROWS_WITH_AS(ls::read_tensor<double>(tensors, "weights", {2, 3}, doubles),
                         "tensor \"weights\" is F32 [2, 3], not F64 [2, 3]", std::runtime_error);
}

TEST_CASE("byte counts do not wrap around") {
    std::size_t const large = std::size_t(1) << 40;
    CHECK(ls::byte_count(std::vector<std::size_t>{2, 3}, 4) == 24);
    CHECK(ls::byte_count(std::vector<std::size_t>{}, 8) == 8);
    CHECK_FALSE(ls::byte_count(std::vector<std::size_t>{large, large}, 1).has_value());
    CHECK(ls::byte_count(std::vector<std::size_t>{large, large, 0}, 4) == 0);
}
