// SPDX-License-Identifier: MIT
// The concept of a learner. Checkpoints, searches and the caller's loop need it.
#pragma once

#include <concepts>
#include <cstddef>
#include <string_view>

#include <lockstep/core/holds.hpp>
#include <lockstep/rl/common/metrics.hpp>
#include <lockstep/rl/policy/policy.hpp>

namespace lockstep {

namespace detail {
struct any_entry {
    void operator()(std::string_view, auto&) const {}
};
}  // namespace detail

/// L trains: `while (!learner.done()) learner.iterate();`. total_steps() counts the steps of all environments together.
/// iterations() counts the calls of iterate(). iterate() returns the metrics of its iteration.
template <class L>
concept learner_trains = requires(L& learner, L const& constant) {
    { constant.done() } -> std::convertible_to<bool>;
    { constant.total_steps() } -> std::convertible_to<std::size_t>;
    { constant.iterations() } -> std::convertible_to<std::size_t>;
    { learner.iterate() } -> std::derived_from<iteration_metrics>;
};

/// L has policy(), which returns a copy of the present policy in the host's memory.
template <class L>
concept learner_acts = requires(L const& learner) {
    typename L::environment;
    requires trained_policy<typename L::policy_type>;
    { learner.policy() } -> std::same_as<typename L::policy_type>;
};

/// L can be saved. It has a name, the type `networks`, a configuration, an environment and a device. for_each_entry(visit) calls
/// visit(name, entry) for everything, besides the configuration, on which the next iterations of L depend: numbers of the host,
/// buffers of the device, slices of such buffers (device/buffer_slices.hpp), and buffers of packs by visit_packs
/// (device/buffer_of_packs.hpp), which a checkpoint stores lane by lane. Numbers come first, since the length of slices may
/// depend on them. Every call visits the same entries in the same order. The entries are members of L, because a
/// checkpoint reads and writes them after the call.
template <class L>
concept learner_entries = requires(L& learner, L const& constant) {
    typename L::networks;
    { L::name } -> std::convertible_to<std::string_view>;
    constant.config();
    constant.env();
    constant.device();
    learner.for_each_entry(detail::any_entry{});
};

/// L is a learner if it trains, has a policy and can be saved. For example `ppo`.
template <class L>
concept learner = learner_trains<L> && learner_acts<L> && learner_entries<L>;

/// Returns true for a learner. For any other type the call does not compile. The errors say what is missing, in one
/// sentence each.
template <class L>
consteval bool check_learner() {
    static_assert(holds(learner_trains<L>),
                  "lockstep::learner: L needs  bool done() const, std::size_t total_steps() const, std::size_t "
                  "iterations() const  and  iterate()  that returns metrics derived from iteration_metrics");
    static_assert(holds(learner_acts<L>),
                  "lockstep::learner: L needs the types  environment  and  policy_type, a trained_policy, and  "
                  "policy_type policy() const");
    static_assert(holds(learner_entries<L>),
                  "lockstep::learner: L needs the type  networks, a static  name, config() const, env() const, "
                  "device() const  and  void for_each_entry(visit)");
    return learner<L>;
}

}  // namespace lockstep
