// SPDX-License-Identifier: MIT
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <utility>

#include <doctest/doctest.h>

#include <lockstep/device/owned_buffer.hpp>

namespace ls = lockstep;

namespace {

struct owner {
    static constexpr ls::memory_kind memory = ls::memory_kind::discrete;
    std::uintptr_t take(std::size_t bytes) {
        taken += bytes;
        return ++last * 4096;
    }
    void give(std::uintptr_t at) { given += at; }
    std::size_t taken = 0;
    std::uintptr_t last = 0, given = 0;
};
static_assert(ls::device_buffer<ls::owned_buffer<float, owner>, float>);

}  // namespace

TEST_CASE("memory is taken once and given back once, whoever has it by then") {
    auto const from = std::make_shared<owner>();
    {
        ls::owned_buffer<double, owner> first(from, 5), second;
        CHECK(from->taken == 40);
        CHECK(reinterpret_cast<std::uintptr_t>(first.data()) == 4096);
        second = std::move(first);
        CHECK(first.data() == nullptr);
        CHECK(first.size() == 0);
        CHECK(second.size() == 5);
        ls::owned_buffer<double, owner> const third(std::move(second));
        CHECK(reinterpret_cast<std::uintptr_t>(third.data()) == 4096);
        CHECK(from->given == 0);
    }
    CHECK(from->given == 4096);
    CHECK(from.use_count() == 1);
}

TEST_CASE("more bytes than a number holds are no memory") {
    auto const from = std::make_shared<owner>();
    using buffer = ls::owned_buffer<double, owner>;
    CHECK_THROWS_AS(buffer(from, ~std::size_t(0) / 4), std::bad_alloc);
    CHECK(from->taken == 0);
}
