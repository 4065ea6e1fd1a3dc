// SPDX-License-Identifier: MIT
// A learner of one type on the processor.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include <lockstep/core/vector.hpp>
#include <lockstep/device/cpu.hpp>
#include <lockstep/envs/concept/action_bounds.hpp>
#include <lockstep/io/checkpoint.hpp>
#include <lockstep/io/policy.hpp>
#include <lockstep/io/safetensors.hpp>
#include <lockstep/rl/evaluate.hpp>
#include <lockstep/rl/tuned.hpp>

#include "learner.hpp"
#include "options.hpp"

namespace lockstep::python {

template <class Config>
config_values values_of(Config const& config) {
    config_values result;
    for_each_member(config, [&](char const* name, auto const& member) {
        using T = std::remove_cvref_t<decltype(member)>;
        if constexpr (std::same_as<T, bool>) {
            result.emplace_back(name, member);
        } else if constexpr (std::is_integral_v<T>) {
            result.emplace_back(name, static_cast<std::uint64_t>(member));
        } else {
            result.emplace_back(name, static_cast<double>(member));
        }
    });
    return result;
}

/// Values as values_of gives them.
template <class Config>
Config config_from(config_values const& values) {
    Config config{};
    auto value = values.begin();
    for_each_member(config, [&](char const*, auto& member) {
        using T = std::remove_cvref_t<decltype(member)>;
        std::visit([&](auto const& number) { member = static_cast<T>(number); }, value->second);
        ++value;
    });
    return config;
}

template <class Learner>
class learner_of final : public learner {
    using env = typename Learner::environment;
    using policy_type = typename Learner::policy_type;

public:
    learner_of(typename Learner::config_type const& config, env const& environment, std::size_t threads)
        : device_({.threads = threads}), learner_(device_, config, environment) {}

    bool done() const override { return learner_.done(); }

    iteration_report iterate() override {
        auto const metrics = learner_.iterate();
        iteration_report report{.columns = {}, .warnings = metrics.warnings};
        for_each_column(
            metrics, [&](char const* name, auto const& value) { report.columns.emplace_back(name, static_cast<double>(value)); });
        return report;
    }

    config_values config() const override { return values_of(learner_.config()); }

    std::string policy() const override { return to_bytes(to_safetensors(learner_.policy())); }

    void save_checkpoint(std::string const& path) override { lockstep::save_checkpoint(path, learner_); }
    void keep_checkpoint(std::string const& path) override {
        if (!kept_) {
            kept_.emplace(path);
        }
        kept_->update(learner_);
    }
    void load_checkpoint(std::string const& path) { lockstep::load_checkpoint(path, learner_); }

    std::vector<float> act(std::vector<float> const& observation) const override {
        vector<float, env::observation_size> seen;
        if (observation.size() != seen.size()) {
            throw std::invalid_argument("observation has " + std::to_string(observation.size()) + " numbers, not " +
                                        std::to_string(seen.size()));
        }
        std::copy(observation.begin(), observation.end(), seen.begin());
        auto const action = within_bounds<env>(learner_.policy().mean_action(seen));
        return {action.begin(), action.end()};
    }

    std::map<std::string, double> evaluate(std::size_t episodes, std::uint64_t seed) override {
        auto const result = lockstep::evaluate(device_, learner_.policy(), {.episodes = episodes, .seed = seed}, learner_.env());
        return {{"mean_return", result.mean_return},
                {"standard_error", result.standard_error},
                {"mean_length", result.mean_length},
                {"episodes", static_cast<double>(result.episodes)}};
    }

private:
    cpu device_;
    Learner learner_;
    std::optional<periodic_checkpoint> kept_;
};

/// The configuration of a learner that goes on from a checkpoint: with the sizes that were chosen then.
template <class Config>
Config resumed_config(std::string const& path, Config const& config) {
    if constexpr (requires { with_sizes_of(path, config); }) {
        return with_sizes_of(path, config);
    } else {
        return config;
    }
}

template <class Options, class Learner>
learner_entry learner_entry_of(std::string method) {
    using config_type = typename Learner::config_type;
    using env = typename Learner::environment;
    return {.method = std::move(method),
            .environment = Options::id,
            .defaults = values_of(config_type{}),
            .options = default_options<Options, env>(),
            .tuned =
                [](std::size_t steps) {
        if constexpr (is_tuned<Learner>) {
            return values_of(tuned<Learner>(steps));
        } else {
            config_type config{};
            if (steps != 0) {
                config.steps = steps;
            }
            return values_of(config);
        }
            },
            .make = [](config_values const& values, option_values const& options, std::size_t threads,
                       std::string const& resume) -> std::unique_ptr<learner> {
                auto const config = config_from<config_type>(values);
                auto made = std::make_unique<learner_of<Learner>>(resume.empty() ? config : resumed_config(resume, config),
                                                                  with_options<Options, env>(options), threads);
                if (!resume.empty()) {
                    made->load_checkpoint(resume);
                }
                return made;
            }};
}

}  // namespace lockstep::python
