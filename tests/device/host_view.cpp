// SPDX-License-Identifier: MIT
#include <stdexcept>

#include <doctest/doctest.h>

#include <lockstep/device/cpu.hpp>
#include <lockstep/device/host_view.hpp>
#include <tests/archetype/device.hpp>

namespace ls = lockstep;

namespace {

template <class Buffer>
concept viewable = requires(Buffer& buffer) {
    ls::host_view(buffer, 2, 3);
};
static_assert(viewable<ls::cpu::buffer<float>> && viewable<ls::cpu::buffer<float> const>);
static_assert(!viewable<archetype::discrete_device::buffer<float>>);

}  // namespace

TEST_CASE("a view is the buffer's own memory, row-major") {
    ls::cpu device({.threads = 1});
    auto buffer = device.allocate<float>(24);
    auto view = ls::host_view(buffer, 2, 3, 4);
    view(1, 2, 0) = 7.0f;
    CHECK(buffer.data()[1 * 12 + 2 * 4] == 7.0f);
    CHECK(&view(0, 0, 0) == buffer.data());
    CHECK(view.shape(1) == 3);
    auto const& constant = buffer;
    CHECK(ls::host_view(constant)(20) == 7.0f);
}

TEST_CASE("a shape of another size is an error that names both") {
    ls::cpu device({.threads = 1});
    auto buffer = device.allocate<float>(24);
    CHECK_THROWS_WITH_AS(ls::host_view(buffer, 5, 5), "lockstep::host_view: the shape 5 x 5 does not fit a buffer of 24",
                         std::invalid_argument);
}
