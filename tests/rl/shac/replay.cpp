// SPDX-License-Identifier: MIT
// Gradients by older windows, in double: the present policy's, with the noise by which it makes the stored actions.
#include <lockstep/rl/shac/replay.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include <doctest/doctest.h>

#include <tests/rl/shac/window_setting.hpp>

namespace ls = lockstep;

namespace {

using shac_windows::setting;
using shac_windows::short_pendulum;
using networks = setting::networks;

struct older : setting {
    explicit older(std::size_t of_steps, std::size_t of_shorter = 0) : steps(of_steps) {
        length = of_shorter;
        run(steps);
    }

    std::size_t steps;

    /// The gradient by the stored window. from_traces: its tapes are made anew.
    std::vector<double> replayed(bool from_traces = false) {
        networks::transpose_weights(parameters.data(), transposed.data());
        window const back = window_of(steps);
        ls::shac_recall<short_pendulum, networks> const recall{
            .env = {}, .view = view(), .horizon = steps, .has_tapes = !from_traces, .normalized = back.normalized};
        for (std::size_t pack = 0; pack < packs; ++pack) {
            recall(pack);
            ls::shac_backward<short_pendulum, networks>{back}(pack);
        }
        return gradient();
    }

    void change_policy() {
        for (std::size_t i = 0; i < networks::actor::parameter_count; ++i) {
            parameters[i] *= i % 2 == 0 ? 1.2 : 0.9;
        }
    }

    ls::squashed_gaussian<double, 1> policy_at(ls::vector<double, 3> const& observation) const {
        static networks::actor::workspace<1> work;
        work.prepare();
        ls::forward_actor<networks::actor>(parameters.data(), transposed.data(), observation, work);
        return networks::actions::distribution(ls::load_features<double, 2>(work.outputs + 0, 1));
    }

    /// The loss of the policy with the noise of the steps, in plain loops. Episodes and windows that began inside
    /// windows begin there again.
    double loss() {
        networks::transpose_weights(parameters.data(), transposed.data());
        auto const normalized = window_of(steps).normalized;
        static networks::critic::workspace<1> estimate;
        estimate.prepare();
        double sum = 0;
        for (std::size_t pack = 0; pack < packs; ++pack) {
            auto const* s = steps_of_pack.data() + pack * steps;
            auto now = s[0].before;
            for (std::size_t t = 0; t < steps; ++t) {
                auto const policy = policy_at(normalized(env.observe(now)));
                double const drawn = policy.mean[0] + std::exp(policy.log_deviation[0]) * s[t].noise[0];
                auto const after = env.step(now, ls::within_bounds<short_pendulum>(ls::vector<double, 1>{std::tanh(drawn)}));
                sum += s[t].weight * 0.3 * after.reward;
                if (s[t].is_bootstrapped > 0.5) {
                    ls::place(normalized(env.observe(after.state)), estimate);
                    networks::critic::forward(target.data(), target_transposed.data(), estimate, 1);
                    sum += s[t].weight * 0.9 * estimate.outputs[0];
                }
                bool const is_last = s[t].ended > 0.5 || s[t].is_bootstrapped > 0.5;
                now = is_last && t + 1 < steps ? s[t + 1].before : after.state;
            }
        }
        return -sum / (packs * horizon);
    }

    short_pendulum env;
};

void check_close(std::vector<double> const& a, std::vector<double> const& b, double factor = 1) {
    double largest = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        CHECK(std::abs(a[i] - factor * b[i]) < 1e-12 + 1e-8 * std::abs(a[i]));
        largest = std::max(largest, std::abs(a[i]));
    }
    CHECK(largest > 1e-3);
}

}  // namespace

TEST_CASE("a replayed window has the gradient of the first time if the policy is still the same") {
    older s(setting::horizon);
    std::vector<double> const first = s.gradient();
    check_close(s.replayed(), first);
}

TEST_CASE("the gradient of another policy by a replayed window is that of central differences, also of shorter windows in it") {
    std::size_t shorter = 0;
    SUBCASE("one window") {}
    SUBCASE("windows of three steps") { shorter = 3; }
    older s(setting::horizon, shorter);
    s.change_policy();
    for (auto& step : s.steps_of_pack) {
        step.log_density = -100;  // of an unlikely draw, so all of its gradient counts
    }
    std::vector<double> const gradient = s.replayed();
    s.check_slopes(gradient, [&] { return s.loss(); });
}

TEST_CASE("an action that the present policy makes less often counts less") {
    older s(1);
    s.change_policy();
    s.replayed();
    auto const with_excess = [&s](double excess) {
        for (auto& step : s.steps_of_pack) {
            step.log_density = ls::log_density_of_draw(s.policy_at(step.observation), step.noise) + excess;
        }
        return s.replayed();
    };
    std::vector<double> const all = with_excess(0);
    check_close(with_excess(2), all, std::exp(-2));
    check_close(with_excess(-1), all);
}

TEST_CASE("tapes that are made anew have the bits of those that were kept") {
    older s(setting::horizon);
    s.change_policy();
    std::vector<double> const kept = s.replayed();
    std::fill(s.steps_of_pack.begin(), s.steps_of_pack.end(), ls::shac_step<short_pendulum, double>());
    CHECK(s.replayed(true) == kept);
}
