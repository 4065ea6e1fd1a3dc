// SPDX-License-Identifier: MIT
// A device of Metal: Apple's graphics processors, by plain C++ without a header or a library of Apple's. It has not run on
// Apple's hardware yet: it is tested by a Metal of the tests' own, which runs its text on the processor.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <map>
#include <memory>
#include <new>
#include <set>
#include <span>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <lockstep/core/macros.hpp>
#include <lockstep/device/device.hpp>
#include <lockstep/device/objective_c.hpp>
#include <lockstep/kernel/hosted_world.hpp>
#include <lockstep/kernel/launched_kernel.hpp>
#include <lockstep/kernel/metal_text.hpp>

namespace lockstep {

struct metal_config {
    std::string device = {};  ///< its number, from 0, or a part of its name; empty: the first
};

namespace detail {

/// Throws std::runtime_error that lists what there is.
LOCKSTEP_COLD inline objc_object choose_metal_device(std::string const& asked) {
    objc_pool const pool;
    objc_object const devices = objc_object::own(objective_c::get().copy_devices());
    std::size_t const count = devices ? send<std::size_t>(devices.get(), "count") : 0;
    if (count == 0) {
        throw std::runtime_error("lockstep::metal: this machine has no device of Metal");
    }
    std::string list;
    for (std::size_t i = 0; i < count; ++i) {
        void* const device = send<void*>(devices.get(), "objectAtIndex:", i);
        std::string const name = text_of(send<void*>(device, "name"));
        if (asked.empty() || asked == std::to_string(i) || name.find(asked) != std::string::npos) {
            return objc_object::retain(device);
        }
        list += (list.empty() ? "" : ", ") + std::to_string(i) + " is " + name;
    }
    throw std::runtime_error("lockstep::metal: no device \"" + asked + "\": " + list);
}

/// The buffers of a device, found by any address in them.
class metal_memory {
public:
    explicit metal_memory(objc_object chosen) : device(std::move(chosen)) {}
    metal_memory(metal_memory const&) = delete;
    metal_memory& operator=(metal_memory const&) = delete;

    /// Zeros. Throws std::bad_alloc.
    std::uintptr_t take(std::size_t bytes) {
        objc_pool const pool;
        std::size_t const size = std::max<std::size_t>(bytes, 16);  // Metal has no empty buffer
        if (size > send<std::size_t>(device.get(), "maxBufferLength")) {
            throw std::bad_alloc();
        }
        std::size_t const shared = 0;  // MTLResourceStorageModeShared
        objc_object object = objc_object::own(send<void*>(device.get(), "newBufferWithLength:options:", size, shared));
        void* const begin = object ? send<void*>(object.get(), "contents") : nullptr;
        if (begin == nullptr) {
            throw std::bad_alloc();
        }
        std::memset(begin, 0, size);
        auto const at = reinterpret_cast<std::uintptr_t>(begin);
        buffers_.insert_or_assign(at, buffer{std::move(object), size});
        return at;
    }
    /// What is queued keeps the memory that it works in.
    void give(std::uintptr_t at) { buffers_.erase(at); }

    struct place {
        void* buffer;
        std::size_t begin;  ///< bytes
    };
    /// The buffer in which an address lies; none for a null pointer and for a buffer's end, where nothing is. Throws
    /// std::invalid_argument for the host's own memory.
    place find(std::uintptr_t at) const {
        if (at == 0) {
            return {nullptr, 0};
        }
        auto const after = buffers_.upper_bound(at);
        if (after != buffers_.begin()) {
            auto const& [first, found] = *std::prev(after);
            if (at - first < found.size) {
                return {found.object.get(), at - first};
            }
            if (at - first == found.size) {
                return {nullptr, 0};
            }
        }
        throw std::invalid_argument("lockstep::metal: a kernel points at memory that is no buffer of its device");
    }

    objc_object const device;

private:
    struct buffer {
        objc_object object;
        std::size_t size;
    };
    std::map<std::uintptr_t, buffer> buffers_;
};

/// Launches in order. They are collected in command buffers, which run from commit() on.
class metal_queue {
public:
    /// Throws std::runtime_error.
    LOCKSTEP_COLD explicit metal_queue(void* device) : queue_(objc_object::own(send<void*>(device, "newCommandQueue"))) {
        if (!queue_) {
            throw std::runtime_error("lockstep::metal: the device gives no command queue");
        }
    }
    metal_queue(metal_queue const&) = delete;
    metal_queue& operator=(metal_queue const&) = delete;
    ~metal_queue() { commit(); }

    /// The encoder that the next launch is written into, in the innermost pool.
    void* encoder() {
        if (!encoder_) {
            commands_.object = objc_object::retain(send<void*>(queue_.get(), "commandBuffer"));
            encoder_ = objc_object::retain(commands_.object ? send<void*>(commands_.object.get(), "computeCommandEncoder") : nullptr);
            if (!encoder_) {
                throw std::runtime_error("lockstep::metal: the device gives no command buffer");
            }
        }
        return encoder_.get();
    }
    /// The kernel's launch has been written.
    void launched(std::string const& kernel) {
        commands_.kernels.insert(kernel);
        if (++launches_ == most_launches) {
            commit();
        }
    }
    void commit() {
        if (encoder_) {
            objc_pool const pool;
            send(encoder_.get(), "endEncoding");
            encoder_ = objc_object();
            send(commands_.object.get(), "commit");
            committed_.push_back(std::exchange(commands_, {}));
            launches_ = 0;
        }
    }
    /// Throws std::runtime_error with the kernels of a command buffer that has failed.
    void wait() {
        commit();
        auto const done = std::exchange(committed_, {});
        if (done.empty()) {
            return;
        }
        objc_pool const pool;
        send(done.back().object.get(), "waitUntilCompleted");
        for (auto const& commands : done) {
            constexpr std::size_t completed = 4;
            if (send<std::size_t>(commands.object.get(), "status") != completed) {
                std::string kernels;
                for (std::string const& kernel : commands.kernels) {
                    kernels += (kernels.empty() ? "" : ", ") + kernel;
                }
                throw std::runtime_error("lockstep::metal: a command buffer with " + kernels + " failed: " +
                                         text_of_error(send<void*>(commands.object.get(), "error")));
            }
        }
    }

private:
    struct command_buffer {
        objc_object object;
        std::set<std::string> kernels;
    };
    static constexpr int most_launches = 64;  // so that the device begins before the host waits

    objc_object queue_, encoder_;
    command_buffer commands_;
    int launches_ = 0;
    std::vector<command_buffer> committed_;
};

}  // namespace detail

/// n values of T in memory that host and device share: data() is an address for both, for the host after synchronize().
template <class T>
class metal_buffer {
    static_assert(std::is_trivially_copyable_v<T>, "lockstep::metal_buffer: T must be trivially copyable");

public:
    static constexpr memory_kind memory = memory_kind::unified;

    metal_buffer() = default;
    metal_buffer(std::shared_ptr<detail::metal_memory> owner, std::size_t size) : owner_(std::move(owner)), size_(size) {
        if (size > ~std::size_t(0) / sizeof(T)) {
            throw std::bad_array_new_length();
        }
        at_ = owner_->take(size * sizeof(T));
    }
    metal_buffer(metal_buffer&& other) noexcept { *this = std::move(other); }
    metal_buffer& operator=(metal_buffer&& other) noexcept {
        std::swap(owner_, other.owner_);
        std::swap(at_, other.at_);
        std::swap(size_, other.size_);
        return *this;
    }
    ~metal_buffer() {
        if (at_ != 0) {
            owner_->give(at_);
        }
    }

    T* data() { return reinterpret_cast<T*>(at_); }
    T const* data() const { return reinterpret_cast<T const*>(at_); }
    std::size_t size() const { return size_; }

private:
    std::shared_ptr<detail::metal_memory> owner_;
    std::uintptr_t at_ = 0;
    std::size_t size_ = 0;
};

/// A device of Metal. A kernel is written, compiled and kept when it is first launched. Everything is queued, in order; after
/// synchronize() host_view(buffer) is the device's memory itself.
///
///     ls::metal device;                     // the first there is
///     ls::metal device({.device = "M1"});
class metal {
public:
    static constexpr memory_kind memory = memory_kind::unified;
    using world = hosted_world;
    static constexpr std::size_t width = world::width;
    template <class T>
    using buffer = metal_buffer<T>;

    /// Throws std::runtime_error when there is no such device, or no Metal.
    LOCKSTEP_COLD explicit metal(metal_config const& config = {})
        : memory_(std::make_shared<detail::metal_memory>(detail::choose_metal_device(config.device))),
          queue_(std::make_unique<detail::metal_queue>(memory_->device.get())) {}

    /// n zeros. Throws std::bad_alloc.
    template <class T>
    buffer<T> allocate(std::size_t n) {
        return buffer<T>(memory_, n);
    }

    /// Queues kernel(row) for every row in [0, n). Throws std::runtime_error with the compiler's words for a text that does not
    /// compile, and std::logic_error for a kernel that has no text.
    template <class Kernel>
    void for_each(std::size_t n, Kernel const& kernel) {
        static_assert(kernel_of_worlds<Kernel>,
                      "lockstep::metal: a kernel must be a functor over a world, which names itself in another world by  template "
                      "<class World> using in = ...;  the text of a lambda is not known (envs/environments.hpp has examples)");
        static_assert(std::is_trivially_copyable_v<Kernel>, "lockstep::metal: a kernel must be trivially copyable");
        compiled& c = kernels_.find(kernel, [this](kernel_text const& text) { return compile(text); });
        launch(c, n, reinterpret_cast<std::byte const*>(&kernel));
    }

    /// Throws std::invalid_argument if the buffer is too small.
    template <class T>
    void copy(std::span<std::type_identity_t<T> const> from, buffer<T>& to, std::size_t offset = 0) {
        check_copy("lockstep::metal", offset, from.size(), to.size());
        synchronize();
        std::copy(from.begin(), from.end(), to.data() + offset);
    }
    template <class T>
    void copy(buffer<T> const& from, std::span<std::type_identity_t<T>> to, std::size_t offset = 0) {
        check_copy("lockstep::metal", offset, to.size(), from.size());
        synchronize();
        std::copy_n(from.data() + offset, to.size(), to.begin());
    }

    /// Throws std::runtime_error that names the kernels if one of them has failed.
    void synchronize() { queue_->wait(); }

private:
    struct compiled {
        std::string name;
        detail::objc_object pipeline;
        metal_arguments arguments;
        metal_form form;
        std::size_t scratch;           ///< floats a row
        buffer<float> device_scratch;  ///< of all rows, where it lies in a buffer
    };
    static constexpr std::size_t exchange_size = width * sizeof(float);

    LOCKSTEP_COLD compiled compile(kernel_text const& text) {
        detail::objc_pool const pool;
        using detail::send;
        void* const device = memory_->device.get();
        long const apple7 = 1007;  // the first family whose simdgroups exchange numbers; they have 32 lanes
        std::size_t const most = send<std::size_t>(device, "maxThreadgroupMemoryLength");
        metal_form const form{.device_scratch = text.scratch * sizeof(float) + exchange_size > most,
                              .simd_exchange = send<bool>(device, "supportsFamily:", apple7)};
        auto const refuse = [&](void* error) {
            throw std::runtime_error("lockstep::metal: the kernel " + text.name + " does not compile: " +
                                     detail::text_of_error(error).substr(0, 4000));
        };
        void* error = nullptr;
        auto const library = detail::objc_object::own(
            send<void*>(device, "newLibraryWithSource:options:error:", detail::objc_string(metal_text(text, form)),
                        compile_options().get(), &error));
        if (!library) {
            refuse(error);
        }
        auto const function = detail::objc_object::own(
            send<void*>(library.get(), "newFunctionWithName:", detail::objc_string(metal_function_name(text))));
        auto pipeline = detail::objc_object::own(
            function ? send<void*>(device, "newComputePipelineStateWithFunction:error:", function.get(), &error) : nullptr);
        if (!pipeline) {
            refuse(error);
        }
        return {text.name, std::move(pipeline), metal_arguments_of(text, form), form, text.scratch, {}};
    }

    /// Without any mathematics but IEEE's: Metal's default is its fast one.
    LOCKSTEP_COLD static detail::objc_object compile_options() {
        using detail::send;
        auto const& runtime = detail::objective_c::get();
        auto options = detail::objc_object::own(send<void*>(runtime.get_class("MTLCompileOptions"), "new"));
        send(options.get(), "setLanguageVersion:", std::size_t(3) << 16);
        if (send<bool>(options.get(), "respondsToSelector:", runtime.get_selector("setMathMode:"))) {
            long const safe = 0, precise = 1;
            send(options.get(), "setMathMode:", safe);
            send(options.get(), "setMathFloatingPointFunctions:", precise);
        } else {  // before macOS 15
            send(options.get(), "setFastMathEnabled:", false);
        }
        return options;
    }

    void launch(compiled& c, std::size_t n, std::byte const* functor) {
        if (n == 0) {
            return;
        }
        detail::objc_pool const pool;
        using detail::send;
        if (c.form.device_scratch && c.device_scratch.size() < n * c.scratch) {
            c.device_scratch = allocate<float>(n * c.scratch);
        }
        std::vector<detail::metal_memory::place> places;
        for (kernel_argument const& a : c.arguments.pointers) {
            std::uintptr_t at = 0;
            std::memcpy(&at, functor + a.offset, sizeof at);
            places.push_back(memory_->find(at));
        }
        std::array<std::byte, 4096> numbers{};  // a kernel's most
        for (auto const& [number, at] : c.arguments.numbers) {
            std::memcpy(numbers.data() + at, functor + number.offset, number.type == "size_t" ? 8 : 4);
        }
        if (c.form.device_scratch) {
            places.push_back(memory_->find(reinterpret_cast<std::uintptr_t>(c.device_scratch.data())));
        }

        void* const encoder = queue_->encoder();
        send(encoder, "setComputePipelineState:", c.pipeline.get());
        if (c.arguments.numbers_size > 0) {
            void const* const bytes = numbers.data();
            send(encoder, "setBytes:length:atIndex:", bytes, c.arguments.numbers_size, std::size_t(0));
        }
        for (std::size_t i = 0; i < places.size(); ++i) {
            send(encoder, "setBuffer:offset:atIndex:", places[i].buffer, places[i].begin, i + 1);
        }
        if (c.scratch > 0 && !c.form.device_scratch) {
            send(encoder, "setThreadgroupMemoryLength:atIndex:", c.scratch * sizeof(float), std::size_t(0));
        }
        if (!c.form.simd_exchange) {
            send(encoder, "setThreadgroupMemoryLength:atIndex:", exchange_size, std::size_t(1));
        }
        struct size {  // MTLSize
            std::size_t width, height, depth;
        };
        send(encoder, "dispatchThreadgroups:threadsPerThreadgroup:", size{n, 1, 1}, size{width, 1, 1});
        queue_->launched(c.name);
    }

    std::shared_ptr<detail::metal_memory> memory_;
    std::unique_ptr<detail::metal_queue> queue_;
    launched_kernels<compiled> kernels_;
};

}  // namespace lockstep
