// SPDX-License-Identifier: MIT
// How ranks without another communicator learn NCCL's id: from a file that all ranks see.
#pragma once

#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <stdexcept>
#include <string>
#include <thread>

#include <lockstep/core/macros.hpp>
#include <lockstep/dist/nccl/library.hpp>

namespace lockstep {

/// Writes NCCL's id to a new file. Other processes see the whole file or none. Throws std::runtime_error if the file is there
/// already, or cannot be written.
LOCKSTEP_COLD inline void write_nccl_id(std::string const& file, nccl_id const& id) {
    if (std::ifstream(file)) {
        throw std::runtime_error("lockstep::nccl: " + file + " is there already; give another id_file, or remove it");
    }
    std::string const unfinished = file + ".new";
    std::ofstream to(unfinished, std::ios::binary);
    bool const is_open = to.is_open();
    to.write(id.bytes, sizeof id.bytes);
    to.close();  // now every byte is in the file, or `to` says that it is not
    if (!to || std::rename(unfinished.c_str(), file.c_str()) != 0) {
        int const code = errno;
        if (is_open) {
            std::remove(unfinished.c_str());
        }
        throw std::runtime_error("lockstep::nccl: cannot write " + file + ": " + std::strerror(code));
    }
}

/// Waits for the file and returns the id in it. Throws std::runtime_error if the file is not there within `time_limit` seconds.
LOCKSTEP_COLD inline nccl_id read_nccl_id(std::string const& file, double time_limit) {
    using clock = std::chrono::steady_clock;
    nccl_id id{};
    for (auto const began = clock::now();;) {
        if (std::ifstream(file, std::ios::binary).read(id.bytes, sizeof id.bytes)) {
            return id;
        }
        if (std::chrono::duration<double>(clock::now() - began).count() > time_limit) {
            throw std::runtime_error("lockstep::nccl: waited for " + file + ", which rank 0 has not written");
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
}

}  // namespace lockstep
