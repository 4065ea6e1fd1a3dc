// SPDX-License-Identifier: MIT
// What a user may set of TD3 (twin delayed deep deterministic policy gradient).
#pragma once

#include <cstddef>
#include <string_view>

#include <lockstep/rl/off_policy/config.hpp>

namespace lockstep {

struct td3_method : off_policy_defaults {
    static constexpr std::string_view config_name = "td3_config";
    static constexpr std::size_t actor_delay = 2;

    template <class Config>
    static void check(config_check const& must, Config const& config) {
        must.within("exploration_noise", config.exploration_noise, 0, must.any);
        must.within("target_noise", config.target_noise, 0, must.any);
        must.within("target_noise_clip", config.target_noise_clip, 0, must.any);
    }
};

using td3_config = off_policy_config<td3_method>;

}  // namespace lockstep
