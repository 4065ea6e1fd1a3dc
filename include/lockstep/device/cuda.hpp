// SPDX-License-Identifier: MIT
// A device of CUDA: a graphics processor of NVIDIA's. A program that has it needs nothing of CUDA to be built; to run it needs
// NVIDIA's driver, and NVRTC of the toolkit or of pip (pip install nvidia-cuda-nvrtc-cu12).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <lockstep/core/macros.hpp>
#include <lockstep/device/cuda_driver.hpp>
#include <lockstep/device/device.hpp>
#include <lockstep/device/kernel_cache.hpp>
#include <lockstep/device/nvrtc.hpp>
#include <lockstep/kernel/cuda_text.hpp>
#include <lockstep/kernel/hosted_world.hpp>
#include <lockstep/kernel/launched_kernel.hpp>

namespace lockstep {

struct cuda_config {
    std::string device = "";  ///< its number, or a part of its name; empty: the first
    std::string cache = "";   ///< the folder of compiled kernels; empty: device/kernel_cache.hpp says which
    /// Bytes of two rows' scratch that may lie in shared memory, if the card gives so many; what needs more lies in global memory.
    std::size_t shared_scratch = ~std::size_t(0);
};

namespace detail {

/// The driver, and the compiler that goes with it. Throws std::runtime_error that names all that is missing, and what to install.
LOCKSTEP_COLD inline std::pair<cuda_driver, nvrtc> find_cuda(std::string const& driver_name = "libcuda.so.1",
                                                             std::vector<std::string> (*paths)(int newest) = nvrtc_paths) {
    shared_library const found(driver_name);
    std::optional<cuda_driver> const driver = found ? std::optional<cuda_driver>(found) : std::nullopt;
    int const newest = std::min(driver ? driver->version() / 10 : 13, 13);
    shared_library const compiler = first_library(paths(newest));
    if (driver && compiler) {
        return {*driver, nvrtc(compiler)};
    }
    std::string message = "lockstep::cuda:";
    if (!driver) {
        message += " " + driver_name + " is missing: install NVIDIA's driver;";
    }
    if (!compiler) {
        std::string const version = std::to_string(newest);
        message += " NVRTC " + version + (newest > 11 ? " or older" : "") + " is missing: install the CUDA toolkit " + version +
                   " or its part by pip install nvidia-cuda-nvrtc" + (newest < 13 ? "-cu" + version : "") + ";";
    }
    message.pop_back();
    throw std::runtime_error(message);
}

/// The context of a card, with one stream. Calls are made in the thread that uses it, one at a time.
class cuda_context {
public:
    cuda_context(cuda_driver const& found, int chosen) : driver(found), device(chosen) {
        driver.check(driver.cuDevicePrimaryCtxRetain(&context_, device), "cuDevicePrimaryCtxRetain");
        try {
            enter();
            driver.check(driver.cuStreamCreate(&stream, cuda_driver::non_blocking_stream), "cuStreamCreate");
            driver.check(driver.cuMemHostAlloc(&staging_, staging_size, 0), "cuMemHostAlloc");
        } catch (...) {
            leave();
            throw;
        }
    }
    ~cuda_context() {
        driver.cuCtxSetCurrent(context_);
        driver.cuStreamSynchronize(stream);
        leave();
    }
    cuda_context(cuda_context const&) = delete;
    cuda_context& operator=(cuda_context const&) = delete;

    /// What precedes every call in a thread.
    void enter() const { driver.check(driver.cuCtxSetCurrent(context_), "cuCtxSetCurrent"); }
    /// Throws std::runtime_error that names the kernel launched last if one has failed since.
    void synchronize() {
        enter();
        check(driver.cuStreamSynchronize(stream), "cuStreamSynchronize");
        staged_ = 0;
    }
    void check(int error, char const* what) const {
        driver.check(error, what, last_kernel.empty() ? "" : "; the kernel launched last is " + last_kernel);
    }

    /// Zeros. Throws std::bad_alloc.
    cuda_driver::address take(std::size_t bytes) {
        enter();
        std::size_t const size = std::max<std::size_t>(bytes, 4);
        cuda_driver::address at = 0;
        check(driver.cuMemAlloc(&at, size), "cuMemAlloc");
        if (int const error = driver.cuMemsetD8Async(at, 0, size, stream); error != 0) {
            driver.cuMemFree(at);
            check(error, "cuMemsetD8Async");
        }
        return at;
    }
    void give(cuda_driver::address at) {
        driver.cuCtxSetCurrent(context_);
        driver.cuStreamSynchronize(stream);
        driver.cuMemFree(at);
    }

    /// Queued; what is copied has been read when the call returns.
    void write(cuda_driver::address to, void const* from, std::size_t bytes) {
        enter();
        for (std::size_t done = 0; done < bytes;) {
            if (staged_ == staging_size) {
                synchronize();
            }
            std::size_t const size = std::min(bytes - done, staging_size - staged_);
            char* const at = static_cast<char*>(staging_) + staged_;
            std::memcpy(at, static_cast<char const*>(from) + done, size);
            check(driver.cuMemcpyHtoDAsync(to + done, at, size, stream), "cuMemcpyHtoDAsync");
            staged_ += size;
            done += size;
        }
    }
    void read(void* to, cuda_driver::address from, std::size_t bytes) {
        enter();
        check(driver.cuMemcpyDtoHAsync(to, from, bytes, stream), "cuMemcpyDtoHAsync");
        synchronize();
    }

    cuda_driver driver;
    int device;
    void* stream = nullptr;
    std::string last_kernel;

private:
    void leave() {
        if (staging_ != nullptr) {
            driver.cuMemFreeHost(staging_);
        }
        if (stream != nullptr) {
            driver.cuStreamDestroy(stream);
        }
        driver.cuDevicePrimaryCtxRelease(device);
    }

    static constexpr std::size_t staging_size = std::size_t(1) << 20;
    void* context_ = nullptr;
    void* staging_ = nullptr;   // memory of the host that the card reads
    std::size_t staged_ = 0;    // bytes of it that the card may not have read yet
};

}  // namespace detail

/// n values of T in the memory of a CUDA device. data() is an address for kernels only.
template <class T>
class cuda_buffer {
    static_assert(std::is_trivially_copyable_v<T>, "lockstep::cuda_buffer: T must be trivially copyable");

public:
    static constexpr memory_kind memory = memory_kind::discrete;

    cuda_buffer() = default;
    cuda_buffer(std::shared_ptr<detail::cuda_context> owner, std::size_t size) : owner_(std::move(owner)), size_(size) {
        if (size > ~std::size_t(0) / sizeof(T)) {
            throw std::bad_array_new_length();
        }
        at_ = owner_->take(size * sizeof(T));
    }
    cuda_buffer(cuda_buffer&& other) noexcept { *this = std::move(other); }
    cuda_buffer& operator=(cuda_buffer&& other) noexcept {
        std::swap(owner_, other.owner_);
        std::swap(at_, other.at_);
        std::swap(size_, other.size_);
        return *this;
    }
    ~cuda_buffer() {
        if (at_ != 0) {
            owner_->give(at_);
        }
    }

    T* data() { return reinterpret_cast<T*>(static_cast<std::uintptr_t>(at_)); }
    T const* data() const { return reinterpret_cast<T const*>(static_cast<std::uintptr_t>(at_)); }
    std::size_t size() const { return size_; }

private:
    std::shared_ptr<detail::cuda_context> owner_;
    cuda_driver::address at_ = 0;
    std::size_t size_ = 0;
};

/// A graphics processor of NVIDIA's. A warp runs two rows. A kernel is written, compiled and kept when it is first launched, on the disk
/// too. Everything is queued, in order.
///
///     ls::cuda device;                       // the first there is
///     ls::cuda device({.device = "H100"});
class cuda {
public:
    static constexpr memory_kind memory = memory_kind::discrete;
    using world = hosted_world;
    static constexpr std::size_t width = world::width;
    template <class T>
    using buffer = cuda_buffer<T>;

    /// Throws std::runtime_error when there is no such device, or no driver or compiler for it.
    LOCKSTEP_COLD explicit cuda(cuda_config const& config = {}) : cuda(detail::find_cuda(), config) {}

    /// n zeros. Throws std::bad_alloc.
    template <class T>
    buffer<T> allocate(std::size_t n) {
        return buffer<T>(context_, n);
    }

    /// Queues kernel(row) for every row in [0, n). Throws std::runtime_error with the compiler's words for a text that does not
    /// compile, and std::logic_error for a kernel that has no text.
    template <class Kernel>
    void for_each(std::size_t n, Kernel const& kernel) {
        static_assert(kernel_of_worlds<Kernel>,
                      "lockstep::cuda: a kernel must be a functor over a world, which names itself in another world by  template "
                      "<class World> using in = ...;  the text of a lambda is not known (envs/environments.hpp has examples)");
        static_assert(std::is_trivially_copyable_v<Kernel>, "lockstep::cuda: a kernel must be trivially copyable");
        compiled& c = kernels_.find(kernel, [this](kernel_text const& text) { return compile(text); });
        launch(c, n, reinterpret_cast<std::byte const*>(&kernel));
    }

    /// Throws std::invalid_argument if the buffer is too small.
    template <class T>
    void copy(std::span<std::type_identity_t<T> const> from, buffer<T>& to, std::size_t offset = 0) {
        check_copy("lockstep::cuda", offset, from.size(), to.size());
        if (!from.empty()) {
            context_->write(reinterpret_cast<std::uintptr_t>(to.data() + offset), from.data(), from.size_bytes());
        }
    }
    template <class T>
    void copy(buffer<T> const& from, std::span<std::type_identity_t<T>> to, std::size_t offset = 0) {
        check_copy("lockstep::cuda", offset, to.size(), from.size());
        if (!to.empty()) {
            context_->read(to.data(), reinterpret_cast<std::uintptr_t>(from.data() + offset), to.size_bytes());
        }
    }

    /// Throws std::runtime_error if a kernel failed, naming the one that was launched last.
    void synchronize() { context_->synchronize(); }

private:
    struct compiled {
        struct unload {
            std::shared_ptr<detail::cuda_context> context;
            void operator()(void* module) const {
                context->driver.cuStreamSynchronize(context->stream);
                context->driver.cuModuleUnload(module);
            }
        };
        std::string name;
        std::unique_ptr<void, unload> module;
        void* function;
        std::vector<kernel_argument> arguments;
        std::size_t shared_bytes;
        std::size_t global_scratch;  ///< floats a row
        buffer<float> scratch;       ///< of all rows, where it lies in global memory
    };

    LOCKSTEP_COLD cuda(std::pair<cuda_driver, nvrtc> found, cuda_config const& config)
        : compiler_(std::move(found.second)), cache_(config.cache) {
        cuda_driver const& driver = found.first;
        int const device = driver.choose(config.device);
        int const capability =
            driver.attribute(device, cuda_driver::capability_major) * 10 + driver.attribute(device, cuda_driver::capability_minor);
        options_ = nvrtc::options(compiler_.target(capability, driver.name(device)));
        shared_bytes_ = std::min(config.shared_scratch,
                                 static_cast<std::size_t>(driver.attribute(device, cuda_driver::most_shared_memory)));
        context_ = std::make_shared<detail::cuda_context>(driver, device);
    }

    LOCKSTEP_COLD compiled compile(kernel_text const& text) {
        std::size_t const bytes = text.scratch * sizeof(float) * cuda_rows;
        bool const is_global = bytes > shared_bytes_;
        std::string const source = cuda_text(text, {.global_scratch = is_global});
        std::string key = "NVRTC " + compiler_.version() + ", driver " + std::to_string(context_->driver.version());
        for (std::string const& option : options_) {
            key += " " + option;
        }
        key += "\n" + source;
        std::optional<std::string> binary = cache_.find(key);
        if (!binary) {
            binary = compiler_.compile(source, text.name, options_).binary;
            cache_.keep(key, *binary);
        }
        cuda_driver const& driver = context_->driver;
        context_->enter();
        void* loaded = nullptr;
        driver.check(driver.cuModuleLoadData(&loaded, binary->c_str()), "cuModuleLoadData", "; the kernel is " + text.name);
        compiled result{text.name, {loaded, {context_}}, nullptr, text.arguments, is_global ? 0 : bytes, is_global ? text.scratch : 0, {}};
        driver.check(driver.cuModuleGetFunction(&result.function, loaded, cuda_function_name(text).c_str()), "cuModuleGetFunction");
        if (result.shared_bytes > 48 * 1024) {  // which no kernel gets unasked
            driver.check(driver.cuFuncSetAttribute(result.function, cuda_driver::dynamic_shared_memory,
                                                   static_cast<int>(result.shared_bytes)),
                         "cuFuncSetAttribute", "; the kernel " + text.name + " asks for " + std::to_string(bytes) + " bytes of scratch");
        }
        return result;
    }

    void launch(compiled& c, std::size_t n, std::byte const* functor) {
        if (n == 0) {
            return;
        }
        std::vector<void*> arguments;
        for (kernel_argument const& a : c.arguments) {
            arguments.push_back(const_cast<std::byte*>(functor) + a.offset);
        }
        arguments.push_back(&n);
        float* scratch = nullptr;
        if (c.global_scratch > 0) {
            if (c.scratch.size() < n * c.global_scratch) {
                c.scratch = {};
                c.scratch = allocate<float>(n * c.global_scratch);
            }
            scratch = c.scratch.data();
            arguments.push_back(&scratch);
        }
        context_->enter();
        context_->last_kernel = c.name;
        context_->check(context_->driver.cuLaunchKernel(c.function, static_cast<unsigned>((n + cuda_rows - 1) / cuda_rows), 1, 1,
                                                        cuda_rows * width, 1, 1, static_cast<unsigned>(c.shared_bytes),
                                                        context_->stream, arguments.data(), nullptr),
                        "cuLaunchKernel");
    }

    nvrtc compiler_;
    kernel_cache cache_;
    std::vector<std::string> options_;
    std::size_t shared_bytes_ = 0;
    std::shared_ptr<detail::cuda_context> context_;
    launched_kernels<compiled> kernels_;
};
static_assert(device<cuda>);

}  // namespace lockstep
