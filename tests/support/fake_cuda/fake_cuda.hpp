// SPDX-License-Identifier: MIT
// A driver of CUDA and its compiler without a card (fake_cuda.cpp): what it pretends to be, what it counts, and what it is to fail
// at. A test is linked with it, or loads it where LOCKSTEP_FAKE_CUDA names its file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include <dlfcn.h>

struct fake_cuda {
    std::vector<std::string> devices = {"Fake A", "Fake B"};
    int driver_version = 13000;  // 13.0
    int compiler_version = 13, compiler_minor = 0;
    bool looks_for_builtins = false;  // NVRTC opens libnvrtc-builtins.so of its version by this name alone, as that of a toolkit
    std::vector<int> architectures = {75, 80, 90, 100};
    int capability = 90;
    std::size_t shared_memory = 227 * 1024;
    std::size_t memory = std::size_t(1) << 30;
    bool managed = true, host_page_tables = false;  // whether it can share memory with the host, and how
    bool concurrent = true;                         // the host may touch managed memory while a kernel runs
    std::string endless;                            // the name of a kernel that does not end while this is so
    bool finds_races = false;                       // kernels that are compiled meanwhile tell of each access to memory
    std::string race;                               // the first that was found (races.hpp)
    std::string failing;                            // the name of a function
    int error = 0;                                  // its result from now on

    int compilations = 0, launches = 0, uploads = 0;
    int managed_allocations = 0;
    int contexts = 0, streams = 0, modules = 0, buffers = 0, pinned = 0, events = 0;  // that live
    std::size_t shared_bytes = 0;                                                     // of the last launch
    std::string target;                                                               // of the last compilation
    int device = -1;                                                                  // whose context was taken last
};

extern "C" fake_cuda* state_of_fake_cuda();

#ifdef LOCKSTEP_FAKE_CUDA
/// From the first call on, libcuda.so.1 is the driver without a card. Other tests of the program find the machine's.
inline fake_cuda& fake_cuda_state() {
    static fake_cuda& state = []() -> fake_cuda& {
        void* const library = ::dlopen(LOCKSTEP_FAKE_CUDA, RTLD_NOW | RTLD_GLOBAL);
        if (library == nullptr) {
            throw std::runtime_error(::dlerror());
        }
        return *reinterpret_cast<decltype(&state_of_fake_cuda)>(::dlsym(library, "state_of_fake_cuda"))();
    }();
    return state;
}
#else
inline fake_cuda& fake_cuda_state() { return *state_of_fake_cuda(); }
#endif

/// Work of another library on `bytes` of the card from `at` on. run() is called until it returns something else than 600 (not
/// ready); meanwhile nothing after it is done. Returns an error of the driver.
int fake_cuda_enqueue(std::uintptr_t at, std::size_t bytes, void* stream, std::function<int()> run);
