// SPDX-License-Identifier: MIT
// A robot of one's own that moves freely: a trunk with two arms pulls itself over the ground. A step is four substeps.
// prints: it crawls [1-9][0-9.]* m in 4 s

#include <cstddef>
#include <cstdio>
#include <span>

#include <lockstep/io/viewer.hpp>
#include <lockstep/lockstep.hpp>
#include <lockstep/physics/compile.hpp>
#include <lockstep/physics/mjcf/read_mjcf.hpp>

namespace ls = lockstep;

constexpr auto crawler_robot = ls::physics::read_mjcf(R"(<mujoco model="crawler">
  <option timestep="0.005"/>
  <default> <joint armature="0.01" damping="0.2"/> <motor gear="40" ctrlrange="-1 1"/> </default>
  <worldbody>
    <geom type="plane" size="20 20 1"/>
    <body name="trunk" pos="0 0 0.12">
      <freejoint/>
      <geom type="capsule" fromto="-0.25 0 0 0.25 0 0" size="0.1"/>
      <body pos="0.25 0.13 0">
        <joint name="left" axis="0 1 0" range="-90 150"/>
        <geom type="capsule" fromto="0 0 0 0.3 0 0" size="0.03"/>
        <site name="hand" pos="0.3 0 0"/>
      </body>
      <body pos="0.25 -0.13 0">
        <joint name="right" axis="0 1 0" range="-90 150"/>
        <geom type="capsule" fromto="0 0 0 0.3 0 0" size="0.03"/>
      </body>
    </body>
  </worldbody>
  <actuator> <motor joint="left"/> <motor joint="right"/> </actuator>
</mujoco>)");
constexpr auto crawler_model = ls::physics::compile(crawler_robot);

struct crawler {
    static constexpr ls::physics::robot const& robot = crawler_robot;
    static constexpr ls::physics::model const& model = crawler_model;
    static constexpr std::size_t positions = model.qpos_size(), velocities = model.qvel_size();  // 7 + 2 and 6 + 2
    static constexpr std::size_t observation_size = positions - 2 + velocities, action_size = 2, episode_limit = 200;
    static constexpr int substeps = 4;
    static constexpr double dt = substeps * model.timestep;
    template <class R>
    struct state {
        ls::vector<R, positions> qpos;  // x, y, z and quaternion of the trunk; angles of the arms
        ls::vector<R, velocities> qvel;
        ls::vector<R, model.words> active;
    };

    template <ls::real R>
    state<R> reset(ls::random<R>& random) const {
        state<R> start;
        for (std::size_t i = 0; i < positions; ++i) {
            start.qpos[i] = R(model.initial_qpos[i]);  // as the text says: no quaternion is all zeros
        }
        for (R& speed : start.qvel) {
            speed = random.uniform(R(-0.1), R(0.1));
        }
        for (R& word : start.active) {
            word = ls::empty_word<R>();
        }
        return start;
    }

    template <ls::real R>
    ls::vector<R, observation_size> observe(state<R> const& s) const {
        ls::vector<R, observation_size> seen;
        for (std::size_t i = 2; i < positions; ++i) {
            seen[i - 2] = s.qpos[i];  // all but x and y
        }
        for (std::size_t i = 0; i < velocities; ++i) {
            seen[positions - 2 + i] = s.qvel[i];
        }
        return seen;
    }

    template <ls::real R>
    ls::transition<state<R>> step(state<R> const& before, ls::vector<R, 2> const& action) const {
        struct {
            state<R> now;
            ls::vector<R, 2> ctrl;
        } moved{before, action};
        for (int i = 0; i < substeps; ++i) {
            ls::physics::substep<R>(model, ls::numbers_of<R>(moved));
        }
        R const advance = moved.now.qpos[0] - before.qpos[0];
        return {moved.now, advance, ls::mask_t<R>(false)};
    }
};
static_assert(ls::check_environment<crawler>());

int main() {
    ls::cpu device;
    ls::ppo<crawler, ls::cpu> learner(device, {.steps = 300'000});
    while (!learner.done()) {
        ls::report(learner.iterate());
    }
    ls::write_viewer("crawler.html", {ls::animate(learner.policy())});
    std::printf("it crawls %.1f m in 4 s\n", ls::evaluate(device, learner.policy()).mean_return);

    ls::random<double> random(1, 0u, 0u);
    auto const start = crawler().reset(random);
    auto const pose = ls::physics::forward_kinematics<double>(crawler_model, std::span<double const>(start.qpos.data));
    auto const hand = ls::physics::site_position(crawler_model, pose, ls::physics::index_of_site(crawler_robot, "hand"));
    std::printf("its hand begins %.2f m above the ground\n", hand.z);
}
