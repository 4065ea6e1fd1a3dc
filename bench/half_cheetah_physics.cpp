// SPDX-License-Identifier: MIT
// Substeps of HalfCheetah a second on one core: 1024 robots in lanes, new random controls every five substeps. Beside
// it, in the same run, mj_step of MuJoCo on one robot with the same kind of controls, in double as it is shipped.
#include <mujoco/mujoco.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <vector>

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/random.hpp>
#include <lockstep/envs/half_cheetah.hpp>
#include <tests/support/mujoco.hpp>

#include "timing.hpp"

namespace ls = lockstep;

namespace {

constexpr std::size_t robots = 1024, frame_skip = 5, repeats = 9;
constexpr std::size_t our_frames = 100, their_frames = 2000, warm_up = 200;

/// Robots in packs of lanes: qpos, qvel, active set, controls.
class fleet {
public:
    using R = ls::native_lanes;

    fleet() : packs_(robots / ls::native_width) {
        for (std::size_t pack = 0; pack < packs_.size(); ++pack) {
            auto const first = static_cast<std::uint32_t>(pack * ls::native_width);
            ls::random<R> random(1, ls::consecutive_words<R>(first), ls::words<R>{});
            packs_[pack].state = ls::envs::half_cheetah{}.reset(random);
        }
        ls::random<R> random(2, ls::consecutive_words<R>(0), ls::words<R>{});
        for (R& control : controls_) {
            control = random.uniform(R(-1), R(1));
        }
    }

    void run(std::size_t frames) {
        for (std::size_t frame = 0; frame < frames; ++frame) {
            for (robot_pack& pack : packs_) {
                for (R& control : pack.ctrl) {
                    next_control_ = next_control_ + 1 == controls_.size() ? 0 : next_control_ + 1;
                    control = controls_[next_control_];
                }
                for (std::size_t k = 0; k < frame_skip; ++k) {
                    ls::envs::recorded::half_cheetah_substep(ls::text::rows(std::span<R>(ls::numbers_of<R>(pack))));
                }
            }
        }
    }

    bool is_finite() const {
        for (robot_pack const& pack : packs_) {
            for (R const& x : pack.state.qpos) {
                for (std::size_t lane = 0; lane < ls::native_width; ++lane) {
                    if (!std::isfinite(x[lane])) {
                        return false;
                    }
                }
            }
        }
        return true;
    }

private:
    struct robot_pack {
        ls::envs::half_cheetah::state<R> state;
        ls::vector<R, 6> ctrl;
    };
    std::vector<robot_pack> packs_;
    std::vector<R> controls_ = std::vector<R>(4099);
    std::size_t next_control_ = 0;
};

/// One robot of MuJoCo's.
class reference {
public:
    reference() : mujoco_(ls::envs::half_cheetah::robot) {}

    void run(std::size_t frames) {
        for (std::size_t frame = 0; frame < frames; ++frame) {
            for (mjtSize u = 0; u < mujoco_.model->nu; ++u) {
                mujoco_.data->ctrl[u] = random_.uniform(-1, 1);
            }
            for (std::size_t k = 0; k < frame_skip; ++k) {
                mj_step(mujoco_.model.get(), mujoco_.data.get());
            }
        }
    }

private:
    support::mujoco mujoco_;
    ls::random<double> random_{3, 0, 0};
};

}  // namespace

int main() {
    fleet ours;
    reference theirs;
    ours.run(warm_up);
    theirs.run(warm_up);
    std::vector<double> our_rates, their_rates;
    std::printf("%8s %22s %22s %8s\n", "repeat", "Lockstep substeps/s", "mj_step/s", "ratio");
    for (std::size_t n = 0; n < repeats; ++n) {
        our_rates.push_back(robots * our_frames * frame_skip /
                            bench::best(1, bench::thread_cpu_seconds, [&] { ours.run(our_frames); }));
        their_rates.push_back(their_frames * frame_skip /
                              bench::best(1, bench::thread_cpu_seconds, [&] { theirs.run(their_frames); }));
        std::printf("%8zu %22.0f %22.0f %8.1f\n", n + 1, our_rates.back(), their_rates.back(),
                    our_rates.back() / their_rates.back());
    }
    double const our_rate = bench::median(our_rates), their_rate = bench::median(their_rates), ratio = our_rate / their_rate;
    std::printf("%8s %22.0f %22.0f %8.1f   (%d lanes, MuJoCo %s, thread CPU time)\n", "median", our_rate, their_rate, ratio,
                ls::native_width, mj_versionString());
    if (!ours.is_finite()) {
        std::fputs("half_cheetah_physics: a state is not finite\n", stderr);
        return 1;
    }
    std::printf("half_cheetah_physics: %.1f times mj_step\n", ratio);
}
