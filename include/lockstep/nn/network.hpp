// SPDX-License-Identifier: MIT
// What policies and learners require of a network: sizes, tensors, and functions for the forward and the backward pass. A new
// kind of network is one header with such a type. for_each_tensor gives its tensors to files of policies and to error messages.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <lockstep/core/holds.hpp>
#include <lockstep/core/lanes.hpp>
#include <lockstep/core/macros.hpp>
#include <lockstep/core/world.hpp>
#include <lockstep/nn/products/multiply.hpp>

namespace lockstep {

namespace detail {
struct any_tensor {
    template <class Place>
        requires requires(Place place, std::size_t k) { { place(k) } -> std::convertible_to<std::size_t>; }
    void operator()(std::string const&, std::vector<std::size_t> const&, Place) const {}
};
template <class N>
using some_workspace = typename N::template workspace<16>;
template <class N>
using parameters_of = pointer_t<typename N::number const>;
template <class N>
using writable_numbers_of = pointer_t<typename N::number>;
}  // namespace detail

/// N states its sizes, all as counts of numbers. The parameters are one flat array, the transposed weights another.
template <class N>
concept network_sizes = requires {
    typename N::number;
    { N::input_size } -> std::convertible_to<std::size_t>;
    { N::output_size } -> std::convertible_to<std::size_t>;
    { N::parameter_count } -> std::convertible_to<std::size_t>;
    { N::transposed_count } -> std::convertible_to<std::size_t>;
};

/// N's parameters fill whole packs of lanes, so that the parameters after them begin with a pack. Numbers after the last tensor
/// stay 0.
template <class N>
concept network_packs = N::parameter_count == padded<typename N::number>(N::parameter_count);

/// N names its activation for files of policies, and the type of the same network in another world.
template <class N>
concept network_names = requires {
    { N::activation::name } -> std::convertible_to<std::string_view>;
    typename N::template in<world_t<typename N::number>>;
};

/// N names its tensors: for_each_tensor(visit) calls visit(name, shape, place) for each tensor. A name is, for example,
/// "0.weight"; a shape is as in PyTorch. place(k) is the place of element k, counted row by row, among the parameters.
template <class N>
concept network_tensors = requires { N::for_each_tensor(detail::any_tensor{}); };

/// N makes its first parameters: initialize(seed, hidden_gain, output_gain, parameters, network) writes parameter_count numbers
/// to `parameters`, on the host. Networks of one seed have different parameters if their numbers, `network`, differ.
template <class N>
concept network_begins = requires(scalar_t<typename N::number>* parameters) {
    N::initialize(std::uint64_t(), double(), double(), parameters, std::uint32_t());
};

/// N has a forward pass. transpose_weights(parameters, transposed_weights) is called after each change of the parameters. Then
/// forward(parameters, transposed_weights, work, samples) computes work.outputs [output_size][Block] from work.inputs
/// [input_size][Block] for the first `samples` samples. workspace<Block> is an aggregate whose constant `block` is Block; its
/// prepare() is called once, before the first forward.
template <class N>
concept network_forward = requires(detail::some_workspace<N>& work, detail::parameters_of<N> parameters,
                                   detail::writable_numbers_of<N> transposed_weights, index_t<typename N::number> samples) {
    work.prepare();
    work.inputs;
    work.outputs;
    requires detail::some_workspace<N>::block == 16;
    N::transpose_weights(parameters, transposed_weights);
    N::forward(parameters, transposed_weights, work, samples);
};

/// N has a backward pass. After forward, backward(parameters, transposed_weights, work, samples) starts from
/// work.output_gradients [output_size][Block]. Then gradient(work, samples, gradient, accumulate, begin, end) writes the rows
/// [begin, end) of the gradient with respect to the parameters to `gradient`, or adds them there if `accumulate` is true. The
/// gradient has gradient_rows rows.
template <class N>
concept network_backward = requires(detail::some_workspace<N>& work, detail::parameters_of<N> parameters,
                                    detail::writable_numbers_of<N> numbers, index_t<typename N::number> samples,
                                    bool accumulate) {
    { N::gradient_rows } -> std::convertible_to<std::size_t>;
    work.output_gradients;
    N::backward(parameters, parameters, work, samples);
    N::gradient(work, samples, numbers, accumulate, index_t<typename N::number>(0), index_t<typename N::number>(1));
};

/// N models network if a policy can compute its actions with N. `linear` is an example. N models trainable_network if it is a
/// network, and learners that use gradients can train N sample by sample. `mlp` is an example. A network that remembers
/// (recurrent) or renormalises batches does not model trainable_network: it has other functions for its gradient.
template <class N>
concept network = network_sizes<N> && network_packs<N> && network_names<N> && network_tensors<N> && network_begins<N> &&
                  network_forward<N>;
template <class N>
concept trainable_network = network<N> && network_backward<N>;

/// Returns true for a network. Any other type does not compile, with one sentence for each thing that is missing.
template <class N>
consteval bool check_network() {
    static_assert(holds(network_sizes<N>), "lockstep::network: N needs the type  number  and the static constants  input_size, "
                                           "output_size, parameter_count  and  transposed_count");
    static_assert(holds(network_tensors<N>),
                  "lockstep::network: N needs  static void for_each_tensor(visit)  that calls  visit(name, "
                  "shape, place)  for each tensor of its parameters");
    static_assert(holds(network_names<N>), "lockstep::network: N needs the types  activation, which has a name, and  template "
                                           "<class World> using in,  which is N itself if it runs on the processor only");
    if constexpr (network_sizes<N>) {
        static_assert(holds(network_packs<N>), "lockstep::network: N::parameter_count must be a multiple of 16: round it up");
        static_assert(holds(network_begins<N>),
                      "lockstep::network: N needs  static void initialize(std::uint64_t seed, double hidden_gain, "
                      "double output_gain, number* parameters, std::uint32_t network)");
        static_assert(
            holds(network_forward<N>),
            "lockstep::network: N needs  template <std::size_t Block> struct workspace  with block, inputs, outputs and "
            "prepare(),  static void transpose_weights(parameters, transposed_weights)  and  static void forward(parameters, "
            "transposed_weights, workspace&, samples)");
    }
    return network<N>;
}

/// Returns true for a trainable_network, as check_network does for a network.
template <class N>
consteval bool check_trainable_network() {
    if constexpr (check_network<N>()) {
        static_assert(
            holds(network_backward<N>),
            "lockstep::trainable_network: N needs  gradient_rows, a workspace with output_gradients,  static void "
            "backward(parameters, transposed_weights, workspace&, samples)  and  static void gradient(workspace&, samples, "
            "gradient, accumulate, begin, end)");
    }
    return trainable_network<N>;
}

/// The places of a matrix's elements among the parameters of a network. Element k, counted row by row, is in row k / columns and
/// in column k % columns. Its place is begin + row * by_row + column * by_column.
struct matrix_places {
    std::size_t begin, by_row, by_column, rows, columns;
    std::size_t operator()(std::size_t k) const { return begin + k / columns * by_row + k % columns * by_column; }
};

namespace detail {
template <class Visit>
LOCKSTEP_COLD void visit_layer(std::size_t l, matrix_places const& weights, matrix_places const& biases, Visit& visit) {
    std::string const name = std::to_string(l);
    visit(name + ".weight", std::vector{weights.rows, weights.columns}, weights);
    visit(name + ".bias", std::vector{biases.rows}, biases);
}
}  // namespace detail

/// Calls visit(name, shape, place) for the weights and for the biases of layer l of a perceptron, "l.weight" and "l.bias".
/// Layers::weight must be linear in the output and in the input, and Layers::bias in the output.
template <class Layers, class Visit>
void visit_layer(std::size_t l, Visit& visit) {
    std::size_t const weight = Layers::weight(l, 0, 0), bias = Layers::bias(l, 0), outputs = Layers::layer_outputs(l);
    matrix_places const weights{.begin = weight,
                                .by_row = Layers::weight(l, 1, 0) - weight,
                                .by_column = Layers::weight(l, 0, 1) - weight,
                                .rows = outputs,
                                .columns = Layers::layer_inputs(l)};
    matrix_places const biases{
        .begin = bias, .by_row = Layers::bias(l, 1) - bias, .by_column = 0, .rows = outputs, .columns = 1};
    detail::visit_layer(l, weights, biases, visit);
}

/// Returns the number of elements of a tensor of this shape.
inline std::size_t element_count(std::vector<std::size_t> const& shape) {
    std::size_t count = 1;
    for (std::size_t const n : shape) {
        count *= n;
    }
    return count;
}

}  // namespace lockstep
