// SPDX-License-Identifier: MIT
// A robot of your own: its MJCF text, read by the compiler, and beside it an observation, a reward and an end. A pole
// stands on a cart that a motor pushes along a rail; trained in a few seconds.

#include <cstdio>
#include <exception>

#include <lockstep/io/viewer.hpp>
#include <lockstep/lockstep.hpp>
#include <lockstep/physics/compile.hpp>
#include <lockstep/physics/mjcf/read_mjcf.hpp>

namespace ls = lockstep;

constexpr ls::ppo_config defaults{.steps = 300'000};

constexpr auto pole_robot = ls::physics::read_mjcf(R"(<mujoco model="pole">
  <option timestep="0.02"/>
  <worldbody>
    <body name="cart">
      <joint name="rail" type="slide" axis="1 0 0" range="-1 1"/>
      <geom type="capsule" fromto="-0.1 0 0 0.1 0 0" size="0.1"/>
      <body name="pole">
        <joint name="hinge" axis="0 1 0" damping="0.01"/>
        <geom type="capsule" fromto="0 0 0 0 0 0.6" size="0.05"/>
      </body>
    </body>
  </worldbody>
  <actuator> <motor joint="rail" gear="100" ctrlrange="-1 1"/> </actuator>
</mujoco>)");
constexpr auto pole_model = ls::physics::compile(pole_robot);

struct pole {
    static constexpr std::size_t observation_size = 4, action_size = 1, episode_limit = 500;
    static constexpr ls::physics::robot const& robot = pole_robot;  // what a viewer shows
    static constexpr ls::physics::model const& model = pole_model;
    static constexpr double dt = pole_model.timestep;
    template <class R>
    struct state {
        ls::vector<R, model.qpos_size()> qpos;  // m along the rail, rad from upright
        ls::vector<R, model.qvel_size()> qvel;
        ls::vector<R, model.words> active;  // the solver's: zeros after a reset
    };

    template <ls::real R>
    state<R> reset(ls::random<R>& random) const {
        auto const draw = [&] { return random.uniform(R(-0.01), R(0.01)); };
        return {{draw(), draw()}, {draw(), draw()}, {ls::empty_word<R>()}};
    }

    template <ls::real R>
    ls::vector<R, 4> observe(state<R> const& s) const {
        return {s.qpos[0], s.qpos[1], s.qvel[0], s.qvel[1]};
    }

    template <ls::real R>
    ls::transition<state<R>> step(state<R> const& before, ls::vector<R, 1> const& action) const {
        struct {
            state<R> now;
            ls::vector<R, 1> ctrl;
        } moved{before, action};
        ls::physics::substep<R>(model, ls::numbers_of<R>(moved));
        return {moved.now, R(1), R(0.2) < ls::abs(moved.now.qpos[1])};
    }
};
static_assert(ls::check_environment<pole>());

int main(int argc, char** argv) try {
    ls::cpu device;
    ls::ppo<pole, ls::cpu> learner(device, ls::parse_options(argc, argv, ls::options_of<ls::ppo_config>(), defaults));
    ls::require_writable("train_pole.html");
    while (!learner.done()) {
        ls::report(learner.iterate());
    }
    auto const result = ls::evaluate(device, learner.policy());
    std::printf("the pole stands for %.0f of 500 steps\n", result.mean_length);
    ls::write_viewer("train_pole.html", {ls::animate(learner.policy())});
} catch (std::exception const& error) {
    std::fprintf(stderr, "%s: %s\n", argv[0], error.what());
    return 1;
}
