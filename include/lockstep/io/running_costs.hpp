// SPDX-License-Identifier: MIT
// What a training costs: energy and money for a million of its steps.
#pragma once

#include <cmath>
#include <concepts>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include <lockstep/core/clock.hpp>
#include <lockstep/core/formatted.hpp>
#include <lockstep/core/macros.hpp>
#include <lockstep/io/energy/meter.hpp>
#include <lockstep/io/text/quantity.hpp>
#include <lockstep/rl/common/member_help.hpp>

namespace lockstep {

/// Prices in any currency. A price of 0 means that the price is not stated.
struct prices {
    double price_per_kilowatt_hour = 0;
    double price_per_machine_hour = 0;
};

/// Calls visit(name, member) for each member in order.
template <class Prices, class Visit>
    requires std::same_as<std::remove_const_t<Prices>, prices>
constexpr void for_each_member(Prices& p, Visit&& visit) {
    visit("price_per_kilowatt_hour", p.price_per_kilowatt_hour);
    visit("price_per_machine_hour", p.price_per_machine_hour);
}

/// Returns the line of --help that says what a member is.
LOCKSTEP_COLD inline std::string_view help_of(prices const&, std::string_view member) {
    static constexpr member_help known[] = {
        {"price_per_kilowatt_hour", "in any currency; 0: not stated"},
        {"price_per_machine_hour", "in any currency; 0: not stated"},
    };
    return find_help(known, member);
}

/// Throws std::invalid_argument, naming the price, if a price is below 0 or not finite.
LOCKSTEP_COLD inline void check(prices const& p) {
    for_each_member(p, [](char const* name, double price) {
        if (!(price >= 0 && std::isfinite(price))) {
            throw std::invalid_argument(formatted("prices.%s is %g; it must be 0 or more", name, price));
        }
    });
}

/// Returns the price of `joules` of energy plus the price of `seconds` of the machine's time. What has no stated price is left
/// out. Returns NaN if no price is stated, or if energy has a price but `joules` is NaN.
inline double price_of(double joules, double seconds, prices const& p) {
    constexpr double hour = 3600, kilowatt_hour = 1000 * hour;
    if (p.price_per_kilowatt_hour == 0 && p.price_per_machine_hour == 0) {
        return std::nan("");
    }
    double const energy = p.price_per_kilowatt_hour == 0 ? 0 : joules / kilowatt_hour * p.price_per_kilowatt_hour;
    return energy + seconds / hour * p.price_per_machine_hour;
}

/// The metrics of an iteration, and the costs of the training since the running_costs were made. A cost that is not known is NaN.
/// Before the first step both costs are NaN.
template <class Metrics>
struct metered : Metrics {
    double joules_per_million_steps;
    double price_per_million_steps;
};

template <class Metrics, class Visit>
constexpr void for_each_column(metered<Metrics> const& row, Visit&& visit) {
    for_each_column(static_cast<Metrics const&>(row), visit);
    visit("joules_per_million_steps", row.joules_per_million_steps);
    visit("price_per_million_steps", row.price_per_million_steps);
}

/// A meter of the costs of a training, from the construction of this object on.
class running_costs {
public:
    /// `steps` is the number of steps that a resumed training took before. Throws std::invalid_argument if a price is below 0 or
    /// not finite.
    LOCKSTEP_COLD explicit running_costs(prices const& p = {}, std::size_t steps = 0, energy_sources const& from = {})
        : prices_(p), steps_before_(steps), meter_(from) {
        check(p);
    }

    /// Returns the metrics of an iteration with the costs. The counters are read at most every quarter of a second, because some
    /// change no faster, and at the last iteration. Between two readings the costs per million steps do not change.
    template <class Metrics>
    LOCKSTEP_COLD metered<Metrics> with_costs(Metrics m) {
        if (std::isnan(million_steps_) || seconds() - read_at_ >= 0.25 || m.steps >= m.total_steps) {
            read(m.steps);
        }
        return {std::move(m), joules_ / million_steps_, price_of(joules_, read_at_, prices_) / million_steps_};
    }

    /// Returns a line about the costs since construction, such as "energy: 1.2 kJ, 120 J for a million steps (of package-0; of
    /// NVIDIA A10); price: 0.001, 0.1 for a million steps". The price is left out if none is stated. `steps` is the number of
    /// steps of the whole training, those before a resumption included. If no step was taken since construction, as in a training
    /// that was resumed at its end, the line says that the costs are not known.
    LOCKSTEP_COLD std::string summary(std::size_t steps) {
        read(steps);
        if (std::isnan(million_steps_)) {
            return "costs: not known, since no step was taken";
        }
        std::string line = "energy: ";
        line += std::isnan(joules_) ? "not known"
                                    : formatted("%s, %s for a million steps", quantity(joules_, "J").c_str(),
                                                quantity(joules_ / million_steps_, "J").c_str());
        line += formatted(" (%s)", meter_.scope().c_str());
        if (double const price = price_of(joules_, read_at_, prices_); !std::isnan(price)) {
            line += formatted("; price: %.3g, %.3g for a million steps", price, price / million_steps_);
        } else if (prices_.price_per_kilowatt_hour != 0) {
            line += "; price: not known, since the energy is not";
        }
        return line;
    }

private:
    double seconds() const { return steady_seconds() - began_; }

    LOCKSTEP_COLD void read(std::size_t steps) {
        joules_ = meter_.joules();
        read_at_ = seconds();
        million_steps_ = steps > steps_before_ ? 1e-6 * static_cast<double>(steps - steps_before_) : std::nan("");
    }

    prices prices_;
    std::size_t steps_before_;
    energy_meter meter_;
    double began_ = steady_seconds();
    double joules_ = 0, read_at_ = 0, million_steps_ = std::nan("");
};

}  // namespace lockstep
