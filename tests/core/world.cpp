// SPDX-License-Identifier: MIT
#include <cstddef>
#include <type_traits>

#include <doctest/doctest.h>

#include <lockstep/core/world.hpp>
#include <lockstep/kernel/text_world.hpp>

namespace ls = lockstep;

// float and double name the processor's worlds, and a world names itself.
static_assert(std::is_same_v<ls::world_t<float>, ls::native_world> && std::is_same_v<ls::world_t<double>, ls::double_world>);
static_assert(std::is_same_v<ls::world_t<ls::text_world>, ls::text_world>);
static_assert(std::is_same_v<ls::number_for_t<ls::native_world>, float> &&
              std::is_same_v<ls::number_for_t<ls::double_world>, double>);
static_assert(std::is_same_v<ls::number_for_t<ls::text_world>, ls::text_world>);

static_assert(std::is_same_v<ls::pack_t<float>, ls::native_lanes> && std::is_same_v<ls::pack_t<double>, double>);
static_assert(std::is_same_v<ls::scalar_t<double>, double> && std::is_same_v<ls::index_t<float>, std::size_t>);
static_assert(std::is_same_v<ls::pointer_t<float const>, float const*> && std::is_same_v<ls::pointer_t<double>, double*>);
static_assert(std::is_same_v<ls::pointer_t<ls::text_world const>, ls::written_pointer<ls::written_scalar const>>);

TEST_CASE("an array of a number type is that of its world") {
    ls::array_t<double, 3> numbers = {1, 2, 3};
    CHECK(numbers[2] == 3);
    CHECK(sizeof(ls::array_t<float, 4>) == 16);
}
