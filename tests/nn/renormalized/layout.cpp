// SPDX-License-Identifier: MIT
#include <lockstep/nn/renormalized/layout.hpp>

#include <cstddef>
#include <vector>

#include <doctest/doctest.h>

namespace ls = lockstep;

using layout = ls::renormalized_layout<float, 5, 2, 48, 20>;
constexpr std::size_t inputs = ls::padded(5);

TEST_CASE("what is trained lies before the running statistics, on whole packs") {
    static_assert(layout::levels == 3 && layout::units(0) == inputs && layout::units(2) == ls::padded(20));
    static_assert(layout::gains(0) == layout::plain::parameter_count && layout::shifts(0) == layout::gains(0) + inputs);
    static_assert(layout::means(0) == layout::trained_count && layout::trained_count == layout::shifts(2) + ls::padded(20));
    CHECK(layout::parameter_count == layout::variances(2) + ls::padded(20));
    CHECK(layout::trained_count % ls::pack_width<float> == 0);
}

TEST_CASE("the parts of a batch follow each other and fill it") {
    std::vector<float> numbers(layout::batch::numbers_for(21));
    layout::batch const b{numbers.data(), 21};
    CHECK(b.level(1).data == b.level(0).at(21, 0));
    CHECK(b.gradients(0).data == b.level(2).at(21, 0));
    CHECK(b.outputs() == b.gradients(1).at(21, 0));
    CHECK(b.output_gradients() == b.outputs() + 2 * ls::padded(21));
    CHECK(b.statistics(0, layout::batch::mean) == b.folded() + layout::plain::parameter_count);
    CHECK(b.statistics(2, layout::batch::statistic_count) == numbers.data() + numbers.size());
}
