// SPDX-License-Identifier: MIT
#include <lockstep/nn/convolution.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <type_traits>
#include <vector>

#include <doctest/doctest.h>

#include <lockstep/core/random.hpp>

namespace ls = lockstep;

namespace {

constexpr ls::image_shape image{.rows = 6, .columns = 7, .channels = 3};
template <class T, ls::filters Filters>
using layer_of = ls::basic_convolution<T, image, Filters>;

static_assert(layer_of<float, ls::filters{4, 3}>::output == ls::image_shape{4, 5, 4});
static_assert(layer_of<float, ls::filters{4, 3, 2}>::output == ls::image_shape{2, 3, 4});

template <class Layer, class T>
struct fixture {
    static constexpr std::size_t samples = 2 * ls::native_width;
    std::vector<T> parameters = std::vector<T>(Layer::parameter_count), gradient = std::vector<T>(Layer::parameter_count, T(9));
    std::vector<T> inputs = std::vector<T>(Layer::image.size() * samples), by_inputs = inputs;
    std::vector<T> sums = std::vector<T>(Layer::output.size() * samples), by_sums = sums;

    fixture() {
        Layer::initialize(5, 1, parameters.data(), 0);
        ls::random<float> draw(6, 0, 0);
        std::generate(inputs.begin(), inputs.end(), [&] { return draw.normal(); });
        std::generate(by_sums.begin(), by_sums.end(), [&] { return draw.normal(); });
    }
    std::size_t forward() {
        std::size_t finished = 0;
        Layer::forward(parameters.data(), {inputs.data(), samples}, {sums.data(), samples}, samples,
                       [&](std::size_t feature, std::size_t column, std::size_t n) {
            finished += feature < Layer::output.size() && column + n <= samples ? n : 0;
        });
        return finished;
    }
    double objective() {
        forward();
        double total = 0;
        for (std::size_t i = 0; i < sums.size(); ++i) {
            std::size_t const filter = i / samples % Layer::kernel.count;
            total += static_cast<double>((sums[i] + parameters[Layer::bias(filter)]) * by_sums[i]);
        }
        return total;
    }
};

}  // namespace

TEST_CASE_TEMPLATE("every place has the sum of its patch times each filter", Layer, layer_of<float, ls::filters{4, 3}>,
                   layer_of<float, ls::filters{17, 2, 2}>, layer_of<float, ls::filters{1, 1, 3}>,
                   layer_of<double, ls::filters{5, 4}>) {
    using T = std::conditional_t<std::is_same_v<Layer, layer_of<double, ls::filters{5, 4}>>, double, float>;
    fixture<Layer, T> f;
    CHECK(f.forward() == f.sums.size());  // each piece once
    for (std::size_t row = 0; row < Layer::output.rows; ++row) {
        for (std::size_t column = 0; column < Layer::output.columns; ++column) {
            for (std::size_t filter = 0; filter < Layer::kernel.count; ++filter) {
                for (std::size_t s = 0; s < f.samples; s += 5) {
                    double expected = 0;
                    std::size_t const top = row * Layer::kernel.stride, left = column * Layer::kernel.stride;
                    for (std::size_t r = 0; r < Layer::kernel.size; ++r) {
                        for (std::size_t c = 0; c < Layer::kernel.size; ++c) {
                            for (std::size_t channel = 0; channel < image.channels; ++channel) {
                                std::size_t const at = image.place(top + r, left + c, channel);
                                expected += static_cast<double>(f.parameters[Layer::weight(filter, r, c, channel)]) *
                                            static_cast<double>(f.inputs[at * f.samples + s]);
                            }
                        }
                    }
                    auto const sum = f.sums[Layer::output.place(row, column, filter) * f.samples + s];
                    CHECK(sum == doctest::Approx(expected).epsilon(1e-5));
                }
            }
        }
    }
}

TEST_CASE_TEMPLATE("in double, the gradients of weights, biases and image agree with central differences", Layer,
                   layer_of<double, ls::filters{4, 3}>, layer_of<double, ls::filters{3, 2, 2}>,
                   layer_of<double, ls::filters{2, 5}>) {
    fixture<Layer, double> f;
    Layer::gradient({f.inputs.data(), f.samples}, {f.by_sums.data(), f.samples}, f.samples, f.gradient.data(), false);
    Layer::backward(f.parameters.data(), {f.by_sums.data(), f.samples}, {f.by_inputs.data(), f.samples}, f.samples);
    auto const check = [&](double& x, double gradient) {
        double const step = 1e-3, before = x;  // the sums are linear
        x = before + step;
        double const up = f.objective();
        x = before - step;
        double const down = f.objective();
        x = before;
        CHECK(std::abs(gradient - (up - down) / (2 * step)) < 1e-7 * std::max(1.0, std::abs(gradient)));
    };
    for (std::size_t i = 0; i < Layer::parameter_count; ++i) {
        check(f.parameters[i], f.gradient[i]);
    }
    for (std::size_t i = 0; i < f.inputs.size(); i += 7) {
        check(f.inputs[i], f.by_inputs[i]);
    }
}

TEST_CASE_TEMPLATE("the gradient in parts has the bits of the whole, also where patches are copied", Layer,
                   ls::convolution<ls::image_shape{6, 7, 1}, ls::filters{4, 3}>,
                   ls::convolution<ls::image_shape{6, 7, 1}, ls::filters{17, 2, 2}>,
                   ls::convolution<ls::image_shape{6, 7, 3}, ls::filters{5, 1}>,
                   ls::convolution<ls::image_shape{6, 7, 3}, ls::filters{16, 3}>) {
    constexpr std::size_t samples = 80;
    std::vector<float> inputs(Layer::image.size() * samples), by_sums(Layer::output.size() * samples);
    std::vector<float> whole(Layer::parameter_count);
    ls::random<float> draw(7, 0, 0);
    for (auto* numbers : {&inputs, &by_sums, &whole}) {
        std::generate(numbers->begin(), numbers->end(), [&] { return draw.normal(); });
    }
    for (bool const accumulate : {true, false}) {
        std::vector<float> parts = whole;
        Layer::gradient({inputs.data(), samples}, {by_sums.data(), samples}, samples, whole.data(), accumulate);
        for (std::size_t part = 0; part < Layer::gradient_parts; ++part) {
            Layer::gradient({inputs.data(), samples}, {by_sums.data(), samples}, samples, parts.data(), accumulate, part,
                            part + 1);
        }
        CHECK(parts == whole);
    }
}
