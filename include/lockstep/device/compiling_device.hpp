// SPDX-License-Identifier: MIT
// The common part of devices that compile the text of kernels: OpenCL, CUDA and Metal differ in their backends.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <type_traits>
#include <utility>

#include <lockstep/device/device.hpp>
#include <lockstep/device/launch_watch.hpp>
#include <lockstep/device/owned_buffer.hpp>
#include <lockstep/kernel/hosted_world.hpp>
#include <lockstep/kernel/launched_kernel.hpp>
#include <lockstep/kernel/text_world.hpp>

namespace lockstep {

/// A device over a Backend, which has
///
///     static constexpr memory_kind memory;         // discrete or unified
///     static constexpr char const* name;           // begins errors
///     take(bytes), give(address)                   // memory, as owned_buffer needs it
///     kernel compile(kernel_text const&);          // has a `name`, and `global_scratch`: floats of scratch that a pack needs
///     launch(kernel&, n, functor, scratch);        // queues packs 0 to n - 1; `functor`: the bytes of the kernel's members
///     write(address, from, bytes), read(to, address, bytes);   // for discrete memory; after all that was queued before
///     wait();                                      // waits for all that was queued
template <class Backend>
class compiling_device {
public:
    static constexpr memory_kind memory = Backend::memory;
    using world = hosted_world;
    static constexpr std::size_t width = world::width;
    template <class T>
    using buffer = owned_buffer<T, Backend>;

    /// Returns a buffer of n zeros. Throws std::bad_alloc if there is not enough memory.
    template <class T>
    buffer<T> allocate(std::size_t n) {
        return buffer<T>(backend_, n);
    }

    /// Queues kernel(pack) for every pack in [0, n). The first launch of a kernel compiles its text. Throws std::runtime_error
    /// if the text does not compile (with the compiler's message), if there is not enough memory for the kernel's scratch, if
    /// the device refuses the launch, or if an earlier kernel has failed. Throws std::logic_error if the kernel cannot be
    /// written as text.
    template <class Kernel>
    void for_each(std::size_t n, Kernel const& kernel) {
        compiled& c = kernels_.find(kernel, [this](kernel_text const& text) { return compiled{backend_->compile(text), {}}; });
        if (n == 0) {
            return;
        }
        if (std::size_t const floats = n * c.kernel.global_scratch; c.scratch.size() < floats) {
            c.scratch = {};
            c.scratch = lockstep::allocate<float>(*this, floats, "the scratch of the kernel " + c.kernel.name);
        }
        backend_->launch(c.kernel, n, reinterpret_cast<std::byte const*>(&kernel), address(c.scratch.data()));
    }

    /// Copies all elements of the span `from` to a buffer, or elements of a buffer to all of the span `to`, from the buffer's
    /// element `offset` on. The copy is made after all that was queued before. Throws std::invalid_argument if the buffer is too
    /// small, and std::runtime_error if the copy or an earlier kernel has failed.
    template <class T>
    void copy(std::span<std::type_identity_t<T> const> from, buffer<T>& to, std::size_t offset = 0) {
        check_copy(Backend::name, offset, from.size(), to.size());
        if (from.empty()) {
            return;
        }
        if constexpr (memory == memory_kind::unified) {
            synchronize();
            std::memcpy(to.data() + offset, from.data(), from.size_bytes());
        } else {
            backend_->write(address(to.data()) + offset * sizeof(T), from.data(), from.size_bytes());
        }
    }
    template <class T>
    void copy(buffer<T> const& from, std::span<std::type_identity_t<T>> to, std::size_t offset = 0) {
        check_copy(Backend::name, offset, to.size(), from.size());
        if (to.empty()) {
            return;
        }
        if constexpr (memory == memory_kind::unified) {
            synchronize();
            std::memcpy(to.data(), from.data() + offset, to.size_bytes());
        } else {
            backend_->read(to.data(), address(from.data()) + offset * sizeof(T), to.size_bytes());
        }
    }

    /// Waits for all that is queued. Throws std::runtime_error if a kernel has failed or does not end within the configured
    /// time_limit. The message names the kernel. If a kernel does not end, the memory that kernels may still use is never freed.
    void synchronize() { backend_->wait(); }

protected:
    explicit compiling_device(std::shared_ptr<Backend> backend) : backend_(std::move(backend)) {}
    compiling_device(compiling_device&&) = default;
    /// Waits for what is queued, since buffers may outlive their device.
    ~compiling_device() {
        if (backend_ != nullptr) {
            has_ended_after([this] { backend_->wait(); });
        }
    }

private:
    struct compiled {
        typename Backend::kernel kernel;
        buffer<float> scratch;  // of all packs
    };
    static std::uintptr_t address(void const* at) { return reinterpret_cast<std::uintptr_t>(at); }

    std::shared_ptr<Backend> backend_;
    launched_kernels<compiled> kernels_;
};

}  // namespace lockstep
