// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <lockstep/envs/half_cheetah.hpp>
#include <lockstep/io/storage/portable_type_name.hpp>
#include <lockstep/rl/off_policy/categorical_critic.hpp>
#include <lockstep/rl/policy/convolutional_layers.hpp>
#include <lockstep/rl/policy/gaussian_actions.hpp>

namespace ls = lockstep;

TEST_CASE("a type has one name for all compilers, with every argument") {
    CHECK(ls::portable_type_name<float>() == "float");
    CHECK(ls::portable_type_name<ls::envs::half_cheetah>() == "lockstep::envs::basic_half_cheetah<false, 5ul>");
    using layers = ls::hidden_layers<ls::layer_norm<ls::tanh_activation>, 64, 128>;
    CHECK(ls::portable_type_name<layers>() ==
          "lockstep::hidden_layers<lockstep::layer_norm<lockstep::tanh_activation>, 64ul, 128ul>");
    CHECK(ls::portable_type_name<ls::gaussian_actions<ls::envs::half_cheetah>>() ==
          "lockstep::gaussian_actions<lockstep::envs::basic_half_cheetah<false, 5ul>, float>");
    using looking = ls::convolutional_layers<ls::convolutions<ls::filters{8, 3}>, ls::relu_activation, 32>;
    CHECK(ls::portable_type_name<looking>() ==
          "lockstep::convolutional_layers<lockstep::convolutions<lockstep::filters{8ul, 3ul, 1ul}>, "
          "lockstep::relu_activation, 32ul>");
    using critic = ls::categorical_critic<layers, 21, ls::value_target::mean>;
    CHECK(ls::portable_type_name<critic>() == "lockstep::categorical_critic<lockstep::hidden_layers<lockstep::layer_norm<"
                                              "lockstep::tanh_activation>, 64ul, 128ul>, 21ul, (lockstep::value_target)1>");
    CHECK(ls::portable_type_name<layers>() != ls::portable_type_name<ls::hidden_layers<ls::tanh_activation, 64, 128>>());
}
