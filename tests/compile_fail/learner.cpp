// SPDX-License-Identifier: MIT
// error: lockstep::learner: L needs  bool done() const, std::size_t total_steps() const, std::size_t iterations() const  and  iterate()  that returns metrics derived from iteration_metrics
// error: lockstep::learner: L needs the types  environment  and  policy_type, a trained_policy, and  policy_type policy() const
// error: lockstep::learner: L needs the type  networks, a static  name, config() const, env() const, device() const  and  void for_each_entry(visit)
#include <lockstep/rl/learner.hpp>

struct nothing {};
static_assert(lockstep::check_learner<nothing>());
