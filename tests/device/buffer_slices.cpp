// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <lockstep/device/buffer_slices.hpp>
#include <lockstep/device/cpu.hpp>

namespace ls = lockstep;

TEST_CASE("a buffer is one slice, and slices are what they are") {
    ls::cpu device;
    auto buffer = device.allocate<float>(12);
    auto const whole = ls::slices_of(buffer);
    CHECK(&whole.buffer == &buffer);
    CHECK(whole.count == 1);
    CHECK(whole.length == 12);
    ls::buffer_slices const halves{buffer, 2, 6, 4};
    auto const same = ls::slices_of(halves);
    CHECK(&same.buffer == &buffer);
    CHECK(same.count == 2);
    CHECK(same.stride == 6);
    CHECK(same.length == 4);
}
