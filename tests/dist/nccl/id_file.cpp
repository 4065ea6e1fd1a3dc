// SPDX-License-Identifier: MIT
// What bad configurations lead to is tested in nccl.cpp.
#include <lockstep/dist/nccl/id_file.hpp>

#include <cstdio>
#include <cstring>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

#include <tests/support/temporary_folder.hpp>

namespace ls = lockstep;

TEST_CASE("a rank that waits reads what rank 0 writes later") {
    std::string const file = "nccl_id_file_test.id";
    ls::nccl_id id{};
    std::strcpy(id.bytes, "an id");
    id.bytes[127] = 'x';
    ls::nccl_id found{};
    {
        std::jthread const reader([&] { found = ls::read_nccl_id(file, 60); });
        ls::write_nccl_id(file, id);
    }
    CHECK(std::memcmp(found.bytes, id.bytes, sizeof id.bytes) == 0);
    std::remove(file.c_str());
}

TEST_CASE("an id that cannot be written is an error, and no file is left") {
    lockstep_test::temporary_folder const folder;
    std::string const file = folder / "id";
    std::string const unfinished = file + ".new";
    std::string const begin = "lockstep::nccl: cannot write " + file + ": ";
    SUBCASE("the disk is full") {
        std::filesystem::create_symlink("/dev/full", unfinished);
        CHECK_THROWS_WITH_AS(ls::write_nccl_id(file, {}), (begin + "No space left on device").c_str(), std::runtime_error);
        CHECK(folder.names().empty());
    }
    SUBCASE("something else has the name of the unfinished file") {
        std::filesystem::create_directory(unfinished);
        CHECK_THROWS_WITH_AS(ls::write_nccl_id(file, {}), (begin + "Is a directory").c_str(), std::runtime_error);
        CHECK(folder.names() == std::vector<std::string>{"id.new"});
    }
    SUBCASE("the folder is missing") {
        std::string const nowhere = folder / "missing/id";
        CHECK_THROWS_WITH_AS(ls::write_nccl_id(nowhere, {}),
                             ("lockstep::nccl: cannot write " + nowhere + ": No such file or directory").c_str(),
                             std::runtime_error);
    }
}
