// SPDX-License-Identifier: MIT
// The functions of NVIDIA's NCCL that the communicator calls, found while the program runs. So a program is built without NCCL's
// header, and starts without its library.
#pragma once

#include <cstddef>
#include <limits>
#include <stdexcept>
#include <string>
#include <utility>

#include <lockstep/core/macros.hpp>
#include <lockstep/device/cuda/driver.hpp>
#include <lockstep/device/shared_library.hpp>

namespace lockstep {

/// NCCL's id of a communicator (ncclUniqueId): rank 0 makes it, and all ranks need it to find each other.
struct nccl_id {
    char bytes[128];
};

/// The first members of ncclConfig_t, as NCCL 2.14 and all later versions read them. Members that later versions add keep their
/// defaults.
struct nccl_communicator_config {
    std::size_t size = sizeof(nccl_communicator_config);
    unsigned magic = 0xcafebeef, version = 21400;
    int blocking = 0;  ///< 0: calls do not wait for other ranks
    int undefined = std::numeric_limits<int>::min();
};

/// NCCL's functions by their names in nccl.h. Handles are addresses.
class nccl_library {
public:
    /// Throws std::runtime_error if the library lacks a function.
    explicit nccl_library(shared_library found) : library(std::move(found)) {}

    shared_library library;

    // clang-format off
    int (*ncclGetUniqueId)(nccl_id*) = library["ncclGetUniqueId"];
    int (*ncclCommInitRankConfig)(void** comm, int size, nccl_id id, int rank, nccl_communicator_config*) =
        library["ncclCommInitRankConfig"];
    int (*ncclCommDestroy)(void* comm) = library["ncclCommDestroy"];
    int (*ncclCommAbort)(void* comm) = library["ncclCommAbort"];
    int (*ncclCommGetAsyncError)(void* comm, int* error) = library["ncclCommGetAsyncError"];
    char const* (*ncclGetErrorString)(int error) = library["ncclGetErrorString"];
    int (*ncclAllGather)(void const* from, void* to, std::size_t count, int type, void* comm, void* stream) =
        library["ncclAllGather"];
    int (*ncclBroadcast)(void const* from, void* to, std::size_t count, int type, int root, void* comm, void* stream) =
        library["ncclBroadcast"];
    int (*ncclSend)(void const* from, std::size_t count, int type, int to, void* comm, void* stream) = library["ncclSend"];
    int (*ncclRecv)(void* to, std::size_t count, int type, int from, void* comm, void* stream) = library["ncclRecv"];
    // clang-format on

    // Numbers of nccl.h.
    static constexpr int invalid_usage = 5, in_progress = 7;  ///< results
    static constexpr int of_bytes = 1, of_floats = 7;         ///< types

    std::string text(int error) const {
        char const* const words = ncclGetErrorString(error);
        return words == nullptr ? "error " + std::to_string(error) : words;
    }
};

/// Loads the driver and NCCL. Throws std::runtime_error if one is missing. The message names what is missing and what to install.
LOCKSTEP_COLD inline std::pair<cuda_driver, nccl_library> find_nccl(std::string const& driver_name = "libcuda.so.1",
                                                                    std::string const& library_name = "libnccl.so.2") {
    shared_library const driver(driver_name), library(library_name);
    if (!driver || !library) {
        throw std::runtime_error("lockstep::nccl:" + (driver ? "" : " " + driver.problem() + ": install NVIDIA's driver") +
                                 (driver || library ? "" : ";") +
                                 (library ? "" : " " + library.problem() + ": install NCCL, in Debian libnccl2"));
    }
    return {cuda_driver(driver, "lockstep::nccl"), nccl_library(library)};
}

}  // namespace lockstep
