// SPDX-License-Identifier: MIT
// What NVIDIA's compiler makes of a kernel for a card.
#pragma once

#include <string>
#include <vector>

#include <doctest/doctest.h>

#include <lockstep/device/cuda/nvrtc.hpp>
#include <lockstep/kernel/cuda_text.hpp>
#include <tests/support/ptxas_report.hpp>

namespace support {

/// One of each generation since 2020, as far as this NVRTC knows them.
inline std::vector<std::string> cards(lockstep::nvrtc const& compiler) {
    std::vector<std::string> result;
    for (int const capability : {80, 90, 100}) {
        std::string const target = compiler.target(capability, "the card");
        if (target.starts_with("sm_")) {
            result.push_back(target);
        }
    }
    return result;
}

inline ptxas_report compile_for(std::string const& card, lockstep::nvrtc const& compiler, lockstep::kernel_text const& text,
                                lockstep::cuda_form const& form = {}) {
    auto options = lockstep::nvrtc::options(card);
    options.push_back("--ptxas-options=-v");
    auto const result = compiler.compile(lockstep::cuda_text(text, form), text.name, options);
    CHECK(result.binary.size() > 1000);
    ptxas_report const report(result.log);
    CHECK(report.registers > 0);
    CHECK(report.spill_stores >= 0);
    return report;
}

}  // namespace support
