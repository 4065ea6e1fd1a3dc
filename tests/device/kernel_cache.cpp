// SPDX-License-Identifier: MIT
// A cache of kernels gives back what was kept, bit by bit, or nothing: whatever happened to its files.
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include <sys/wait.h>
#include <unistd.h>

#include <doctest/doctest.h>

#include <lockstep/device/kernel_cache.hpp>

#include <tests/support/temporary_folder.hpp>

namespace ls = lockstep;

namespace {

std::string read(std::string const& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}
void write(std::string const& path, std::string const& bytes) { std::ofstream(path, std::ios::binary) << bytes; }

/// A variable of the environment while this lives; nullptr: not there.
class variable {
public:
    variable(char const* name, char const* value) : name_(name), had_(std::getenv(name) != nullptr) {
        before_ = had_ ? std::getenv(name) : "";
        set(value);
    }
    ~variable() { set(had_ ? before_.c_str() : nullptr); }

private:
    void set(char const* value) const { value == nullptr ? ::unsetenv(name_) : ::setenv(name_, value, 1); }
    char const* name_;
    bool had_;
    std::string before_;
};

std::string const key("a text\0with a zero, compiler 1.2, -O", 36);
std::string const binary("\x7f" "ELF\0\xff\n and more", 16);

}  // namespace

TEST_CASE("what was kept is found, by this object and by another") {
    lockstep_test::temporary_folder const folder;
    ls::kernel_cache cache(folder / "made/when/needed");
    CHECK(!cache.find(key).has_value());
    cache.keep(key, binary);
    cache.keep("another", "");
    CHECK(cache.find(key) == binary);
    CHECK(ls::kernel_cache(folder / "made/when/needed").find(key) == binary);
    CHECK(cache.find("another") == "");
    CHECK(!cache.find("a third").has_value());
    cache.keep(key, "newer");
    CHECK(cache.find(key) == "newer");
    CHECK(cache.problem() == "");
}

TEST_CASE("nothing is left beside the files") {
    lockstep_test::temporary_folder const folder;
    ls::kernel_cache cache(folder.path().string());
    cache.keep(key, binary);
    CHECK(folder.names() == std::vector{cache.path(key).substr(folder.path().string().size() + 1)});
}

TEST_CASE("the binary of another key is not given, though it is in the key's file") {
    lockstep_test::temporary_folder const folder;
    ls::kernel_cache cache(folder.path().string());
    for (std::string const other : {"a", "a text, compiler 1.3, -O", "aaa"}) {
        CAPTURE(other);
        cache.keep(other, binary);
        std::filesystem::rename(cache.path(other), cache.path(key));
        CHECK(!cache.find(key).has_value());
        cache.keep(key, binary);
        CHECK(cache.find(key) == binary);
    }
}

TEST_CASE("a file with a changed byte, and a shorter or a longer one, is ignored and written anew") {
    lockstep_test::temporary_folder const folder;
    ls::kernel_cache cache(folder.path().string());
    cache.keep(key, binary);
    std::string const whole = read(cache.path(key));
    for (std::size_t i = 0; i < whole.size(); ++i) {
        std::string changed = whole;
        changed[i] = static_cast<char>(changed[i] ^ 4);
        write(cache.path(key), changed);
        CAPTURE(i);
        CHECK(!cache.find(key).has_value());
        write(cache.path(key), whole.substr(0, i));
        CHECK(!cache.find(key).has_value());
    }
    write(cache.path(key), whole + "x");
    CHECK(!cache.find(key).has_value());
    cache.keep(key, binary);
    CHECK(read(cache.path(key)) == whole);
}

TEST_CASE("a folder that is full loses what was not used for longest") {
    lockstep_test::temporary_folder const folder;
    std::string const large(1000, 'x');
    ls::kernel_cache cache(folder.path().string(), 4500);
    auto const age = [&](std::string const& of, int hours) {
        std::filesystem::last_write_time(cache.path(of), std::filesystem::file_time_type::clock::now() - std::chrono::hours(hours));
    };
    for (int i = 0; i < 4; ++i) {
        cache.keep(std::to_string(i), large);
        age(std::to_string(i), 40 - i);
    }
    CHECK(folder.names().size() == 4);
    CHECK(cache.find("0") == large);  // used now
    write(folder / "mine.txt", std::string(10'000, 'x'));
    cache.keep("4", large);
    CHECK(cache.find("0") == large);
    CHECK(!cache.find("1").has_value());
    for (std::string const left : {"2", "3", "4"}) {
        CHECK(cache.find(left) == large);
    }
    CHECK(std::filesystem::exists(folder / "mine.txt"));

    std::string const larger(10'000, 'y');  // than the cache by itself: it is alone
    cache.keep("5", larger);
    CHECK(cache.find("5") == larger);
    CHECK(folder.names().size() == 2);
    CHECK(cache.problem() == "");
}

TEST_CASE("what a program left that was stopped while it wrote is removed after a day") {
    lockstep_test::temporary_folder const folder;
    ls::kernel_cache cache(folder.path().string());
    std::string const old = cache.path("a") + ".AbCdEf", young = cache.path("b") + ".AbCdEf";
    write(old, "half");
    write(young, "half");
    std::filesystem::last_write_time(old, std::filesystem::file_time_type::clock::now() - std::chrono::hours(25));
    cache.keep(key, binary);
    CHECK(!std::filesystem::exists(old));
    CHECK(std::filesystem::exists(young));
    CHECK(cache.find(key) == binary);
}

TEST_CASE("a folder that cannot be written to is read from") {
    lockstep_test::temporary_folder const folder;
    ls::kernel_cache(folder.path().string()).keep(key, binary);
    std::filesystem::permissions(folder.path(), std::filesystem::perms::owner_read | std::filesystem::perms::owner_exec);
    ls::kernel_cache cache(folder.path().string());
    CHECK(cache.find(key) == binary);
    if (::geteuid() != 0) {  // whom nothing is forbidden
        cache.keep("other", binary);
        CHECK(cache.problem().find("denied") != std::string::npos);
    }
    std::filesystem::permissions(folder.path(), std::filesystem::perms::owner_all);
}

TEST_CASE("where nothing can be kept the cache says so and finds nothing") {
    lockstep_test::temporary_folder const folder;
    write(folder / "file", "not a folder");
    ls::kernel_cache cache(folder / "file/below");
    cache.keep(key, binary);
    CHECK(cache.problem().find(folder / "file/below") == 0);
    CHECK(!cache.find(key).has_value());

    ls::kernel_cache beneath(folder.path().string());
    std::filesystem::create_directories(beneath.path(key));  // a folder in the file's place
    beneath.keep(key, binary);
    CHECK(beneath.problem().find(beneath.path(key)) == 0);
    CHECK(!beneath.find(key).has_value());
    CHECK(folder.names().size() == 2);
}

TEST_CASE("the problem is said once") {
    lockstep_test::temporary_folder const folder;
    write(folder / "file", "not a folder");
    std::fflush(stderr);
    int const before = ::dup(2);
    std::FILE* const said = std::fopen((folder / "said").c_str(), "w");
    ::dup2(::fileno(said), 2);
    ls::kernel_cache cache(folder / "file/below");
    cache.keep(key, binary);
    cache.keep(key, binary);
    ::dup2(before, 2);
    ::close(before);
    std::fclose(said);
    CHECK(read(folder / "said") ==
          "lockstep: kernels are compiled again the next time, since they cannot be kept: " + cache.problem() + "\n");
}

TEST_CASE("the folder is what is given, else what the environment says") {
    variable const own("LOCKSTEP_CACHE", "/own"), xdg("XDG_CACHE_HOME", "/xdg"), home("HOME", "/home/me");
    CHECK(ls::kernel_cache("/given").folder() == "/given");
    CHECK(ls::kernel_cache().folder() == "/own");
    variable const no_own("LOCKSTEP_CACHE", nullptr);
    CHECK(ls::kernel_cache().folder() == "/xdg/lockstep");
    {
        variable const relative("XDG_CACHE_HOME", "xdg");  // the standard says to ignore it
        CHECK(ls::kernel_cache().folder() == "/home/me/.cache/lockstep");
    }
    variable const no_xdg("XDG_CACHE_HOME", "");
    CHECK(ls::kernel_cache().folder() == "/home/me/.cache/lockstep");
    variable const no_home("HOME", nullptr);
    ls::kernel_cache cache;
    CHECK(cache.folder() == "");
    cache.keep(key, binary);
    CHECK(cache.problem() == "there is neither LOCKSTEP_CACHE nor HOME");
    CHECK(!cache.find(key).has_value());
}

TEST_CASE("two processes that keep and find at the same time see whole binaries only") {
    lockstep_test::temporary_folder const folder;
    std::string const path = folder / "cache";
    auto const work = [&](char letter) {
        ls::kernel_cache cache(path);
        std::string const mine(200'000, letter);
        for (int i = 0; i < 200; ++i) {
            cache.keep(key, mine);
            auto const found = cache.find(key);
            if (!found.has_value() || (*found != std::string(200'000, 'a') && *found != std::string(200'000, 'b'))) {
                return false;
            }
        }
        return cache.problem().empty();
    };
    ::pid_t const child = ::fork();
    if (child == 0) {
        ::_exit(work('b') ? 0 : 1);
    }
    CHECK(work('a'));
    int status = -1;
    ::waitpid(child, &status, 0);
    CHECK(status == 0);
}
