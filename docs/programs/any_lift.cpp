// SPDX-License-Identifier: MIT
// A robot of its own that varies: a lift holds its height, whatever it carries.
// prints: it is 0\.[0-4][0-9] m from its height on average

#include <cstddef>
#include <cstdio>

#include <lockstep/envs/randomized.hpp>
#include <lockstep/io/viewer.hpp>
#include <lockstep/lockstep.hpp>
#include <lockstep/physics/compile.hpp>
#include <lockstep/physics/mjcf/read_mjcf.hpp>

namespace ls = lockstep;

constexpr auto lift_robot = ls::physics::read_mjcf(R"(<mujoco model="lift">
  <option timestep="0.02"/>
  <worldbody>
    <body name="cabin">
      <joint name="rail" type="slide" axis="0 0 1" range="0 2" damping="2"/>
      <geom type="sphere" size="0.1" mass="1"/>
    </body>
  </worldbody>
  <actuator> <motor joint="rail" gear="30" ctrlrange="-1 1"/> </actuator>
</mujoco>)");
constexpr auto lift_model = ls::physics::compile(lift_robot);

struct lift {
    static constexpr std::size_t observation_size = 2, action_size = 1, episode_limit = 100;
    static constexpr ls::physics::robot const& robot = lift_robot;
    static constexpr ls::physics::model const& model = lift_model;
    static constexpr double dt = lift_model.timestep;
    template <class R>
    struct state {
        ls::vector<R, model.qpos_size()> qpos;  // m
        ls::vector<R, model.qvel_size()> qvel;
        ls::vector<R, model.words> active;
    };

    template <ls::real R>
    state<R> reset(ls::random<R>& random) const {
        return {{random.uniform(R(0.2), R(1.8))}, {R(0)}, {ls::empty_word<R>()}};
    }

    template <ls::real R>
    ls::vector<R, 2> observe(state<R> const& s) const {
        return {s.qpos[0], s.qvel[0]};
    }

    template <ls::real R, class Model = ls::physics::model>
    ls::transition<state<R>> step(state<R> const& before, ls::vector<R, 1> const& action, Model const& own = model) const {
        struct {
            state<R> now;
            ls::vector<R, 1> ctrl;
        } moved{before, action};
        ls::physics::substep<R>(own, ls::numbers_of<R>(moved));
        return {moved.now, -ls::abs(moved.now.qpos[0] - R(1)), ls::mask_t<R>(false)};
    }
};

struct load {
    using enum ls::physics::parameter;
    static constexpr ls::physics::variation ranges[] = {{mass, "cabin", 1, 2}};
};
using any_lift = ls::randomized<lift, load>;
static_assert(ls::check_environment<any_lift>());

int main() {
    ls::cpu device;
    ls::ppo<any_lift, ls::cpu> learner(device, {.steps = 300'000});
    while (!learner.done()) {
        ls::report(learner.iterate());
    }
    ls::write_viewer("any_lift.html", {ls::animate(learner.policy())});
    auto const result = ls::evaluate(device, learner.policy());
    std::printf("it is %.2f m from its height on average\n", -result.mean_return / result.mean_length);
}
