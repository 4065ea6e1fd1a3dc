// SPDX-License-Identifier: MIT
#include <cstddef>

#include <doctest/doctest.h>

#include <lockstep/envs/concept/observation_image.hpp>
#include <lockstep/envs/pendulum.hpp>
#include <tests/envs/catch_ball.hpp>

namespace ls = lockstep;
using lockstep_test::catch_ball;

namespace {

struct of_another_type : catch_ball {
    static constexpr int observation_image = 3;
};
struct too_large : catch_ball {
    static constexpr ls::image_shape observation_image{.rows = 9, .columns = 6};
};
struct empty : catch_ball {
    static constexpr ls::image_shape observation_image{.rows = 0, .columns = 6};
};
struct with_more_behind : catch_ball {
    static constexpr std::size_t observation_size = catch_ball::observation_size + 2;
};

}  // namespace

static_assert(ls::observes_image<catch_ball> && ls::observes_image<with_more_behind>);
static_assert(!ls::observes_image<ls::envs::pendulum> && !ls::observes_image<of_another_type>);
static_assert(!ls::observes_image<too_large> && !ls::observes_image<empty>);

TEST_CASE("an environment with an image passes the check") { CHECK(ls::check_observation_image<catch_ball>()); }

TEST_CASE("the test's image shows the ball and the paddle") {
    catch_ball const env;
    auto const pixels = env.observe(catch_ball::state<float>{2, 3, 5});
    float sum = 0;
    for (float const x : pixels) {
        sum += x;
    }
    CHECK(sum == 2);
    CHECK(pixels[catch_ball::observation_image.place(2, 3)] == 1);
    CHECK(pixels[catch_ball::observation_image.place(7, 5)] == 1);
}
