// SPDX-License-Identifier: MIT
// What Python sees of many environments that run in lockstep: an interface without templates, so that each environment is a
// translation unit of its own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "option_value.hpp"

namespace lockstep::python {

/// When the episode of an environment has ended: the next step begins a new one, the same step does, or only reset().
enum class autoreset { next_step, same_step, disabled };

struct simulation_config {
    std::size_t count = 1;
    std::size_t threads = 0;        ///< that compute; 0: one for every processor that the process may use
    std::size_t episode_limit = 0;  ///< steps after which an episode is truncated; 0: never
    autoreset mode = autoreset::next_step;
    option_values options;             ///< members of the environment, by name
    std::vector<std::size_t> columns;  ///< which numbers of the full observation are shown, in order
};

/// Where a step writes, row by row of the caller's arrays: [count][columns], then [count] each.
struct step_results {
    float* observations;
    float* rewards;
    bool* terminated;
    bool* truncated;
};

/// A view of numbers that lie in lanes: number k of environment i stands at data[i / width * stride + k * width + i % width].
struct lanes_view {
    float const* data;
    std::size_t packs, numbers, width;
    std::size_t stride;  ///< floats from one pack to the next
};

/// `count` environments of one kind. All functions but the constructors may throw std::runtime_error.
class simulation {
public:
    virtual ~simulation() = default;

    virtual std::size_t count() const = 0;
    virtual std::size_t action_size() const = 0;
    virtual std::size_t columns() const = 0;

    /// Begins episode 0 of every environment, drawn from the seed.
    virtual void seed(std::uint64_t seed) = 0;
    /// Begins the next episode of the environments whose flag is true: flags[count].
    virtual void begin(std::span<bool const> flags) = 0;
    /// Writes [count][columns].
    virtual void observe(float* observations) const = 0;
    /// One step under actions[count][action_size].
    virtual void step(float const* actions, step_results const& results) = 0;
    /// [count][columns]: what was last seen of each environment whose episode ended with the last step. Throws unless the
    /// mode is same_step.
    virtual std::vector<float> const& final_observations() const = 0;

    /// The memory itself: the full observation, and the state's numbers by name ("qpos", "qvel").
    virtual lanes_view observation_view() const = 0;
    virtual lanes_view state_view(std::string const& name) const = 0;

    /// From now on the episodes of these environments are kept, for viewer_page.
    virtual void record(std::vector<std::size_t> const& environments) = 0;
    /// The page that plays what was recorded.
    virtual std::string viewer_page(std::string const& title) const = 0;
    /// What environment i looks like now: shapes and one frame, as io/animation.hpp writes them.
    virtual std::string picture(std::size_t i) const = 0;
};

/// Numbers of the full observation that an option shows or hides: [begin, end).
struct optional_columns {
    std::string option;
    bool hides;       ///< whether true hides them
    bool by_default;  ///< the option's
    std::size_t begin, end;
};

/// What is said of an environment, and how one is made.
struct entry {
    std::string id;                ///< as Gymnasium's
    std::string name;              ///< what files of policies call it
    std::size_t observation_size;  ///< of the full observation
    std::size_t action_size;
    std::size_t action_count;  ///< of discrete actions, of which one is chosen by its index; 0: actions are real numbers
    double action_low, action_high;
    std::size_t episode_limit;  ///< Gymnasium's max_episode_steps
    double dt;                  ///< s a step, of the default frame_skip
    option_values options;
    std::vector<optional_columns> optional;
    std::size_t frame_skip;                ///< the default; 0 where there is no such option
    bool has_main_body;                    ///< Ant's option, of which the default is 1
    std::vector<std::size_t> state_sizes;  ///< of qpos and qvel; empty for those that are no robots
    /// Ignores what is no option here. Throws std::invalid_argument.
    std::function<std::unique_ptr<simulation>(simulation_config const&, std::size_t frame_skip, std::size_t main_body)> make;
};

}  // namespace lockstep::python
