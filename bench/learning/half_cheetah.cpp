// SPDX-License-Identifier: MIT
#include <lockstep/envs/half_cheetah.hpp>

#include "learn.hpp"

int main(int argc, char** argv) {
    constexpr auto ppo_minute = bench::with_steps(bench::few_steps, 8'000'000);
    constexpr auto sac = bench::at_constant_rates(bench::in_minutes<lockstep::sac_config>);
    return bench::learn_environment<lockstep::envs::half_cheetah>(argc, argv, "half_cheetah",
                                                                  {.ppo_minute = ppo_minute, .sac = sac});
}
