// SPDX-License-Identifier: MIT
#include <lockstep/nn/gru.hpp>

#include <cmath>
#include <cstddef>
#include <vector>

#include <doctest/doctest.h>

#include <lockstep/core/random.hpp>

namespace ls = lockstep;

namespace {

constexpr std::size_t inputs = 3, units = 5, steps = 4;

template <class T>
struct fixture {
    using gru = ls::basic_gru<T, inputs, units>;
    using sequence = typename gru::sequence;
    static constexpr std::size_t samples = 2 * ls::native_width, columns = samples * steps;
    std::vector<T> parameters = std::vector<T>(gru::parameter_count);
    std::vector<T> numbers = std::vector<T>(sequence::count(columns));
    std::vector<T> weights = std::vector<T>(units * columns);  ///< of the outputs in a loss
    sequence all{numbers.data(), samples, steps};

    fixture() {
        gru::initialize(3, parameters.data());
        ls::random<float> random(1, 0, 0);
        auto const draw = [&] { return static_cast<T>(random.normal()); };
        for (ls::gru_gate const gate : {ls::gru_gate::candidate, ls::gru_gate::reset, ls::gru_gate::update}) {
            for (std::size_t u = 0; u < units; ++u) {
                parameters[gru::input_weight(gate, u, inputs)] = draw();
                parameters[gru::memory_weight(gate, u, units)] = draw();
            }
        }
        all.prepare();
        for (std::size_t c = 0; c < columns; ++c) {
            for (std::size_t i = 0; i < inputs; ++i) {
                *all.inputs().at(i, c) = draw();
            }
            for (std::size_t u = 0; u < units; ++u) {
                weights[u * columns + c] = draw();
                *all.memories().at(u, c) = draw();
            }
            all.keep()[c] = random.uniform() < 0.3f ? T(0) : T(1);
        }
    }
    double loss() {
        gru::forward(parameters.data(), all);
        double sum = 0;
        for (std::size_t u = 0; u < units; ++u) {
            for (std::size_t c = 0; c < columns; ++c) {
                sum += static_cast<double>(weights[u * columns + c] * *all.outputs().at(u, c));
            }
        }
        return sum;
    }
    std::vector<T> gradient() {
        loss();
        for (std::size_t u = 0; u < units; ++u) {
            for (std::size_t c = 0; c < columns; ++c) {
                *all.output_gradients().at(u, c) = weights[u * columns + c];
            }
        }
        gru::backward(parameters.data(), all);
        std::vector<T> result(gru::parameter_count);
        gru::gradient(all, result.data());
        return result;
    }
};

}  // namespace

TEST_CASE_TEMPLATE("outputs are those of the equations, step by step, and an end forgets", T, float, double) {
    fixture<T> f;
    using gru = typename fixture<T>::gru;
    auto const weight = [&](std::size_t at) { return static_cast<double>(f.parameters[at]); };
    f.loss();
    std::size_t forgotten = 0;
    for (std::size_t s = 0; s < f.samples; ++s) {
        std::vector<double> h(units);
        for (std::size_t u = 0; u < units; ++u) {
            h[u] = static_cast<double>(*f.all.memories().at(u, s));
        }
        for (std::size_t t = 0; t < steps; ++t) {
            std::size_t const c = t * f.samples + s;
            auto const sum = [&](ls::gru_gate gate, std::size_t u, bool by_memory) {
                double result = weight(by_memory ? gru::memory_weight(gate, u, units) : gru::input_weight(gate, u, inputs));
                for (std::size_t i = 0; i < (by_memory ? units : inputs); ++i) {
                    result += by_memory ? weight(gru::memory_weight(gate, u, i)) * h[i]
                                        : weight(gru::input_weight(gate, u, i)) * static_cast<double>(*f.all.inputs().at(i, c));
                }
                return result;
            };
            auto const sigmoid = [](double x) { return 1 / (1 + std::exp(-x)); };
            std::vector<double> next(units);
            for (std::size_t u = 0; u < units; ++u) {
                using enum ls::gru_gate;
                double const r = sigmoid(sum(reset, u, false) + sum(reset, u, true));
                double const z = sigmoid(sum(update, u, false) + sum(update, u, true));
                double const n = std::tanh(sum(candidate, u, false) + r * sum(candidate, u, true));
                next[u] = (1 - z) * n + z * h[u];
                CHECK(std::abs(static_cast<double>(*f.all.outputs().at(u, c)) - next[u]) < (sizeof(T) == 4 ? 4e-6 : 1e-13));
            }
            bool const kept = f.all.keep()[c] != T(0);
            forgotten += !kept;
            h = kept ? next : std::vector<double>(units);
        }
    }
    CHECK(forgotten > 0);
}

TEST_CASE("the gradient through all steps agrees with central differences") {
    fixture<double> f;
    auto const gradient = f.gradient();
    double const step = 1e-5;
    std::size_t checked = 0;
    for (std::size_t at = 0; at < f.parameters.size(); ++at) {
        double const before = f.parameters[at];
        f.parameters[at] = before + step;
        double const above = f.loss();
        f.parameters[at] = before - step;
        double const slope = (above - f.loss()) / (2 * step);
        f.parameters[at] = before;
        CHECK(std::abs(gradient[at] - slope) < 1e-7 * std::max(1.0, std::abs(slope)));
        checked += slope != 0;
    }
    CHECK(checked == 3 * units * (inputs + 1 + units + 1));
}

TEST_CASE("floats follow doubles, gradients accumulate, and the padding stays zero") {
    fixture<float> f;
    fixture<double> exact;
    auto gradient = f.gradient();
    auto const expected = exact.gradient();
    using narrow = fixture<float>::gru;
    using wide = fixture<double>::gru;
    double sum = 0;
    for (ls::gru_gate const gate : {ls::gru_gate::candidate, ls::gru_gate::reset, ls::gru_gate::update}) {
        for (std::size_t u = 0; u < units; ++u) {
            for (std::size_t i = 0; i <= inputs; ++i) {
                float const g = gradient[narrow::input_weight(gate, u, i)];
                CHECK(g == doctest::Approx(expected[wide::input_weight(gate, u, i)]).epsilon(1e-4));
                sum += std::abs(static_cast<double>(g));
            }
            for (std::size_t i = 0; i <= units; ++i) {
                float const g = gradient[narrow::memory_weight(gate, u, i)];
                CHECK(g == doctest::Approx(expected[wide::memory_weight(gate, u, i)]).epsilon(1e-4));
                sum += std::abs(static_cast<double>(g));
            }
        }
    }
    double all = 0;
    for (float const g : gradient) {
        all += std::abs(static_cast<double>(g));
    }
    CHECK(all == doctest::Approx(sum));
    auto const once = gradient;
    narrow::gradient(f.all, gradient.data(), true);
    for (std::size_t i = 0; i < once.size(); ++i) {
        CHECK(gradient[i] == 2 * once[i]);
    }
}
