// SPDX-License-Identifier: MIT
// The energy that this machine uses, from the counters that it has.
#pragma once

#include <string>

#include <lockstep/core/macros.hpp>
#include <lockstep/io/energy/ioreport.hpp>
#include <lockstep/io/energy/nvml.hpp>
#include <lockstep/io/energy/powercap.hpp>

namespace lockstep {

/// Where the counters are found: a folder of Linux, NVIDIA's library, and two of macOS.
struct energy_sources {
    std::string powercap = "/sys/class/powercap";
    std::string nvml = "libnvidia-ml.so.1";
    std::string ioreport = "/usr/lib/libIOReport.dylib";
    std::string core_foundation = "/System/Library/Frameworks/CoreFoundation.framework/CoreFoundation";
};

/// A meter of the energy that this machine uses from the meter's construction on. The counters are those of the whole machine, so
/// the energy of other programs is included. Hardware without a counter is reported as not counted, and never estimated. Linux or
/// macOS counts the energy of processors.
class energy_meter {
public:
    LOCKSTEP_COLD explicit energy_meter(energy_sources const& from = {})
        : packages_(from.powercap), apple_(from.ioreport, from.core_foundation), cards_(from.nvml),
          has_packages_(!apple_.is_there() && packages_.absence().empty()), has_apple_(apple_.absence().empty()),
          has_cards_(cards_.absence().empty()) {}

    /// Returns the energy (J) so far: the sum over all counters that the constructor found. Returns NaN if the constructor found
    /// none, or if one of the counters cannot be read any more.
    LOCKSTEP_COLD double joules() {
        double const packages = has_packages_ ? packages_.joules() : 0, apple = has_apple_ ? apple_.joules() : 0;
        double const cards = has_cards_ ? cards_.joules() : 0;
        return has_packages_ || has_apple_ || has_cards_ ? packages + apple + cards : std::nan("");
    }

    /// Returns in words what is counted and what is not: "of package-0; cards are not counted (libnvidia-ml.so.1: cannot be
    /// loaded)".
    LOCKSTEP_COLD std::string scope() const {
        auto const words = [](std::string const& absence, std::string const& name, char const* what) {
            return absence.empty() ? "of " + name : formatted("%s are not counted (%s)", what, absence.c_str());
        };
        std::string const processors = apple_.is_there() ? words(apple_.absence(), apple_.name(), "processors")
                                                         : words(packages_.absence(), packages_.name(), "processors");
        return processors + "; " + words(cards_.absence(), cards_.name(), "cards");
    }

private:
    powercap packages_;
    ioreport apple_;
    nvml cards_;
    bool has_packages_, has_apple_, has_cards_;
};

}  // namespace lockstep
