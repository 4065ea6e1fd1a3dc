// SPDX-License-Identifier: MIT
// What NVIDIA's assembler tells of a kernel.
#pragma once

#include <cstdio>
#include <string>

namespace support {

/// Of the log of a compilation with --ptxas-options=-v. Bytes except registers; -1: not told. Those of the kernel, and spills of
/// the functions that it calls.
struct ptxas_report {
    int registers = -1, stack = -1, spill_stores = -1, spill_loads = -1, spills_of_functions = 0;

    explicit ptxas_report(std::string const& log) {
        if (auto const at = log.find("Used "); at != log.npos) {
            std::sscanf(log.c_str() + at, "Used %d registers", &registers);
        }
        // The kernel's come first.
        for (auto at = log.find(" bytes stack frame"); at != log.npos; at = log.find(" bytes stack frame", at + 1)) {
            std::size_t const begin = log.find_last_not_of("0123456789", at - 1) + 1;
            int of_stack = 0, stores = 0, loads = 0;
            std::sscanf(log.c_str() + begin, "%d bytes stack frame, %d bytes spill stores, %d bytes spill loads", &of_stack,
                        &stores, &loads);
            if (stack < 0) {
                stack = of_stack, spill_stores = stores, spill_loads = loads;
            } else {
                spills_of_functions += stores;
            }
        }
    }
};

}  // namespace support
