// SPDX-License-Identifier: MIT
#include <stdexcept>

#include <doctest/doctest.h>

#include <lockstep/device/choose_device.hpp>

namespace ls = lockstep;

TEST_CASE("a device is meant by its number or a part of its name, and the first if nothing is said") {
    CHECK(ls::choose_device("x", "", {"Tesla", "GeForce"}) == 0);
    CHECK(ls::choose_device("x", "1", {"Tesla", "GeForce"}) == 1);
    CHECK(ls::choose_device("x", "Force", {"Tesla", "GeForce"}) == 1);
    CHECK(ls::choose_device("x", "e", {"Tesla", "GeForce"}) == 0);
    CHECK(ls::choose_device("x", "1", {"NVIDIA H100", "NVIDIA H100"}) == 1);  // though the first one's name has a 1
    CHECK(ls::choose_device("x", "100", {"Tesla", "NVIDIA H100"}) == 1);
}

TEST_CASE("an unknown one is an error that lists what there is") {
    CHECK_THROWS_WITH_AS(ls::choose_device("lockstep::opencl", "M1", {"Tesla T4", "GeForce RTX 4090"}),
                         "lockstep::opencl: no device \"M1\": 0 is Tesla T4, 1 is GeForce RTX 4090", std::runtime_error);
    CHECK_THROWS_AS(ls::choose_device("x", "2", {"Tesla", "GeForce"}), std::runtime_error);
    CHECK_THROWS_AS(ls::choose_device("x", "1", {"NVIDIA H100"}), std::runtime_error);  // and not the first, whose name has a 1
}

TEST_CASE("unified memory on a device that has its own is an error that names the other") {
    CHECK_NOTHROW(ls::check_shares_memory(true, "lockstep::unified_opencl", "Tesla T4", "lockstep::opencl"));
    CHECK_THROWS_WITH_AS(ls::check_shares_memory(false, "lockstep::unified_opencl", "Tesla T4", "lockstep::opencl"),
                         "lockstep::unified_opencl: Tesla T4 shares no memory with the host: use lockstep::opencl, which copies",
                         std::runtime_error);
}
