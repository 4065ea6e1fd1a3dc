// SPDX-License-Identifier: MIT
// What share of a core's multiply-adds convolutions reach, one way after the other, and a whole network that looks at images.
#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <memory>
#include <vector>

#include <lockstep/core/random.hpp>
#include <lockstep/device/cpu.hpp>
#include <lockstep/nn/convolutional_mlp.hpp>

#include "operations.hpp"
#include "peak.hpp"
#include "timing.hpp"

namespace ls = lockstep;

namespace {

constexpr std::size_t block = 256;

ls::cpu device;

auto normals(std::size_t count) {
    auto result = device.allocate<float>(count);
    ls::random<float> draw(1, 0, 0);
    std::generate_n(result.data(), count, [&] { return draw.normal(); });
    return result;
}

/// The median of nine shares of a core's peak; each is that of the best of ten calls of body().
template <class Body>
double percent_of_peak(double operations, Body&& body) {
    bench::shares_of_peak shares;
    for (int i = 0; i < 9; ++i) {
        shares.add([&] { return operations / bench::best(10, bench::thread_cpu_seconds, body); });
    }
    return 100 * shares.median();
}

template <ls::image_shape Image, ls::filters Filters>
void measure() {
    using layer = ls::convolution<Image, Filters>;
    auto const parameters = normals(layer::parameter_count), inputs = normals(Image.size() * block),
               gradients = normals(layer::output.size() * block);
    auto outputs = normals(gradients.size()), by_inputs = normals(inputs.size()), by_parameters = normals(parameters.size());
    double const operations = block * bench::convolution_operations<layer>();
    auto const percent = [&](auto&& body) { return percent_of_peak(operations, body); };
    double const forward = percent([&] {
        layer::forward(parameters.data(), {inputs.data(), block}, {outputs.data(), block}, block,
                       [](std::size_t, std::size_t, std::size_t) {});
    });
    double const backward = percent([&] {
        layer::backward(parameters.data(), {gradients.data(), block}, {by_inputs.data(), block}, block);
    });
    double const gradient = percent([&] {
        layer::gradient({inputs.data(), block}, {gradients.data(), block}, block, by_parameters.data(), false);
    });
    std::printf("%2zu x %2zu x %2zu, %2zu filters %zu x %zu, stride %zu:   ", Image.rows, Image.columns, Image.channels,
                Filters.count, Filters.size, Filters.size, Filters.stride);
    std::printf("forward %5.1f %%   to the image %5.1f %%   to the weights %5.1f %%\n", forward, backward, gradient);
}

/// Forward, back and into the weights of a block.
template <class Network>
double network_percent() {
    auto work = std::make_unique<typename Network::template workspace<block>>();
    std::vector<float> parameters(Network::parameter_count), gradient = parameters,
                                                             transposed_weights(Network::transposed_count + 1);
    Network::initialize(1, 1.4, 0.01, parameters.data());
    Network::transpose_weights(parameters.data(), transposed_weights.data());
    work->prepare();
    std::copy_n(normals(Network::input_size * block).data(), Network::input_size * block, work->inputs);
    std::copy_n(normals(Network::output_size * block).data(), Network::output_size * block, work->output_gradients);
    double const first = bench::convolution_operations<typename Network::template convolution<0>>();
    double const second = bench::convolution_operations<typename Network::template convolution<1>>();
    double const operations = 2 * first + 3 * second + 3 * bench::forward_operations<typename Network::head>();
    return percent_of_peak(block * operations, [&] {
        Network::forward(parameters.data(), transposed_weights.data(), *work, block);
        Network::backward(parameters.data(), transposed_weights.data(), *work, block);
        Network::gradient(*work, block, gradient.data());
    });
}

}  // namespace

int main() {
    std::printf("blocks of %zu samples; shares of a core's FMA peak\n", block);
    measure<ls::image_shape{16, 16, 1}, ls::filters{16, 3}>();
    measure<ls::image_shape{16, 16, 4}, ls::filters{16, 4, 2}>();
    measure<ls::image_shape{7, 7, 16}, ls::filters{32, 3, 2}>();
    measure<ls::image_shape{7, 7, 32}, ls::filters{32, 3}>();
    using network = ls::basic_convolutional_mlp<float, ls::relu_activation, ls::image_shape{16, 16, 4}, 16 * 16 * 4, 4,
                                                ls::convolutions<ls::filters{16, 4, 2}, ls::filters{32, 3, 2}>, 128>;
    std::printf("convolution_peak: %.1f %% of the FMA peak in a network of two convolutions and 128 hidden units\n",
                network_percent<network>());
}
