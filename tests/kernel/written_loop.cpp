// SPDX-License-Identifier: MIT
#include <stdexcept>
#include <string>

#include <doctest/doctest.h>

#include <lockstep/kernel/text_world.hpp>
#include <tests/kernel/statements.hpp>

namespace ls = lockstep;
using lockstep_test::statements;
using W = ls::text_world;
using N = ls::written_number;
using S = ls::written_scalar;
using I = ls::written_index;

TEST_CASE("loops up, down and without an end") {
    CHECK(statements([] {
              I n(3), sum(0);
              n = n + 1;
              for (auto const i : W::range(n)) {
                  sum = sum + i;
                  for (auto const j : W::downward(i)) {
                      sum = sum * j;
                      if (ls::breaks(sum == 7)) {
                          break;
                      }
                  }
              }
              for ([[maybe_unused]] auto const i : W::forever()) {
                  if (ls::breaks(sum < n)) {
                      break;
                  }
                  sum = ls::min(sum, n);
              }
              if (ls::leaves(sum == 0)) {
                  return;
              }
              W::barrier();
              sum = ls::choose(sum < n, n, sum);
          }) == R"(
    size_t v0 = 3;
    size_t v1 = 0;
    size_t v2 = v0 + 1;
    v0 = v2;
    LS_LOOP for (size_t v3 = 0, v4 = v0; v3 < v4; ++v3) {
        size_t v5 = v3;
        size_t v6 = v1 + v5;
        v1 = v6;
        LS_LOOP for (size_t v7 = v5; v7-- > 0;) {
            size_t v8 = v7;
            size_t v9 = v1 * v8;
            v1 = v9;
            bool v10 = v1 == 7;
            if (v10) { break; }
        }
    }
    for (;;) {
        bool v11 = v1 < v0;
        if (v11) { break; }
        size_t v12 = v1 < v0 ? v1 : v0;
        v1 = v12;
    }
    bool v13 = v1 == 0;
    if (v13) { return; }
    LS_BARRIER();
    bool v14 = v1 < v0;
    size_t v15 = v14 ? v0 : v1;
    v1 = v15;
)");
}

TEST_CASE("lanes one by one") {
    CHECK(statements([] {
              N x(1), y(2);
              ls::written_word const w(3u);
              for (auto const lane : W::lanes()) {
                  S s = ls::lane_of(x, lane);
                  s = s + S(lane);
                  s = s + S(ls::lane_of(w, lane));
                  ls::set_lane(y, lane, s);
              }
              y = y + x;
          }) == R"(
    LS_NUMBER v0 = LS_N(2.0f);
    LS_FOR_LANES(v1) {
        size_t v2 = v1;
        float v3 = LS_LANE_OF(LS_N(1.0f), v2);
        float v4 = (float)v2;
        float v5 = v3 + v4;
        v3 = v5;
        uint v6 = LS_LANE_OF(LS_W(3u), v2);
        float v7 = (float)v6;
        float v8 = v3 + v7;
        v3 = v8;
        LS_SET_LANE(v0, v2, v3);
    }
    LS_NUMBER v9 = v0 + LS_N(1.0f);
    v0 = v9;
)");
}

TEST_CASE("a loop that C++ leaves is an error, since the text would not show it") {
    char const* const expected = "lockstep: a kernel leaves a loop by break or return, which its text would not show: use "
                                 "`if (breaks(condition)) break;`";
    CHECK_THROWS_WITH_AS(statements([] {
                             for ([[maybe_unused]] auto const i : W::range(3)) {
                                 break;
                             }
                         }),
                         expected, std::logic_error);
    CHECK_THROWS_WITH_AS(statements([] {
                             for ([[maybe_unused]] auto const lane : W::lanes()) {
                                 return;
                             }
                         }),
                         expected, std::logic_error);
}

TEST_CASE("what a loop over lanes may not do") {
    CHECK_THROWS_WITH_AS(statements([] {
                             S sum(0);
                             N const x(1);
                             for (auto const lane : W::lanes()) {
                                 sum = sum + ls::lane_of(x, lane);
                             }
                         }),
                         "lockstep: a loop over lanes changes a number that all lanes share: add lanes up by an ordered_sum",
                         std::logic_error);
    CHECK_THROWS_WITH_AS(statements([] {
                             N x(1);
                             for ([[maybe_unused]] auto const lane : W::lanes()) {
                                 x = x + N(1);
                             }
                         }),
                         "lockstep: a loop over lanes changes a pack of numbers: change a lane of it by set_lane",
                         std::logic_error);
    CHECK_THROWS_WITH_AS(statements([] {
                             for ([[maybe_unused]] auto const lane : W::lanes()) {
                                 for ([[maybe_unused]] auto const other : W::lanes()) {
                                 }
                             }
                         }),
                         "lockstep: a loop over lanes inside a loop over lanes", std::logic_error);
}

TEST_CASE("a lane sees its own number only") {
    char const* const expected = "lockstep: lane_of and set_lane need the unchanged index of a loop over lanes: lanes share numbers "
                                 "in an array";
    CHECK_THROWS_WITH_AS(statements([] {
                             N const x(1);
                             for (auto const lane : W::lanes()) {
                                 ls::lane_of(x, lane + 1);
                             }
                         }),
                         expected, std::logic_error);
    CHECK_THROWS_WITH_AS(statements([] {
                             N x(1);
                             for (auto lane : W::lanes()) {
                                 lane = lane + 1;
                                 ls::set_lane(x, lane, S(1));
                             }
                         }),
                         expected, std::logic_error);
    CHECK_THROWS_WITH_AS(statements([] { ls::lane_of(ls::written_word(1u), I(3)); }), expected, std::logic_error);
}

TEST_CASE("a shared loop is one in which all members of a team work, each on its turns") {
    CHECK(statements([] {
              for (auto const i : W::shared_range(3)) {
                  I n(0);
                  n = i;
              }
          }) == R"(
    LS_LOOP for (size_t v0 = LS_MEMBER, v1 = 3; v0 < v1; v0 += LS_MEMBERS) {
        LS_TOGETHER
        size_t v2 = v0;
        size_t v3 = 0;
        v3 = v2;
    }
    LS_PART();
)");
}

TEST_CASE("a turn of a shared loop has no barrier, and no pack of numbers that only the first member has") {
    auto const refused = [](auto body) {
        ls::kernel_writer w(16);
        auto const p = ls::written_pointer<S>::at(w.add({.text = "p", .space = "LS_GLOBAL", .type = "float", .over = ls::spread::uniform}));
        N const x = ls::load_pack<N>(p);
        I sum(0);
        try {
            for ([[maybe_unused]] auto const i : W::shared_range(4)) {
                body(x, p, sum);
            }
        } catch (std::logic_error const& error) {
            return std::string(error.what());
        }
        return std::string();
    };
    CHECK(refused([](N const&, auto const& p, I&) { ls::store_pack(ls::load_pack<N>(p), p); }).empty());
    CHECK(refused([](N const&, auto const&, I&) { W::barrier(); }).ends_with("(shared_range) has a barrier inside"));
    CHECK(refused([](N const&, auto const& p, I&) {
              (void)ls::any(ls::load_pack<N>(p) < N(0));
          }).ends_with("has a vote of lanes inside"));
    CHECK(refused([](N const&, auto const&, I&) {
              for ([[maybe_unused]] auto const j : W::shared_range(2)) {
              }
          }).ends_with("has a shared loop inside"));
    CHECK(refused([](N const&, auto const&, I& sum) { sum = sum + 1; }).find("changes a number from outside") != std::string::npos);
    CHECK(refused([](N const& x, auto const& p, I&) {
              ls::store_pack(x, p);
          }).find("which the other members of the team do not have") != std::string::npos);
}
