// SPDX-License-Identifier: MIT
// A simulator that is not Lockstep's: MuJoCo steps the environment through its C API, one lane after the other, and PPO learns in
// it. Each thread of the processor has its own mjData. (Lockstep's own physics does the same a hundred times as fast:
// train_pole.cpp.)

#include <cstddef>
#include <cstdio>
#include <exception>
#include <memory>
#include <stdexcept>
#include <string>

#include <mujoco/mujoco.h>

#include <lockstep/lockstep.hpp>

namespace ls = lockstep;

constexpr ls::ppo_config defaults{.steps = 200'000};

constexpr char const* robot = R"(<mujoco model="pole">
  <option timestep="0.02"/>
  <worldbody>
    <body name="cart">
      <joint name="rail" type="slide" axis="1 0 0" limited="true" range="-1 1"/>
      <geom type="capsule" fromto="-0.1 0 0 0.1 0 0" size="0.1"/>
      <body name="pole">
        <joint name="hinge" axis="0 1 0" damping="0.01"/>
        <geom type="capsule" fromto="0 0 0 0 0 0.6" size="0.05"/>
      </body>
    </body>
  </worldbody>
  <actuator> <motor joint="rail" gear="100" ctrllimited="true" ctrlrange="-1 1"/> </actuator>
</mujoco>)";

mjModel const& model() {
    static std::unique_ptr<mjModel, void (*)(mjModel*)> const loaded = [] {
        auto const files = std::make_unique<mjVFS>();
        mj_defaultVFS(files.get());
        mj_addBufferVFS(files.get(), "robot.xml", robot, static_cast<int>(std::char_traits<char>::length(robot)));
        char error[1000] = "";
        std::unique_ptr<mjModel, void (*)(mjModel*)> result(mj_loadXML("robot.xml", files.get(), error, sizeof error),
                                                            mj_deleteModel);
        mj_deleteVFS(files.get());
        if (!result) {
            throw std::runtime_error(error);
        }
        return result;
    }();
    return *loaded;
}

/// One step of one environment: two positions, two velocities and the control.
void simulate(float (&qpos)[2], float (&qvel)[2], float ctrl) {
    thread_local std::unique_ptr<mjData, void (*)(mjData*)> const data(mj_makeData(&model()), mj_deleteData);
    for (std::size_t i = 0; i < 2; ++i) {
        data->qpos[i] = static_cast<mjtNum>(qpos[i]);
        data->qvel[i] = static_cast<mjtNum>(qvel[i]);
        data->qacc_warmstart[i] = 0;  // or a step would depend on the environment before
    }
    data->ctrl[0] = static_cast<mjtNum>(ctrl);
    mj_step(&model(), data.get());
    for (std::size_t i = 0; i < 2; ++i) {
        qpos[i] = static_cast<float>(data->qpos[i]);
        qvel[i] = static_cast<float>(data->qvel[i]);
    }
}

struct pole {
    static constexpr std::size_t observation_size = 4, action_size = 1, episode_limit = 500;
    template <class R>
    struct state {
        ls::vector<R, 2> qpos, qvel;  // m along the rail, rad from upright
    };

    template <ls::real R>
    state<R> reset(ls::random<R>& random) const {
        auto const draw = [&] { return random.uniform(R(-0.01), R(0.01)); };
        return {{draw(), draw()}, {draw(), draw()}};
    }

    template <ls::real R>
    ls::vector<R, 4> observe(state<R> const& s) const {
        return {s.qpos[0], s.qpos[1], s.qvel[0], s.qvel[1]};
    }

    template <ls::real R>
    ls::transition<state<R>> step(state<R> const& before, ls::vector<R, 1> const& action) const {
        state<R> now = before;
        if constexpr (requires(R x) { x.set(0, 0.0f); }) {
            for (std::size_t lane = 0; lane < ls::width_of<R>; ++lane) {
                float qpos[] = {now.qpos[0][lane], now.qpos[1][lane]}, qvel[] = {now.qvel[0][lane], now.qvel[1][lane]};
                simulate(qpos, qvel, action[0][lane]);
                for (std::size_t i = 0; i < 2; ++i) {
                    now.qpos[i].set(lane, qpos[i]);
                    now.qvel[i].set(lane, qvel[i]);
                }
            }
        } else {
            float qpos[] = {static_cast<float>(now.qpos[0]), static_cast<float>(now.qpos[1])};
            float qvel[] = {static_cast<float>(now.qvel[0]), static_cast<float>(now.qvel[1])};
            simulate(qpos, qvel, static_cast<float>(action[0]));
            now = {{R(qpos[0]), R(qpos[1])}, {R(qvel[0]), R(qvel[1])}};
        }
        return {now, R(1), R(0.2) < ls::abs(now.qpos[1])};
    }
};
static_assert(ls::check_environment<pole>());

int main(int argc, char** argv) try {
    model();  // an error in the robot is reported here
    ls::cpu device;
    ls::ppo<pole, ls::cpu> learner(device, ls::parse_options(argc, argv, ls::options_of<ls::ppo_config>(), defaults));
    while (!learner.done()) {
        ls::report(learner.iterate());
    }
    auto const result = ls::evaluate(device, learner.policy());
    std::printf("the pole stands for %.0f of 500 steps\n", result.mean_length);
} catch (std::exception const& error) {
    std::fprintf(stderr, "%s: %s\n", argv[0], error.what());
    return 1;
}
