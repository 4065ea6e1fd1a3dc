// SPDX-License-Identifier: MIT
#include <lockstep/dist/nccl/library.hpp>

#include <stdexcept>
#include <string>

#include <doctest/doctest.h>

namespace ls = lockstep;

TEST_CASE("what is missing is named, with what to install") {
    CHECK_THROWS_WITH_AS(ls::find_nccl("libno_driver.so.1", "libno_nccl.so.2"),
                         "lockstep::nccl: libno_driver.so.1 is missing: install NVIDIA's driver; libno_nccl.so.2 is missing: install "
                         "NCCL, in Debian libnccl2",
                         std::runtime_error);
    CHECK_THROWS_WITH_AS(ls::find_nccl("libc.so.6", "libno_nccl.so.2"),
                         "lockstep::nccl: libno_nccl.so.2 is missing: install NCCL, in Debian libnccl2", std::runtime_error);
    CHECK_THROWS_WITH_AS(ls::nccl_library(ls::shared_library("libc.so.6")),
                         "lockstep: libc.so.6 has no function ncclGetUniqueId: it is too old", std::runtime_error);
}
