// SPDX-License-Identifier: MIT
// What a user may set of CrossQ (Bhatt et al. 2024, "CrossQ: batch normalization in deep reinforcement learning for greater
// sample efficiency and simplicity", table 2): a method whose critics are renormalised and have no target networks.
#pragma once

#include <cstddef>
#include <string_view>
#include <type_traits>

#include <lockstep/rl/off_policy/config.hpp>
#include <lockstep/rl/off_policy/sac/config.hpp>

namespace lockstep {

template <class Method>
struct crossq_method : Method {
    static constexpr std::string_view config_name = "crossq_config";
    static constexpr std::size_t actor_delay = 3;
    static constexpr bool has_targets = false;
    static constexpr float learning_rate = 1e-3f;
    static constexpr float adam_beta1 = 0.5f;
};

/// The configuration of soft actor-critic without target networks.
using crossq_config = off_policy_config<crossq_method<sac_method>>;

/// A method with categorical critics. Both ends of their support must be set, since they have no usable default.
template <class Method>
struct categorical_method : Method {
    static constexpr bool has_support = true;
};

/// The configuration of soft actor-critic with categorical critics.
using categorical_sac_config = off_policy_config<categorical_method<sac_method>>;

/// The configuration of soft actor-critic with categorical critics and without target networks.
using categorical_crossq_config = off_policy_config<categorical_method<crossq_method<sac_method>>>;

namespace detail {
template <class Method, class Networks>
using method_by_targets = std::conditional_t<Networks::has_targets, Method, crossq_method<Method>>;
template <class Method, class Networks>
using method_by_values = std::conditional_t<Networks::has_support, categorical_method<Method>, Method>;
}  // namespace detail

/// The configuration of Method for Networks. Its members depend on the kind of the critics of Networks.
template <class Method, class Networks>
using config_of = off_policy_config<detail::method_by_values<detail::method_by_targets<Method, Networks>, Networks>>;

}  // namespace lockstep
