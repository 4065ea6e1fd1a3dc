// SPDX-License-Identifier: MIT
#include <csignal>
#include <filesystem>
#include <fstream>
#include <string>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

#include <doctest/doctest.h>

#include <lockstep/io/file.hpp>

#include <tests/support/temporary_folder.hpp>

namespace ls = lockstep;

TEST_CASE("a file is read as it was written, whatever its bytes") {
    lockstep_test::temporary_folder const folder;
    std::string bytes = "a\0b\n\xff";
    bytes += std::string(100'000, 'x');
    ls::write_file(folder / "file", bytes);
    CHECK(ls::read_file(folder / "file") == bytes);
    ls::write_file(folder / "file", "");
    CHECK(ls::read_file(folder / "file").empty());
}

TEST_CASE("writing leaves nothing but the file, which others may read as the mask allows") {
    lockstep_test::temporary_folder const folder;
    ::mode_t const mask = ::umask(022);
    ls::write_file(folder / "file", "text");
    ::umask(mask);
    CHECK(folder.names() == std::vector<std::string>{"file"});
    CHECK(std::filesystem::status(folder / "file").permissions() == std::filesystem::perms(0644));
}

TEST_CASE("a file that cannot be written keeps its content, and the error names it") {
    lockstep_test::temporary_folder const folder;
    std::filesystem::create_directory(folder / "taken");
    CHECK_THROWS_WITH_AS(ls::write_file(folder / "taken", "text"), doctest::Contains((folder / "taken").c_str()),
                         std::runtime_error);
    CHECK(folder.names() == std::vector<std::string>{"taken"});
    CHECK_THROWS_WITH_AS(ls::write_file(folder / "none" / "file", "text"),
                         doctest::Contains("none/file: cannot be written: there is no folder "), std::runtime_error);
}

TEST_CASE("a folder that is not writable is named") {
    lockstep_test::temporary_folder const folder;
    std::filesystem::create_directories(folder / "closed" / "taken");
    std::filesystem::permissions(folder.path(), std::filesystem::perms(0755));
    std::filesystem::permissions(folder / "closed", std::filesystem::perms(0555));
    ::uid_t const user = ::geteuid();
    bool const is_nobody = user != 0 || ::seteuid(65534) == 0;  // root may write everywhere
    auto const refusal = [](std::string const& path) -> std::string {
        try {
            ls::require_writable(path);
        } catch (std::runtime_error const& error) {
            return error.what();
        }
        return "";
    };
    std::string const words = refusal(folder / "closed" / "file"), other_words = refusal(folder / "closed" / "taken");
    bool const is_user = ::seteuid(user) == 0;
    CHECK(is_nobody);
    CHECK(is_user);
    std::string const closed = folder / "closed";
    CHECK(words == closed + "/file: cannot be written: the folder " + closed + " is not writable: Permission denied");
    CHECK(other_words == closed + "/taken: cannot be written: Is a directory");
}

TEST_CASE("a pipe or a device is never replaced by a file, nor is a link to one") {
    lockstep_test::temporary_folder const folder;
    std::string const pipe = folder / "pipe";
    REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
    std::filesystem::create_symlink("pipe", folder / "link");
    for (std::string const& path : {pipe, std::string(folder / "link")}) {
        std::string const words = path + ": cannot be written: is not a regular file";
        CHECK_THROWS_WITH_AS(ls::write_file(path, "text"), words.c_str(), std::runtime_error);
        CHECK_THROWS_WITH_AS(ls::require_writable(path), words.c_str(), std::runtime_error);
        CHECK(std::filesystem::is_fifo(path));
    }
    CHECK(std::filesystem::is_symlink(folder / "link"));
    CHECK(folder.names() == std::vector<std::string>{"link", "pipe"});
}

TEST_CASE("writing through a link replaces the file that it names, and keeps the link") {
    lockstep_test::temporary_folder const folder;
    std::filesystem::create_directory(folder / "runs");
    ls::write_file(folder / "runs" / "first", "old");
    std::filesystem::create_symlink("runs/first", folder / "link");
    std::filesystem::create_symlink(folder / "link", folder / "link to the link");
    std::filesystem::create_symlink("runs", folder / "folder");
    for (char const* name : {"link", "link to the link", "folder/first"}) {
        ls::require_writable(folder / name);
        ls::write_file(folder / name, name);
        CHECK(ls::read_file(folder / "runs" / "first") == name);
    }
    CHECK(folder.names() == std::vector<std::string>{"folder", "link", "link to the link", "runs"});
    for (char const* name : {"link", "link to the link", "folder"}) {
        CHECK(std::filesystem::is_symlink(folder / name));
    }
    CHECK(std::filesystem::directory_iterator(folder / "runs")->path().filename() == "first");
}

TEST_CASE("a link to nothing yet gets its file, unless that cannot be written") {
    lockstep_test::temporary_folder const folder;
    std::filesystem::create_symlink("later", folder / "link");
    ls::write_file(folder / "link", "text");
    CHECK(ls::read_file(folder / "later") == "text");
    CHECK(std::filesystem::is_symlink(folder / "link"));
    std::filesystem::create_symlink("none/file", folder / "broken");
    std::string const words = std::string(folder / "broken") + ": is a link; " + std::string(folder / "none") +
                              "/file: cannot be written: there is no folder " + std::string(folder / "none");
    CHECK_THROWS_WITH_AS(ls::write_file(folder / "broken", "text"), words.c_str(), std::runtime_error);
    std::filesystem::create_symlink("round", folder / "round");
    CHECK_THROWS_WITH_AS(ls::write_file(folder / "round", "text"),
                         doctest::Contains("round: cannot be written: Too many levels of symbolic links"), std::runtime_error);
}

TEST_CASE("what a killed program left beside a file is gone with the next one that writes it, or starts") {
    lockstep_test::temporary_folder const folder;
    std::string const path = folder / "file";
    ls::write_file(path, "old");
    for (int round = 0; round < 8; ++round) {
        ::pid_t const child = ::fork();
        REQUIRE(child >= 0);
        if (child == 0) {
            std::string const much(std::size_t(1) << 24, 'x');
            while (true) {
                ls::write_file(path, much);
            }
        }
        while (folder.names().size() == 1) {
        }
        ::kill(child, SIGKILL);
        ::waitpid(child, nullptr, 0);
        if (round % 2 == 0) {
            ls::write_file(path, "new");
            CHECK(ls::read_file(path) == "new");
        } else {
            ls::require_writable(path);
        }
        CHECK(folder.names() == std::vector<std::string>{"file"});
    }
}

TEST_CASE("of two programs that write a file at once, each writes it whole") {
    lockstep_test::temporary_folder const folder;
    std::string const path = folder / "file";
    ls::write_file(path, std::string(20'000, 'a'));
    ::pid_t const child = ::fork();
    REQUIRE(child >= 0);
    auto const write = [&](char letter) {
        for (int i = 0; i < 300; ++i) {
            ls::write_file(path, std::string(20'000, letter));
        }
    };
    if (child == 0) {
        write('b');
        ::_exit(0);
    }
    write('c');
    std::string const text = ls::read_file(path);
    CHECK(text == std::string(20'000, text.front()));
    int status = 0;
    ::waitpid(child, &status, 0);
    CHECK(WIFEXITED(status));
    CHECK(folder.names() == std::vector<std::string>{"file"});
}

TEST_CASE("what cannot be read is named") {
    lockstep_test::temporary_folder const folder;
    CHECK_THROWS_WITH_AS(ls::read_file(folder / "none"), doctest::Contains((folder / "none").c_str()), std::runtime_error);
    CHECK_THROWS_WITH_AS(ls::read_file(folder.path()), doctest::Contains("is not a file"), std::runtime_error);
    REQUIRE(::mkfifo((folder / "pipe").c_str(), 0600) == 0);
    CHECK_THROWS_WITH_AS(ls::read_file(folder / "pipe"), doctest::Contains("is not a file"), std::runtime_error);
}

TEST_CASE("require_writable says beforehand what write_file would say") {
    lockstep_test::temporary_folder const folder;
    CHECK_NOTHROW(ls::require_writable(folder / "file"));
    CHECK_NOTHROW(ls::require_writable("file in the current folder"));
    CHECK(folder.names().empty());
    std::string const long_name(250, 'x');  // fits a folder; the name of the file written beside it does not
    CHECK_THROWS_WITH_AS(ls::write_file(folder / long_name, "text"), doctest::Contains("File name too long"), std::runtime_error);
    CHECK_THROWS_WITH_AS(ls::require_writable(folder / long_name), doctest::Contains("File name too long"), std::runtime_error);
    CHECK_THROWS_AS(ls::require_writable(folder / "none" / "file"), std::runtime_error);
    CHECK_THROWS_WITH_AS(ls::require_writable(folder.path()), doctest::Contains("Is a directory"), std::runtime_error);
    ls::write_file(folder / "plain", "text");
    CHECK_THROWS_WITH_AS(ls::require_writable(folder / "plain" / "file"), doctest::Contains("Not a directory"),
                         std::runtime_error);
}

TEST_CASE("what is to be absent is named where it is not") {
    lockstep_test::temporary_folder const folder;
    std::string const path = folder / "result";
    CHECK_FALSE(ls::is_present(path));
    CHECK_NOTHROW(ls::require_absent(path, "take another name"));
    ls::write_file(path, "text");
    CHECK(ls::is_present(path));
    std::string const words = path + ": already exists; take another name";
    CHECK_THROWS_WITH_AS(ls::require_absent(path, "take another name"), words.c_str(), std::runtime_error);
    std::filesystem::remove(path);
    std::filesystem::create_symlink("nowhere", path);  // a file would be written through it
    CHECK(ls::is_present(path));
    CHECK_THROWS_WITH_AS(ls::require_absent(path, "take another name"), words.c_str(), std::runtime_error);
}

TEST_CASE("a name that takes endings is more than a folder") {
    for (std::string const name : {"swing", "results/swing", "/swing", "a.b", ".hidden", "..."}) {
        CHECK(ls::require_file_name(name) == name);
    }
    for (std::string const name : {"", "results/", "/", ".", "..", "results/..", "./"}) {
        CHECK_THROWS_WITH_AS(ls::require_file_name(name), doctest::Contains("names a folder"), std::runtime_error);
    }
    CHECK_THROWS_WITH_AS(ls::require_file_name("results/"), "results/: names a folder; add a name for the files in it",
                         std::runtime_error);
}

TEST_CASE("an opened file is the one that stood there") {
    lockstep_test::temporary_folder const folder;
    std::string const path = folder / "file";
    ls::write_file(path, "first text");
    ls::readable_file const file(path);
    ls::write_file(path, "second");
    CHECK(file.size() == 10);
    std::string piece(4, ' ');
    file.read(6, piece);
    CHECK(piece == "text");
    CHECK_THROWS_WITH_AS(file.read(8, piece), doctest::Contains("file: shrank while it was read"), std::runtime_error);
}

TEST_CASE("a folder is made once, and never in the place of a file") {
    lockstep_test::temporary_folder const folder;
    std::string const path = folder / "new";
    CHECK(ls::make_folder(path) == path);
    CHECK(ls::make_folder(path) == path);
    CHECK(std::filesystem::is_directory(path));
    ls::write_file(folder / "file", "text");
    CHECK_THROWS_WITH_AS(ls::make_folder(folder / "file"), doctest::Contains("file: cannot be made: File exists"),
                         std::runtime_error);
    CHECK_THROWS_WITH_AS(ls::make_folder(folder / "none" / "deep"), doctest::Contains("deep: cannot be made: No such file"),
                         std::runtime_error);
}
