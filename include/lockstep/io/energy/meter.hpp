// SPDX-License-Identifier: MIT
// The energy that this machine uses, from the counters that it has.
#pragma once

#include <string>

#include <lockstep/core/macros.hpp>
#include <lockstep/io/energy/nvml.hpp>
#include <lockstep/io/energy/powercap.hpp>

namespace lockstep {

/// Where the counters are found: a folder of Linux and NVIDIA's library.
struct energy_sources {
    std::string powercap = "/sys/class/powercap";
    std::string nvml = "libnvidia-ml.so.1";
};

/// A meter of the energy that this machine uses from the meter's construction on. The counters are those of the whole machine, so
/// the energy of other programs is included. Hardware without a counter is reported as not counted, and never estimated. Counters
/// of Apple's processors are not read.
class energy_meter {
public:
    LOCKSTEP_COLD explicit energy_meter(energy_sources const& from = {})
        : packages_(from.powercap), cards_(from.nvml), has_packages_(packages_.absence().empty()),
          has_cards_(cards_.absence().empty()) {}

    /// Returns the energy (J) so far: the sum over all counters that the constructor found. Returns NaN if the constructor found
    /// none, or if one of the counters cannot be read any more.
    double joules() {
        double const packages = has_packages_ ? packages_.joules() : 0, cards = has_cards_ ? cards_.joules() : 0;
        return has_packages_ || has_cards_ ? packages + cards : std::nan("");
    }

    /// Returns in words what is counted and what is not: "of package-0; cards are not counted (libnvidia-ml.so.1: cannot be
    /// loaded)".
    LOCKSTEP_COLD std::string scope() const {
        auto const words = [](auto const& meter, char const* what) {
            std::string const absence = meter.absence();
            return absence.empty() ? "of " + meter.name() : formatted("%s are not counted (%s)", what, absence.c_str());
        };
        return words(packages_, "processors") + "; " + words(cards_, "cards");
    }

private:
    powercap packages_;
    nvml cards_;
    bool has_packages_, has_cards_;
};

}  // namespace lockstep
