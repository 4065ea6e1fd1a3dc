// SPDX-License-Identifier: MIT
#include <array>
#include <cmath>
#include <cstddef>
#include <vector>

#include <doctest/doctest.h>

#include <lockstep/core/random.hpp>
#include <lockstep/rl/sample.hpp>
#include <lockstep/rl/through_time.hpp>

namespace ls = lockstep;

namespace {

using R = ls::native_lanes;
using network = ls::basic_recurrent_mlp<float, ls::tanh_activation, 2, 2, 4, 16>;
using exact = ls::basic_recurrent_mlp<double, ls::tanh_activation, 2, 2, 4, 16>;
using sample = ls::sample<R, 3, 1>;
constexpr std::size_t width = ls::native_width, rows = 3, horizon = 7, row = 1;

double d(float x) { return static_cast<double>(x); }

/// Where the parameters of the network are among those of the exact one, which is not padded.
std::vector<std::array<std::size_t, 2>> places() {
    std::vector<std::array<std::size_t, 2>> result;
    for (std::size_t l = 0; l <= network::hidden_layers; ++l) {
        for (std::size_t o = 0; o < network::layer_outputs(l); ++o) {
            for (std::size_t i = 0; i < network::layer_inputs(l); ++i) {
                result.push_back({network::weight(l, o, i), exact::weight(l, o, i)});
            }
            result.push_back({network::bias(l, o), exact::bias(l, o)});
        }
    }
    for (ls::gru_gate const gate : {ls::gru_gate::candidate, ls::gru_gate::reset, ls::gru_gate::update}) {
        for (std::size_t u = 0; u < 4; ++u) {
            for (std::size_t i = 0; i <= 2; ++i) {
                result.push_back({network::gru_begin + network::gru::input_weight(gate, u, i),
                                  exact::gru_begin + exact::gru::input_weight(gate, u, i)});
            }
            for (std::size_t i = 0; i <= 4; ++i) {
                result.push_back({network::gru_begin + network::gru::memory_weight(gate, u, i),
                                  exact::gru_begin + exact::gru::memory_weight(gate, u, i)});
            }
        }
    }
    return result;
}

struct setting {
    std::vector<float> parameters = std::vector<float>(network::parameter_count);
    std::vector<float> derived = std::vector<float>(network::derived_count + 1);
    std::vector<sample> samples{rows * horizon};
    std::vector<R> memory = std::vector<R>(4);
    std::vector<float> numbers = std::vector<float>(network::sequence::count(width * horizon));
    std::vector<float> gradient = std::vector<float>(network::parameter_count);

    setting() {
        ls::random<float> random(2, 0, 0);
        network::initialize(5, 1, 1, parameters.data());
        for (auto const& [at, unused] : places()) {
            parameters[at] += 0.2f * random.normal();
        }
        network::derive(parameters.data(), derived.data());
        auto const draw = [&](R& number) {
            for (std::size_t l = 0; l < width; ++l) {
                number.set(l, random.normal());
            }
        };
        for (sample& s : samples) {
            for (R& number : ls::rows<R>(s)) {
                draw(number);
            }
            s.ended = ls::select(R(1) < s.ended, R(1), R(0));
        }
        for (R& number : memory) {
            draw(number);
        }
    }

    /// Of reward * output 0 + value * output 1, summed over the samples of the row.
    void differentiate(bool more) {
        ls::row_of_samples<sample> const source{samples.data() + row, rows, horizon, memory.data()};
        // Blocks of two steps: the last is smaller.
        ls::through_time<2, 2 * width, network>(
            source, numbers.data(), parameters.data(), gradient.data(), more,
            [&](auto batch, std::size_t count, bool add, auto place, auto finish) {
                network::head::workspace<2 * width> work;
                work.prepare();
                place(work);
                network::head::forward(parameters.data(), derived.data(), work, count * width);
                for (std::size_t r = 0; r < count; ++r) {
                    batch[r]->reward.store(work.output_gradients + r * width);
                    batch[r]->value.store(work.output_gradients + 2 * width + r * width);
                }
                network::head::backward(parameters.data(), derived.data(), work, count * width);
                network::head::gradient(work, count * width, gradient.data(), add);
                finish(work);
            });
    }

    double loss(std::vector<double> const& p) const {
        double sum = 0;
        for (std::size_t l = 0; l < width; ++l) {
            std::array<double, 4> remembered;
            for (std::size_t u = 0; u < 4; ++u) {
                remembered[u] = d(memory[u][l]);
            }
            for (std::size_t t = 0; t < horizon; ++t) {
                sample const& s = samples[t * rows + row];
                exact::remember(p.data(), std::array<double, 2>{d(s.observation[0][l]), d(s.observation[1][l])}, remembered);
                for (std::size_t o = 0; o < 2; ++o) {
                    double output = p[exact::bias(1, o)];
                    for (std::size_t h = 0; h < 16; ++h) {
                        double in = p[exact::bias(0, h)];
                        for (std::size_t u = 0; u < 4; ++u) {
                            in += p[exact::weight(0, h, u)] * remembered[u];
                        }
                        output += p[exact::weight(1, o, h)] * std::tanh(in);
                    }
                    sum += output * d(o == 0 ? s.reward[l] : s.value[l]);
                }
                if (s.ended[l] != 0) {
                    remembered = {};
                }
            }
        }
        return sum;
    }
};

}  // namespace

TEST_CASE("the gradient through a rollout, its ends and its blocks agrees with central differences in double") {
    setting s;
    s.differentiate(false);
    std::vector<double> p(exact::parameter_count);
    for (auto const& [from, to] : places()) {
        p[to] = d(s.parameters[from]);
    }
    double const step = 1e-6;
    for (auto const& [ours, theirs] : places()) {
        auto above = p, below = p;
        above[theirs] += step;
        below[theirs] -= step;
        double const slope = (s.loss(above) - s.loss(below)) / (2 * step);
        CHECK(std::abs(d(s.gradient[ours]) - slope) < 1e-4 * std::max(1.0, std::abs(slope)));
    }
    auto const once = s.gradient;
    s.differentiate(true);
    for (auto const& [at, unused] : places()) {
        CHECK(s.gradient[at] == doctest::Approx(2 * once[at]).epsilon(1e-4));
    }
}
