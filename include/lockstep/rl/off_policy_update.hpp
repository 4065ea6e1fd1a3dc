// SPDX-License-Identifier: MIT
// An update of an off-policy learner with twin critics, as kernels over the parts of a minibatch and over the two critics:
// all of it but what the policy does and how it is improved (sac_update, td3_update).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>

#include <lockstep/core/macros.hpp>
#include <lockstep/core/math.hpp>
#include <lockstep/nn/batch_renorm.hpp>
#include <lockstep/nn/network_in_use.hpp>
#include <lockstep/rl/off_policy_critics.hpp>
#include <lockstep/rl/off_policy_minibatch.hpp>
#include <lockstep/rl/off_policy_samples.hpp>

namespace lockstep {

template <class Config, class Networks, class Samples = off_policy_samples<Networks>, class Progress = off_policy_progress>
struct off_policy_update : off_policy_critics<Config, Networks, Samples, Progress> {
    using base = off_policy_critics<Config, Networks, Samples, Progress>;
    using typename base::T, typename base::actor, typename base::observations;
    using base::batches, base::block, base::config, base::derived, base::gradient, base::number, base::parameters, base::progress,
        base::samples;
    using base::actor_number, base::any_nonfinite, base::descend, base::first_of, base::parts, base::samples_of;
    /// Whether the actor is trained a whole batch at a time.
    static constexpr bool whole_actor = renormalized_network<actor>;

    /// Into so many shares the rows of the actor's gradient are divided. With batch renormalisation there is one, and no thread
    /// may find another empty: the device would take its wait for the rest for a processor that is busy elsewhere.
    static constexpr std::size_t actor_shares = whole_actor ? 1 : 2;

    /// Share `h` of the actor's gradient, over all parts.
    void gather_actor([[maybe_unused]] std::size_t h) const {
        if constexpr (whole_actor) {
            auto const batch = actor_batch();
            for (std::size_t p = 0; p < parts(); ++p) {
                for (std::size_t o = 0; o < actor::output_size; ++o) {
                    std::copy_n(samples[p].policy.output_gradients + o * block, samples_of(p),
                                batch.output_gradients() + o * batch.output_row() + first_of(p));
                }
            }
            actor::backward(parameters, derived, batch, gradient);
        } else {
            std::size_t const begin = h * actor::gradient_rows / actor_shares;
            std::size_t const end = (h + 1) * actor::gradient_rows / actor_shares;
            for (std::size_t p = 0; p < parts(); ++p) {
                actor::gradient(samples[p].policy, samples_of(p), gradient, p > 0, begin, end);
            }
        }
    }

protected:
    /// Whether the policy's loss is finite, and so were those of the critics; if not, says so.
    bool can_improve_actor(T loss) const {
        if (!is_finite(loss) && progress->nonfinite[2] == 0.0f) {
            progress->nonfinite[2] = static_cast<float>(number);
        }
        return !any_nonfinite();
    }
    void improve_actor_alone() const {
        descend(0, trained_count<actor>, config.actor_learning_rate, config.adam_beta1, actor_number());
        if constexpr (whole_actor) {
            actor::follow(actor_batch(), config.renorm_momentum, parameters);
        }
        actor::derive(parameters, derived);
    }

    /// The outputs of the actor for a part's observations or those that followed, to batch.policy.
    LOCKSTEP_NOINLINE static void forward(parameters_in_use<T> of, observations const& observation, std::size_t count,
                                          Samples& batch) {
        std::memcpy(batch.policy.inputs, observation, sizeof observation);
        network_in_use<actor>::forward(of.parameters, of.derived, batch.policy, count);
    }

    /// The same for the observations of all parts as one batch in training.
    void forward_whole_actor() const {
        auto const batch = actor_batch();
        for (std::size_t p = 0; p < parts(); ++p) {
            for (std::size_t s = 0; s < samples_of(p); ++s) {
                for (std::size_t i = 0; i < base::observation_size; ++i) {
                    *batch.level(0).at(first_of(p) + s, i) = samples[p].observation[i][s];
                }
            }
        }
        actor::forward(parameters, batch, renorm_limits::at(actor_number(), config.renorm_warmup));
        for (std::size_t p = 0; p < parts(); ++p) {
            for (std::size_t o = 0; o < actor::output_size; ++o) {
                std::copy_n(batch.outputs() + o * batch.output_row() + first_of(p), samples_of(p),
                            samples[p].policy.outputs + o * block);
            }
        }
    }

    /// From the outputs of a part's policy back, as far as a part can go alone.
    void differentiate_part(std::size_t p) const {
        if constexpr (!whole_actor) {
            actor::backward(parameters, derived, samples[p].policy, samples_of(p));
        }
    }

private:
    auto actor_batch() const {
        return typename actor::batch{batches + Networks::critic_batch(2, config.batch), config.batch};
    }
};

}  // namespace lockstep
