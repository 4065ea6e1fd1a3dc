// SPDX-License-Identifier: MIT
#include <lockstep/rl/common/rank_packs.hpp>

#include <cstddef>
#include <span>
#include <vector>

#include <doctest/doctest.h>

#include <tests/archetype/communicator.hpp>

#include <lockstep/device/cpu.hpp>

namespace ls = lockstep;

TEST_CASE("each rank tells its packs and hears those of the others") {
    using R = ls::native_lanes;
    constexpr std::size_t packs = 6, size = 3;
    archetype::thread_rank::run(size, [&](archetype::thread_rank ranks) {
        ls::cpu device({.threads = 1});
        ls::rank_packs<ls::cpu, archetype::thread_rank> of(ranks, packs);
        CHECK(of.first() == 2 * ranks.rank());
        CHECK(of.end() == of.first() + 2);
        auto few = ls::allocate<R>(device, packs);
        auto many = ls::allocate<ls::vector<R, 2>>(device, 3 * packs);
        for (int round = 0; round < 2; ++round) {
            for (std::size_t pack = of.first(); pack < of.end(); ++pack) {
                few.data()[pack] = R(static_cast<float>(pack + 1));
                for (std::size_t time = 0; time < 3; ++time) {
                    many.data()[time * packs + pack] = {R(static_cast<float>(10 * time)), R(static_cast<float>(pack))};
                }
            }
            of.share(device, [&](auto visit) {
                visit(few, 1);
                if (round == 1) {  // more than before
                    visit(many, 3);
                }
            });
            for (std::size_t pack = 0; pack < packs; ++pack) {
                CHECK(ls::lane_of(few.data()[pack], 0) == static_cast<float>(pack + 1));
                for (std::size_t time = 0; round == 1 && time < 3; ++time) {
                    CHECK(ls::lane_of(many.data()[time * packs + pack][0], 1) == static_cast<float>(10 * time));
                    CHECK(ls::lane_of(many.data()[time * packs + pack][1], 1) == static_cast<float>(pack));
                }
            }
        }
    });
}
