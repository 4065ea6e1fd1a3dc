// SPDX-License-Identifier: MIT
// The actor in an update of an off-policy learner: its forward pass, its backward pass and its step. Its loss is in
// sac/update.hpp and td3/update.hpp.
#pragma once

#include <cstddef>

#include <lockstep/core/macros.hpp>
#include <lockstep/core/math.hpp>
#include <lockstep/nn/convolutional_mlp.hpp>
#include <lockstep/nn/features.hpp>
#include <lockstep/nn/inference_network.hpp>
#include <lockstep/nn/renormalized/batch_renorm.hpp>
#include <lockstep/rl/off_policy/samples.hpp>
#include <lockstep/rl/off_policy/view.hpp>

namespace lockstep {

/// What an update computes of the actor. View is an off_policy_view.
template <class View>
struct off_policy_actor {
    using W = typename View::W;
    using T = typename View::T;
    using scalar = typename View::scalar;
    using index = typename View::index;
    using measured = typename View::measured;
    using networks = typename View::networks;
    using samples_type = typename View::samples_type;
    using actor = typename View::actor;
    static constexpr std::size_t observation_size = View::observation_size;
    static constexpr std::size_t block = View::block;
    using observations = feature_packs<T, observation_size, block>;

    /// Whether the actor is trained on a whole batch at a time, as batch renormalisation needs it.
    static constexpr bool takes_whole_batch = renormalized_network<actor>;

    /// Whether the actor's step is divided among the packs of several kernels, as the step of the critics is (divided_critics).
    static constexpr bool is_divided = !W::is_native && !takes_whole_batch && !convolutional<actor>;

    /// The number of shares into which the rows of the actor's gradient are divided. With batch renormalisation there is one
    /// share, since a second share would be empty: its thread would wait for the other one for so long that the device would take
    /// the processor of the other thread for busy.
    static constexpr std::size_t gradient_shares = is_divided ? (actor::gradient_rows + 15) / 16 : takes_whole_batch ? 1 : 2;
    static constexpr std::size_t parameter_range = 1024;  ///< parameters that one pack of a kernel updates
    static constexpr std::size_t parameter_ranges = (actor::parameter_count + parameter_range - 1) / parameter_range;
    static constexpr std::size_t transpose_shares = 4;

    View const& view;

    /// Returns the parameters with which the actor acts: those of its inference network.
    inference_parameters<T> acting() const { return inference_parameters_of<actor, T>(view.parameters, view.transposed_weights); }

    /// Writes the outputs of an actor with the parameters `of` for `count` observations to batch.policy.
    LOCKSTEP_NOINLINE static void forward(inference_parameters<T> of, observations const& observation, index const& count,
                                          samples_type& batch) {
        copy_packs<T>(observation[0], batch.policy.inputs + 0, observation_size * block);
        inference_network<actor>::forward(of.parameters, of.transposed_weights, batch.policy, count);
    }
    /// Writes the outputs of the actor for the observations of `slice` to the slice's `policy`.
    void forward(index const& slice) const {
        samples_type& batch = view.samples[slice];
        forward(acting(), batch.observation, view.samples_of(slice), batch);
    }
    /// Writes the outputs of the actor for the observations of all slices to their `policy`. The observations are one batch in
    /// training: batch renormalisation uses the statistics of this batch.
    void forward_whole() const {
        auto const whole = batch();
        for (auto const slice : W::range(view.slices())) {
            samples_type& of = view.samples[slice];
            for_each_sample<T>(view.samples_of(slice), [&](index const& s) {
                auto const inputs = whole.level(0).at(view.first_of(slice) + s, 0);
                for (std::size_t i = 0; i < observation_size; ++i) {
                    inputs[i] = of.observation[i][s];
                }
            });
        }
        actor::forward(view.parameters, whole,
                       basic_renorm_limits<measured>::at(view.actor_number(), view.config.renorm_warmup));
        for (auto const slice : W::range(view.slices())) {
            samples_type& of = view.samples[slice];
            for_each_sample<T>(view.samples_of(slice), [&](index const& s) {
                for (std::size_t o = 0; o < actor::output_size; ++o) {
                    of.policy.outputs[o * block + s] = whole.outputs()[o * whole.output_stride() + view.first_of(slice) + s];
                }
            });
        }
    }

    /// Runs the actor's backward pass on a slice, from the output gradients in the slice's `policy`. If the actor is trained on a
    /// whole batch at a time, `gather` does this instead.
    void backward(index const& slice) const {
        if constexpr (!takes_whole_batch) {
            actor::backward(view.parameters, view.transposed_weights, view.samples[slice].policy, view.samples_of(slice));
        }
    }

    /// Writes share `h` of the actor's gradient, summed over all slices, to view.gradient.
    void gather([[maybe_unused]] index const& h) const {
        if constexpr (takes_whole_batch) {
            auto const whole = batch();
            for (auto const slice : W::range(view.slices())) {
                samples_type& of = view.samples[slice];
                for_each_sample<T>(view.samples_of(slice), [&](index const& s) {
                    for (std::size_t o = 0; o < actor::output_size; ++o) {
                        whole.output_gradients()[o * whole.output_stride() + view.first_of(slice) + s] =
                            of.policy.output_gradients[o * block + s];
                    }
                });
            }
            actor::backward(view.parameters, view.transposed_weights, whole, view.gradient);
        } else if constexpr (W::is_native || is_divided) {
            gather_share(h);
        } else {
            for (std::size_t share = 0; share < gradient_shares; ++share) {
                when(h == share, [&] { gather_share(share); });
            }
        }
    }

    /// Returns whether `loss`, the loss of the policy, and all losses before it are finite. If `loss` is not, records this update
    /// in view.progress->nonfinite.
    auto can_improve(scalar const& loss) const {
        auto const good = is_finite(loss);
        auto const goes_on = good && !view.any_nonfinite();
        when(!good && view.progress->nonfinite[2] == 0u, [&] { view.progress->nonfinite[2] = view.number; });
        return goes_on;
    }
    /// Makes the step of the whole actor and transposes its weights. Does nothing if the step is divided.
    void descend_whole() const {
        if constexpr (!is_divided) {
            view.descend(0, trained_count<actor>, view.config.actor_learning_rate, view.config.adam_beta1, view.actor_number());
            if constexpr (takes_whole_batch) {
                W::barrier();
                actor::follow(batch(), view.config.renorm_momentum, view.parameters);
            }
            W::barrier();
            actor::transpose_weights(view.parameters, view.transposed_weights);
        }
    }

    // The parts of a divided step.

    /// Makes the step of a range of the parameters, if all losses are finite.
    void descend(index const& range) const {
        index const first = range * parameter_range;
        when(!view.any_nonfinite(), [&] {
            view.descend(first, parameters_from(first), view.config.actor_learning_rate, view.config.adam_beta1,
                         view.actor_number());
        });
    }
    /// Transposes a share of the weights.
    void transpose(index const& share) const {
        actor::transpose_weights(view.parameters, view.transposed_weights, share, transpose_shares);
    }
    /// Returns the number of parameters of the range that begins at `first`.
    static index parameters_from(index const& first) {
        return min(index(parameter_range), index(actor::parameter_count) - first);
    }

private:
    template <class Share>
    void gather_share(Share const& h) const {
        Share const begin = h * actor::gradient_rows / gradient_shares;
        Share const end = (h + 1) * actor::gradient_rows / gradient_shares;
        if constexpr (W::is_native) {
            for (std::size_t slice = 0; slice < view.slices(); ++slice) {
                actor::gradient(view.samples[slice].policy, view.samples_of(slice), view.gradient, slice > 0, begin, end);
            }
        } else {
            actor::gradient(view.samples[0].policy, view.samples_of(0), view.gradient, false, begin, end);
            for (auto const slice : W::range(view.slices() - 1)) {
                actor::gradient(view.samples[slice + 1].policy, view.samples_of(slice + 1), view.gradient, true, begin, end);
            }
        }
    }

    auto batch() const {
        return typename actor::batch{view.batches + networks::critic_batch(std::size_t(2), view.config.batch), view.config.batch};
    }
};

}  // namespace lockstep
