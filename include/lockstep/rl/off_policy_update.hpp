// SPDX-License-Identifier: MIT
// An update of an off-policy learner with twin critics, as kernels over the parts of a minibatch and over the two critics:
// all of it but what the policy does and how it is improved (sac_update, td3_update).
#pragma once

#include <cstddef>
#include <cstring>

#include <lockstep/core/macros.hpp>
#include <lockstep/core/math.hpp>
#include <lockstep/rl/off_policy_critics.hpp>
#include <lockstep/rl/off_policy_minibatch.hpp>
#include <lockstep/rl/off_policy_samples.hpp>

namespace lockstep {

template <class Config, class Networks, class Samples = off_policy_samples<Networks>, class Progress = off_policy_progress>
struct off_policy_update : off_policy_critics<Config, Networks, Samples, Progress> {
    using base = off_policy_critics<Config, Networks, Samples, Progress>;
    using typename base::T, typename base::actor, typename base::observations;
    using base::config, base::derived, base::gradient, base::number, base::parameters, base::progress, base::samples;
    using base::actor_number, base::any_nonfinite, base::descend, base::parts, base::samples_of;

    /// Half `h` of the rows of the actor's gradient, over all parts.
    void gather_actor(std::size_t h) const {
        std::size_t const begin = h * actor::gradient_rows / 2;
        std::size_t const end = (h + 1) * actor::gradient_rows / 2;
        for (std::size_t p = 0; p < parts(); ++p) {
            actor::gradient(samples[p].policy, samples_of(p), gradient, p > 0, begin, end);
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
        descend(0, actor::parameter_count, config.actor_learning_rate, actor_number());
        actor::derive(parameters, derived);
    }

    LOCKSTEP_NOINLINE static void forward(T const* weights, T const* transposed, observations const& observation,
                                          std::size_t count, Samples& batch) {
        std::memcpy(batch.policy.inputs, observation, sizeof observation);
        actor::forward(weights, transposed, batch.policy, count);
    }
};

}  // namespace lockstep
