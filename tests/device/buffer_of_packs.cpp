// SPDX-License-Identifier: MIT
#include <array>
#include <cstddef>
#include <stdexcept>
#include <string>

#include <doctest/doctest.h>

#include <lockstep/core/lanes.hpp>
#include <lockstep/device/buffer_of_packs.hpp>
#include <lockstep/device/cpu.hpp>

namespace ls = lockstep;

TEST_CASE_TEMPLATE("a buffer of packs has a row for each lane, at every width", R, ls::lanes<4>, ls::lanes<8>, ls::lanes<16>) {
    constexpr std::size_t width = ls::width_of<R>;
    ls::cpu device;
    auto buffer = device.allocate<std::array<R, 3>>(96 / width);
    ls::buffer_of_packs const single{buffer, width};
    CHECK(single.rows() == 96);
    CHECK(single.columns() == 3);
    ls::buffer_of_packs const steps{buffer, width, 2};
    CHECK(steps.rows() == 48);
    CHECK(steps.columns() == 6);
    CHECK(&ls::slices_of(steps).buffer == &buffer);
    CHECK(ls::slices_of(steps).length == buffer.size());
}

TEST_CASE("a visitor gets the buffer of packs") {
    ls::cpu device;
    auto buffer = device.allocate<ls::lanes<8>>(6);
    std::size_t visits = 0;
    auto const visit = [&](char const* name, auto& entry) {
        ++visits;
        CHECK(std::string(name) == "numbers");
        CHECK(&entry.buffer == &buffer);
        CHECK(entry.rows() == 24);
        CHECK(entry.columns() == 2);
    };
    ls::visit_packs(visit, "numbers", buffer, 8, 2);
    CHECK(visits == 1);

    auto const refuses = [&](std::size_t width, std::size_t length) {
        CHECK_THROWS_AS(ls::visit_packs(visit, "numbers", buffer, width, length), std::invalid_argument);
    };
    refuses(8, 4);
    refuses(8, 0);
    refuses(0, 1);
    refuses(16, 1);
    CHECK_THROWS_WITH(ls::visit_packs(visit, "numbers", buffer, 3),
                      "lockstep::visit_packs: \"numbers\" has 6 elements of 32 bytes, which are not whole packs of 3 lanes with "
                      "floats and 1 elements each");
    CHECK(visits == 1);
}
