// SPDX-License-Identifier: MIT
// An environment in lanes beside a C++ loop around MuJoCo, in double as it is shipped: random actions, observations, rewards,
// episodes that end and begin again, on one core, one after the other.
#pragma once

#include <mujoco/mujoco.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/random.hpp>
#include <lockstep/envs/vectorized.hpp>
#include <tests/support/mujoco.hpp>

#include "random_action.hpp"
#include "timing.hpp"

namespace bench {

namespace ls = lockstep;

/// 1024 environments in packs of lanes.
template <ls::environment Env>
class lockstep_loop {
public:
    using R = ls::native_lanes;
    static constexpr std::size_t environments = 1024;

    lockstep_loop() : packs_(environments / ls::native_width) {
        for (std::size_t pack = 0; pack < packs_.size(); ++pack) {
            stagger<Env>(packs_[pack], pack);
        }
    }

    void run(std::size_t steps) {
        for (std::size_t pack = 0; pack < packs_.size(); ++pack) {
            ls::random<R> actions(2, ls::environment_index<R>(pack), ls::words<R>{} + launch_);
            for (std::size_t step = 0; step < steps; ++step) {
                auto const outcome = ls::advance(Env{}, packs_[pack], random_action<Env>(actions), 1, pack);
                reward_ += outcome.reward;
                observation_ += packs_[pack].observation[0];
            }
        }
        ++launch_;
        steps_ += steps;
    }

    /// Of all steps so far.
    double mean_reward() const {
        double sum = 0;
        for (std::size_t lane = 0; lane < ls::native_width; ++lane) {
            sum += reward_[lane];
        }
        return sum / static_cast<double>(environments * steps_);
    }

private:
    std::vector<ls::environment_pack<Env, R>> packs_;
    std::uint32_t launch_ = 0;
    std::size_t steps_ = 0;
    R reward_{0}, observation_{0};
};

/// One environment of MuJoCo's. Task says what Gymnasium does beside mj_step, and which solver it chooses where that is not
/// MuJoCo's usual one; mj_rnePostConstraint is what it calls after every step.
template <class Task>
class mujoco_loop {
public:
    using env = typename Task::env;

    mujoco_loop() : mujoco_(env::robot), observation_(env::observation_size) {
        if constexpr (requires { Task::choose_solver(mujoco_.model->opt); }) {
            Task::choose_solver(mujoco_.model->opt);
        }
        reset();
    }

    void run(std::size_t steps) {
        mjModel const* model = mujoco_.model.get();
        mjData* data = mujoco_.data.get();
        for (std::size_t step = 0; step < steps; ++step) {
            double const before = Task::position(*data);
            double squares = 0;
            for (mjtSize u = 0; u < model->nu; ++u) {
                data->ctrl[u] = random_.uniform(ls::action_low<env>, ls::action_high<env>);
                squares += data->ctrl[u] * data->ctrl[u];
            }
            for (std::size_t k = 0; k < env::frame_skip; ++k) {
                mj_step(model, data);
            }
            mj_rnePostConstraint(model, data);
            bool const healthy = Task::is_healthy(*data);
            reward_ += Task::reward(*model, *data, (Task::position(*data) - before) / env::dt, squares, healthy);
            Task::observe(*model, *data, observation_.data());
            if (!healthy || ++length_ == env::episode_limit) {
                reset();
            }
        }
        steps_ += steps;
    }

    double mean_reward() const { return reward_ / static_cast<double>(steps_); }

private:
    void reset() {
        mj_resetData(mujoco_.model.get(), mujoco_.data.get());
        Task::perturb(*mujoco_.model, *mujoco_.data, random_);
        mj_forward(mujoco_.model.get(), mujoco_.data.get());
        Task::observe(*mujoco_.model, *mujoco_.data, observation_.data());
        length_ = 0;
    }

    support::mujoco mujoco_;
    std::vector<double> observation_;
    ls::random<double> random_{3, 0, 0};
    double reward_ = 0;
    std::size_t length_ = 0, steps_ = 0;
};

struct race_result {
    std::vector<double> ours, theirs;         ///< steps a second, a repeat each
    double our_reward = 0, their_reward = 0;  ///< mean of a step
};

/// Both loops in turn, by thread CPU time.
template <class Task>
race_result race(std::size_t repeats, std::size_t our_steps, std::size_t their_steps, std::size_t warm_up) {
    lockstep_loop<typename Task::env> ours;
    mujoco_loop<Task> theirs;
    ours.run(warm_up);
    theirs.run(warm_up);
    race_result result;
    for (std::size_t n = 0; n < repeats; ++n) {
        result.ours.push_back(static_cast<double>(ours.environments * our_steps) /
                              best(1, thread_cpu_seconds, [&] { ours.run(our_steps); }));
        result.theirs.push_back(static_cast<double>(their_steps) / best(1, thread_cpu_seconds, [&] { theirs.run(their_steps); }));
    }
    result.our_reward = ours.mean_reward();
    result.their_reward = theirs.mean_reward();
    return result;
}

}  // namespace bench
