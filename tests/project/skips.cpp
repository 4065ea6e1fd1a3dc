// SPDX-License-Identifier: MIT
// A case that is skipped beside one that fails: tests/project/skips.cmake sees what CTest makes of them.
#include <doctest/doctest.h>

#include <tests/support/skip.hpp>

TEST_CASE("passes") { CHECK_FALSE(support::has_skipped()); }
TEST_CASE("skipped") { support::skip("to see what CTest says"); }
TEST_CASE("fails") { CHECK(support::skipped_exit_code == 0); }
