// SPDX-License-Identifier: MIT
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <type_traits>

#include <doctest/doctest.h>

#include <lockstep/core/vector.hpp>
#include <lockstep/kernel/text_world.hpp>
#include <tests/kernel/statements.hpp>

namespace ls = lockstep;
using lockstep_test::statements;
using W = ls::text_world;
using N = ls::written_number;
using S = ls::written_scalar;
using I = ls::written_index;

static_assert(sizeof(ls::written_pointer<N>) == sizeof(float*) && alignof(ls::written_pointer<N>) == alignof(float*));
static_assert(std::is_convertible_v<ls::written_pointer<N>, ls::written_pointer<N const>>);
static_assert(!std::is_convertible_v<ls::written_pointer<N const>, ls::written_pointer<N>>);

namespace {

/// A pointer named p in the device's memory.
template <class T>
ls::written_pointer<T> pointer(char const* type = "float") {
    return ls::written_pointer<T>::at(
        ls::kernel_writer::current().add({.text = "p", .space = "LS_GLOBAL", .type = type, .over = ls::spread::uniform}));
}

struct mixed {
    ls::written_flag count;
    ls::vector<N, 2> numbers;
    S shared;
    ls::written_word words;
};

}  // namespace

TEST_CASE("an aggregate lies in memory member by member: a pack takes its lanes, what they share one word") {
    CHECK(statements([] {
              auto const p = pointer<mixed>("uint");
              mixed& m = p[I(2)];
              m.numbers[1] = m.numbers[0] + N(m.shared);
              m.count = m.count + 1;
              m.words = m.words ^ m.count;
          }) == R"(
    LS_GLOBAL uint* v0 = p + (2) * 50;
    LS_NUMBER v1 = LS_N(*(((LS_GLOBAL float*)v0) + 33));
    LS_NUMBER v2 = LS_LOAD(((LS_GLOBAL float*)v0) + 1) + v1;
    LS_STORE(v2, (((LS_GLOBAL float*)v0) + 17));
    uint v3 = *(v0 + 0) + 1u;
    LS_BARRIER();
    if (LS_FIRST) { LS_SET(v3, (v0 + 0)); }
    LS_BARRIER();
    LS_WORD v4 = LS_W(*(v0 + 0));
    LS_WORD v5 = LS_LOAD_WORDS(v0 + 34) ^ v4;
    LS_STORE_WORDS(v5, (v0 + 34));
)");
}

TEST_CASE("pointers move by packs and are written where they are used") {
    CHECK(statements([] {
              auto p = pointer<N>();
              p += I(3);
              *p = *p * N(2);
              ls::vector<N, 2> const pair = *pointer<ls::vector<N, 2> const>();
              p[I(1)] = pair[0] - pair[1];
              auto const shared = pointer<S>();
              shared[I(5)] = *shared;
              N const loaded = ls::load_pack<N>(shared + I(1));
              ls::store_pack(loaded, shared + I(2));
          }) == R"(
    LS_GLOBAL float* v0 = p + (3) * 16;
    LS_NUMBER v1 = LS_LOAD(v0 + 0) * LS_N(2.0f);
    LS_STORE(v1, (v0 + 0));
    LS_NUMBER v2 = LS_LOAD(p + 0);
    LS_NUMBER v3 = LS_LOAD(p + 16);
    LS_NUMBER v4 = v2 - v3;
    LS_GLOBAL float* v5 = v0 + (1) * 16;
    LS_STORE(v4, (v5 + 0));
    LS_GLOBAL float* v6 = p + 5;
    LS_BARRIER();
    if (LS_FIRST) { LS_SET(*(p + 0), (v6 + 0)); }
    LS_BARRIER();
    LS_GLOBAL float* v7 = p + 1;
    LS_NUMBER v8 = LS_LOAD(v7);
    LS_GLOBAL float* v9 = p + 2;
    LS_STORE(v8, v9);
)");
}

TEST_CASE("arrays are scratch, given back at the end of their block") {
    CHECK(statements([] {
              W::array<20> numbers;
              {
                  W::array<8> inner;
                  *inner.data() = S(1);
              }
              W::array<16> other;
              ls::store_pack(N(2), other + I(0));
              (numbers + I(3))[I(1)] = *other.data();
              CHECK(ls::kernel_writer::current().text().scratch == 48);
          }) == R"(
    LS_BARRIER();
    if (LS_FIRST) { LS_SET(1.0f, ((ls_scratch + 32) + 0)); }
    LS_BARRIER();
    LS_SCRATCH float* v0 = (ls_scratch + 32) + 0;
    LS_STORE(LS_N(2.0f), v0);
    LS_SCRATCH float* v1 = (ls_scratch + 0) + 3;
    LS_SCRATCH float* v2 = v1 + 1;
    LS_BARRIER();
    if (LS_FIRST) { LS_SET(*((ls_scratch + 32) + 0), (v2 + 0)); }
    LS_BARRIER();
)");
}

TEST_CASE("a pointer that is not set, and what none may point at") {
    ls::kernel_writer w(16);
    ls::written_pointer<N> const none(nullptr);
    CHECK(none.is_null());
    CHECK_THROWS_WITH_AS(*none, "lockstep: a kernel reads a number before it is set", std::logic_error);
    char const* const expected = "lockstep: a kernel points at an aggregate with a member that is neither float nor uint";
    struct holds_an_index {
        N number;
        I index;
    };
    struct holds_a_pointer {
        ls::written_pointer<N> pointer;
    };
    CHECK_THROWS_WITH_AS(*pointer<holds_an_index>(), expected, std::logic_error);
    CHECK_THROWS_WITH_AS(*pointer<holds_a_pointer>(), expected, std::logic_error);
}
