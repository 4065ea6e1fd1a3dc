// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>

#include <lockstep/envs/ant.hpp>
#include <lockstep/envs/fetch.hpp>
#include <lockstep/io/viewer/packed_poses.hpp>
#include <tests/support/swinging.hpp>

namespace ls = lockstep;
using ls::envs::ant;
using ls::envs::fetch;

TEST_CASE("poses are written to a 32767th of the robot's reach") {
    auto const film = lockstep_test::swinging<ant>(2);
    ls::pose_movers const movers(film);
    ls::packed_poses const written(film, movers);
    CHECK(movers.leaders.size() == ant::model.bodies.size());
    REQUIRE(written.poses.size() == 7 * movers.leaders.size() * film.size());
    double worst_place = 0, worst_turn = 0;
    for (std::size_t frame = 0; frame < film.size(); ++frame) {
        for (std::size_t m = 0; m < movers.leaders.size(); ++m) {
            auto const& [p, q] = film.frames()[frame][movers.leaders[m]];
            auto const* numbers = &written.poses[7 * (frame * movers.leaders.size() + m)];
            double const place[] = {p.x, p.y, p.z}, turn[] = {q.w, q.x, q.y, q.z};
            for (std::size_t k = 0; k < 3; ++k) {
                worst_place =
                    std::max(worst_place, std::abs(written.roots[3 * frame + k] + written.scale * numbers[k] - place[k]));
            }
            for (std::size_t k = 0; k < 4; ++k) {
                worst_turn = std::max(worst_turn, std::abs(numbers[3 + k] / 32767.0 - turn[k]));
            }
        }
    }
    CHECK(written.scale < 2.0 / 32767);
    CHECK(worst_place < 0.6 * written.scale + 1e-5);  // and a float's rounding of the root
    CHECK(worst_turn < 0.51 / 32767);
}

TEST_CASE("what stands in the world is written once, a target in every frame") {
    auto const film = lockstep_test::swinging<fetch>(3);
    auto const& shapes = film.scene().shapes;
    ls::pose_movers const movers(film);
    REQUIRE(film.has_target());
    CHECK(movers.of.back() >= 0);
    for (std::size_t i = 0; i + 1 < shapes.size(); ++i) {
        CHECK((movers.of[i] < 0) == (shapes[i].body == "world"));
    }
}
