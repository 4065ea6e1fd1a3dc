// SPDX-License-Identifier: MIT
// A backend that runs nothing and notes what it is asked.
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include <lockstep/device/compiling_device.hpp>
#include <lockstep/device/device.hpp>

namespace ls = lockstep;

namespace {

struct journal {
    std::vector<std::string> lines;
    std::vector<std::uintptr_t> scratch;
};

template <ls::memory_kind Kind>
struct backend {
    static constexpr ls::memory_kind memory = Kind;
    static constexpr char const* name = "lockstep::noted";
    struct kernel {
        std::string name;
        std::size_t global_scratch;
    };

    explicit backend(journal& to) : notes(to) {}
    std::uintptr_t take(std::size_t bytes) {
        note("take " + std::to_string(bytes));
        if (bytes > 1'000'000) {
            throw std::bad_alloc();
        }
        return reinterpret_cast<std::uintptr_t>(new std::byte[bytes]());
    }
    void give(std::uintptr_t at) {
        note("give");
        delete[] reinterpret_cast<std::byte*>(at);
    }
    kernel compile(ls::kernel_text const& text) {
        note("compile " + text.name);
        return {text.name, 10};
    }
    void launch(kernel& k, std::size_t n, std::byte const* functor, std::uintptr_t scratch) {
        float first = 0;
        std::memcpy(&first, functor, sizeof first);
        note("launch " + k.name + " " + std::to_string(n) + " " + std::to_string(static_cast<int>(first)));
        notes.scratch.push_back(scratch);
    }
    void write(std::uintptr_t to, void const* from, std::size_t bytes) {
        note("write");
        std::memcpy(reinterpret_cast<void*>(to), from, bytes);
    }
    void read(void* to, std::uintptr_t from, std::size_t bytes) {
        note("read");
        std::memcpy(to, reinterpret_cast<void const*>(from), bytes);
    }
    void wait() { note("wait"); }

    void note(std::string const& line) { notes.lines.push_back(line); }
    journal& notes;
};

template <ls::memory_kind Kind>
struct noted : ls::compiling_device<backend<Kind>> {
    explicit noted(journal& to) : ls::compiling_device<backend<Kind>>(std::make_shared<backend<Kind>>(to)) {}
};
using discrete = noted<ls::memory_kind::discrete>;
using unified = noted<ls::memory_kind::unified>;
static_assert(ls::check_device<discrete>() && ls::check_device<unified>());

template <class W>
struct fill {
    template <class World>
    using in = fill<World>;
    typename W::scalar number;
    typename W::template pointer<typename W::scalar> to;
    void operator()(typename W::index const& pack) const { to[pack] = number; }
};
using launched = fill<discrete::world>;
using lines = std::vector<std::string>;

}  // namespace

TEST_CASE("a kernel is compiled once, and its scratch grows with the packs") {
    journal notes;
    {
        discrete device(notes);
        device.for_each(0, launched{1, nullptr});
        device.for_each(3, launched{2, nullptr});
        device.for_each(2, launched{3, nullptr});
        device.for_each(4, launched{4, nullptr});
        CHECK(notes.lines ==
              lines{"compile fill", "take 120", "launch fill 3 2", "launch fill 2 3", "give", "take 160", "launch fill 4 4"});
        CHECK(notes.scratch[0] == notes.scratch[1]);
        CHECK(notes.scratch[2] != 0);
        CHECK_THROWS_WITH_AS(device.for_each(100'000, launched{5, nullptr}),
                             "lockstep: the scratch of the kernel fill is too large: 1000000 times 4 bytes are more than the "
                             "device has to give",
                             std::runtime_error);
        device.for_each(1, launched{6, nullptr});
        CHECK(notes.lines.back() == "launch fill 1 6");
        notes.lines.clear();
    }
    CHECK(notes.lines == lines{"wait", "give"});
}

TEST_CASE("copies go through the backend where memory is discrete, and wait where it is shared") {
    std::vector<float> const from = {1, 2, 3};
    std::vector<float> two(2);
    auto const run = [&](auto device, journal& notes) {
        auto buffer = device.template allocate<float>(4);
        notes.lines.clear();
        device.copy(from, buffer, 1);
        device.copy(buffer, std::span<float>(two), 2);
        CHECK(two == std::vector<float>{2, 3});
        device.copy(std::span<float const>(), buffer);
        device.copy(buffer, std::span<float>(), 4);
        CHECK_THROWS_WITH_AS(device.copy(from, buffer, 2), "lockstep::noted: copy of elements [2, 5) of a buffer of 4",
                             std::invalid_argument);
        CHECK_THROWS_WITH_AS(device.copy(buffer, std::span<float>(two), 3),
                             "lockstep::noted: copy of elements [3, 5) of a buffer of 4", std::invalid_argument);
        return notes.lines;
    };
    journal notes;
    CHECK(run(discrete(notes), notes) == lines{"write", "read"});
    CHECK(run(unified(notes), notes) == lines{"wait", "wait"});
}

TEST_CASE("a buffer may outlive its device, which waits when it goes") {
    journal notes;
    discrete::buffer<int> left;
    {
        discrete device(notes);
        left = device.allocate<int>(1);
    }
    CHECK(notes.lines == lines{"take 4", "wait"});
    left = {};
    CHECK(notes.lines == lines{"take 4", "wait", "give"});
}
