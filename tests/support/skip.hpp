// SPDX-License-Identifier: MIT
// What a test case says that cannot run here. The program then ends with an exit code of its own, unless another case has failed,
// so that no failure is taken for a skipped test.
#pragma once

#include <cstdio>
#include <string>

namespace support {

/// The exit code of a program in which a case was skipped and none has failed; SKIP_RETURN_CODE of CTest.
inline constexpr int skipped_exit_code = 77;

/// Whether a case of this program was skipped.
inline bool& has_skipped() {
    static bool skipped = false;
    return skipped;
}

/// Says that a case is skipped, and why.
inline void skip(std::string const& reason) {
    std::printf("skipped: %s\n", reason.c_str());
    has_skipped() = true;
}

}  // namespace support
