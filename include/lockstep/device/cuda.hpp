// SPDX-License-Identifier: MIT
// A device of CUDA: a graphics processor of NVIDIA's. A program that uses it is built without CUDA. To run, the program needs
// NVIDIA's driver, and NVRTC from the toolkit or from pip (pip install nvidia-cuda-nvrtc-cu12).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <lockstep/core/macros.hpp>
#include <lockstep/device/compiling_device.hpp>
#include <lockstep/device/cuda/driver.hpp>
#include <lockstep/device/cuda/memory.hpp>
#include <lockstep/device/cuda/nvrtc.hpp>
#include <lockstep/device/device.hpp>
#include <lockstep/device/kernel_cache.hpp>
#include <lockstep/kernel/cuda_text.hpp>
#include <lockstep/kernel/hosted_world.hpp>
#include <lockstep/kernel/text_world.hpp>

namespace lockstep {

struct cuda_config {
    std::string device = "";  ///< the device's number, or a part of its name; empty: the first device
    std::string cache = "";   ///< the folder of compiled kernels; empty: device/kernel_cache.hpp says which
    /// In bytes. The scratch of a block of threads is in shared memory if the scratch, plus 16 bytes that a kernel itself may
    /// take, fits in this number of bytes and in the shared memory that the card gives to a block. Otherwise the scratch is in
    /// global memory.
    std::size_t shared_scratch = ~std::size_t(0);
    double time_limit = 1800;  ///< seconds that 16 launches may take; 0: no limit
    /// True: the products of PPO's updates, and most of those of SAC, TD3 and CrossQ, run on tensor cores, with factors rounded
    /// to 11 bits (TF32). Trainings then no longer have the processor's bits, and their bits may depend on the number of ranks.
    /// Needs a card of compute capability 8.0 or newer.
    bool tf32 = false;
};

namespace detail {

/// Returns the driver and a compiler that fits it. `whose` begins the messages of errors. Throws std::runtime_error if one of
/// them is missing, damaged or too old. The message names all that is wrong and what to install.
LOCKSTEP_COLD inline std::pair<cuda_driver, nvrtc> find_cuda(std::string const& driver_name = "libcuda.so.1",
                                                             std::vector<std::string> (*paths)(int newest) = nvrtc_paths,
                                                             char const* whose = "lockstep::cuda") {
    shared_library const found(driver_name);
    std::optional<cuda_driver> const driver = found ? std::optional<cuda_driver>(std::in_place, found, whose) : std::nullopt;
    int const version = driver ? driver->version() : 130, newest = std::min(version / 10, 13);
    if (newest < 11) {
        throw std::runtime_error(std::string(whose) + ": NVIDIA's driver runs CUDA " + std::to_string(newest) + "." +
                                 std::to_string(version % 10) + ", and 11 or newer is needed: install a newer driver");
    }
    shared_library const compiler = first_library(paths(newest));
    if (driver && compiler) {
        return {*driver, nvrtc(compiler, whose)};
    }
    throw std::runtime_error(std::string(whose) + ":" + (driver ? "" : " " + found.problem() + ": install NVIDIA's driver") +
                             (driver || compiler ? "" : ";") + (compiler ? "" : " " + nvrtc_problem(compiler, newest)));
}

/// A card, its memory and its compiler.
template <memory_kind Kind>
class cuda_backend : public cuda_memory<Kind> {
public:
    LOCKSTEP_COLD explicit cuda_backend(cuda_config const& config)
        : cuda_backend(find_cuda("libcuda.so.1", nvrtc_paths, cuda_memory<Kind>::name), config) {}

    struct kernel {
        struct unload {
            cuda_backend* from;
            void operator()(void* loaded) const { from->unload(loaded); }
        };
        std::string name;
        std::unique_ptr<void, unload> module;
        void* function;
        std::vector<kernel_argument> arguments;
        cuda_block block;
        std::size_t shared_bytes;
        std::size_t global_scratch;  ///< floats a pack
    };

    LOCKSTEP_COLD kernel compile(kernel_text const& text) {
        cuda_block const block = cuda_block_of(text);
        std::size_t const bytes = text.scratch * sizeof(float) * block.packs;
        bool const is_global = bytes + cuda_block::own_bytes > shared_bytes_;
        std::string const source = cuda_text(text, {.global_scratch = is_global, .tf32 = tf32_});
        cuda_driver const& d = this->driver;
        std::string key = "NVRTC " + compiler_.version() + ", driver " + std::to_string(d.version());
        for (std::string const& option : options_) {
            key += " " + option;
        }
        key += "\n" + source;
        std::optional<std::string> binary = cache_.find(key);
        if (!binary) {
            binary = compiler_.compile(source, text.name, options_).binary;
            cache_.keep(key, *binary);
        }
        this->wait();  // else the driver may wait, without a limit, when it loads a kernel or first launches it
        void* loaded = nullptr;
        d.check(d.cuModuleLoadData(&loaded, binary->c_str()), "cuModuleLoadData", "; the kernel is " + text.name);
        kernel result{text.name, {loaded, {this}}, nullptr, text.arguments, block, is_global ? 0 : bytes,
                      is_global ? text.scratch : 0};
        d.check(d.cuModuleGetFunction(&result.function, loaded, cuda_function_name(text).c_str()), "cuModuleGetFunction");
        if (result.shared_bytes + cuda_block::own_bytes > 48 * 1024) {  // a kernel gets more, its own included, only if it asks
            d.check(d.cuFuncSetAttribute(result.function, cuda_driver::dynamic_shared_memory,
                                         static_cast<int>(result.shared_bytes)),
                    "cuFuncSetAttribute",
                    "; the kernel " + text.name + " asks for " + std::to_string(bytes) + " bytes of scratch");
        }
        return result;
    }

    void launch(kernel const& k, std::size_t n, std::byte const* functor, std::uintptr_t scratch) {
        std::vector<void*> arguments;
        for (kernel_argument const& a : k.arguments) {
            arguments.push_back(const_cast<std::byte*>(functor) + a.offset);
        }
        arguments.push_back(&n);
        if (k.global_scratch > 0) {
            arguments.push_back(&scratch);
        }
        this->enter();
        int const error = this->driver.cuLaunchKernel(
            k.function, static_cast<unsigned>((n + k.block.packs - 1) / k.block.packs), 1, 1,
            static_cast<unsigned>(k.block.threads), 1, 1, static_cast<unsigned>(k.shared_bytes), this->stream,
            arguments.data(), nullptr);
        if (error == cuda_driver::out_of_memory) {
            this->driver.check(error, "cuLaunchKernel",
                               "; the card has too little memory left for the threads of the kernel " + k.name +
                                   ": give it less, such as fewer environments");
        }
        this->launched(k.name);
        this->check(error, "cuLaunchKernel");
    }

private:
    LOCKSTEP_COLD cuda_backend(std::pair<cuda_driver, nvrtc> found, cuda_config const& config)
        : cuda_memory<Kind>(found.first, found.first.numbered(found.first.choose(config.device)), config.time_limit),
          compiler_(std::move(found.second)), cache_(config.cache), tf32_(config.tf32) {
        auto const attribute = [this](int which) { return this->driver.attribute(this->device, which); };
        int const capability = attribute(cuda_driver::capability_major) * 10 + attribute(cuda_driver::capability_minor);
        std::string const target = compiler_.target(capability, this->driver.name(this->device));
        if (tf32_) {
            check_tf32(capability, std::stoi(target.substr(target.find('_') + 1)));
        }
        options_ = nvrtc::options(target);
        shared_bytes_ = std::min(config.shared_scratch, static_cast<std::size_t>(attribute(cuda_driver::most_shared_memory)));
    }

    /// Throws std::runtime_error if the card, or the target of the compiler, has no tensor cores with TF32. `card` and `compiled`
    /// are their compute capabilities; 80 is 8.0.
    LOCKSTEP_COLD void check_tf32(int card, int compiled) const {
        if (std::min(card, compiled) >= 80) {
            return;
        }
        auto const decimal = [](int x) { return std::to_string(x / 10) + "." + std::to_string(x % 10); };
        std::string const card_name = this->driver.name(this->device);
        throw std::runtime_error(
            std::string(cuda_memory<Kind>::name) + ": cuda_config.tf32 needs " +
            (card < 80 ? "a card of compute capability 8.0, and " + card_name + " is of " + decimal(card)
                       : "a compiler for compute capability 8.0, and for " + card_name + " NVRTC " + compiler_.version() +
                             " compiles for " + decimal(compiled) + ": set LOCKSTEP_NVRTC to the library of a newer version"));
    }

    void unload(void* loaded) {
        if (this->has_ended()) {
            this->driver.cuModuleUnload(loaded);
        }
    }

    nvrtc compiler_;
    kernel_cache cache_;
    std::vector<std::string> options_;
    std::size_t shared_bytes_ = 0;
    bool tf32_;
};

}  // namespace detail

/// A graphics processor of NVIDIA's, with memory of its own. The first launch of a kernel writes its text and compiles it. The
/// result is kept in memory and on the disk. All work is queued, in order. Each call makes the card's primary context the current
/// context of the calling thread. A program that uses CUDA with another context must set its own context again afterwards.
///
///     ls::cuda device;                       // the first device
///     ls::cuda device({.device = "H100"});
class cuda : public compiling_device<detail::cuda_backend<memory_kind::discrete>> {
public:
    /// Throws std::runtime_error if there is no such device, if the driver or the compiler is missing, if the compiler does not
    /// know cards as old as this one, or if config.tf32 is true and the card or the compiler lacks TF32.
    LOCKSTEP_COLD explicit cuda(cuda_config const& config = {})
        : compiling_device(std::make_shared<detail::cuda_backend<memory_kind::discrete>>(config)) {}
};
static_assert(device<cuda>);

/// A graphics processor of NVIDIA's, with memory that card and host share. After synchronize(), host_view(buffer) shows the
/// memory of the kernels itself. If the card uses the host's page tables (Grace-Hopper), this is the host's own memory. Otherwise
/// it is the driver's managed memory, whose pages move between card and host. On a card behind a bus this is usually slower than
/// a copy.
class unified_cuda : public compiling_device<detail::cuda_backend<memory_kind::unified>> {
public:
    /// Throws std::runtime_error as the constructor of cuda does, and if the card shares no memory that the host may touch while
    /// a kernel runs.
    LOCKSTEP_COLD explicit unified_cuda(cuda_config const& config = {})
        : compiling_device(std::make_shared<detail::cuda_backend<memory_kind::unified>>(config)) {}
};
static_assert(device<unified_cuda>);

}  // namespace lockstep
