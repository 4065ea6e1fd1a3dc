// SPDX-License-Identifier: MIT
// error: lockstep::network: N needs the type  number  and the static constants  input_size, output_size, parameter_count  and  transposed_count
// error: lockstep::network: N needs the types  activation, which has a name, and  template <class World> using in,  which is N itself if it runs on the processor only
// error: lockstep::network: N::parameter_count must be a multiple of 16: round it up
// error: lockstep::network: N needs  static void for_each_tensor(visit)  that calls  visit(name, shape, place)  for each tensor of its parameters
// error: lockstep::network: N needs  static void initialize(std::uint64_t seed, double hidden_gain, double output_gain, number* parameters, std::uint32_t network)
// error: lockstep::network: N needs  template <std::size_t Block> struct workspace  with block, inputs, outputs and prepare(),  static void transpose_weights(parameters, transposed_weights)  and  static void forward(parameters, transposed_weights, workspace&, samples)
// error: lockstep::trainable_network: N needs  gradient_rows, a workspace with output_gradients,  static void backward(parameters, transposed_weights, workspace&, samples)  and  static void gradient(workspace&, samples, gradient, accumulate, begin, end)
#include <lockstep/nn/linear.hpp>
#include <lockstep/nn/network.hpp>

struct nothing {};
struct sizes {
    using number = float;
    static constexpr std::size_t input_size = 1, output_size = 1, parameter_count = 1, transposed_count = 0;
};
static_assert(lockstep::check_network<nothing>());
static_assert(lockstep::check_network<sizes>());
static_assert(lockstep::check_trainable_network<lockstep::linear<2, 1>>());
