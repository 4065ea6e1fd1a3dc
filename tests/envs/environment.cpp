// SPDX-License-Identifier: MIT
#include <limits>

#include <doctest/doctest.h>

#include <tests/archetype/environment.hpp>

namespace ls = lockstep;

namespace {

struct no_episode_limit : archetype::environment {
    void episode_limit() = delete;
};
struct no_reset : archetype::environment {
    void reset() = delete;
};
struct no_observe : archetype::environment {
    void observe() = delete;
};
struct no_step : archetype::environment {
    void step() = delete;
};
static_assert(ls::environment<archetype::environment>);
static_assert(!ls::environment<no_episode_limit> && !ls::environment<int>);
static_assert(!ls::resettable<no_reset> && ls::observable<no_reset> && ls::steppable<no_reset> && !ls::environment<no_reset>);
static_assert(ls::resettable<no_observe> && !ls::observable<no_observe> && !ls::environment<no_observe>);
static_assert(ls::resettable<no_step> && !ls::steppable<no_step> && !ls::environment<no_step>);

// What a state may hold, and what it may not.
template <class R>
struct pair {
    R a, b;
};
struct nested {
    template <class R>
    struct state {
        R x[3];
        ls::vector<R, 2> y;
        pair<R> z;
    };
};
struct with_int {
    template <class R>
    struct state {
        R x;
        int n;
    };
};
struct with_float {
    template <class R>
    struct state {
        R x;
        float y;
    };
};
struct with_constructor {
    template <class R>
    struct state {
        explicit state(R);
        R x;
    };
};
struct with_nothing {
    template <class R>
    struct state {};
};
template <class E>
constexpr bool only_numbers = ls::detail::for_each_number<ls::detail::state_holds_only, E>;
static_assert(only_numbers<nested>);
static_assert(!only_numbers<with_int> && !only_numbers<with_float> && !only_numbers<with_constructor> &&
              !only_numbers<with_nothing>);

// A state's number is found after any number of template arguments.
template <class Model, class R>
struct model_state {
    R x;
};
static_assert(std::same_as<decltype(ls::transition<model_state<int, double>>::reward), double>);
static_assert(std::same_as<decltype(ls::transition<pair<ls::lanes<8>>>::terminated), ls::lane_mask<8>>);

struct endless : archetype::environment {
    static constexpr double action_high = std::numeric_limits<double>::infinity();
};
struct not_a_number : archetype::environment {
    static constexpr double action_low = std::numeric_limits<double>::quiet_NaN();
};
struct not_constant : archetype::environment {
    double action_low = -2;
};
struct empty_range : archetype::environment {
    static constexpr int action_low = 1;
};
static_assert(!ls::environment<endless> && !ls::environment<not_a_number> && !ls::environment<not_constant> &&
              !ls::environment<empty_range>);

struct choice : archetype::environment {
    static constexpr std::size_t action_count = 3;
};
struct two_choices : choice {
    static constexpr std::size_t action_size = 2;
};
struct no_choice : choice {
    static constexpr std::size_t action_count = 1;
};
struct countless : choice {
    static constexpr std::size_t action_count = 20'000'000;
};
struct not_counted_before_run_time : choice {
    std::size_t action_count = 3;
};
struct bounded_choice : choice {
    static constexpr double action_high = 3;
};
static_assert(ls::environment<choice> && ls::discrete_actions<choice> && !ls::discrete_actions<archetype::environment>);
static_assert(!ls::environment<two_choices> && !ls::environment<no_choice> && !ls::environment<countless> &&
              !ls::environment<not_counted_before_run_time> && !ls::environment<bounded_choice>);

// A learner is of an environment itself. Where there is none, another one stands in, made from what was given.
static_assert(std::same_as<ls::detail::usable_environment<choice>, choice>);
using stand_in = ls::detail::usable_environment<no_choice>;
static_assert(ls::check_environment<stand_in>() && std::convertible_to<no_choice const&, stand_in>);

}  // namespace

TEST_CASE("the smallest environment is one") {
    CHECK(ls::check_environment<archetype::environment>());
}
