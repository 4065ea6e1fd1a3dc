// SPDX-License-Identifier: MIT
// The layers of a policy and a critic whose observation has an image.
#pragma once

#include <cstddef>

#include <lockstep/core/image_shape.hpp>
#include <lockstep/envs/concept/observation_image.hpp>
#include <lockstep/nn/convolutional_mlp.hpp>
#include <lockstep/nn/renormalized/batch_renorm.hpp>
#include <lockstep/rl/policy/actor_critic.hpp>

namespace lockstep {

/// The layers of a network: first convolutions of the image in an observation (envs/concept/observation_image.hpp), then hidden
/// layers, which also take the rest of the observation. Example: `convolutional_layers<convolutions<filters{16, 3}, filters{32,
/// 3, 2}>, relu_activation, 64>`.
template <class Convolutions, class Activation, std::size_t... Widths>
    requires(sizeof...(Widths) > 0)
struct convolutional_layers {
    static_assert(!renormalizes<Activation>, "lockstep: batch_renorm is for hidden_layers, not for convolutional_layers");
    using inference_layers = convolutional_layers;  ///< the layers of the inference_network
    template <image_shape Image>
    struct seeing {
        static_assert(Convolutions::fit(Image),
                      "lockstep: the filters of convolutional_layers need a count, a size and a stride above 0, and each must "
                      "fit into what it reads: the observation_image, or what the filters before it leave of that");
        template <std::size_t In, std::size_t Out, class T = float>
        using network = basic_convolutional_mlp<T, Activation, Image, In, Out, Convolutions, Widths...>;
    };
};

namespace detail {
template <class Convolutions, class Activation, std::size_t... Widths, class Env>
struct layers_of<convolutional_layers<Convolutions, Activation, Widths...>, Env> {
    static_assert(check_observation_image<Env>());
    using type = hidden_layers<Activation, Widths...>;
};
template <class Convolutions, class Activation, std::size_t... Widths, observes_image Env>
struct layers_of<convolutional_layers<Convolutions, Activation, Widths...>, Env> {
    using type = typename convolutional_layers<Convolutions, Activation, Widths...>::template seeing<Env::observation_image>;
};
}  // namespace detail

template <class Convolutions, class Activation, std::size_t... Widths, class Env>
struct checked_layers<convolutional_layers<Convolutions, Activation, Widths...>, Env> {
    static_assert(check_observation_image<Env>());
};

}  // namespace lockstep
