// SPDX-License-Identifier: MIT
// How an environment declares that its observation is an image, for convolutional networks:
//
//     static constexpr ls::image_shape observation_image{.rows = 10, .columns = 5, .channels = 1};
//     static constexpr std::size_t observation_size = observation_image.size();
//
// The image comes first in the observation, in the order of image_shape. Other numbers may follow it. All code that does not use
// images sees a list of numbers.
#pragma once

#include <concepts>
#include <cstddef>
#include <type_traits>

#include <lockstep/core/holds.hpp>
#include <lockstep/core/image_shape.hpp>
#include <lockstep/envs/concept/agents.hpp>

namespace lockstep {

namespace detail {
template <image_shape Image, std::size_t Observations>
    requires(0 < Image.size() && Image.size() <= Observations)
struct image_of_observation;
}  // namespace detail

/// E models observes_image if E::observation_image is a valid shape. Each agent's observation then begins with an image.
template <class E>
concept observes_image = requires {
    requires std::same_as<std::remove_cvref_t<decltype(E::observation_image)>, image_shape>;
    typename detail::image_of_observation<E::observation_image, agent_observation_size<E>>;
};

namespace detail {
struct no_image {};

/// Returns the observation_image for an environment that wraps E: E::observation_image, or no_image if E observes no image.
template <class E>
consteval auto image_of() {
    if constexpr (observes_image<E>) {
        return E::observation_image;
    } else {
        return no_image();
    }
}
}  // namespace detail

/// Returns true if E observes an image. Otherwise it does not compile, and the compiler prints a sentence that says so.
template <class E>
consteval bool check_observation_image() {
    static_assert(holds(observes_image<E>),
                  "lockstep::environment: convolutional_layers need  static constexpr ls::image_shape observation_image  of the "
                  "environment, neither empty nor larger than its observation_size");
    return true;
}

}  // namespace lockstep
