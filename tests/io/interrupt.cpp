// SPDX-License-Identifier: MIT
#include <csignal>
#include <stdexcept>
#include <string>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

#include <doctest/doctest.h>

#include <lockstep/io/file.hpp>
#include <lockstep/io/interrupt.hpp>

#include <tests/support/temporary_folder.hpp>

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

TEST_CASE("so is the first SIGTERM, which a cluster sends") {
    ls::interrupt const interrupt;
    std::raise(SIGTERM);
    CHECK(interrupt.requested());
}

/// The status of a process that gets these two signals and then exits with the interrupt's exit code.
int status_after(int first, int second) {
    ::pid_t const child = ::fork();
    REQUIRE(child >= 0);
    if (child == 0) {
        std::signal(SIGINT, SIG_DFL);
        std::signal(SIGTERM, SIG_DFL);
        ls::interrupt const interrupt;
        std::raise(first);
        std::raise(second);
        ::_exit(interrupt.exit_code());
    }
    int status = 0;
    REQUIRE(::waitpid(child, &status, 0) == child);
    return status;
}

TEST_CASE("a Ctrl-C after either ends the program") {
    for (int const first : {SIGINT, SIGTERM}) {
        int const status = status_after(first, SIGINT);
        REQUIRE(WIFSIGNALED(status));
        CHECK(WTERMSIG(status) == SIGINT);
    }
}

TEST_CASE("a SIGTERM after either ends nothing, as a launcher and the cluster may each send one") {
    for (int const first : {SIGINT, SIGTERM}) {
        int const status = status_after(first, SIGTERM);
        REQUIRE(WIFEXITED(status));
        CHECK(WEXITSTATUS(status) == 143);
    }
}

TEST_CASE("what they did before, they do after") {
    for (int const number : {SIGINT, SIGTERM, SIGXFSZ}) {
        auto const ignore_before = std::signal(number, SIG_IGN);
        {
            ls::interrupt const interrupt;
            std::raise(number);
        }
        bool const ignored = std::signal(number, ignore_before) == SIG_IGN;
        CHECK(ignored);
    }
}

TEST_CASE("a file that is longer than allowed is an error that names it") {
    lockstep_test::temporary_folder const folder;
    ::pid_t const child = ::fork();
    REQUIRE(child >= 0);
    if (child == 0) {
        ::rlimit const nothing{0, 0};
        ::setrlimit(RLIMIT_FSIZE, &nothing);
        ls::interrupt const interrupt;
        try {
            ls::write_file(folder / "long", "text");
        } catch (std::runtime_error const& error) {
            ::_exit(std::string(error.what()).ends_with("long: cannot be written: File too large") ? 3 : 4);
        }
        ::_exit(5);
    }
    int status = 0;
    REQUIRE(::waitpid(child, &status, 0) == child);
    REQUIRE(WIFEXITED(status));
    CHECK(WEXITSTATUS(status) == 3);
}

TEST_CASE("the exit code is the one that shells know") {
    ls::interrupt const interrupt;
    CHECK(interrupt.exit_code() == 0);
    std::raise(SIGINT);
    CHECK(interrupt.exit_code() == 130);
    {
        ls::interrupt const another;
        std::raise(SIGTERM);
        CHECK(another.exit_code() == 143);
    }
}
