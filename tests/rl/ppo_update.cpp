// SPDX-License-Identifier: MIT
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include <doctest/doctest.h>

#include <lockstep/core/random.hpp>
#include <lockstep/envs/pendulum.hpp>
#include <lockstep/rl/ppo_update.hpp>

namespace ls = lockstep;

namespace {

using networks = ls::actor_critic<ls::envs::pendulum, ls::hidden_layers<ls::tanh_activation, 32, 16>>;
using update = ls::ppo_update<networks>;
using R = ls::native_lanes;
constexpr std::size_t width = ls::native_width;

double d(float x) { return static_cast<double>(x); }

/// A network of Layout in double, written out.
template <class Layout>
double forward(std::vector<double> const& p, std::size_t begin, std::vector<double> x, std::size_t output) {
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
    return x[output];
}

struct setting {
    static constexpr std::size_t rows = 40;
    ls::ppo_config config{.clip = 0.1f, .value_clip = 0.3f, .value_coefficient = 0.7f, .entropy_coefficient = 0.01f};
    std::vector<float> parameters = std::vector<float>(networks::parameter_count);
    std::vector<float> derived = std::vector<float>(networks::derived_count);
    std::vector<float> first = std::vector<float>(networks::parameter_count), second = first, gradient = first;
    std::vector<float> slice_gradients = std::vector<float>(networks::parameter_count * update::most_slices);
    std::vector<float> squared_norms = std::vector<float>(update::ranges);
    std::vector<ls::loss_sums<R>> losses{update::most_slices};
    std::vector<std::uint32_t> steps_taken = {0, 0};
    std::vector<update::sample_row> samples{rows};
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
                s.log_prob.set(l, -0.7f - 0.5f * s.action[0][l] * s.action[0][l] + 0.3f * s.log_prob[l]);
            }
        }
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
            kernel.differentiate(i);
        }
        kernel.judge();
        for (std::size_t i = 0; i < update::ranges; ++i) {
            kernel.gather(i);
        }
    }
    /// The mean loss of all samples in double: eq. 9 of the paper with its signs turned, for minimisation.
    double loss(std::vector<double> const& p) const {
        double sum = 0;
        for (auto const& s : samples) {
            for (std::size_t l = 0; l < width; ++l) {
                std::vector<double> const x = {d(s.observation[0][l]), d(s.observation[1][l]), d(s.observation[2][l])};
                double const log_deviation = p[networks::log_deviation];
                double const z = (d(s.action[0][l]) - forward<networks::actor>(p, 0, x, 0)) / std::exp(log_deviation);
                double const log_prob = -0.5 * z * z - log_deviation - 0.918938533204673;
                double const ratio = std::exp(log_prob - d(s.log_prob[l]));
                double const advantage = (d(s.advantage[l]) - d(progress.advantage_mean)) * d(progress.advantage_scale);
                double const epsilon = d(config.clip);
                sum -= std::min(ratio * advantage, std::min(std::max(ratio, 1 - epsilon), 1 + epsilon) * advantage);
                double const value = forward<networks::critic>(p, networks::critic_begin, x, 0);
                double const old = d(s.value[l]), target = d(s.target[l]), reach = d(config.value_clip);
                double const bounded = old + std::min(std::max(value - old, -reach), reach) - target;
                sum += d(config.value_coefficient) * 0.5 * std::max((value - target) * (value - target), bounded * bounded);
                sum -= d(config.entropy_coefficient) * (log_deviation + 1.418938533204673);
            }
        }
        return sum / static_cast<double>(rows * width);
    }
};

}  // namespace

TEST_CASE("the gradient of a minibatch is that of the paper's loss, by central differences in double") {
    setting s;
    s.step(s.kernel(update::slices_of(setting::rows)));
    std::vector<double> p(s.parameters.begin(), s.parameters.end());
    double const h = 1e-6;
    std::vector<std::size_t> places = {networks::log_deviation};
    using actor = networks::actor;
    using critic = networks::critic;
    for (std::size_t l = 0; l <= actor::hidden_layers; ++l) {
        for (std::size_t o = 0; o < actor::layer_outputs(l); o += 5) {
            places.push_back(actor::bias(l, o));
            places.push_back(actor::weight(l, o, actor::layer_inputs(l) - 1));
            places.push_back(networks::critic_begin + critic::bias(l, o));
            places.push_back(networks::critic_begin + critic::weight(l, o, 0));
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
    setting one, many, backwards;
    one.step(one.kernel(1));
    many.step(many.kernel(3));
    auto const kernel = backwards.kernel(3);
    for (std::size_t i = 3; i-- > 0;) {
        kernel.differentiate(i);
    }
    kernel.judge();
    for (std::size_t i = update::ranges; i-- > 0;) {
        kernel.gather(i);
    }
    for (std::size_t i = 0; i < one.gradient.size(); ++i) {
        CHECK(many.gradient[i] == doctest::Approx(one.gradient[i]).epsilon(1e-3).scale(1e-3));
        REQUIRE(backwards.gradient[i] == many.gradient[i]);
    }
}

TEST_CASE("a step of descent lowers the loss and refreshes what is derived from the parameters") {
    setting s;
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
    std::vector<float> fresh(networks::derived_count);
    networks::derive(s.parameters.data(), fresh.data());
    CHECK(fresh == s.derived);
}

TEST_CASE("nothing moves once the iteration has stopped") {
    setting s;
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
    setting s;
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
