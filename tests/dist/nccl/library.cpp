// SPDX-License-Identifier: MIT
#include <lockstep/dist/nccl/library.hpp>

#include <fstream>
#include <stdexcept>
#include <string>

#include <doctest/doctest.h>

#include <tests/support/temporary_folder.hpp>

namespace ls = lockstep;

TEST_CASE("what is missing is named, with what to install") {
    CHECK_THROWS_WITH_AS(ls::find_nccl("libno_driver.so.1", "libno_nccl.so.2"),
                         "lockstep::nccl: libno_driver.so.1 is missing: install NVIDIA's driver; libno_nccl.so.2 is missing: install "
                         "NCCL, in Debian libnccl2",
                         std::runtime_error);
    CHECK_THROWS_WITH_AS(ls::find_nccl("libc.so.6", "libno_nccl.so.2"),
                         "lockstep::nccl: libno_nccl.so.2 is missing: install NCCL, in Debian libnccl2", std::runtime_error);
    lockstep_test::temporary_folder const folder;
    std::string const damaged = folder / "libnccl.so.2";
    std::ofstream(damaged) << "no library";
    CHECK_THROWS_WITH_AS(
        ls::find_nccl("libc.so.6", damaged),
        ("lockstep::nccl: " + damaged + " cannot be loaded (file too short): install NCCL, in Debian libnccl2").c_str(),
        std::runtime_error);
    CHECK_THROWS_WITH_AS(ls::nccl_library(ls::shared_library("libc.so.6")),
                         "lockstep: libc.so.6 has no function ncclGetUniqueId: it is too old, or another library",
                         std::runtime_error);
}
