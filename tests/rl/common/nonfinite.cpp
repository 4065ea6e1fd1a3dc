// SPDX-License-Identifier: MIT
#include <limits>
#include <stdexcept>
#include <vector>

#include <doctest/doctest.h>

#include <lockstep/envs/pendulum.hpp>
#include <lockstep/nn/activation.hpp>
#include <lockstep/nn/convolutional_mlp.hpp>
#include <lockstep/nn/mlp.hpp>
#include <lockstep/nn/recurrent_mlp.hpp>
#include <lockstep/rl/common/nonfinite.hpp>
#include <lockstep/rl/off_policy/td3/networks.hpp>
#include <lockstep/rl/policy/actor_critic.hpp>

namespace ls = lockstep;

using network = ls::mlp<ls::tanh_activation, 3, 2, 16, 32>;

TEST_CASE("the layer is named in which a number has no square") {
    std::vector<float> values(network::parameter_count, 1.0f);
    CHECK(ls::nonfinite_layer<network>("critic", values).empty());
    values[network::bias(2, 1)] = std::numeric_limits<float>::quiet_NaN();
    CHECK(ls::nonfinite_layer<network>("critic", values) == "critic.2.bias");
    values[network::weight(1, 31, 15)] = 1e30f;
    CHECK(ls::nonfinite_layer<network>("critic", values) == "critic.1.weight");
    values[network::weight(0, 0, 2)] = -std::numeric_limits<float>::infinity();
    CHECK(ls::nonfinite_layer<network>("actor", values) == "actor.0.weight");
}

TEST_CASE("what lies before the hidden layers has names too") {
    using remembers = ls::basic_recurrent_mlp<float, ls::tanh_activation, 3, 2, 8, 16>;
    std::vector<float> values(remembers::parameter_count, 1.0f);
    values[remembers::gru_begin] = std::numeric_limits<float>::infinity();
    CHECK(ls::nonfinite_layer<remembers>("actor", values) == "actor.gru.input.weight");
    using sees = ls::basic_convolutional_mlp<float, ls::tanh_activation, ls::image_shape{4, 4}, 16, 2,
                                             ls::convolutions<ls::filters{2, 2}, ls::filters{3, 2}>, 8>;
    values.assign(sees::parameter_count, 1.0f);
    CHECK(ls::nonfinite_layer<sees>("actor", values).empty());
    values[sees::convolution_begin(1) + 2] = std::numeric_limits<float>::infinity();
    CHECK(ls::nonfinite_layer<sees>("actor", values) == "actor.convolution.1.weight");
}

TEST_CASE("of an actor and a critic, what comes first is named") {
    using networks = ls::actor_critic<ls::envs::pendulum, ls::hidden_layers<ls::tanh_activation, 16>>;
    std::vector<float> gradient(networks::parameter_count, 1.0f);
    CHECK(ls::nonfinite_tensor<networks>(gradient) == "all parameters together");
    gradient[networks::log_deviation] = std::numeric_limits<float>::infinity();
    CHECK(ls::nonfinite_tensor<networks>(gradient) == "log_deviation");
    gradient[networks::critic_begin + networks::critic::bias(1, 0)] = 1e30f;
    CHECK(ls::nonfinite_tensor<networks>(gradient) == "critic.1.bias");
    gradient[networks::actor::weight(0, 3, 1)] = 1e30f;
    CHECK(ls::nonfinite_tensor<networks>(gradient) == "actor.0.weight");
}

TEST_CASE("of an actor and two critics, the network's own") {
    using networks = ls::td3_networks<ls::envs::pendulum, ls::hidden_layers<ls::relu_activation, 16>>;
    std::vector<float> gradient(networks::parameter_count, 1.0f);
    gradient[networks::critic_begin(1) + networks::critic::bias(1, 0)] = 1e30f;
    CHECK(ls::nonfinite_tensor<networks>(gradient, 0) == "critic 0's loss");
    CHECK(ls::nonfinite_tensor<networks>(gradient, 1) == "critic 1.1.bias");
    CHECK(ls::nonfinite_tensor<networks>(gradient, 2) == "actor's loss");
    gradient[networks::actor::weight(1, 0, 2)] = 1e30f;
    CHECK(ls::nonfinite_tensor<networks>(gradient, 2) == "actor.1.weight");
}

TEST_CASE("a training that stops says where") {
    CHECK_THROWS_WITH_AS(
        ls::stop_nonfinite("ppo", "actor.1.weight", 3, 2048),
        doctest::Contains("lockstep::ppo: the gradient of actor.1.weight is not finite in update 3 after 2048 steps"),
        std::runtime_error);
    CHECK_THROWS_WITH_AS(
        ls::stop_nonfinite("shac", "critic.1.weight", 3, 2048, "no checkpoint was touched"),
        "lockstep::shac: the gradient of critic.1.weight is not finite in update 3 after 2048 steps; no checkpoint was touched",
        std::runtime_error);
}

TEST_CASE("a training with nothing to draw says what would have helped") {
    CHECK_THROWS_WITH_AS(
        ls::stop_without_priorities("sac", 7),
        "lockstep::sac: after update 7 all priorities are zero, so no sample can be drawn; least_priority above 0 "
        "prevents it",
        std::runtime_error);
}
