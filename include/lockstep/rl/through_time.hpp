// SPDX-License-Identifier: MIT
// A recurrent network through the samples of one row of environments, and its gradient back through time.
#pragma once

#include <algorithm>
#include <cstddef>

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/vector.hpp>
#include <lockstep/nn/features.hpp>
#include <lockstep/nn/recurrent_mlp.hpp>

namespace lockstep {

/// What a row of environments did in a rollout.
template <class Sample, real R = native_lanes>
struct row_of_samples {
    Sample const* first;
    std::size_t rows;            ///< from one step's sample to the next
    std::size_t horizon;
    R const* memory;             ///< [Network::memory_size] before the first step
};

/// The perceptron behind what a network remembers; the network itself, if it remembers nothing.
template <class Network>
struct perceptron_of {
    using type = Network;
};
template <recurrent Network>
struct perceptron_of<Network> {
    using type = typename Network::head;
};

/// The gradient of a loss over all the row's samples by the parameters of a network that sees the first Inputs numbers of
/// their observations, added to `gradient` if there is `more`. `numbers` has room for a sequence of the row's samples.
/// The loss is differentiate(batch, count, more, place, finish) for at most Block samples at a time: it must let place(work)
/// write the inputs of the perceptron, do its part of the gradient, and call finish(work) after its way back.
template <std::size_t Inputs, std::size_t Block, recurrent Network, class Sample, real R, class Differentiate>
void through_time(row_of_samples<Sample, R> const& samples, typename Network::number* numbers,
                  typename Network::number const* parameters, typename Network::number* gradient, bool more,
                  Differentiate differentiate) {
    constexpr std::size_t width = width_of<R>;
    constexpr std::size_t most = Block / width;
    typename Network::sequence const all{numbers, width, samples.horizon};
    all.prepare();
    for (std::size_t step = 0; step < samples.horizon; ++step) {
        Sample const& now = samples.first[step * samples.rows];
        store_features(first<Inputs>(now.observation), all.inputs().at(0, step * width), all.columns());
        store_row(R(1) - now.ended, all.keep() + step * width);
    }
    for (std::size_t u = 0; u < Network::memory_size; ++u) {
        store_row(samples.memory[u], all.memories().at(u, 0));
    }
    Network::gru::forward(parameters + Network::gru_begin, all);
    for (std::size_t begin = 0; begin < samples.horizon; begin += most) {
        std::size_t const count = std::min(most, samples.horizon - begin);
        Sample const* batch[most];
        for (std::size_t r = 0; r < count; ++r) {
            batch[r] = samples.first + (begin + r) * samples.rows;
        }
        auto const place = [&](auto& work) {
            for (std::size_t u = 0; u < Network::memory_size; ++u) {
                std::copy_n(all.outputs().at(u, begin * width), count * width, work.inputs + u * Block);
            }
        };
        auto const finish = [&](auto& work) {
            Network::head::input_gradient(parameters, work, count * width);
            for (std::size_t u = 0; u < Network::memory_size; ++u) {
                std::copy_n(work.input_gradients + u * Block, count * width, all.output_gradients().at(u, begin * width));
            }
        };
        differentiate(batch, count, more || begin > 0, place, finish);
    }
    Network::gru::backward(parameters + Network::gru_begin, all);
    Network::gru::gradient(all, gradient + Network::gru_begin, more);
}

}  // namespace lockstep
