// SPDX-License-Identifier: MIT
// The energy that NVIDIA's cards use, as their driver counts it. The driver's library NVML is loaded while the program runs.
#pragma once

#include <cmath>
#include <stdexcept>
#include <string>
#include <vector>

#include <lockstep/core/formatted.hpp>
#include <lockstep/core/macros.hpp>
#include <lockstep/device/shared_library.hpp>

namespace lockstep {

/// A meter of the energy that all cards of this machine use together, their memory and the use of other programs included. Cards
/// older than Volta have no counter: they are not counted, and name() says so. The driver renews its counters every 20 to 100 ms.
class nvml {
public:
    LOCKSTEP_COLD explicit nvml(std::string const& library = "libnvidia-ml.so.1") : library_(library) {
        if (!library_) {
            absence_ = formatted("%s: cannot be loaded", library.c_str());
            return;
        }
        try {
            find_cards();
        } catch (std::runtime_error const& error) {
            end(error.what());
        }
    }
    nvml(nvml const&) = delete;
    nvml& operator=(nvml const&) = delete;
    LOCKSTEP_COLD ~nvml() { end(""); }

    /// Returns the reason why no energy can be measured. The text is empty if energy can be measured.
    std::string const& absence() const { return absence_; }
    /// Returns the names of the cards that are counted, such as "NVIDIA H100 80GB HBM3", and of the cards that are not.
    std::string const& name() const { return name_; }

    /// Returns the energy (J) since this meter was made, or NaN if absence() is not empty or a counter cannot be read any more.
    LOCKSTEP_COLD double joules() {
        try {
            for (card& c : cards_) {
                unsigned long long const now = counter(c.handle);
                if (now < c.last) {
                    throw std::runtime_error("NVML: a counter went back");
                }
                millijoules_ += now - c.last;
                c.last = now;
            }
        } catch (std::runtime_error const& error) {
            end(error.what());
        }
        return absence_.empty() ? 1e-3 * static_cast<double>(millijoules_) : std::nan("");
    }

private:
    using device = struct device_of_nvml*;  // opaque
    struct card {
        device handle;
        unsigned long long last;
    };

    LOCKSTEP_COLD void find_cards() {
        int (*const initialize)() = library_["nvmlInit_v2"];
        int (*const shut_down)() = library_["nvmlShutdown"];
        int (*const count_cards)(unsigned*) = library_["nvmlDeviceGetCount_v2"];
        int (*const find)(unsigned, device*) = library_["nvmlDeviceGetHandleByIndex_v2"];
        int (*const name_of)(device, char*, unsigned) = library_["nvmlDeviceGetName"];
        energy_of_ = library_["nvmlDeviceGetTotalEnergyConsumption"];
        require(initialize(), "nvmlInit_v2");
        shut_down_ = shut_down;
        unsigned count = 0;
        require(count_cards(&count), "nvmlDeviceGetCount_v2");
        if (count == 0) {
            throw std::runtime_error("NVML: there is no card");
        }
        std::string lacking;
        for (unsigned i = 0; i < count; ++i) {
            device handle = nullptr;
            char name[96] = "";
            require(find(i, &handle), "nvmlDeviceGetHandleByIndex_v2");
            require(name_of(handle, name, sizeof(name)), "nvmlDeviceGetName");
            unsigned long long now = 0;
            int const result = energy_of_(handle, &now);
            if (result == not_supported) {
                lacking += std::string(lacking.empty() ? "" : ", ") + name;
                continue;
            }
            require(result, "nvmlDeviceGetTotalEnergyConsumption");
            cards_.push_back({handle, now});
            name_ += std::string(name_.empty() ? "" : ", ") + name;
        }
        if (cards_.empty()) {
            require(not_supported, "nvmlDeviceGetTotalEnergyConsumption");
        }
        if (!lacking.empty()) {
            name_ += " (without a counter: " + lacking + ")";
        }
    }

    LOCKSTEP_COLD unsigned long long counter(device of) const {
        unsigned long long now = 0;
        require(energy_of_(of, &now), "nvmlDeviceGetTotalEnergyConsumption");
        return now;
    }

    LOCKSTEP_COLD void require(int result, char const* function) const {
        if (result != 0) {
            char const* (*const words)(int) = library_["nvmlErrorString"];
            throw std::runtime_error(formatted("NVML: %s: %s", function, words(result)));
        }
    }

    LOCKSTEP_COLD void end(std::string const& absence) {
        absence_ = absence;
        name_.clear();
        cards_.clear();
        if (shut_down_ != nullptr) {
            shut_down_();
            shut_down_ = nullptr;
        }
    }

    static constexpr int not_supported = 3;  // of nvml.h
    shared_library library_;
    int (*energy_of_)(device, unsigned long long*) = nullptr;
    int (*shut_down_)() = nullptr;
    std::string name_, absence_;
    std::vector<card> cards_;
    unsigned long long millijoules_ = 0;
};

}  // namespace lockstep
