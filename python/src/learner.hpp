// SPDX-License-Identifier: MIT
// What Python sees of a learner: an interface without templates, so that the learners in each environment are a translation
// unit of their own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "option_value.hpp"

namespace lockstep::python {

/// A number of a configuration.
using config_value = std::variant<bool, std::uint64_t, double>;
using config_values = std::vector<std::pair<std::string, config_value>>;  ///< in the order of the C++ members

/// What a learner says of an iteration.
struct iteration_report {
    std::vector<std::pair<std::string, double>> columns;  ///< of the metrics, in order
    std::vector<std::string> warnings;                    ///< of the configuration; in the first report only
};

/// A training. All functions may throw std::runtime_error.
class learner {
public:
    virtual ~learner() = default;
    virtual bool done() const = 0;
    virtual iteration_report iterate() = 0;
    virtual config_values config() const = 0;  ///< with the sizes that were 0 filled in
    virtual std::string policy() const = 0;    ///< the bytes of its file
    /// Writes a checkpoint, which make() resumes; keep_checkpoint only if the last one is a minute old.
    virtual void save_checkpoint(std::string const& path) = 0;
    virtual void keep_checkpoint(std::string const& path) = 0;
    /// The most probable action for one observation, within the environment's bounds.
    virtual std::vector<float> act(std::vector<float> const& observation) const = 0;
    /// mean_return, standard_error, mean_length, episodes of the mean action.
    virtual std::map<std::string, double> evaluate(std::size_t episodes, std::uint64_t seed) = 0;
};

struct learner_entry {
    std::string method;       ///< "ppo"
    std::string environment;  ///< the environment's id
    config_values defaults;
    option_values options;  ///< of the environment
    /// The configuration that was searched for, or the defaults where none was, for so many steps.
    std::function<config_values(std::size_t steps)> tuned;
    /// resume: the path of a checkpoint to go on from, or empty. Throws std::invalid_argument for the configuration, and
    /// std::runtime_error, naming the path, for the checkpoint.
    std::function<std::unique_ptr<learner>(config_values const&, option_values const&, std::size_t threads,
                                           std::string const& resume)>
        make;
};

}  // namespace lockstep::python
