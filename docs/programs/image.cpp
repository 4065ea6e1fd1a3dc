// SPDX-License-Identifier: MIT
// An environment that shows an image, and a policy with convolutions: it points at a light.
// prints: it misses the light by 0\.[0-3][0-9], root mean square

#include <cmath>
#include <cstddef>
#include <cstdio>

#include <lockstep/lockstep.hpp>

namespace ls = lockstep;

/// A light moves from side to side, and the action points at its place, from -1 at the left end to 1 at the right end.
struct point_at_light {
    static constexpr ls::image_shape observation_image{.rows = 16, .columns = 16};
    static constexpr std::size_t observation_size = observation_image.size(), action_size = 1, episode_limit = 32;
    static constexpr double discount = 0.1;  // an action changes nothing that comes later
    template <class R>
    struct state {
        R place, speed, row;  // from -1 to 1; in a step; from 0 to 15
    };

    template <ls::real R>
    state<R> reset(ls::random<R>& random) const {
        return {random.uniform(R(-1), R(1)), random.uniform(R(-0.2), R(0.2)), random.uniform(R(0), R(15))};
    }

    template <ls::real R>
    ls::vector<R, observation_size> observe(state<R> const& s) const {
        R const column = R(7.5) * (s.place + R(1));
        ls::vector<R, observation_size> pixels;
        for (std::size_t i = 0; i < observation_image.rows; ++i) {
            for (std::size_t j = 0; j < observation_image.columns; ++j) {
                R const beside = ls::abs(s.row - R(static_cast<double>(i))) + ls::abs(column - R(static_cast<double>(j)));
                pixels[observation_image.place(i, j)] = ls::max(R(0), R(1) - R(0.5) * beside);
            }
        }
        return pixels;
    }

    template <ls::real R>
    ls::transition<state<R>> step(state<R> const& s, ls::vector<R, 1> const& action) const {
        R const miss = action[0] - s.place;
        auto const turns = R(1) < ls::abs(s.place + s.speed);
        R const speed = ls::select(turns, -s.speed, s.speed);
        return {{s.place + speed, speed, s.row}, -miss * miss, ls::mask_t<R>(false)};
    }
};
static_assert(ls::check_environment<point_at_light>());

using layers = ls::convolutional_layers<ls::convolutions<ls::filters{16, 3}, ls::filters{32, 3, 2}>, ls::relu_activation, 64>;

int main() {
    ls::cpu device;
    ls::ppo<point_at_light, ls::cpu, layers> learner(device, {.steps = 50'000, .learning_rate = 1e-3f});
    while (!learner.done()) {
        ls::report(learner.iterate());
    }
    auto const result = ls::evaluate(device, learner.policy());
    std::printf("it misses the light by %.2f, root mean square\n", std::sqrt(-result.mean_return / result.mean_length));
}
