// SPDX-License-Identifier: MIT
// Steps of HalfCheetah-v5 a second on one core, with random actions, observations, rewards, episodes that end and begin
// again. Beside it, in the same run, the loop that a C++ program would be with MuJoCo, in double as it is shipped.
#include <mujoco/mujoco.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <vector>

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/random.hpp>
#include <lockstep/envs/half_cheetah.hpp>
#include <lockstep/envs/vectorized.hpp>
#include <lockstep/physics/robots/half_cheetah.hpp>
#include <tests/support/mujoco.hpp>

#include "timing.hpp"

namespace ls = lockstep;

namespace {

constexpr std::size_t environments = 1024, repeats = 9;
constexpr std::size_t our_steps = 100, their_steps = 2000, warm_up = 200;

class ours {
public:
    using R = ls::native_lanes;
    using env = ls::envs::half_cheetah;

    ours() : rows_(environments / ls::native_width) {
        for (std::size_t row = 0; row < rows_.size(); ++row) {
            ls::reset(env{}, rows_[row], 1, row);
            rows_[row].length = R(static_cast<double>(row * 997 % env::episode_limit));  // episodes do not all end at once
        }
    }

    void run(std::size_t steps) {
        for (std::size_t row = 0; row < rows_.size(); ++row) {
            ls::random<R> actions(2, ls::environment_index<R>(row), ls::words<R>{} + launch_);
            for (std::size_t step = 0; step < steps; ++step) {
                ls::vector<R, env::action_size> action;
                for (R& a : action) {
                    a = actions.uniform(R(-1), R(1));
                }
                auto const outcome = ls::advance(env{}, rows_[row], action, 1, row);
                reward_ += outcome.reward;
                observation_ += rows_[row].observation[0];
            }
        }
        ++launch_;
    }

    double mean_reward(std::size_t steps) const {
        double sum = 0;
        for (std::size_t lane = 0; lane < ls::native_width; ++lane) {
            sum += reward_[lane];
        }
        return sum / static_cast<double>(environments * steps);
    }

private:
    std::vector<ls::environment_row<env, R>> rows_;
    std::uint32_t launch_ = 0;
    R reward_{0}, observation_{0};
};

/// One environment after Gymnasium's definition; mj_rnePostConstraint is what Gymnasium calls after every step.
class theirs {
public:
    theirs() : mujoco_(ls::physics::half_cheetah), observation_(17) { reset(); }

    void run(std::size_t steps) {
        mjModel const* model = mujoco_.model.get();
        mjData* data = mujoco_.data.get();
        for (std::size_t step = 0; step < steps; ++step) {
            double const x = data->qpos[0];
            double cost = 0;
            for (mjtSize u = 0; u < model->nu; ++u) {
                data->ctrl[u] = random_.uniform(-1, 1);
                cost += 0.1 * data->ctrl[u] * data->ctrl[u];
            }
            for (int k = 0; k < 5; ++k) {
                mj_step(model, data);
            }
            mj_rnePostConstraint(model, data);
            reward_ += (data->qpos[0] - x) / 0.05 - cost;
            observe();
            if (++length_ == 1000) {
                reset();
            }
        }
    }

    double mean_reward(std::size_t steps) const { return reward_ / static_cast<double>(steps); }

private:
    void observe() {
        std::copy(mujoco_.data->qpos + 1, mujoco_.data->qpos + 9, observation_.begin());
        std::copy(mujoco_.data->qvel, mujoco_.data->qvel + 9, observation_.begin() + 8);
    }

    void reset() {
        mj_resetData(mujoco_.model.get(), mujoco_.data.get());
        for (int i = 0; i < 9; ++i) {
            mujoco_.data->qpos[i] += random_.uniform(-0.1, 0.1);
            mujoco_.data->qvel[i] += 0.1 * random_.normal();
        }
        mj_forward(mujoco_.model.get(), mujoco_.data.get());
        observe();
        length_ = 0;
    }

    support::mujoco mujoco_;
    std::vector<double> observation_;
    ls::random<double> random_{3, 0, 0};
    double reward_ = 0;
    int length_ = 0;
};

double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

}  // namespace

int main() {
    ours mine;
    theirs other;
    mine.run(warm_up);
    other.run(warm_up);
    std::vector<double> our_rates, their_rates;
    std::printf("%8s %22s %22s %8s\n", "repeat", "Lockstep steps/s", "MuJoCo loop steps/s", "ratio");
    for (std::size_t n = 0; n < repeats; ++n) {
        our_rates.push_back(environments * our_steps / bench::best(1, bench::thread_cpu_seconds, [&] { mine.run(our_steps); }));
        their_rates.push_back(their_steps / bench::best(1, bench::thread_cpu_seconds, [&] { other.run(their_steps); }));
        std::printf("%8zu %22.0f %22.0f %8.1f\n", n + 1, our_rates.back(), their_rates.back(),
                    our_rates.back() / their_rates.back());
    }
    std::printf("%8s %22.0f %22.0f %8.1f   (%d lanes, MuJoCo %s, thread CPU time)\n", "median", median(our_rates),
                median(their_rates), median(our_rates) / median(their_rates), ls::native_width, mj_versionString());
    double const our_mean = mine.mean_reward(warm_up + repeats * our_steps),
                 their_mean = other.mean_reward(warm_up + repeats * their_steps);
    std::printf("mean reward of a step: %.3f and %.3f\n", our_mean, their_mean);
    if (!std::isfinite(our_mean)) {
        std::fputs("half_cheetah_env: a reward is not finite\n", stderr);
        return 1;
    }
    std::printf("half_cheetah_env: %.1f times MuJoCo's loop\n", median(our_rates) / median(their_rates));
}
