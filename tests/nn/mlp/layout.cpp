// SPDX-License-Identifier: MIT
#include <lockstep/nn/mlp/layout.hpp>

#include <set>

#include <doctest/doctest.h>

namespace ls = lockstep;

TEST_CASE_TEMPLATE("every weight and bias has a place of its own", L, ls::mlp_layout<17, 6, 64, 64>, ls::mlp_layout<3, 9, 5>,
                   ls::mlp_layout<1, 1, 7, 20, 4>) {
    std::set<std::size_t> places;
    std::size_t count = 0;
    for (std::size_t l = 0; l <= L::hidden_layers; ++l) {
        for (std::size_t o = 0; o < L::layer_outputs(l); ++o) {
            for (std::size_t i = 0; i < L::layer_inputs(l); ++i) {
                places.insert(L::weight(l, o, i));
            }
            places.insert(L::bias(l, o));
            count += L::layer_inputs(l) + 1;
        }
    }
    CHECK(places.size() == count);
    CHECK(*places.rbegin() < L::parameter_count);
    CHECK(L::parameter_count % ls::pack_width<float> == 0);
}

TEST_CASE("sizes are those of the layers") {
    using L = ls::mlp_layout<17, 6, 64, 50>;
    CHECK(L::layer_inputs(0) == 17);
    CHECK(L::layer_outputs(1) == 50);
    CHECK(L::layer_inputs(2) == 50);
    CHECK(L::layer_outputs(2) == 6);
    CHECK(L::width(1) == ls::padded(50));
    CHECK(L::gradient_rows == 18 + 65 + 6);
}
