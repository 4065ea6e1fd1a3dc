// SPDX-License-Identifier: MIT
// A thousand million steps of the family under random actions: how many episodes ended in a number that is not finite, and
// what the physics count: evaluations whose solution did not settle, and contacts between links that found no room.
// Arguments: the steps of all environments together, and the threads (0: all).
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include <lockstep/core/lanes.hpp>
#include <lockstep/device/cpu.hpp>

#include "family.hpp"
#include "random_action.hpp"
#include "timing.hpp"

namespace ls = lockstep;

namespace {

constexpr std::size_t environments = 4096, launch_steps = 1000;

struct totals {
    double steps = 0, episodes = 0, nonfinite = 0, reward = 0, unconverged = 0, dropped = 0;
};

/// A word of the physics' state that counts; 0 where there is none.
template <class Env, class R>
R counter(ls::environment_pack<Env, R> const& pack, std::size_t ls::physics::model::*word) {
    if constexpr (requires { pack.state.active[Env::model.unconverged_word]; }) {
        return Env::model.*word == ls::physics::no_word ? R(0) : pack.state.active[Env::model.*word];
    } else {
        return R(0);
    }
}

/// How far a count went on in a step, unless the step ended its episode.
template <class R>
R since(R const& before, R const& now) {
    return max(now - before, R(0));
}

template <class Env>
totals run(ls::cpu& device, double steps) {
    using R = ls::native_lanes;
    struct pack_sums {
        R episodes, nonfinite, reward, unconverged, dropped;
    };
    std::vector<ls::environment_pack<Env, R>> packs(environments / ls::native_width);
    std::vector<pack_sums> sums(packs.size());
    for (std::size_t pack = 0; pack < packs.size(); ++pack) {
        bench::stagger<Env>(packs[pack], pack);
    }
    totals result;
    for (std::uint32_t launch = 0; result.steps < steps; ++launch) {
        double const left = (steps - result.steps) / static_cast<double>(environments);
        auto const count = std::min(launch_steps, static_cast<std::size_t>(left) + 1);
        device.for_each(packs.size(), [running = packs.data(), to = sums.data(), launch, count](std::size_t pack) {
            ls::random<R> actions(2, ls::environment_index<R>(pack), ls::words<R>{} + launch);
            pack_sums sum{R(0), R(0), R(0), R(0), R(0)};
            for (std::size_t step = 0; step < count; ++step) {
                R const unconverged = counter(running[pack], &ls::physics::model::unconverged_word);
                R const dropped = counter(running[pack], &ls::physics::model::dropped_contacts_word);
                auto const outcome = ls::advance(Env{}, running[pack], bench::random_action<Env>(actions), 1, pack);
                sum.episodes += select(outcome.terminated || outcome.truncated, R(1), R(0));
                sum.nonfinite += select(outcome.nonfinite, R(1), R(0));
                sum.reward += outcome.reward;
                sum.unconverged += since(unconverged, counter(running[pack], &ls::physics::model::unconverged_word));
                sum.dropped += since(dropped, counter(running[pack], &ls::physics::model::dropped_contacts_word));
            }
            to[pack] = sum;
        });
        for (pack_sums const& sum : sums) {
            for (std::size_t lane = 0; lane < ls::native_width; ++lane) {
                result.episodes += sum.episodes[lane];
                result.nonfinite += sum.nonfinite[lane];
                result.reward += sum.reward[lane];
                result.unconverged += sum.unconverged[lane];
                result.dropped += sum.dropped[lane];
            }
        }
        result.steps += static_cast<double>(count * environments);
    }
    return result;
}

}  // namespace

int main(int argc, char** argv) {
    double const steps = argc > 1 ? std::atof(argv[1]) : 1e9;
    ls::cpu device({.threads = argc > 2 ? static_cast<std::size_t>(std::atoi(argv[2])) : 0});
    double shares = 0;
    bench::for_each_environment([&]<class Env>(char const*, double share) { shares += share; });
    std::printf("%-22s %14s %12s %12s %12s %12s %12s %12s\n", "", "steps", "episodes", "not finite", "not converged", "dropped",
                "reward", "steps/s");
    totals all;
    bench::for_each_environment([&]<class Env>(char const* name, double share) {
        double const start = bench::wall_seconds();
        totals const own = run<Env>(device, steps * share / shares);
        std::printf("%-22s %14.0f %12.0f %12.0f %12.0f %12.0f %12.4f %12.0f\n", name, own.steps, own.episodes, own.nonfinite,
                    own.unconverged, own.dropped, own.reward / own.steps, own.steps / (bench::wall_seconds() - start));
        std::fflush(stdout);
        all.steps += own.steps;
        all.nonfinite += own.nonfinite;
    });
    std::printf("random_steps: %.0f episodes not finite in %.3g steps\n", all.nonfinite, all.steps);
    return all.nonfinite > 0 ? 1 : 0;
}
