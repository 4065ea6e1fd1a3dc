// SPDX-License-Identifier: MIT
// The card of tests/support/fake_cuda for one test, and a folder for its kernels.
#pragma once

#include <cstdlib>

#include <doctest/doctest.h>

#include <lockstep/device/cuda.hpp>

#include <tests/support/fake_cuda/fake_cuda.hpp>
#include <tests/support/temporary_folder.hpp>

namespace support {

/// The card that is pretended, as it was built. In the end nothing of it lives.
struct card {
    card() {
        ::setenv("LOCKSTEP_NVRTC", LOCKSTEP_FAKE_CUDA, 1);
        fake_cuda_state() = {};
    }
    ~card() { CHECK(living() == 0); }
    fake_cuda* operator->() const { return &fake_cuda_state(); }
    int living() const {
        fake_cuda const& left = fake_cuda_state();
        return left.contexts + left.streams + left.modules + left.buffers + left.pinned + left.events;
    }
    lockstep::cuda_config config() const { return {.cache = (folder / "cache").c_str()}; }

    lockstep_test::temporary_folder folder;
};

}  // namespace support
