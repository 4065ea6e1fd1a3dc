// SPDX-License-Identifier: MIT
// An update of an off-policy learner with twin critics, as kernels over the parts of a minibatch and over the two critics:
// all of it but what the policy does and how it is improved (sac_update, td3_update).
#pragma once

#include <cstddef>

#include <lockstep/core/macros.hpp>
#include <lockstep/core/math.hpp>
#include <lockstep/nn/batch_renorm.hpp>
#include <lockstep/nn/network_in_use.hpp>
#include <lockstep/rl/off_policy/critics.hpp>
#include <lockstep/rl/off_policy/minibatch.hpp>
#include <lockstep/rl/off_policy/samples.hpp>
#include <lockstep/rl/rollout_sums.hpp>

namespace lockstep {

template <class Config, class Networks, class Samples = off_policy_samples<Networks>,
          template <class> class Progress = basic_off_policy_progress>
struct off_policy_update : off_policy_critics<Config, Networks, Samples, Progress> {
    using base = off_policy_critics<Config, Networks, Samples, Progress>;
    using base::actor_number, base::any_nonfinite, base::transpose_shares, base::descend, base::first_of, base::parameter_range,
        base::parts, base::samples_of;
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

    /// Share `h` of the actor's gradient, over all parts.
    void gather_actor([[maybe_unused]] index const& h) const {
        if constexpr (whole_actor) {
            auto const batch = actor_batch();
            for (auto const p : W::range(parts())) {
                Samples& part = samples[p];
                base::for_each_sample(samples_of(p), [&](index const& s) {
                    for (std::size_t o = 0; o < actor::output_size; ++o) {
                        batch.output_gradients()[o * batch.output_row() + first_of(p) + s] =
                            part.policy.output_gradients[o * block + s];
                    }
                });
            }
            actor::backward(parameters, transposed_weights, batch, gradient);
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
    /// Refreshes a share of what is transposed_weights from the actor's parameters.
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
        when(!good && progress->nonfinite[2] == measured(0), [&] { progress->nonfinite[2] = static_cast<measured>(number); });
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

    /// The outputs of the actor for a part's observations or those that followed, to batch.policy.
    LOCKSTEP_NOINLINE static void forward(parameters_in_use<T> of, observations const& observation, index const& count,
                                          Samples& batch) {
        copy_rows<T>(observation[0], batch.policy.inputs + 0, base::observation_size * block);
        network_in_use<actor>::forward(of.parameters, of.transposed_weights, batch.policy, count);
    }

    /// The same for the observations of all parts as one batch in training.
    void forward_whole_actor() const {
        auto const batch = actor_batch();
        for (auto const p : W::range(parts())) {
            Samples& part = samples[p];
            base::for_each_sample(samples_of(p), [&](index const& s) {
                auto const inputs = batch.level(0).at(first_of(p) + s, 0);
                for (std::size_t i = 0; i < base::observation_size; ++i) {
                    inputs[i] = part.observation[i][s];
                }
            });
        }
        actor::forward(parameters, batch, basic_renorm_limits<measured>::at(actor_number(), config.renorm_warmup));
        for (auto const p : W::range(parts())) {
            Samples& part = samples[p];
            base::for_each_sample(samples_of(p), [&](index const& s) {
                for (std::size_t o = 0; o < actor::output_size; ++o) {
                    part.policy.outputs[o * block + s] = batch.outputs()[o * batch.output_row() + first_of(p) + s];
                }
            });
        }
    }

    /// From the outputs of a part's policy back, as far as a part can go alone.
    void differentiate_part(index const& p) const {
        if constexpr (!whole_actor) {
            actor::backward(parameters, transposed_weights, samples[p].policy, samples_of(p));
        }
    }

private:
    template <class Share>
    void gather_share(Share const& h) const {
        Share const begin = h * actor::gradient_rows / actor_shares;
        Share const end = (h + 1) * actor::gradient_rows / actor_shares;
        if constexpr (W::is_native) {
            for (std::size_t p = 0; p < parts(); ++p) {
                actor::gradient(samples[p].policy, samples_of(p), gradient, p > 0, begin, end);
            }
        } else {
            actor::gradient(samples[0].policy, samples_of(0), gradient, false, begin, end);
            for (auto const p : W::range(parts() - 1)) {
                actor::gradient(samples[p + 1].policy, samples_of(p + 1), gradient, true, begin, end);
            }
        }
    }

    auto actor_batch() const {
        return typename actor::batch{batches + Networks::critic_batch(std::size_t(2), config.batch), config.batch};
    }
};

// The kernels of an Update, sac_update or td3_update, in the order in which off_policy launches them.

/// Begins an iteration's report: of the update that follows, and of `rows` rows of environments. kernel(0).
template <class Update>
struct off_policy_begin_iteration : Update {
    template <class World>
    using in = off_policy_begin_iteration<typename Update::template in<World>>;
    using typename Update::W, typename Update::index;
    using row_sums = rollout_sums<typename W::number>;

    index rows;
    typename W::template pointer<row_sums> sums;  ///< [rows]

    void operator()(index const&) const {
        this->begin_iteration();
        for (auto const row : W::range(rows)) {
            sums[row] = zero_rows<row_sums, typename W::number>();
        }
    }
};

/// kernel(part of the minibatch).
template <class Update>
struct off_policy_propose : Update {
    template <class World>
    using in = off_policy_propose<typename Update::template in<World>>;
    void operator()(typename Update::index const& p) const { this->propose(p); }
};

/// Where the actor is trained a whole batch at a time. kernel(0).
template <class Update>
struct off_policy_propose_together : Update {
    template <class World>
    using in = off_policy_propose_together<typename Update::template in<World>>;
    void operator()(typename Update::index const&) const { this->propose_together(); }
};

/// Gives the steps that were just made the highest priority, by `made` as it was before them. kernel(0).
template <class Update>
struct off_policy_add_priorities : Update {
    template <class World>
    using in = off_policy_add_priorities<typename Update::template in<World>>;
    void operator()(typename Update::index const&) const { this->memory.add_priorities(this->made, this->priorities); }
};

/// With priorities, before the critics. kernel(0).
template <class Update>
struct off_policy_weigh : Update {
    template <class World>
    using in = off_policy_weigh<typename Update::template in<World>>;
    void operator()(typename Update::index const&) const { this->weigh(); }
};

/// With priorities, after the critics. kernel(0).
template <class Update>
struct off_policy_prioritize : Update {
    template <class World>
    using in = off_policy_prioritize<typename Update::template in<World>>;
    void operator()(typename Update::index const&) const { this->prioritize(); }
};

/// kernel(critic).
template <class Update>
struct off_policy_estimate_targets : Update {
    template <class World>
    using in = off_policy_estimate_targets<typename Update::template in<World>>;
    void operator()(typename Update::index const& i) const { this->estimate_targets(i); }
};

/// kernel(critic).
template <class Update>
struct off_policy_improve_critic : Update {
    template <class World>
    using in = off_policy_improve_critic<typename Update::template in<World>>;
    void operator()(typename Update::index const& i) const { this->improve_critic(i); }
};

// Of a divided step of both critics (off_policy_critics::is_divided).

/// kernel(critic * parts + part).
template <class Update>
struct off_policy_estimate_targets_by_part : Update {
    template <class World>
    using in = off_policy_estimate_targets_by_part<typename Update::template in<World>>;
    void operator()(typename Update::index const& k) const { this->estimate_targets_of_part(k); }
};

/// kernel(critic * parts + part).
template <class Update>
struct off_policy_differentiate_critic : Update {
    template <class World>
    using in = off_policy_differentiate_critic<typename Update::template in<World>>;
    void operator()(typename Update::index const& k) const { this->differentiate_critic_by_part(k); }
};

/// kernel(critic * gradient_shares + share).
template <class Update>
struct off_policy_gather_critic : Update {
    template <class World>
    using in = off_policy_gather_critic<typename Update::template in<World>>;
    void operator()(typename Update::index const& k) const { this->gather_critic(k); }
};

/// kernel(critic).
template <class Update>
struct off_policy_judge_critic : Update {
    template <class World>
    using in = off_policy_judge_critic<typename Update::template in<World>>;
    void operator()(typename Update::index const& k) const { this->judge_critic(k); }
};

/// kernel(critic * parameter_ranges + range).
template <class Update>
struct off_policy_descend_critic : Update {
    template <class World>
    using in = off_policy_descend_critic<typename Update::template in<World>>;
    void operator()(typename Update::index const& k) const { this->descend_critic(k); }
};

/// kernel(critic * transpose_shares + share).
template <class Update>
struct off_policy_transpose_critic : Update {
    template <class World>
    using in = off_policy_transpose_critic<typename Update::template in<World>>;
    void operator()(typename Update::index const& k) const { this->transpose_critic(k); }
};

/// Where both critics judge. kernel(critic * parts + part).
template <class Update>
struct off_policy_judge_part : Update {
    template <class World>
    using in = off_policy_judge_part<typename Update::template in<World>>;
    void operator()(typename Update::index const& k) const { this->judge_part(k); }
};

/// kernel(part of the minibatch).
template <class Update>
struct off_policy_differentiate_actor : Update {
    template <class World>
    using in = off_policy_differentiate_actor<typename Update::template in<World>>;
    void operator()(typename Update::index const& p) const { this->differentiate_actor(p); }
};

/// kernel(share).
template <class Update>
struct off_policy_gather_actor : Update {
    template <class World>
    using in = off_policy_gather_actor<typename Update::template in<World>>;
    static constexpr std::size_t stack_size = 0;
    void operator()(typename Update::index const& share) const { this->gather_actor(share); }
};

/// kernel(0).
template <class Update>
struct off_policy_improve_actor : Update {
    template <class World>
    using in = off_policy_improve_actor<typename Update::template in<World>>;
    static constexpr std::size_t stack_size = 0;
    void operator()(typename Update::index const&) const { this->improve_actor(); }
};

/// Where the actor's step is divided. kernel(range of parameters).
template <class Update>
struct off_policy_descend_actor : Update {
    template <class World>
    using in = off_policy_descend_actor<typename Update::template in<World>>;
    void operator()(typename Update::index const& range) const { this->descend_actor(range); }
};

/// kernel(share).
template <class Update>
struct off_policy_transpose_actor : Update {
    template <class World>
    using in = off_policy_transpose_actor<typename Update::template in<World>>;
    void operator()(typename Update::index const& share) const { this->transpose_actor(share); }
};

/// What follows from the networks' parameters before the first update. kernel(0).
template <class Update>
struct off_policy_begin : Update {
    template <class World>
    using in = off_policy_begin<typename Update::template in<World>>;
    void operator()(typename Update::index const&) const {
        Update::networks::begin(this->parameters, this->transposed_weights, this->targets);
    }
};

/// Makes room for the actor's way through a part of a minibatch. kernel(part).
template <class Update>
struct off_policy_prepare : Update {
    template <class World>
    using in = off_policy_prepare<typename Update::template in<World>>;
    void operator()(typename Update::index const& p) const {
        this->samples[p].policy.prepare();
        if constexpr (Update::is_divided) {
            this->passes[p].work.prepare();
            this->passes[p + this->parts()].work.prepare();
        }
    }
};

}  // namespace lockstep
