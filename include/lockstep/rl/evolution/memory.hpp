// SPDX-License-Identifier: MIT
// All memory that an evolution strategy uses on a device. It is allocated before training begins.
#pragma once

#include <cstddef>

#include <lockstep/core/lanes.hpp>
#include <lockstep/device/device.hpp>
#include <lockstep/rl/common/moments.hpp>
#include <lockstep/rl/evolution/perturbed_network.hpp>
#include <lockstep/rl/evolution/summary.hpp>
#include <lockstep/rl/evolution/update.hpp>

namespace lockstep {

template <class Networks, class Device>
struct evolution_memory {
    using W = world_of<Device>;
    using R = typename W::number;
    using network = perturbed_network<typename Networks::actor>;
    static constexpr std::size_t observation_size = Networks::observation_size;
    static constexpr std::size_t count = network::padded_count;
    static constexpr std::size_t groups = count / sample_group;  ///< of parameters
    template <class T>
    using buffer = typename Device::template buffer<T>;

    LOCKSTEP_COLD evolution_memory(Device& on, std::size_t direction_count) : device(on), half(direction_count / W::width) {}

private:
    Device& device;

public:
    std::size_t half;  ///< packs of directions

    // The policy, in the order of perturbed_network, and its optimiser.
    buffer<float> parameters = allocate<float>(device, count);     ///< [count]
    buffer<float> first_moment = allocate<float>(device, count);   ///< [count], of Adam
    buffer<float> second_moment = allocate<float>(device, count);  ///< [count], of Adam
    buffer<float> gradient = allocate<float>(device, count);       ///< [count]: the weighted sum of the directions
    buffer<float> scale = allocate<float>(device, 1);              ///< [1], the factor of augmented random search's step

    // Its perturbations, their episodes and their weights.
    buffer<R> directions = allocate<R>(device, half * count, "directions");  ///< [half][count], standard normal
    buffer<R> weights = allocate<R>(device, 2 * half * count, "directions");  ///< [2 half][count]: the perturbed parameters
    buffer<rollout_sums<R>> episodes = allocate<rollout_sums<R>>(device, 2 * half);  ///< [2 half]
    buffer<R> chosen = allocate<R>(device, half);                                    ///< [half], 1 if a direction counts, else 0
    buffer<R> direction_weights = allocate<R>(device, half);                         ///< [half]
    buffer<moments<observation_size>> observation_moments = allocate<moments<observation_size>>(device, 1);
    buffer<moment_sums<R, observation_size>> observation_sums = allocate<moment_sums<R, observation_size>>(device, 2 * half);
    buffer<evolution_summary<>> summary = allocate<evolution_summary<>>(device, 1);

    direction_returns<W> returns() { return {.half = half, .episodes = episodes.data()}; }

    /// Calls visit(name, buffer) for each buffer whose numbers the next iteration needs. A checkpoint stores these buffers.
    template <class Visit>
    void for_each_entry(Visit&& visit) {
        visit("parameters", parameters);
        visit("first_moment", first_moment);
        visit("second_moment", second_moment);
        visit("observation_moments", observation_moments);
    }
};

}  // namespace lockstep
