// SPDX-License-Identifier: MIT
#include <lockstep/envs/concept/discount.hpp>

#include <doctest/doctest.h>

#include <lockstep/device/cpu.hpp>
#include <lockstep/envs/pendulum.hpp>
#include <lockstep/envs/randomized.hpp>
#include <lockstep/envs/recording/recorded_environment.hpp>
#include <lockstep/envs/swimmer.hpp>
#include <lockstep/rl/ppo.hpp>
#include <lockstep/rl/sac.hpp>

namespace ls = lockstep;

namespace {

struct far : ls::envs::pendulum {
    static constexpr double discount = 0.75;
};
struct beyond : ls::envs::pendulum {
    static constexpr double discount = 1.5;
};
struct none : ls::envs::pendulum {
    static constexpr int discount = 0;
};
struct heavier {
    static constexpr ls::physics::variation ranges[] = {{ls::physics::parameter::mass, "front", 1, 1.2}};
};
struct text {
    template <class R>
    static void step(R*) {}
};
struct variable : ls::envs::pendulum {
    double discount = 0.5;
};

template <class Env>
float learnt_with(ls::ppo_config const& config) {
    ls::cpu device({.threads = 1});
    return ls::ppo<Env, ls::cpu>(device, config).config().discount;
}
template <class Env>
float learnt_with(ls::sac_config config) {
    ls::cpu device({.threads = 1});
    config.capacity = 1'000;
    return ls::sac<Env, ls::cpu, ls::hidden_layers<ls::relu_activation, 16>>(device, config).config().discount;
}

}  // namespace

TEST_CASE("a discount is 0.99 unless the environment says so") {
    CHECK(ls::discount_of<ls::envs::pendulum> == 0.99);
    CHECK(ls::discount_of<ls::envs::swimmer> == 0.995);
    CHECK(ls::discount_of<far> == 0.75);
    CHECK(ls::discount_of<ls::randomized<ls::envs::swimmer, heavier>> == 0.995);
    CHECK(ls::discount_of<ls::recorded_environment<far, text>> == 0.75);
}

TEST_CASE("a discount is a constant above 0 and at most 1") {
    CHECK(ls::has_discount<far>);
    CHECK_FALSE(ls::has_discount<beyond>);
    CHECK_FALSE(ls::has_discount<none>);
    CHECK_FALSE(ls::has_discount<variable>);
    CHECK(ls::environment<far>);
    CHECK_FALSE(ls::environment<beyond>);
}

TEST_CASE_TEMPLATE("a learner takes the environment's discount where its configuration leaves it open", config, ls::ppo_config,
                   ls::sac_config) {
    CHECK(learnt_with<ls::envs::pendulum>(config{.steps = 1'000}) == 0.99f);
    CHECK(learnt_with<far>(config{.steps = 1'000}) == 0.75f);
    CHECK(learnt_with<far>(config{.steps = 1'000, .discount = 0.5f}) == 0.5f);
}
