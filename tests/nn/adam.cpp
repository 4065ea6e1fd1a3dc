// SPDX-License-Identifier: MIT
#include <lockstep/nn/adam.hpp>

#include <cmath>
#include <vector>

#include <doctest/doctest.h>

namespace ls = lockstep;

namespace {

constexpr std::size_t count = 5 * ls::pack_width<float>;

float gradient_at(std::size_t i, std::uint32_t step) { return std::sin(static_cast<float>(i + 1) * static_cast<float>(step)); }

struct state {
    std::vector<float> parameters = std::vector<float>(count, 1.0f);
    std::vector<float> first_moment = std::vector<float>(count, 0.0f);
    std::vector<float> second_moment = std::vector<float>(count, 0.0f);

    void update(ls::adam_config const& config, std::uint32_t step, float scale, std::size_t begin, std::size_t end) {
        std::vector<float> gradient(count);
        for (std::size_t i = 0; i < count; ++i) {
            gradient[i] = gradient_at(i, step);
        }
        ls::adam_update(config, step, scale, end - begin, gradient.data() + begin, parameters.data() + begin,
                        first_moment.data() + begin, second_moment.data() + begin);
    }
};

}  // namespace

TEST_CASE("adam_update follows algorithm 1 of Kingma and Ba") {
    ls::adam_config const config{.learning_rate = 0.01f, .beta1 = 0.8f, .beta2 = 0.99f, .epsilon = 1e-3f};
    float const scale = 0.5f;
    state actual;
    std::vector<double> parameter(count, 1.0), m(count, 0.0), v(count, 0.0);
    for (std::uint32_t step = 1; step <= 50; ++step) {
        actual.update(config, step, scale, 0, count);
        for (std::size_t i = 0; i < count; ++i) {
            double const g = static_cast<double>(scale) * static_cast<double>(gradient_at(i, step));
            m[i] = 0.8 * m[i] + 0.2 * g;
            v[i] = 0.99 * v[i] + 0.01 * g * g;
            parameter[i] -= 0.01 * (m[i] / (1 - std::pow(0.8, step))) / (std::sqrt(v[i] / (1 - std::pow(0.99, step))) + 1e-3);
            REQUIRE(actual.parameters[i] == doctest::Approx(parameter[i]).epsilon(1e-5));
        }
    }
}

TEST_CASE("corrections of the moments are those of double to some roundings of a float") {
    double worst = 0;
    for (float const beta : {0.0f, 0.5f, 0.9f, 0.95f, 0.999f, 0.9999f, 0.999999f}) {
        for (double step = 1; step <= 1e7; step = std::floor(step * 1.01 + 1)) {
            double const exact = -std::expm1(step * std::log(static_cast<double>(beta)));
            double const actual = static_cast<double>(ls::adam_correction<float>(beta, static_cast<std::uint32_t>(step)));
            worst = std::max(worst, std::abs(actual / exact - 1));
        }
    }
    CHECK(worst < 3e-7);
    CHECK(worst > 0);
    CHECK(ls::adam_correction<double>(0.9f, 3) == doctest::Approx(1 - std::pow(0.9, 3)).epsilon(1e-7));
}

TEST_CASE("with weight decay it is AdamW") {
    ls::adam_config const config{.learning_rate = 0.01f, .weight_decay = 0.1f};
    state actual;
    std::vector<double> parameter(count, 1.0), m(count, 0.0), v(count, 0.0);
    for (std::uint32_t step = 1; step <= 30; ++step) {
        actual.update(config, step, 1, 0, count);
        for (std::size_t i = 0; i < count; ++i) {
            double const g = static_cast<double>(gradient_at(i, step));
            m[i] = 0.9 * m[i] + 0.1 * g;
            v[i] = 0.999 * v[i] + 0.001 * g * g;
            parameter[i] *= 1 - 0.01 * 0.1;
            parameter[i] -= 0.01 * (m[i] / (1 - std::pow(0.9, step))) / (std::sqrt(v[i] / (1 - std::pow(0.999, step))) + 1e-5);
            REQUIRE(actual.parameters[i] == doctest::Approx(parameter[i]).epsilon(1e-5));
        }
    }
}

TEST_CASE("ranges of a step give the bits of the whole") {
    state whole, parts;
    for (std::uint32_t step = 1; step <= 10; ++step) {
        whole.update({}, step, 0.7f, 0, count);
        parts.update({}, step, 0.7f, 2 * ls::pack_width<float>, count);
        parts.update({}, step, 0.7f, 0, 2 * ls::pack_width<float>);
    }
    CHECK(parts.parameters == whole.parameters);
    CHECK(parts.second_moment == whole.second_moment);
}

TEST_CASE("a parameter without gradient stays") {
    std::vector<float> zero(count, 0.0f), m = zero, v = zero, parameters(count, 0.25f);
    ls::adam_update({}, 1, 1.0f, count, zero.data(), parameters.data(), m.data(), v.data());
    CHECK(parameters == std::vector<float>(count, 0.25f));
}

TEST_CASE("clip_scale shortens what is too long and nothing else") {
    CHECK(ls::clip_scale(4.0f, 0.5f) == 0.25f);
    CHECK(ls::clip_scale(4.0f, 2.0f) == 1.0f);
    CHECK(ls::clip_scale(4.0f, 0.0f) == 1.0f);
    CHECK(ls::clip_scale(0.0f, 0.5f) == 1.0f);
}

TEST_CASE("sum_of_slices adds slices in order and squares their sum") {
    std::size_t const slices = 3;
    std::vector<float> gradients(slices * count);
    for (std::size_t i = 0; i < gradients.size(); ++i) {
        gradients[i] = std::cos(static_cast<float>(i));
    }
    std::vector<float> sum(count);
    float const squares = ls::sum_of_slices<float>(gradients.data(), slices, count, count, sum.data());
    double expected = 0;
    for (std::size_t i = 0; i < count; ++i) {
        CHECK(sum[i] == gradients[i] + gradients[count + i] + gradients[2 * count + i]);
        expected += static_cast<double>(sum[i]) * static_cast<double>(sum[i]);
    }
    CHECK(squares == doctest::Approx(expected).epsilon(1e-6));
}

TEST_CASE_TEMPLATE("the squares of a sum of slices are added in one order whatever the width", R, ls::lanes<4>, ls::lanes<8>,
                   ls::lanes<16>) {
    for (std::size_t many : {16, 64, 80, 1024}) {
        std::vector<float> slices(2 * many), sum(many);
        for (std::size_t i = 0; i < slices.size(); ++i) {
            slices[i] = std::sin(static_cast<float>(i * i));
        }
        float const squares = ls::sum_of_slices<float, ls::plain_world<R, float>>(slices.data(), 2, many, many, sum.data());
        ls::ordered_sum<float> expected;
        for (std::size_t i = 0; i < many; ++i) {
            float const total = slices[i] + slices[many + i];
            REQUIRE(sum[i] == total);
            expected.partial(i) = ls::multiply_add(total, total, expected.partial(i));
        }
        CHECK(squares == expected.total());
    }
}
