// SPDX-License-Identifier: MIT
// What NVIDIA's assembler tells of a kernel.
#pragma once

#include <cstdio>
#include <string>

namespace support {

/// Of the log of a compilation with --ptxas-options=-v. Bytes but for registers; -1: not told.
struct ptxas_report {
    int registers = -1, stack = -1, spill_stores = -1, spill_loads = -1;

    explicit ptxas_report(std::string const& log) {
        if (auto const at = log.find("Used "); at != log.npos) {
            std::sscanf(log.c_str() + at, "Used %d registers", &registers);
        }
        if (auto const at = log.find(" bytes stack frame"); at != log.npos) {
            std::size_t const begin = log.find_last_not_of("0123456789", at - 1) + 1;
            std::sscanf(log.c_str() + begin, "%d bytes stack frame, %d bytes spill stores, %d bytes spill loads", &stack, &spill_stores,
                        &spill_loads);
        }
    }
};

}  // namespace support
