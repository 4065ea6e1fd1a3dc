// SPDX-License-Identifier: MIT
// Runs a recurrent network over the samples of one group of environments, and computes its gradient back in time.
#pragma once

#include <cstddef>

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/vector.hpp>
#include <lockstep/core/world.hpp>
#include <lockstep/nn/features.hpp>
#include <lockstep/nn/recurrent_mlp.hpp>

namespace lockstep {

/// The samples of a group of environments in a rollout: group_packs packs at each step. Memory is a std::array of packs of lanes.
template <class W, class Sample, class Memory>
struct group_of_samples {
    using index = typename W::index;
    typename W::template pointer<Sample const> samples;  ///< [horizon][packs], of all groups
    index first;                                         ///< the group's first pack
    index packs;                                         ///< of environments
    std::size_t horizon;
    typename W::template pointer<Memory const> memory;  ///< [group_packs], before the first step
    std::size_t memory_begin;                           ///< where the network's numbers begin in a Memory

    /// Returns the index in `samples` of pack r of the group. Packs are counted from step `step` on, step after step.
    index pack(index const& step, index const& r) const {
        constexpr std::size_t in_step = group_packs<number_for_t<W>>;
        return first + (step + r / in_step) * packs + r % in_step;
    }
};

/// The perceptron that follows the memory of a recurrent network. For a network without memory it is the network itself.
template <class Network>
struct perceptron_of {
    using type = Network;
};
template <recurrent Network>
struct perceptron_of<Network> {
    using type = typename Network::head;
};

/// Computes the gradient of a loss over all samples of a group with respect to the parameters of a recurrent network. The inputs
/// of the network are the first Inputs numbers of the observations. If `more` is true, adds the result to `gradient`, otherwise
/// overwrites `gradient`. In a kernel's text `more` must be true. `numbers` is memory for a sequence (Network::sequence) of all
/// samples of the group. Calls differentiate(step, count, more, place, finish) for `count` steps from step `step` on, at most
/// Block samples at a time. `differentiate` must first call place(work), which writes the inputs of the perceptron. Then it must
/// compute the perceptron's part of the gradient: add it if its `more` is true, otherwise overwrite. After the perceptron's
/// backward() it must call finish(work).
template <std::size_t Inputs, std::size_t Block, recurrent Network, class W, class Sample, class Memory, class Differentiate>
void through_time(group_of_samples<W, Sample, Memory> const& of, typename Network::numbers numbers,
                  typename Network::constants parameters, typename Network::numbers gradient, bool more,
                  Differentiate differentiate) {
    using T = typename Network::number;
    using R = typename W::number;
    using index = typename W::index;
    constexpr std::size_t width = W::width;
    constexpr std::size_t packs = group_packs<T>;
    constexpr std::size_t group = packs * width;
    constexpr std::size_t most = Block / group;
    typename Network::sequence const all{numbers, group, of.horizon};
    all.prepare();
    for (std::size_t r = 0; r < packs; ++r) {
        for (auto const step : W::range(of.horizon)) {
            Sample const& now = of.samples[of.pack(step, r)];
            index const column = step * group + r * width;
            store_features(first<Inputs>(now.observation), all.inputs().at(0, column), all.columns());
            store_pack(R(1) - now.ended, all.keep() + column);
        }
        auto const& memory = of.memory[r];
        for (std::size_t u = 0; u < Network::memory_size; ++u) {
            store_pack(memory[of.memory_begin + u], all.memories().at(u, r * width));
        }
    }
    Network::gru::forward(parameters + Network::gru_begin, all);
    for (auto const block : W::range((of.horizon + most - 1) / most)) {
        index const begin = block * most;
        index const count = min(index(most), of.horizon - begin);
        auto const place = [&](auto& work) {
            for (auto const u : W::range(Network::memory_size)) {
                copy_packs<T>(all.outputs().at(u, begin * group), work.inputs + u * Block, count * group);
            }
        };
        auto const finish = [&](auto& work) {
            Network::head::input_gradient(parameters, work, count * group);
            for (auto const u : W::range(Network::memory_size)) {
                copy_packs<T>(work.input_gradients + u * Block, all.output_gradients().at(u, begin * group), count * group);
            }
        };
        bool again = true;
        if constexpr (W::is_native) {
            again = more || begin > 0;
        }
        differentiate(begin, count, again, place, finish);
    }
    Network::gru::backward(parameters + Network::gru_begin, all);
    Network::gru::gradient(all, gradient + Network::gru_begin, more);
}

}  // namespace lockstep
