// SPDX-License-Identifier: MIT
#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>

#include <tests/support/skip.hpp>

int main(int count, char** arguments) {
    int const code = doctest::Context(count, arguments).run();
    return code == 0 && support::has_skipped() ? support::skipped_exit_code : code;
}
