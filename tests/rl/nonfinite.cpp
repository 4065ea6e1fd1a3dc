// SPDX-License-Identifier: MIT
#include <limits>
#include <stdexcept>
#include <vector>

#include <doctest/doctest.h>

#include <lockstep/nn/activation.hpp>
#include <lockstep/nn/convolutional_mlp.hpp>
#include <lockstep/nn/mlp.hpp>
#include <lockstep/nn/recurrent_mlp.hpp>
#include <lockstep/rl/nonfinite.hpp>

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
    CHECK(ls::nonfinite_layer<remembers>("actor", values) == "actor.gru");
    using sees = ls::basic_convolutional_mlp<float, ls::tanh_activation, ls::image_shape{4, 4}, 16, 2,
                                             ls::convolutions<ls::filters{2, 2}, ls::filters{3, 2}>, 8>;
    values.assign(sees::parameter_count, 1.0f);
    CHECK(ls::nonfinite_layer<sees>("actor", values).empty());
    values[sees::convolution_begin(1) + 2] = std::numeric_limits<float>::infinity();
    CHECK(ls::nonfinite_layer<sees>("actor", values) == "actor.convolution.1");
}

TEST_CASE("a training that stops says where") {
    CHECK_THROWS_WITH_AS(ls::stop_nonfinite("ppo", "actor.1.weight", 3, 2048),
                         doctest::Contains("lockstep::ppo: the gradient of actor.1.weight is not finite in update 3 after 2048 steps"),
                         std::runtime_error);
}

TEST_CASE("a training with nothing to draw says what would have helped") {
    CHECK_THROWS_WITH_AS(ls::stop_without_priorities("sac", 7),
                         "lockstep::sac: after update 7 all priorities are zero, so no sample can be drawn; least_priority above 0 "
                         "prevents it",
                         std::runtime_error);
}
