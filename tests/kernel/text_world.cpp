// SPDX-License-Identifier: MIT
#include <cstddef>
#include <stdexcept>

#include <doctest/doctest.h>

#include <lockstep/kernel/hosted_world.hpp>
#include <lockstep/kernel/text_world.hpp>
#include <tests/kernel/kernels.hpp>
#include <tests/kernel/statements.hpp>

namespace ls = lockstep;
using hosted = ls::hosted_world;

namespace {

/// A kernel of few words: the third number of each pack becomes `factor` times `weight`.
template <class W>
struct scaled {
    template <class World>
    using in = scaled<World>;
    using pack_type = ls::vector<typename W::number, 4>;

    typename W::template pointer<pack_type> packs;
    typename W::template constant<float> weight;
    typename W::scalar factor;
    typename W::index first;
    typename W::seed seed;

    void operator()(typename W::index const& i) const {
        using R = typename W::number;
        this->packs[first + i][2] = R(factor) * R(static_cast<float>(weight));
    }
};

template <class W>
struct unfinished {
    template <class World>
    using in = unfinished<World>;
    typename W::index n;
    void operator()(typename W::index const&) const {
        for ([[maybe_unused]] auto const i : W::range(n)) {
            break;
        }
    }
};

}  // namespace

static_assert(ls::kernel_of_worlds<scaled<hosted>> && !ls::kernel_of_worlds<int>);

TEST_CASE("a kernel writes its statements, the arguments that they read and what is constant in it") {
    scaled<hosted> const kernel{nullptr, 0.5f, 3, 7, 9};
    auto const text = ls::write_kernel(kernel, "scaled");
    CHECK(text.name == "scaled");
    CHECK(text.functions == "");
    CHECK(text.scratch == 0);
    CHECK("\n" + lockstep_test::renumbered(text.body) == R"(
    LS_NUMBER v0 = LS_N(a12);
    LS_NUMBER v1 = v0 * LS_N(0.5f);
    size_t v2 = a16 + pack;
    LS_GLOBAL float* v3 = a0 + (v2) * 64;
    LS_STORE(v1, (v3 + 32));
)");
    char const* const types[] = {"float", "float", "size_t"};
    std::size_t const offsets[] = {0, 12, 16};
    REQUIRE(text.arguments.size() == 3);  // the body does not read the seed
    for (std::size_t i = 0; i < 3; ++i) {
        CHECK(text.arguments[i].type == types[i]);
        CHECK(text.arguments[i].offset == offsets[i]);
        CHECK(text.arguments[i].name == "a" + std::to_string(offsets[i]));
        CHECK(text.arguments[i].is_pointer == (i == 0));
        CHECK(!text.arguments[i].is_constant);
    }
    REQUIRE(text.constants.size() == 1);
    CHECK(text.constants[0].offset == 8);
    CHECK(text.constants[0].size == 4);
}

TEST_CASE("another constant is another text, another argument is not") {
    scaled<hosted> const kernel{nullptr, 0.5f, 3, 7, 9};
    auto other_argument = kernel, other_constant = kernel;
    other_argument.factor = 100;
    other_argument.first = 1;
    other_constant.weight = 0.25f;
    auto const body = ls::write_kernel(kernel, "k").body;
    CHECK(ls::write_kernel(other_argument, "k").body == body);
    CHECK(ls::write_kernel(other_constant, "k").body != body);
}

TEST_CASE("what a kernel only reads is an argument that says so, and scratch is counted") {
    auto const text = ls::write_kernel(lockstep_test::lane_loops<hosted>{}, "k");
    REQUIRE(text.arguments.size() == 2);
    CHECK(text.arguments[0].is_constant);
    CHECK(!text.arguments[1].is_constant);
    CHECK(text.scratch == 64);
}

TEST_CASE("a kernel that has no text is an error") {
    CHECK_THROWS_WITH_AS(ls::write_kernel(unfinished<hosted>{}, "k"),
                         "lockstep: a kernel leaves a loop by break or return, which its text would not show: use "
                         "`if (breaks(condition)) break;`",
                         std::logic_error);
}
