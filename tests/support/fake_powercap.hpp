// SPDX-License-Identifier: MIT
// A folder like Linux's /sys/class/powercap, whose counters the test moves.
#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>

#include <tests/support/temporary_folder.hpp>

namespace lockstep_test {

class fake_powercap {
public:
    std::string path() const { return folder_.path(); }

    void add(std::string const& domain, std::string const& name, std::string const& microjoules,
             std::string const& end = "262143328850") const {
        std::filesystem::create_directory(folder_ / domain);
        write(domain, "name", name);
        write(domain, "max_energy_range_uj", end);
        write(domain, "energy_uj", microjoules);
    }
    void set(std::string const& domain, std::uint64_t microjoules) const {
        write(domain, "energy_uj", std::to_string(microjoules));
    }

    void write(std::string const& domain, std::string const& file, std::string const& text) const {
        std::ofstream(folder_ / domain / file) << text << '\n';
    }
    void remove(std::string const& domain, std::string const& file) const { std::filesystem::remove(folder_ / domain / file); }

private:
    temporary_folder folder_;
};

}  // namespace lockstep_test
