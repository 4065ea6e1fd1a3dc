// SPDX-License-Identifier: MIT
// A robot whose state has more in it than the physics needs: a slider goes to a target.
// prints: it is 0\.[0-2][0-9] m from its target on average

#include <cstddef>
#include <cstdio>

#include <lockstep/io/viewer.hpp>
#include <lockstep/lockstep.hpp>
#include <lockstep/physics/compile.hpp>
#include <lockstep/physics/mjcf/read_mjcf.hpp>

namespace ls = lockstep;

constexpr auto slider_robot = ls::physics::read_mjcf(R"(<mujoco model="slider">
  <option timestep="0.02"/>
  <worldbody>
    <body name="cart">
      <joint name="rail" type="slide" axis="1 0 0" range="-1 1" damping="4"/>
      <geom type="capsule" fromto="-0.1 0 0 0.1 0 0" size="0.1"/>
    </body>
  </worldbody>
  <actuator> <motor joint="rail" gear="40" ctrlrange="-1 1"/> </actuator>
</mujoco>)");
constexpr auto slider_model = ls::physics::compile(slider_robot);

struct slider {
    static constexpr std::size_t observation_size = 3, action_size = 1, episode_limit = 100;
    static constexpr ls::physics::robot const& robot = slider_robot;
    static constexpr ls::physics::model const& model = slider_model;
    static constexpr double dt = slider_model.timestep, target_radius = 0.05;
    template <class R>
    struct state {
        ls::vector<R, model.qpos_size()> qpos;
        ls::vector<R, model.qvel_size()> qvel;
        ls::vector<R, model.words> active;
        R draw;  // the target: m along the rail
    };

    template <ls::real R>
    state<R> reset(ls::random<R>& random) const {
        return {{R(0)}, {R(0)}, {ls::empty_word<R>()}, random.uniform(R(-0.9), R(0.9))};
    }

    /// Where a viewer shows the target in the world: above the rail, so that the slider does not hide it.
    template <ls::real R>
    ls::vec3<R> target(R const& draw) const {
        return {draw, R(0), R(0.2)};
    }

    template <ls::real R>
    ls::vector<R, 3> observe(state<R> const& s) const {
        return {s.qpos[0], s.qvel[0], s.draw};
    }

    template <ls::real R>
    ls::transition<state<R>> step(state<R> const& before, ls::vector<R, 1> const& action) const {
        struct {
            ls::vector<R, model.qpos_size()> qpos;
            ls::vector<R, model.qvel_size()> qvel;
            ls::vector<R, model.words> active;
            ls::vector<R, 1> ctrl;
        } moved{before.qpos, before.qvel, before.active, action};
        ls::physics::substep<R>(model, ls::numbers_of<R>(moved));
        state<R> const next{moved.qpos, moved.qvel, moved.active, before.draw};
        return {next, -ls::abs(next.qpos[0] - next.draw), ls::mask_t<R>(false)};
    }
};
static_assert(ls::check_environment<slider>());

int main() {
    ls::cpu device;
    ls::ppo<slider, ls::cpu> learner(device, {.steps = 300'000});
    while (!learner.done()) {
        ls::report(learner.iterate());
    }
    ls::write_viewer("target.html", {ls::animate(learner.policy())});
    auto const result = ls::evaluate(device, learner.policy());
    std::printf("it is %.2f m from its target on average\n", -result.mean_return / result.mean_length);
}
