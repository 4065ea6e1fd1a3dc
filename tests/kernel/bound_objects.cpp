// SPDX-License-Identifier: MIT
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include <lockstep/kernel/bound_objects.hpp>

namespace ls = lockstep;
using ls::spread;

namespace {

ls::bound_objects* objects = nullptr;

struct bound_number {
    int place;
    bound_number() : place(objects->place_of(this, "float", spread::uniform, false, false)) {}
};
struct bound_numbers {
    int place;
    bound_numbers() : place(objects->array_place_of(this, 8)) {}
};
struct bound_constant {
    std::byte const* bytes;
    bound_constant() : bytes(objects->constant_bytes(this, 4)) {}
};

}  // namespace

TEST_CASE("an object is bound to places in the order of its members") {
    ls::bound_objects of(nullptr);
    objects = &of;
    struct aggregate {
        bound_number first;
        bound_numbers all;
        bound_number last;
    };
    std::vector<ls::bound_objects::leaf> leaves;
    auto const* const made = of.bind<aggregate>([&](ls::bound_objects::leaf const& leaf) {
        leaves.push_back(leaf);
        return static_cast<int>(leaves.size());
    });
    CHECK(made->first.place == 1);
    CHECK(made->all.place == 2);
    CHECK(made->last.place == 3);
    REQUIRE(leaves.size() == 3);
    CHECK(leaves[0].numbers == 1);
    CHECK(leaves[1].numbers == 8);
    CHECK(leaves[2].offset == offsetof(aggregate, last));
    CHECK(leaves[2].type == "float");
}

TEST_CASE("only parts of an object that is being bound are bound") {
    ls::bound_objects of(nullptr);
    objects = &of;
    struct asks {
        bool is_bound, is_other;
        asks() {
            int other = 0;
            is_bound = objects->is_bound(this);
            is_other = objects->is_bound(&other);
        }
    };
    auto const* const made = of.bind<asks>([](auto const&) { return -1; });
    CHECK(made->is_bound);
    CHECK(!made->is_other);
    CHECK(!of.is_bound(made));  // it is complete
}

TEST_CASE("a constant member tells the bytes of the launched kernel that the text depends on") {
    struct functor {
        int before[2], constant;
    };
    functor const kernel{{1, 2}, 3};
    ls::bound_objects of(&kernel);
    objects = &of;
    CHECK_THROWS_WITH_AS(bound_constant(), "lockstep: a constant of a kernel is made outside of its functor", std::logic_error);
    struct bound {
        std::uint64_t other;
        bound_constant constant;
    };
    static_assert(sizeof(bound) == 16);
    auto const* const made = of.bind<bound>([](auto const&) { return -1; });
    CHECK(made->constant.bytes == reinterpret_cast<std::byte const*>(&kernel.constant));
    REQUIRE(of.constants.size() == 1);
    CHECK(of.constants[0].offset == 8);
    CHECK(of.constants[0].size == 4);

    ls::bound_objects without_functor(nullptr);
    objects = &without_functor;
    CHECK_THROWS_AS(without_functor.bind<bound>([](auto const&) { return -1; }), std::logic_error);
}
