// SPDX-License-Identifier: MIT
// The energy that a processor's packages use, as Linux counts it in /sys/class/powercap (RAPL of Intel and AMD).
#pragma once

#include <cerrno>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <dirent.h>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <lockstep/core/formatted.hpp>
#include <lockstep/core/macros.hpp>
#include <lockstep/io/file.hpp>
#include <lockstep/io/text/parse_number.hpp>

namespace lockstep {

/// A meter of the energy that all packages of this machine use together, the use of other programs included. The counter of a
/// package includes its parts (core, uncore). The memory of servers has a counter of its own, which is not included.
class powercap {
public:
    LOCKSTEP_COLD explicit powercap(std::string const& folder = "/sys/class/powercap") {
        try {
            find_packages(folder);
        } catch (std::runtime_error const& error) {
            absence_ = error.what();
        }
    }

    /// Returns the reason why no energy can be measured. The text is empty if energy can be measured.
    std::string const& absence() const { return absence_; }
    /// Returns the names of the packages that are counted: "package-0, package-1".
    std::string const& name() const { return name_; }

    /// Returns the energy (J) since this meter was made, or NaN if absence() is not empty or a counter cannot be read any more. A
    /// counter begins again at 0 after a quarter of an hour or more. So call joules() at least once in every quarter of an hour.
    LOCKSTEP_COLD double joules() {
        try {
            for (package& p : packages_) {
                std::uint64_t const now = number_in(p.counter);
                microjoules_ += now >= p.last ? now - p.last : now + (p.end - p.last);
                p.last = now;
            }
        } catch (std::runtime_error const& error) {
            absence_ = error.what();
            packages_.clear();
        }
        return absence_.empty() ? 1e-6 * static_cast<double>(microjoules_) : std::nan("");
    }

private:
    struct package {
        std::string counter;
        std::uint64_t end, last;
    };

    LOCKSTEP_COLD void find_packages(std::string const& folder) {
        std::set<std::string> domains;
        ::DIR* const listed = ::opendir(folder.c_str());
        if (listed == nullptr) {
            detail::throw_file_error(folder, "cannot be read");
        }
        while (::dirent const* const entry = ::readdir(listed)) {
            // A name with a second colon is a part of a package, and intel-rapl-mmio:0 is another name for the counter of the
            // first package.
            std::string const name = entry->d_name, kind = "intel-rapl:";
            if (name.starts_with(kind) && name.find(':', kind.size()) == name.npos) {
                domains.insert(folder + "/" + name);
            }
        }
        ::closedir(listed);
        std::string names;
        std::vector<package> found;
        for (std::string const& domain : domains) {
            std::string const name = first_line(domain + "/name");
            if (name.starts_with("package")) {  // psys is the whole board, the packages included
                std::string const counter = domain + "/energy_uj";
                found.push_back({counter, number_in(domain + "/max_energy_range_uj"), number_in(counter)});
                names += (names.empty() ? "" : ", ") + name;
            }
        }
        if (found.empty()) {
            throw std::runtime_error(formatted("%s: has no energy counter of a processor (intel-rapl:N with a name that begins "
                                               "with \"package\")",
                                               folder.c_str()));
        }
        name_ = names;
        packages_ = std::move(found);
    }

    LOCKSTEP_COLD static std::string first_line(std::string const& path) {
        detail::descriptor const file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
        char text[64];
        ::ssize_t const count = file.number() < 0 ? -1 : ::read(file.number(), text, sizeof(text));
        if (count < 0) {
            detail::throw_file_error(path, "cannot be read");
        }
        std::string const line(text, static_cast<std::size_t>(count));
        return line.substr(0, line.find('\n'));
    }

    LOCKSTEP_COLD static std::uint64_t number_in(std::string const& path) {
        std::string const line = first_line(path);
        std::uint64_t number = 0;
        if (!parse_number(line, number)) {
            throw std::runtime_error(formatted("%s: holds \"%s\", which is no number", path.c_str(), line.c_str()));
        }
        return number;
    }

    std::string name_, absence_;
    std::vector<package> packages_;
    std::uint64_t microjoules_ = 0;
};

}  // namespace lockstep
