// SPDX-License-Identifier: MIT
// A place for what one test leaves for another to read: the folder that CTest names in LOCKSTEP_TEST_OUTPUT. Without it, when a
// test is run by hand, a temporary folder, so that nothing is left where it runs.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>

#include <tests/support/temporary_folder.hpp>

namespace lockstep_test {

class kept_folder {
public:
    kept_folder() {
        if (char const* const named = std::getenv("LOCKSTEP_TEST_OUTPUT")) {
            path_ = named;
        } else {
            path_ = temporary_.emplace().path();
        }
    }

    std::filesystem::path operator/(std::string const& name) const { return path_ / name; }

private:
    std::optional<temporary_folder> temporary_;
    std::filesystem::path path_;
};

}  // namespace lockstep_test
