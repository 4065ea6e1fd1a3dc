// SPDX-License-Identifier: MIT
// The actor in an update of an off-policy learner: its ways forward and back, and its step. sac_update and td3_update add the
// actions, the target of the critics and the loss of the actor; kernels.hpp has the kernels.
#pragma once

#include <cstddef>

#include <lockstep/core/macros.hpp>
#include <lockstep/core/math.hpp>
#include <lockstep/nn/batch_renorm.hpp>
#include <lockstep/nn/inference_network.hpp>
#include <lockstep/rl/off_policy/critics.hpp>
#include <lockstep/rl/off_policy/minibatch.hpp>
#include <lockstep/rl/off_policy/samples.hpp>

namespace lockstep {

template <class Config, class Networks, class Samples = off_policy_samples<Networks>,
          template <class> class Progress = basic_off_policy_progress>
struct off_policy_update : off_policy_critics<Config, Networks, Samples, Progress> {
    using base = off_policy_critics<Config, Networks, Samples, Progress>;
    using base::actor_number, base::any_nonfinite, base::transpose_shares, base::descend, base::first_of, base::parameter_range,
        base::slices, base::samples_of;
    using base::batches, base::block, base::config, base::transposed_weights, base::gradient, base::number, base::parameters,
        base::progress, base::samples;
    using typename base::W, typename base::T, typename base::scalar, typename base::index, typename base::measured,
        typename base::actor, typename base::observations;
    /// Whether the actor is trained a whole batch at a time.
    static constexpr bool whole_actor = renormalized_network<actor>;

    /// Whether the actor's step is divided among rows, as that of the critics is (off_policy_critics::is_divided).
    static constexpr bool divides_actor = !W::is_native && !whole_actor && !convolutional<actor>;

    /// The number of shares into which the rows of the actor's gradient are divided. With batch renormalisation there is one
    /// share, and no empty ones: a thread that waits for the others would look to the device like one on a busy processor.
    static constexpr std::size_t actor_shares =
        divides_actor ? (actor::gradient_rows + 15) / 16 : whole_actor ? 1 : 2;
    static constexpr std::size_t actor_ranges = (actor::parameter_count + parameter_range - 1) / parameter_range;

    /// Share `h` of the actor's gradient, over all slices.
    void gather_actor([[maybe_unused]] index const& h) const {
        if constexpr (whole_actor) {
            auto const whole = actor_batch();
            for (auto const slice : W::range(slices())) {
                Samples& batch = samples[slice];
                base::for_each_sample(samples_of(slice), [&](index const& s) {
                    for (std::size_t o = 0; o < actor::output_size; ++o) {
                        whole.output_gradients()[o * whole.output_row() + first_of(slice) + s] =
                            batch.policy.output_gradients[o * block + s];
                    }
                });
            }
            actor::backward(parameters, transposed_weights, whole, gradient);
        } else {
            if constexpr (W::is_native || divides_actor) {
                gather_share(h);
            } else {
                for (std::size_t share = 0; share < actor_shares; ++share) {
                    when(h == share, [&] { gather_share(share); });
                }
            }
        }
    }

    /// The step of a range of the actor's parameters, after improve_actor.
    void descend_actor(index const& r) const {
        index const first = r * parameter_range;
        when(!any_nonfinite(), [&] {
            descend(first, actor_parameters_from(first), config.actor_learning_rate, config.adam_beta1, actor_number());
        });
    }
    /// Transposes a share of the actor's weights.
    void transpose_actor(index const& share) const {
        actor::transpose_weights(parameters, transposed_weights, share, transpose_shares);
    }

protected:
    static index actor_parameters_from(index const& first) {
        return min(index(parameter_range), index(actor::parameter_count) - first);
    }

    /// Whether the policy's loss is finite, and so were those of the critics; if not, says so.
    auto can_improve_actor(scalar const& loss) const {
        auto const good = is_finite(loss);
        auto const goes_on = good && !any_nonfinite();
        when(!good && progress->nonfinite[2] == 0u, [&] { progress->nonfinite[2] = number; });
        return goes_on;
    }
    /// A step of the whole actor, unless it is divided.
    void improve_actor_alone() const {
        if constexpr (!divides_actor) {
            descend(0, trained_count<actor>, config.actor_learning_rate, config.adam_beta1, actor_number());
            if constexpr (whole_actor) {
                W::barrier();
                actor::follow(actor_batch(), config.renorm_momentum, parameters);
            }
            W::barrier();
            actor::transpose_weights(parameters, transposed_weights);
        }
    }

    /// The outputs of the actor for the observations of a slice, to samples[slice].policy.
    void forward_actor(index const& slice) const {
        forward(acting(), samples[slice].observation, samples_of(slice), samples[slice]);
    }
    inference_parameters<T> acting() const { return inference_parameters_of<actor, T>(parameters, transposed_weights); }

    /// The outputs of an actor for observations of a slice, to batch.policy.
    LOCKSTEP_NOINLINE static void forward(inference_parameters<T> of, observations const& observation, index const& count,
                                          Samples& batch) {
        copy_rows<T>(observation[0], batch.policy.inputs + 0, base::observation_size * block);
        inference_network<actor>::forward(of.parameters, of.transposed_weights, batch.policy, count);
    }

    /// As forward_actor, for all slices as one batch in training.
    void forward_whole_actor() const {
        auto const whole = actor_batch();
        for (auto const slice : W::range(slices())) {
            Samples& batch = samples[slice];
            base::for_each_sample(samples_of(slice), [&](index const& s) {
                auto const inputs = whole.level(0).at(first_of(slice) + s, 0);
                for (std::size_t i = 0; i < base::observation_size; ++i) {
                    inputs[i] = batch.observation[i][s];
                }
            });
        }
        actor::forward(parameters, whole, basic_renorm_limits<measured>::at(actor_number(), config.renorm_warmup));
        for (auto const slice : W::range(slices())) {
            Samples& batch = samples[slice];
            base::for_each_sample(samples_of(slice), [&](index const& s) {
                for (std::size_t o = 0; o < actor::output_size; ++o) {
                    batch.policy.outputs[o * block + s] = whole.outputs()[o * whole.output_row() + first_of(slice) + s];
                }
            });
        }
    }

    /// From the output gradients of the actor back. An actor that is trained a whole batch at a time goes back in gather_actor.
    void differentiate_slice(index const& slice) const {
        if constexpr (!whole_actor) {
            actor::backward(parameters, transposed_weights, samples[slice].policy, samples_of(slice));
        }
    }

private:
    template <class Share>
    void gather_share(Share const& h) const {
        Share const begin = h * actor::gradient_rows / actor_shares;
        Share const end = (h + 1) * actor::gradient_rows / actor_shares;
        if constexpr (W::is_native) {
            for (std::size_t slice = 0; slice < slices(); ++slice) {
                actor::gradient(samples[slice].policy, samples_of(slice), gradient, slice > 0, begin, end);
            }
        } else {
            actor::gradient(samples[0].policy, samples_of(0), gradient, false, begin, end);
            for (auto const slice : W::range(slices() - 1)) {
                actor::gradient(samples[slice + 1].policy, samples_of(slice + 1), gradient, true, begin, end);
            }
        }
    }

    auto actor_batch() const {
        return typename actor::batch{batches + Networks::critic_batch(std::size_t(2), config.batch), config.batch};
    }
};

}  // namespace lockstep
