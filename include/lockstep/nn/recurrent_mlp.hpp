// SPDX-License-Identifier: MIT
// A network with a memory: gated recurrent units, then a multilayer perceptron.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/world.hpp>
#include <lockstep/nn/features.hpp>
#include <lockstep/nn/gru.hpp>
#include <lockstep/nn/mlp.hpp>

namespace lockstep {

/// A network with In inputs, Units gated recurrent units, hidden layers and Out linear outputs. The parameters of the perceptron
/// come first, then those of the recurrent units. So the number of a layer names a layer of the perceptron.
template <class T, activation_function Activation, std::size_t In, std::size_t Out, std::size_t Units, std::size_t... Hidden>
struct basic_recurrent_mlp : basic_mlp<T, Activation, Units, Out, Hidden...> {
    /// The same network in another world.
    template <class World>
    using in = basic_recurrent_mlp<number_for_t<World>, Activation, In, Out, Units, Hidden...>;
    using head = basic_mlp<T, Activation, Units, Out, Hidden...>;
    using gru = basic_gru<T, In, Units>;
    using sequence = typename gru::sequence;
    static constexpr std::size_t input_size = In;
    static constexpr std::size_t memory_size = Units;
    static constexpr std::size_t gru_begin = head::parameter_count;
    static constexpr std::size_t parameter_count = gru_begin + gru::parameter_count;

    /// The workspace of Block samples at one step. It also holds what the network remembers of the steps before.
    template <std::size_t Block>
    struct workspace {
        using number = T;
        static constexpr std::size_t block = Block;
        static constexpr std::size_t memory_size = Units;
        alignas(64) array_t<T, sequence::count(Block)> inputs;   ///< the numbers of a sequence of one step; its inputs come first
        alignas(64) array_t<T, padded<T>(Out) * Block> outputs;  ///< [Out][Block]
        typename head::template workspace<Block> of_head;

        sequence step() { return {inputs, Block}; }
        /// Returns the memories, [Units][Block].
        strided<T> memories() { return step().memories(); }

        /// Writes the rows of ones, and sets the memories to zero. Call it before the first step of an episode.
        void prepare() {
            step().prepare();
            of_head.prepare();
        }
    };

    static void initialize(std::uint64_t seed, double hidden_gain, double output_gain, scalar_t<T>* parameters,
                           std::uint32_t network = 0)
        requires(world_t<T>::is_native)
    {
        head::initialize(seed, hidden_gain, output_gain, parameters, network);
        gru::initialize(seed, parameters + gru_begin, network);
    }

    /// Calls visit(name, shape, place) for each tensor (nn/network.hpp).
    template <class Visit>
    static void for_each_tensor(Visit visit) {
        head::for_each_tensor(visit);
        gru::for_each_tensor([&](std::string const& name, std::vector<std::size_t> const& shape, auto place) {
            visit("gru." + name, shape, [place](std::size_t k) { return gru_begin + place(k); });
        });
    }

    /// Computes work.outputs = network(work.inputs, memories) for the whole block. Then writes the memories after this step to
    /// work.memories(), for the next step.
    template <std::size_t Block>
    static void forward(pointer_t<T const> parameters, pointer_t<T const> transposed_weights, workspace<Block>& work,
                        index_t<T> const&) {
        sequence const step = work.step();
        gru::forward(parameters + gru_begin, step);
        copy_packs<T>(step.outputs().data, work.of_head.inputs, Units * Block);
        copy_packs<T>(step.outputs().data, step.memories().data, Units * Block);
        head::template forward<Block>(parameters, transposed_weights, work.of_head, Block);
        copy_packs<T>(work.of_head.outputs, work.outputs, Out * Block);
    }

    /// Replaces `memory`, the memory of one sample before a step, by the memory after the step, computed in plain loops. `input`
    /// is [In]. The new memory is also the input of the perceptron at this step.
    template <class Input>
    static void remember(T const* parameters, Input const& input, std::array<T, Units>& memory)
        requires(world_t<T>::is_native)
    {
        T const* const p = parameters + gru_begin;
        auto const sum = [&](gru_gate gate, std::size_t u, auto const& from, auto weight, std::size_t count) {
            T result = p[weight(gate, u, count)];
            for (std::size_t i = 0; i < count; ++i) {
                result += p[weight(gate, u, i)] * from[i];
            }
            return result;
        };
        auto const sigmoid = [](T x) { return 1 / (1 + std::exp(-x)); };
        std::array<T, Units> next;
        for (std::size_t u = 0; u < Units; ++u) {
            auto const by_input = [&](gru_gate gate) { return sum(gate, u, input, gru::input_weight, In); };
            auto const recalled = [&](gru_gate gate) { return sum(gate, u, memory, gru::memory_weight, Units); };
            T const reset = sigmoid(by_input(gru_gate::reset) + recalled(gru_gate::reset));
            T const update = sigmoid(by_input(gru_gate::update) + recalled(gru_gate::update));
            T const candidate = std::tanh(by_input(gru_gate::candidate) + reset * recalled(gru_gate::candidate));
            next[u] = candidate + update * (memory[u] - candidate);
        }
        memory = next;
    }
};

/// Network models recurrent if it has a memory from one step to the next.
template <class Network>
concept recurrent = requires { typename Network::gru; };

/// How many numbers the memory of a network or a workspace has for each sample; 0 if there is no memory.
template <class Network>
inline constexpr std::size_t memory_size = 0;
template <class Network>
    requires requires { Network::memory_size; }
inline constexpr std::size_t memory_size<Network> = Network::memory_size;

/// Copies the memory of a workspace of one pack of lanes to to[first], to[first + 1], and so on: one pack for each unit. Does
/// nothing if the workspace has no memory.
template <class Workspace, class Memory>
void save_memory([[maybe_unused]] Workspace& work, [[maybe_unused]] Memory& to, [[maybe_unused]] std::size_t first = 0) {
    if constexpr (memory_size<Workspace> > 0) {
        for (std::size_t u = 0; u < memory_size<Workspace>; ++u) {
            to[first + u] = load_pack<pack_t<typename Workspace::number>>(work.memories().at(u, 0));
        }
    }
}
/// Copies the memory that save_memory has saved in `from` back to the workspace.
template <class Workspace, class Memory>
void set_memory([[maybe_unused]] Workspace& work, [[maybe_unused]] Memory const& from, [[maybe_unused]] std::size_t first = 0) {
    if constexpr (memory_size<Workspace> > 0) {
        for (std::size_t u = 0; u < memory_size<Workspace>; ++u) {
            store_pack(from[first + u], work.memories().at(u, 0));
        }
    }
}
/// Sets the memory of a workspace of one pack to zero in the lanes of `ended`, in which an episode ended.
template <class Workspace, class Mask>
void forget([[maybe_unused]] Workspace& work, [[maybe_unused]] Mask const& ended) {
    if constexpr (memory_size<Workspace> > 0) {
        using T = typename Workspace::number;
        using R = pack_t<T>;
        for (auto const u : world_t<T>::range(memory_size<Workspace>)) {
            auto const memory = work.memories().at(u, 0);
            store_pack(select(ended, R(0), load_pack<R>(memory)), memory);
        }
    }
}

}  // namespace lockstep
