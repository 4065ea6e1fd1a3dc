// SPDX-License-Identifier: MIT
// Its errors are tested in nccl.cpp.
#include <lockstep/dist/nccl_id_file.hpp>

#include <cstdio>
#include <cstring>
#include <string>
#include <thread>

#include <doctest/doctest.h>

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
