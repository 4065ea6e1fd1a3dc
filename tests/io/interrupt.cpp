// SPDX-License-Identifier: MIT
#include <sys/wait.h>
#include <unistd.h>

#include <doctest/doctest.h>

#include <lockstep/io/interrupt.hpp>

namespace ls = lockstep;

TEST_CASE("the first Ctrl-C is a question") {
    ls::interrupt const interrupt;
    CHECK_FALSE(interrupt.requested());
    std::raise(SIGINT);
    CHECK(interrupt.requested());
}

TEST_CASE("a new one has not been asked") {
    {
        ls::interrupt const before;
        std::raise(SIGINT);
    }
    ls::interrupt const interrupt;
    CHECK_FALSE(interrupt.requested());
}

TEST_CASE("the second Ctrl-C ends the program") {
    ::pid_t const child = ::fork();
    if (child == 0) {
        std::signal(SIGINT, SIG_DFL);
        ls::interrupt const interrupt;
        std::raise(SIGINT);
        std::raise(SIGINT);
        ::_exit(0);
    }
    int status = 0;
    REQUIRE(::waitpid(child, &status, 0) == child);
    REQUIRE(WIFSIGNALED(status));
    CHECK(WTERMSIG(status) == SIGINT);
}

TEST_CASE("what Ctrl-C did before, it does after") {
    auto const ignore_before = std::signal(SIGINT, SIG_IGN);
    { ls::interrupt const interrupt; }
    bool const ignored = std::signal(SIGINT, ignore_before) == SIG_IGN;
    CHECK(ignored);
}

TEST_CASE("the exit code is the one that shells know") { CHECK(ls::interrupt::exit_code == 130); }
