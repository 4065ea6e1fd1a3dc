// SPDX-License-Identifier: MIT
// A recorded step draws random numbers.
// error: lockstep::random_stream: a step that draws cannot be recorded, and SHAC cannot differentiate it
// lines(clang++): 22
#include <lockstep/core/random.hpp>
#include <lockstep/core/random_stream.hpp>
#include <lockstep/envs/environment.hpp>
#include <lockstep/envs/recording/record_step.hpp>

namespace ls = lockstep;

struct walk {
    static constexpr std::size_t observation_size = 1, action_size = 1, episode_limit = 10;
    template <class R>
    struct state {
        R place;
        ls::random_stream<R> noise;
    };
    template <ls::real R>
    state<R> reset(ls::random<R>& random) const {
        return {R(0), ls::random_stream<R>::drawn_from(random)};
    }
    template <ls::real R>
    ls::vector<R, 1> observe(state<R> const& now) const {
        return {now.place};
    }
    template <ls::real R>
    ls::transition<state<R>> step(state<R> const& before, ls::vector<R, 1> const& action) const {
        state<R> after = before;
        after.place = after.place + action[0] + after.noise.next().normal();
        return {after, -after.place, ls::mask_t<R>(false)};
    }
};

auto const program = ls::record_step<walk>();
