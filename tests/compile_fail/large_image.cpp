// SPDX-License-Identifier: MIT
// error: lockstep: ppo's networks and observations are too large for a thread's stack: the workspaces of actor and critic for a row of lanes and nine of its observations must fit in 7 MiB; take a smaller image, fewer filters or larger strides
#include <lockstep/device/cpu.hpp>
#include <lockstep/envs/pendulum.hpp>
#include <lockstep/rl/convolutional_layers.hpp>
#include <lockstep/rl/ppo.hpp>

namespace ls = lockstep;

template <std::size_t Side>
struct screen : ls::envs::pendulum {
    static constexpr ls::image_shape observation_image{.rows = Side, .columns = Side, .channels = 3};
    static constexpr std::size_t observation_size = observation_image.size();
    template <ls::real R>
    ls::vector<R, observation_size> observe(state<R> const& s) const {
        return {s.angle};
    }
};
using layers = ls::convolutional_layers<ls::convolutions<ls::filters{32, 8, 4}, ls::filters{64, 4, 2}, ls::filters{64, 3}>,
                                        ls::relu_activation, 64>;
template <std::size_t Side>
using rollout = ls::rollout<screen<Side>, ls::actor_critic<screen<Side>, layers>>;
static_assert(sizeof(rollout<64>) > 0);
static_assert(sizeof(rollout<128>) > 0);
