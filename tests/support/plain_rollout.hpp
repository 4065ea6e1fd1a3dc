// SPDX-License-Identifier: MIT
// A network of PPO through the steps of one environment, in double and in plain loops, with its backward pass: of one that
// remembers, through time.
#pragma once

#include <cmath>
#include <cstddef>
#include <vector>

#include <lockstep/nn/recurrent_mlp.hpp>

#include "plain_network.hpp"

namespace support {

/// What an environment showed in a rollout: its observations, after which steps an episode ended, and what was remembered
/// before the first.
struct seen {
    std::vector<numbers> observations;
    std::vector<bool> ended;
    numbers memory;
};

/// Gated recurrent units, as in their paper except the reset gate, which is after the product.
template <class Gru>
struct plain_gru {
    using gate = lockstep::gru_gate;
    numbers parameters;
    numbers gradient = numbers(Gru::parameter_count);
    std::vector<plain_adam> optimizers = std::vector<plain_adam>(Gru::parameter_count);
    struct moment {
        numbers input, memory, reset, update, candidate, recalled;
    };
    std::vector<moment> passed = {};

    double seen_by(gate g, std::size_t u, numbers const& input) const {
        double sum = parameters[Gru::input_weight(g, u, input.size())];
        for (std::size_t i = 0; i < input.size(); ++i) {
            sum += parameters[Gru::input_weight(g, u, i)] * input[i];
        }
        return sum;
    }
    double recalled_by(gate g, std::size_t u, numbers const& memory) const {
        double sum = parameters[Gru::memory_weight(g, u, memory.size())];
        for (std::size_t i = 0; i < memory.size(); ++i) {
            sum += parameters[Gru::memory_weight(g, u, i)] * memory[i];
        }
        return sum;
    }

    /// The memory after one more moment.
    numbers forward(numbers const& input, numbers const& memory) {
        moment m{input, memory, memory, memory, memory, memory};
        numbers after = memory;
        auto const sigmoid = [](double x) { return 1 / (1 + std::exp(-x)); };
        for (std::size_t u = 0; u < memory.size(); ++u) {
            m.reset[u] = sigmoid(seen_by(gate::reset, u, input) + recalled_by(gate::reset, u, memory));
            m.update[u] = sigmoid(seen_by(gate::update, u, input) + recalled_by(gate::update, u, memory));
            m.recalled[u] = recalled_by(gate::candidate, u, memory);
            m.candidate[u] = std::tanh(seen_by(gate::candidate, u, input) + m.reset[u] * m.recalled[u]);
            after[u] = (1 - m.update[u]) * m.candidate[u] + m.update[u] * memory[u];
        }
        passed.push_back(m);
        return after;
    }

    /// Takes the last moment back: adds to the gradient, and returns that of the memory before it.
    numbers backward(numbers const& by_after) {
        moment const m = passed.back();
        passed.pop_back();
        numbers by_memory(by_after.size());
        for (std::size_t u = 0; u < by_after.size(); ++u) {
            double const by_candidate = by_after[u] * (1 - m.update[u]) * (1 - m.candidate[u] * m.candidate[u]);
            double const by_reset = by_candidate * m.recalled[u] * m.reset[u] * (1 - m.reset[u]);
            double const by_update = by_after[u] * (m.memory[u] - m.candidate[u]) * m.update[u] * (1 - m.update[u]);
            by_memory[u] += by_after[u] * m.update[u];
            add(gate::candidate, u, m, by_candidate, by_candidate * m.reset[u], by_memory);
            add(gate::reset, u, m, by_reset, by_reset, by_memory);
            add(gate::update, u, m, by_update, by_update, by_memory);
        }
        return by_memory;
    }

private:
    void add(gate g, std::size_t u, moment const& m, double by_seen, double by_recalled, numbers& by_memory) {
        for (std::size_t i = 0; i <= m.input.size(); ++i) {
            gradient[Gru::input_weight(g, u, i)] += by_seen * (i < m.input.size() ? m.input[i] : 1);
        }
        for (std::size_t i = 0; i <= m.memory.size(); ++i) {
            gradient[Gru::memory_weight(g, u, i)] += by_recalled * (i < m.memory.size() ? m.memory[i] : 1);
        }
        for (std::size_t i = 0; i < m.memory.size(); ++i) {
            by_memory[i] += by_recalled * parameters[Gru::memory_weight(g, u, i)];
        }
    }
};

/// Network, whose parameters lie as in it: outputs of every step, and the gradient of a loss whose slope with respect to the
/// outputs of a step is by_output(step, outputs).
template <class Network>
struct plain_rollout {
    plain_network<Network> network;

    explicit plain_rollout(numbers const& parameters) : network{parameters} {}

    std::vector<numbers> forward(seen const& s) {
        std::vector<numbers> result;
        for (numbers const& observation : s.observations) {
            result.push_back(network.forward(observation));
        }
        return result;
    }
    template <class Slope>
    void differentiate(seen const& s, Slope by_output) {
        for (std::size_t t = 0; t < s.observations.size(); ++t) {
            numbers const outputs = network.forward(s.observations[t]);
            network.backward(by_output(t, outputs));
        }
    }
    void descend(double rate, double epsilon, double step, double scale) { network.descend(rate, epsilon, step, scale); }
    numbers const& parameters() const { return network.parameters; }
    numbers const& gradient() const { return network.gradient; }
};

template <lockstep::recurrent Network>
struct plain_rollout<Network> {
    plain_network<typename Network::head> head;
    plain_gru<typename Network::gru> gru;

    explicit plain_rollout(numbers const& parameters)
        : head{{parameters.begin(), parameters.begin() + Network::gru_begin}},
          gru{{parameters.begin() + Network::gru_begin, parameters.begin() + Network::parameter_count}} {}

    std::vector<numbers> forward(seen const& s) {
        std::vector<numbers> result;
        for (numbers const& memory : remember(s)) {
            result.push_back(head.forward(memory));
        }
        gru.passed.clear();
        return result;
    }
    template <class Slope>
    void differentiate(seen const& s, Slope by_output) {
        auto const memories = remember(s);
        numbers later(memories[0].size());
        for (std::size_t t = memories.size(); t-- > 0;) {
            numbers const outputs = head.forward(memories[t]);
            numbers by_memory = head.backward(by_output(t, outputs));
            for (std::size_t u = 0; u < later.size(); ++u) {
                by_memory[u] += s.ended[t] ? 0 : later[u];
            }
            later = gru.backward(by_memory);
        }
    }
    void descend(double rate, double epsilon, double step, double scale) {
        head.descend(rate, epsilon, step, scale);
        support::descend(gru.parameters, gru.gradient, gru.optimizers, rate, epsilon, step, scale);
    }
    numbers parameters() const { return joined(head.parameters, gru.parameters); }
    numbers gradient() const { return joined(head.gradient, gru.gradient); }

private:
    /// The memory after each step, which the head is given.
    std::vector<numbers> remember(seen const& s) {
        std::vector<numbers> result;
        numbers memory = s.memory;
        for (std::size_t t = 0; t < s.observations.size(); ++t) {
            result.push_back(gru.forward(s.observations[t], memory));
            memory = s.ended[t] ? numbers(memory.size()) : result.back();
        }
        return result;
    }
};

}  // namespace support
