// SPDX-License-Identifier: MIT
// The finder of races of the driver without a card: it says which two accesses race.
#include <cstddef>
#include <cstdint>
#include <string>

#include <doctest/doctest.h>

#include <tests/support/fake_cuda/races.hpp>

namespace {

constexpr std::uintptr_t number = 4096;  ///< its address

/// A launch of two packs in one block, which reach the same number.
struct launch {
    race_finder races;
    launch() { races.begin_launch("kernel"); }
    void read(std::size_t pack, std::size_t thread) { reach(pack, thread, false); }
    void write(std::size_t pack, std::size_t thread) { reach(pack, thread, true); }
    void reach(std::size_t pack, std::size_t thread, bool is_write) {
        races.reach({0, pack, thread}, number, 4, is_write, [](std::uintptr_t) { return true; });
    }
};

std::string race(std::string const& now, std::string const& before) {
    return "kernel: thread " + now + " global memory (address 4096) that " + before + ", without a barrier between";
}

}  // namespace

TEST_CASE("a barrier between a write and a read of one pack is no race") {
    launch is;
    is.write(0, 0);
    is.races.pass_barrier(0);
    is.read(0, 1);
    is.read(0, 0);
    is.races.pass_barrier(0);
    is.write(0, 0);
    CHECK(is.races.first() == "");
}
TEST_CASE("a race is with the write that no barrier parts from now") {
    launch is;
    is.write(0, 0);
    is.read(0, 1);
    CHECK(is.races.first() == race("1 of pack 0 reads", "thread 0 of pack 0 wrote"));
}
TEST_CASE("a race is with a read if a barrier parts only the write before it from now") {
    launch is;
    is.write(0, 0);
    is.races.pass_barrier(0);
    is.read(0, 1);
    is.write(0, 0);
    CHECK(is.races.first() == race("0 of pack 0 writes", "thread 1 of pack 0 read"));
}
TEST_CASE("a race is with the pack that read, though the pack that writes has read since") {
    launch is;
    is.read(0, 2);
    is.read(1, 3);
    is.write(1, 3);
    CHECK(is.races.first() == race("3 of pack 1 writes", "thread 2 of pack 0 read"));
}
TEST_CASE("a race is with several threads of one pack that read") {
    launch is;
    is.read(0, 0);
    is.read(0, 1);
    is.write(0, 1);
    CHECK(is.races.first() == race("1 of pack 0 writes", "several threads of pack 0 read"));
}
