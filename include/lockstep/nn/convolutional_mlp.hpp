// SPDX-License-Identifier: MIT
// A network for images: convolutions, then a multilayer perceptron.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <lockstep/core/image_shape.hpp>
#include <lockstep/core/lanes.hpp>
#include <lockstep/core/world.hpp>
#include <lockstep/nn/convolution.hpp>
#include <lockstep/nn/features.hpp>
#include <lockstep/nn/filters.hpp>
#include <lockstep/nn/mlp.hpp>

namespace lockstep {

/// A network with In inputs, convolutions, hidden layers and Out linear outputs. The first inputs are an image. The inputs of the
/// perceptron are the output of the last convolution, then the inputs after the image. The parameters of the perceptron come
/// first, then those of the convolutions. So the number of a layer names a layer of the perceptron.
template <class T, activation_function Activation, image_shape Image, std::size_t In, std::size_t Out, class Convolutions,
          std::size_t... Hidden>
    requires(Image.size() <= In && Convolutions::fit(Image))
struct basic_convolutional_mlp
    : basic_mlp<T, Activation, Convolutions::before(Convolutions::count, Image).size() + In - Image.size(), Out, Hidden...> {
    /// The same network in another world.
    template <class World>
    using in = basic_convolutional_mlp<number_for_t<World>, Activation, Image, In, Out, Convolutions, Hidden...>;
    static constexpr std::size_t convolution_count = Convolutions::count;
    static constexpr std::size_t features = Convolutions::before(convolution_count, Image).size();
    static constexpr std::size_t input_size = In;
    using head = basic_mlp<T, Activation, features + In - Image.size(), Out, Hidden...>;
    template <std::size_t L>
    using convolution = basic_convolution<T, Convolutions::before(L, Image), Convolutions::layers[L]>;

private:
    using world = world_t<T>;
    using R = pack_t<T>;
    using index = index_t<T>;
    using numbers = pointer_t<T>;
    using constants = pointer_t<T const>;

    /// Calls body(std::integral_constant) for each convolution, in order.
    template <class Body>
    LOCKSTEP_INLINE static constexpr void for_each_convolution(Body body) {
        [&]<std::size_t... L>(std::index_sequence<L...>) {
            (body(std::integral_constant<std::size_t, L>()), ...);
        }(std::make_index_sequence<convolution_count>());
    }

    /// Returns how many numbers of one sample the outputs of all convolutions before l have.
    static constexpr std::size_t numbers_before(std::size_t l) {
        std::size_t numbers = 0;
        for (std::size_t i = 0; i < l; ++i) {
            numbers += Convolutions::before(i + 1, Image).size();
        }
        return numbers;
    }

public:
    /// Returns where the parameters of convolution l begin. For l = convolution_count, returns where those of the last one end.
    static constexpr std::size_t convolution_begin(std::size_t l) {
        std::size_t offset = head::parameter_count;
        for_each_convolution([&](auto i) { offset += i < l ? convolution<i>::parameter_count : 0; });
        return offset;
    }
    static constexpr std::size_t parameter_count = convolution_begin(convolution_count);
    static constexpr std::size_t gradient_rows = 2;

    /// The memory for Block samples: the inputs of the network, the images between its convolutions, and the workspace of the
    /// perceptron, which is the base class. The inputs of the base begin with the output of the last convolution.
    template <std::size_t Block>
    struct workspace : head::template workspace<Block> {
        using of_head = typename head::template workspace<Block>;
        static constexpr std::size_t between = numbers_before(convolution_count - 1) * Block + 1;
        alignas(64) array_t<T, In * Block> inputs;           ///< [In][Block]
        alignas(64) array_t<T, In * Block> input_gradients;  ///< [In][Block]
        alignas(64) array_t<T, between> images;              ///< the outputs of all convolutions but the last one
        /// Gradients with respect to the sums of these convolutions, with the shape of `images`.
        alignas(64) array_t<T, between> gradients;
        static constexpr std::size_t kept = differentiates_sum<Activation> ? numbers_before(convolution_count) : 0;
        /// The sums of all convolutions, if the derivative of the activation needs them: for each convolution
        /// [output.size()][Block].
        [[no_unique_address]] kept_numbers<T, kept * Block> sums;

        /// These functions return the input and the output images of convolution l, and the gradients with respect to its output.
        strided<T> layer_input(std::size_t l) { return {l == 0 ? inputs + 0 : images + numbers_before(l - 1) * Block, Block}; }
        strided<T> layer_output(std::size_t l) {
            return {l + 1 < convolution_count ? images + numbers_before(l) * Block : of_head::inputs + 0, Block};
        }
        strided<T> layer_output_gradients(std::size_t l) {
            return {l + 1 < convolution_count ? gradients + numbers_before(l) * Block : of_head::input_gradients + 0, Block};
        }
    };

    /// Calls visit(name, shape, place) for each tensor (nn/network.hpp).
    template <class Visit>
    static void for_each_tensor(Visit visit) {
        head::for_each_tensor(visit);
        for_each_convolution([&](auto l) {
            convolution<l>::for_each_tensor([&](std::string const& name, std::vector<std::size_t> const& shape, auto place) {
                visit("convolution." + std::to_string(l) + '.' + name, shape,
                      [place, l](std::size_t k) { return convolution_begin(l) + place(k); });
            });
        });
    }

    static void initialize(std::uint64_t seed, double hidden_gain, double output_gain, scalar_t<T>* parameters,
                           std::uint32_t network = 0)
        requires(world::is_native)
    {
        head::initialize(seed, hidden_gain, output_gain, parameters, network);
        for_each_convolution([&](auto l) {
            convolution<l>::initialize(seed, hidden_gain, parameters + convolution_begin(l), 64 * network + 48 + l);
        });
    }

    /// Computes work.outputs = network(work.inputs) for the first `samples` samples of the block.
    template <std::size_t Block>
    static void forward(constants parameters, constants transposed_weights, workspace<Block>& work, index const& samples) {
        for_each_convolution([&](auto l) {
            constants const p = parameters + convolution_begin(l);
            strided<T> const out = work.layer_output(l);
            convolution<l>::forward(p, work.layer_input(l), out, columns_of<Block>(samples),
                                    [&](index const& feature, std::size_t column, std::size_t n) {
                R const bias(p[convolution<l>::bias(index(feature % convolution<l>::kernel.count))]);
                for (std::size_t i = column; i < column + n; i += pack_width<T>) {
                    R const x = load_pack<R>(out.at(feature, i)) + bias;
                    if constexpr (differentiates_sum<Activation>) {
                        store_pack(x, work.sums.data + ((feature + numbers_before(l)) * Block + i));
                    }
                    store_pack(Activation::value(x), out.at(feature, i));
                }
            });
        });
        copy_packs<T>(work.inputs + Image.size() * Block, work.of_head::inputs + features * Block, (In - Image.size()) * Block);
        head::template forward<Block>(parameters, transposed_weights, work, samples);
    }

    /// Computes the gradients with respect to the numbers before each activation, in all layers, from work.output_gradients back
    /// to the first convolution. Call it after `forward` of the same samples.
    template <std::size_t Block>
    static void backward(constants parameters, constants transposed_weights, workspace<Block>& work, index const& samples) {
        head::template backward<Block>(parameters, transposed_weights, work, samples);
        head::template input_gradient<Block>(parameters, work, samples);
        std::size_t const columns = columns_of<Block>(samples);
        if constexpr (world::is_native) {
            for (std::size_t feature = 0; feature < features; ++feature) {
                std::fill_n(work.of_head::input_gradients + feature * Block + samples, columns - samples, T(0));
            }
        }
        for_each_convolution([&](auto i) {
            constexpr std::size_t l = convolution_count - 1 - i;
            strided<T> const g = work.layer_output_gradients(l);
            for (auto const feature : world::range(convolution<l>::output.size())) {
                constants kept = work.layer_output(l).at(feature, 0);
                if constexpr (differentiates_sum<Activation>) {
                    kept = work.sums.data + (feature + numbers_before(l)) * Block;
                }
                for (std::size_t s = 0; s < columns; s += pack_width<T>) {
                    store_pack(load_pack<R>(g.at(feature, s)) * Activation::derivative(load_pack<R>(kept + s)), g.at(feature, s));
                }
            }
            if constexpr (l > 0) {
                convolution<l>::backward(parameters + convolution_begin(l), g, work.layer_output_gradients(l - 1), columns);
            }
        });
    }

    /// Writes rows [begin, end) of the gradient with respect to the parameters, summed over the samples, to `gradient`, or adds
    /// them there with `accumulate`. Call it after `backward`. Row 0 is the first convolution, which has the most places; row 1
    /// is all other layers.
    template <std::size_t Block>
    static void gradient(workspace<Block>& work, index const& samples, numbers gradient, bool accumulate = false,
                         std::size_t begin = 0, std::size_t end = gradient_rows) {
        index columns = samples;
        if constexpr (world::is_native) {
            columns = whole_packs<T>(samples);
        }
        for_each_convolution([&](auto l) {
            if (std::size_t const row = l == 0 ? 0 : 1; begin <= row && row < end) {
                numbers const to = gradient + convolution_begin(l);
                convolution<l>::gradient(work.layer_input(l), work.layer_output_gradients(l), columns, to, accumulate);
            }
        });
        if (begin <= 1 && 1 < end) {
            head::template gradient<Block>(work, samples, gradient, accumulate);
        }
    }

    /// The number of parts into which gradient_of_parts divides the gradient: the rows of the perceptron's gradient, then the
    /// parts of each convolution's gradient, in the order of the parameters. The parts are independent. gradient_of_parts
    /// computes the parts [begin, end) as gradient() computes rows.
    static constexpr std::size_t gradient_parts = [] {
        std::size_t parts = head::gradient_rows;
        for_each_convolution([&](auto l) { parts += convolution<l>::gradient_parts; });
        return parts;
    }();
    template <std::size_t Block>
    static void gradient_of_parts(workspace<Block>& work, index const& samples, numbers gradient, bool accumulate,
                                  index const& begin, index const& end) {
        index const rows = head::gradient_rows;
        when(begin < rows, [&] { head::template gradient<Block>(work, samples, gradient, accumulate, begin, min(end, rows)); });
        index columns = samples;
        if constexpr (world::is_native) {
            columns = whole_packs<T>(samples);
        }
        std::size_t first = head::gradient_rows;
        for_each_convolution([&](auto l) {
            constexpr std::size_t parts = convolution<l>::gradient_parts;
            when(begin < first + parts && first < end, [&] {
                convolution<l>::gradient(work.layer_input(l), work.layer_output_gradients(l), columns,
                                         gradient + convolution_begin(l), accumulate,
                                         choose(begin < first, index(0), begin - first), min(end - first, index(parts)));
            });
            first += parts;
        });
    }

    /// Computes work.input_gradients of all inputs. Call it after `backward`.
    template <std::size_t Block>
    static void input_gradient(constants parameters, workspace<Block>& work, index const& samples) {
        strided<T> const image = {work.input_gradients, Block};
        convolution<0>::backward(parameters + convolution_begin(0), work.layer_output_gradients(0), image,
                                 columns_of<Block>(samples));
        copy_after_image(work);
    }

    /// Computes work.input_gradients of those inputs that follow the image, from work.output_gradients. Call it after `forward`.
    /// It does not need `backward`, because these inputs go to the perceptron and not through the convolutions.
    template <std::size_t Block>
    static void differentiate_after_image(constants parameters, constants transposed_weights, workspace<Block>& work,
                                          index const& samples) {
        head::template backward<Block>(parameters, transposed_weights, work, samples);
        head::template input_gradient<Block>(parameters, work, samples, features, head::input_size);
        copy_after_image(work);
    }

    /// Computes the convolutions for one sample, whose inputs are `input`, in plain loops. Returns the inputs of the perceptron.
    template <class Input>
    static std::vector<T> look(T const* parameters, Input const& input)
        requires(world::is_native)
    {
        std::vector<T> image(input.begin(), input.begin() + Image.size());
        for_each_convolution([&](auto l) {
            using layer = convolution<l>;
            T const* const p = parameters + convolution_begin(l);
            std::vector<T> output(layer::output.size());
            for (std::size_t row = 0; row < layer::output.rows; ++row) {
                for (std::size_t column = 0; column < layer::output.columns; ++column) {
                    for (std::size_t filter = 0; filter < layer::kernel.count; ++filter) {
                        T sum = p[layer::bias(filter)];
                        for (std::size_t i = 0; i < layer::patch; ++i) {
                            std::size_t const r = row * layer::kernel.stride + i / layer::run;
                            std::size_t const number = i % layer::run;  // of the run, from the first pixel on
                            std::size_t const begin = layer::image.place(r, column * layer::kernel.stride);
                            sum += p[i * layer::padded_count + filter] * image[begin + number];
                        }
                        output[layer::output.place(row, column, filter)] = Activation::value(sum);
                    }
                }
            }
            image = output;
        });
        image.insert(image.end(), input.begin() + Image.size(), input.end());
        return image;
    }

private:
    /// Returns the number of columns that the convolutions compute. A column is a sample of the block. The processor computes
    /// `samples` columns, rounded up to whole packs. The text of a kernel computes all columns of the block, so that its loops
    /// have constant lengths. What is computed in the columns after `samples` does not change a result: on the processor
    /// backward() sets the gradients there to zero, and the text of a kernel does not add these columns to a gradient.
    template <std::size_t Block>
    static std::size_t columns_of([[maybe_unused]] index const& samples) {
        if constexpr (world::is_native) {
            return whole_packs<T>(samples);
        } else {
            return Block;
        }
    }

    template <std::size_t Block>
    static void copy_after_image(workspace<Block>& work) {
        copy_packs<T>(work.of_head::input_gradients + features * Block, work.input_gradients + Image.size() * Block,
                      (In - Image.size()) * Block);
    }
};

/// Network models convolutional if it has convolutions before its hidden layers.
template <class Network>
concept convolutional = requires { Network::convolution_count; };

}  // namespace lockstep
