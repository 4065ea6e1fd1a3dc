// SPDX-License-Identifier: MIT
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include <doctest/doctest.h>

#include <lockstep/core/random.hpp>
#include <lockstep/envs/acrobot.hpp>
#include <lockstep/envs/pendulum.hpp>
#include <lockstep/rl/ppo_update.hpp>
#include <lockstep/rl/squashed_actions.hpp>

namespace ls = lockstep;

namespace {

using R = ls::native_lanes;
constexpr std::size_t width = ls::native_width;

double d(float x) { return static_cast<double>(x); }

/// A network of Layout in double, written out.
template <class Layout>
std::vector<double> forward(std::vector<double> const& p, std::size_t begin, std::vector<double> x) {
    for (std::size_t l = 0; l <= Layout::hidden_layers; ++l) {
        std::vector<double> y(Layout::layer_outputs(l));
        for (std::size_t o = 0; o < y.size(); ++o) {
            y[o] = p[begin + Layout::bias(l, o)];
            for (std::size_t i = 0; i < x.size(); ++i) {
                y[o] += p[begin + Layout::weight(l, o, i)] * x[i];
            }
            y[o] = l < Layout::hidden_layers ? std::tanh(y[o]) : y[o];
        }
        x = y;
    }
    return x;
}

// What policies draw from, in double: an action to try, its log_prob, and the entropy, of one draw where `noise` is used.
struct gaussian {
    using env = ls::envs::pendulum;
    using actions = ls::gaussian_actions<env>;
    static float some_action(ls::random<float>& random) { return random.normal(); }
    static double log_prob(std::vector<double> const& mean, double log_deviation, double action) {
        double const z = (action - mean[0]) / std::exp(log_deviation);
        return -0.5 * z * z - log_deviation - 0.918938533204673;
    }
    static double entropy(std::vector<double> const&, double log_deviation, double) { return log_deviation + 1.418938533204673; }
};
struct categorical {
    using env = ls::envs::acrobot;
    using actions = ls::categorical_actions<env>;
    static float some_action(ls::random<float>& random) { return std::floor(3 * random.uniform()); }
    static double log_prob(std::vector<double> const& logits, double, double action) {
        return logits[static_cast<std::size_t>(action)] - std::log(std::exp(logits[0]) + std::exp(logits[1]) + std::exp(logits[2]));
    }
    static double entropy(std::vector<double> const& logits, double, double) {
        double sum = 0;
        for (double const action : {0.0, 1.0, 2.0}) {
            sum -= std::exp(log_prob(logits, 0, action)) * log_prob(logits, 0, action);
        }
        return sum;
    }
};
struct squashed {
    using env = ls::envs::pendulum;
    using actions = ls::squashed_actions<env>;
    static float some_action(ls::random<float>& random) { return random.normal(); }
    static double log_prob(std::vector<double> const& from, double, double x) {
        return gaussian::log_prob(from, from[1], x) - std::log(1 - std::tanh(x) * std::tanh(x));
    }
    static double entropy(std::vector<double> const& from, double, double noise) {
        return -log_prob(from, 0, from[0] + std::exp(from[1]) * noise);
    }
};

template <class Policy>
struct setting {
    using networks = ls::actor_critic<typename Policy::env, ls::hidden_layers<ls::tanh_activation, 32, 16>, typename Policy::actions>;
    using update = ls::ppo_update<networks>;
    static constexpr std::size_t rows = 40;
    ls::ppo_config config{.clip = 0.1f, .value_clip = 0.3f, .value_coefficient = 0.7f, .entropy_coefficient = 0.01f};
    std::vector<float> parameters = std::vector<float>(networks::parameter_count);
    std::vector<float> derived = std::vector<float>(networks::derived_count);
    std::vector<float> first = std::vector<float>(networks::parameter_count), second = first, gradient = first;
    std::vector<float> slice_gradients = std::vector<float>(networks::parameter_count * update::most_slices);
    std::vector<float> squared_norms = std::vector<float>(update::ranges);
    std::vector<ls::loss_sums<R>> losses{2 * update::most_slices};
    std::vector<std::uint32_t> steps_taken = {0, 0};
    std::vector<typename update::sample_row> samples{rows};
    ls::ppo_progress progress{};

    setting() {
        networks::initialize(parameters, 2, -0.3f);
        networks::derive(parameters.data(), derived.data());
        progress.advantage_mean = 0.1f;
        progress.advantage_scale = 0.8f;
        ls::random<float> random(1, 0, 0);
        for (auto& s : samples) {
            for (R& number : ls::rows<R>(s)) {
                for (std::size_t l = 0; l < width; ++l) {
                    number.set(l, random.normal());
                }
            }
            for (std::size_t l = 0; l < width; ++l) {
                s.action[0].set(l, Policy::some_action(random));
                auto const now = Policy::log_prob(outputs({parameters.begin(), parameters.end()}, s, l),
                                                  d(parameters[networks::log_deviation]), d(s.action[0][l]));
                s.log_prob.set(l, static_cast<float>(now) + 0.3f * s.log_prob[l]);
            }
        }
    }
    static std::vector<double> observation(typename update::sample_row const& s, std::size_t l) {
        std::vector<double> x;
        for (R const& row : s.observation) {
            x.push_back(d(row[l]));
        }
        return x;
    }
    static std::vector<double> outputs(std::vector<double> const& p, typename update::sample_row const& s, std::size_t l) {
        return forward<typename networks::actor>(p, 0, observation(s, l));
    }
    update kernel(std::size_t slices) {
        return {.config = config, .learning_rate = 1e-3f, .shuffle = 11, .first_row = 0, .minibatch_rows = rows, .all_rows = rows,
                .slices = slices, .samples = samples.data(), .parameters = parameters.data(), .derived = derived.data(),
                .first_moment = first.data(), .second_moment = second.data(), .gradient = gradient.data(),
                .slice_gradients = slice_gradients.data(), .squared_norms = squared_norms.data(), .losses = losses.data(),
                .steps_taken = steps_taken.data(), .progress = &progress};
    }
    void step(update const& kernel) {
        for (std::size_t i = 0; i < kernel.slices; ++i) {
            kernel.differentiate(i, 0);
            kernel.differentiate(i, 1);
        }
        kernel.judge();
        for (std::size_t i = 0; i < update::ranges; ++i) {
            kernel.gather(i);
        }
    }
    /// The mean loss of all samples in double: eq. 9 of the paper with its signs turned, for minimisation.
    double loss(std::vector<double> const& p) const {
        double sum = 0;
        for (std::size_t row = 0; row < rows; ++row) {
            auto const& s = samples[row];
            ls::random<R> draws(config.seed, ls::consecutive_words<R>(static_cast<std::uint32_t>(row * width)),
                                ls::constant_words<R>(11), update::entropy_noise);
            R const noise = draws.normal();
            for (std::size_t l = 0; l < width; ++l) {
                double const log_deviation = p[networks::log_deviation];
                auto const from = outputs(p, s, l);
                double const log_prob = Policy::log_prob(from, log_deviation, d(s.action[0][l]));
                double const ratio = std::exp(log_prob - d(s.log_prob[l]));
                double const advantage = (d(s.advantage[l]) - d(progress.advantage_mean)) * d(progress.advantage_scale);
                double const epsilon = d(config.clip);
                sum -= std::min(ratio * advantage, std::min(std::max(ratio, 1 - epsilon), 1 + epsilon) * advantage);
                double const value = forward<typename networks::critic>(p, networks::critic_begin, observation(s, l))[0];
                double const old = d(s.value[l]), target = d(s.target[l]), reach = d(config.value_clip);
                double const bounded = old + std::min(std::max(value - old, -reach), reach) - target;
                sum += d(config.value_coefficient) * 0.5 * std::max((value - target) * (value - target), bounded * bounded);
                sum -= d(config.entropy_coefficient) * Policy::entropy(from, log_deviation, d(noise[l]));
            }
        }
        return sum / static_cast<double>(rows * width);
    }
};

}  // namespace

TEST_CASE_TEMPLATE("the gradient of a minibatch is that of the paper's loss, by central differences in double", Policy, gaussian,
                   categorical, squashed) {
    using networks = typename setting<Policy>::networks;
    using update = typename setting<Policy>::update;
    setting<Policy> s;
    s.config.entropy_coefficient = 0.05f;
    s.step(s.kernel(update::slices_of(setting<Policy>::rows)));
    std::vector<double> p(s.parameters.begin(), s.parameters.end());
    double const h = 1e-6;
    std::vector<std::size_t> places;
    if (networks::actions::log_deviations > 0) {
        places.push_back(networks::log_deviation);
    }
    using actor = typename networks::actor;
    using critic = typename networks::critic;
    for (std::size_t l = 0; l <= actor::hidden_layers; ++l) {
        for (std::size_t o = 0; o < actor::layer_outputs(l); o += l < actor::hidden_layers ? 5 : 1) {
            places.push_back(actor::bias(l, o));
            places.push_back(actor::weight(l, o, actor::layer_inputs(l) - 1));
            if (o < critic::layer_outputs(l)) {
                places.push_back(networks::critic_begin + critic::bias(l, o));
                places.push_back(networks::critic_begin + critic::weight(l, o, 0));
            }
        }
    }
    for (std::size_t const place : places) {
        auto above = p, below = p;
        above[place] += h;
        below[place] -= h;
        double const slope = (s.loss(above) - s.loss(below)) / (2 * h);
        CHECK(std::abs(d(s.gradient[place]) - slope) < 2e-6 + 2e-5 * std::abs(slope));
    }
    double norm = 0;
    for (std::size_t i = 0; i < update::ranges; ++i) {
        norm += d(s.squared_norms[i]);
    }
    double expected = 0;
    for (float g : s.gradient) {
        expected += d(g) * d(g);
    }
    CHECK(norm == doctest::Approx(expected).epsilon(1e-5));
    CHECK(s.progress.minibatches == 1);
    CHECK(s.progress.clipped > 0);
    CHECK(s.progress.approximate_kl > 0);
}

TEST_CASE("the number of slices changes nothing but rounding, and each is independent of the others' order") {
    setting<gaussian> one, many, backwards;
    one.step(one.kernel(1));
    many.step(many.kernel(3));
    auto const kernel = backwards.kernel(3);
    for (std::size_t i = 3; i-- > 0;) {
        kernel.differentiate(i, 1);
        kernel.differentiate(i, 0);
    }
    kernel.judge();
    for (std::size_t i = setting<gaussian>::update::ranges; i-- > 0;) {
        kernel.gather(i);
    }
    for (std::size_t i = 0; i < one.gradient.size(); ++i) {
        CHECK(many.gradient[i] == doctest::Approx(one.gradient[i]).epsilon(1e-3).scale(1e-3));
        REQUIRE(backwards.gradient[i] == many.gradient[i]);
    }
}

TEST_CASE("a step of descent lowers the loss and refreshes what is derived from the parameters") {
    setting<gaussian> s;
    double const before = s.loss({s.parameters.begin(), s.parameters.end()});
    auto const kernel = s.kernel(2);
    for (int i = 0; i < 5; ++i) {
        s.step(kernel);
        kernel.descend(0);
        kernel.descend(1);
    }
    CHECK(s.loss({s.parameters.begin(), s.parameters.end()}) < before);
    CHECK(s.steps_taken[0] == 5);
    CHECK(s.steps_taken[1] == 5);
    std::vector<float> fresh(setting<gaussian>::networks::derived_count);
    setting<gaussian>::networks::derive(s.parameters.data(), fresh.data());
    CHECK(fresh == s.derived);
}

TEST_CASE("nothing moves once the iteration has stopped") {
    setting<gaussian> s;
    s.config.target_kl = 1e-6f;
    auto const before = s.parameters;
    auto const kernel = s.kernel(2);
    for (int i = 0; i < 2; ++i) {
        s.step(kernel);
        kernel.descend(0);
        kernel.descend(1);
    }
    CHECK(s.progress.stopped == 1);
    CHECK(s.progress.minibatches == 1);
    CHECK(s.steps_taken[0] == 0);
    CHECK(s.steps_taken[1] == 0);
    CHECK(s.parameters == before);
}

TEST_CASE("a gradient that is not finite moves nothing and ends the iteration's updates") {
    setting<gaussian> s;
    auto const before = s.parameters;
    s.samples[3].target.set(1, std::numeric_limits<float>::infinity());
    auto const kernel = s.kernel(2);
    s.step(kernel);
    kernel.descend(0);
    kernel.descend(1);
    CHECK(s.parameters == before);
    CHECK(s.progress.nonfinite[0] == 1);
    CHECK(s.progress.nonfinite[1] == 1);
    kernel.judge();
    CHECK(s.progress.stopped == 1);
}
