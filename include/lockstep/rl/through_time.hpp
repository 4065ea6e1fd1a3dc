// SPDX-License-Identifier: MIT
// A recurrent network through the samples of one group of environments, and its gradient back through time.
#pragma once

#include <algorithm>
#include <cstddef>

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/vector.hpp>
#include <lockstep/nn/features.hpp>
#include <lockstep/nn/recurrent_mlp.hpp>

namespace lockstep {

/// What a group of environments did in a rollout: group_rows rows of samples a step.
template <class Sample, real R = native_lanes>
struct group_of_samples {
    Sample const* first;
    std::size_t rows;            ///< from one step's samples to the next
    std::size_t horizon;
    R const* memory;             ///< before the first step, of the group's first row
    std::size_t memory_size;     ///< from that of one row to the next, at least Network::memory_size
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

/// The gradient of a loss over all the group's samples by the parameters of a network that sees the first Inputs numbers of
/// their observations, added to `gradient` if there is `more`. `numbers` has room for a sequence of the group's samples.
/// The loss is differentiate(batch, count, more, place, finish) for at most Block samples at a time, of `count` steps whose
/// first rows are in `batch`: it must let place(work) write the inputs of the perceptron, do its part of the gradient, and call
/// finish(work) after its way back.
template <std::size_t Inputs, std::size_t Block, recurrent Network, class Sample, real R, class Differentiate>
void through_time(group_of_samples<Sample, R> const& samples, typename Network::number* numbers,
                  typename Network::number const* parameters, typename Network::number* gradient, bool more,
                  Differentiate differentiate) {
    constexpr std::size_t width = width_of<R>;
    constexpr std::size_t rows = group_rows<typename Network::number>;
    constexpr std::size_t group = rows * width;
    constexpr std::size_t most = Block / group;
    typename Network::sequence const all{numbers, group, samples.horizon};
    all.prepare();
    for (std::size_t r = 0; r < rows; ++r) {
        for (std::size_t step = 0; step < samples.horizon; ++step) {
            Sample const& now = samples.first[step * samples.rows + r];
            std::size_t const column = step * group + r * width;
            store_features(first<Inputs>(now.observation), all.inputs().at(0, column), all.columns());
            store_row(R(1) - now.ended, all.keep() + column);
        }
        for (std::size_t u = 0; u < Network::memory_size; ++u) {
            store_row(samples.memory[r * samples.memory_size + u], all.memories().at(u, r * width));
        }
    }
    Network::gru::forward(parameters + Network::gru_begin, all);
    for (std::size_t begin = 0; begin < samples.horizon; begin += most) {
        std::size_t const count = std::min(most, samples.horizon - begin);
        Sample const* batch[most];
        for (std::size_t step = 0; step < count; ++step) {
            batch[step] = samples.first + (begin + step) * samples.rows;
        }
        auto const place = [&](auto& work) {
            for (std::size_t u = 0; u < Network::memory_size; ++u) {
                std::copy_n(all.outputs().at(u, begin * group), count * group, work.inputs + u * Block);
            }
        };
        auto const finish = [&](auto& work) {
            Network::head::input_gradient(parameters, work, count * group);
            for (std::size_t u = 0; u < Network::memory_size; ++u) {
                std::copy_n(work.input_gradients + u * Block, count * group, all.output_gradients().at(u, begin * group));
            }
        };
        differentiate(batch, count, more || begin > 0, place, finish);
    }
    Network::gru::backward(parameters + Network::gru_begin, all);
    Network::gru::gradient(all, gradient + Network::gru_begin, more);
}

}  // namespace lockstep
