// SPDX-License-Identifier: MIT
#include <cstring>
#include <stdexcept>
#include <string>

#include <doctest/doctest.h>

#include <lockstep/kernel/hosted_world.hpp>
#include <lockstep/kernel/launched_kernel.hpp>
#include <tests/kernel/kernels.hpp>

namespace ls = lockstep;
using hosted = ls::hosted_world;

namespace {

struct nothing {};

template <class W>
struct of_nothing {
    template <class World>
    using in = of_nothing<World>;
    typename W::template constant<nothing> settings;
    typename W::index n;
    void operator()(typename W::index const&) const {}
};

}  // namespace

TEST_CASE("a kernel is named by its template") {
    CHECK(ls::kernel_name<lockstep_test::arithmetic<hosted>>() == "arithmetic");
    CHECK(ls::kernel_name<nothing>() == "nothing");
}

TEST_CASE("a kernel is written and compiled once for each value of its constants") {
    ls::launched_kernels<int> kernels;
    int compiled = 0;
    auto const find = [&](auto const& kernel) -> int& {
        return kernels.find(kernel, [&](ls::kernel_text const&) { return ++compiled; });
    };
    lockstep_test::constants<hosted> kernel{};
    kernel.count = 2;
    CHECK(find(kernel) == 1);
    kernel.factor = 3;
    kernel.n = 7;
    CHECK(find(kernel) == 1);
    kernel.own.weight = 2;
    CHECK(find(kernel) == 2);
    kernel.own.weight = 1;
    CHECK(find(kernel) == 1);
    CHECK(find(lockstep_test::arithmetic<hosted>{}) == 3);
    CHECK(compiled == 3);
}

TEST_CASE("a constant without members has no value that could change") {
    ls::launched_kernels<int> kernels;
    int compiled = 0;
    of_nothing<hosted> kernel{};
    for (int byte = 0; byte < 3; ++byte) {
        std::memset(&kernel.settings, byte, 1);
        kernels.find(kernel, [&](ls::kernel_text const&) { return ++compiled; });
    }
    CHECK(compiled == 1);
}

TEST_CASE("what does not compile is compiled again when it is launched again") {
    ls::launched_kernels<int> kernels;
    lockstep_test::arithmetic<hosted> const kernel{};
    CHECK_THROWS_AS(kernels.find(kernel, [](ls::kernel_text const&) -> int { throw std::runtime_error("no"); }),
                    std::runtime_error);
    CHECK(kernels.find(kernel, [](ls::kernel_text const&) { return 5; }) == 5);
}
