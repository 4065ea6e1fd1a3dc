// SPDX-License-Identifier: MIT
#include <cstdint>
#include <limits>
#include <new>
#include <utility>

#include <doctest/doctest.h>

#include <lockstep/core/lanes.hpp>
#include <lockstep/device/host_buffer.hpp>

namespace ls = lockstep;

TEST_CASE("a buffer is zero, and aligned for the widest lanes") {
    ls::host_buffer<float> const one(1);
    ls::host_buffer<ls::lanes<16>> const packs(3);
    CHECK(reinterpret_cast<std::uintptr_t>(one.data()) % 128 == 0);
    CHECK(reinterpret_cast<std::uintptr_t>(packs.data()) % 128 == 0);
    CHECK(one.data()[0] == 0.0f);
    CHECK(packs.data()[2][15] == 0.0f);
    CHECK(packs.size() == 3);
}

TEST_CASE("what is moved from is empty") {
    ls::host_buffer<int> a(2);
    a.data()[1] = 7;
    ls::host_buffer<int> b = std::move(a);
    CHECK(a.data() == nullptr);
    CHECK(a.size() == 0);
    CHECK(b.data()[1] == 7);
    a = ls::host_buffer<int>(5);
    a = std::move(b);
    CHECK(a.data()[1] == 7);
    CHECK(a.size() == 2);
    CHECK(b.data() == nullptr);
    CHECK(b.size() == 0);
}

TEST_CASE("more memory than there is, is an error") {
    CHECK_THROWS_AS(ls::host_buffer<double>(std::numeric_limits<std::size_t>::max() / 2), std::bad_alloc);
}
