// SPDX-License-Identifier: MIT
// The memory of a device of Metal, which it shares with the host, and its queue.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <map>
#include <new>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <lockstep/core/macros.hpp>
#include <lockstep/device/choose_device.hpp>
#include <lockstep/device/device.hpp>
#include <lockstep/device/launch_watch.hpp>
#include <lockstep/device/metal/objective_c.hpp>

namespace lockstep::detail {

/// Returns the device that `asked` means (choose_device). Throws std::runtime_error if there is no such device. The message lists
/// the devices.
LOCKSTEP_COLD inline objc_object choose_metal_device(std::string const& asked) {
    objc_pool const pool;
    objc_object const devices = objc_object::own(objective_c::get().copy_devices());
    std::size_t const count = devices ? send<std::size_t>(devices.get(), "count") : 0;
    if (count == 0) {
        throw std::runtime_error("lockstep::metal: this machine has no device of Metal");
    }
    auto const at = [&](std::size_t i) { return send<void*>(devices.get(), "objectAtIndex:", i); };
    std::vector<std::string> names;
    for (std::size_t i = 0; i < count; ++i) {
        names.push_back(text_of(send<void*>(at(i), "name")));
    }
    return objc_object::retain(at(choose_device("lockstep::metal", asked, names)));
}

/// The buffers and the launches of a device. A buffer is found by any address in it. Launches run in order, and are collected in
/// command buffers. A command buffer keeps the memory of its kernels until it has ended.
class metal_memory {
public:
    static constexpr memory_kind memory = memory_kind::unified;
    static constexpr char const* name = "lockstep::metal";

    /// Throws std::runtime_error if the device gives no command queue.
    LOCKSTEP_COLD metal_memory(objc_object chosen, double time_limit)
        : device(std::move(chosen)), queue_(objc_object::own(send<void*>(device.get(), "newCommandQueue"))),
          watch_(name, time_limit) {
        if (!queue_) {
            throw std::runtime_error("lockstep::metal: the device gives no command queue");
        }
    }
    metal_memory(metal_memory const&) = delete;
    metal_memory& operator=(metal_memory const&) = delete;
    ~metal_memory() {
        has_ended_after([this] { commit(); });
    }

    /// Allocates zeros and returns their address. Throws std::bad_alloc if there is not enough memory.
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
    void give(std::uintptr_t at) { buffers_.erase(at); }

    /// Waits for all launches. Throws std::runtime_error if a command buffer has failed, or does not end. The message names the
    /// kernels of this command buffer.
    void wait() {
        commit();
        objc_pool const pool;
        watch_.wait([this](committed const& asked, auto const& kernels) { return has_ended(asked, kernels); });
    }

protected:
    struct place {
        void* buffer;
        std::size_t begin;  ///< bytes
    };
    /// Returns the buffer in which an address lies, and the offset of the address in it. For a null pointer, and for the end of a
    /// buffer, it returns a null pointer as the buffer. Throws std::invalid_argument if the address is elsewhere.
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

    /// Returns the encoder of the next launch. Call it inside an objc_pool. If too many command buffers have not ended, it first
    /// waits and throws as wait() does.
    void* encoder() {
        if (!encoder_) {
            watch_.wait([this](committed const& asked, auto const& kernels) { return has_ended(asked, kernels); },
                        most_committed);
            commands_ = objc_object::retain(send<void*>(queue_.get(), "commandBuffer"));
            encoder_ = objc_object::retain(commands_ ? send<void*>(commands_.get(), "computeCommandEncoder") : nullptr);
            if (!encoder_) {
                throw std::runtime_error("lockstep::metal: the device gives no command buffer");
            }
        }
        return encoder_.get();
    }
    /// Notes that a launch of this kernel has been encoded.
    void launched(std::string const& kernel) {
        if (watch_.launched(kernel) >= most_launches_) {
            commit();
        }
    }

    objc_object const device;

private:
    struct buffer {
        objc_object object;
        std::size_t size;  // bytes
    };
    struct committed {
        objc_object commands;
        std::size_t launches;
    };
    static constexpr std::size_t most_committed = 32;  // command buffers; a queue gives 64, and then waits without a limit
    static constexpr double longest = 0.1;  // seconds that a command buffer should last: macOS ends one that takes long

    void commit() {
        if (encoder_) {
            objc_pool const pool;
            send(encoder_.get(), "endEncoding");
            encoder_ = objc_object();
            send(commands_.get(), "commit");
            std::size_t const launches = watch_.unmarked();
            watch_.mark({std::exchange(commands_, {}), launches});
            // So the time of launches is measured although the host does not wait.
            watch_.forget([this](committed const& asked, auto const& kernels) { return has_ended(asked, kernels); }, 1);
        }
    }
    bool has_ended(committed const& asked, std::set<std::string> const& kernels) {
        constexpr std::size_t completed = 4, failed = 5;
        void* const commands = asked.commands.get();
        auto const status = send<std::size_t>(commands, "status");
        if (status == failed) {
            void* const error = send<void*>(commands, "error");
            throw std::runtime_error("lockstep::metal: the kernel " + launch_watch<committed>::names(kernels) + " failed: " +
                                     text_of_error(error) + reason_of(error));
        }
        if (status == completed) {
            double const seconds = send<double>(commands, "GPUEndTime") - send<double>(commands, "GPUStartTime");
            double const fitting = static_cast<double>(asked.launches) * longest / std::max(seconds, 1e-6);
            double const most = static_cast<double>(std::min<std::size_t>(2 * most_launches_, 64));
            most_launches_ = static_cast<std::size_t>(std::clamp(fitting, 1.0, most));
        }
        return status == completed;
    }
    /// Returns why the system has ended a command buffer and what the user can do. The result is empty if there is
    /// another reason.
    LOCKSTEP_COLD static std::string reason_of(void* error) {
        constexpr long timeout = 2, revoked = 4, interactivity = 14;  // the last is in no header of Apple's
        long const code = error != nullptr ? send<long>(error, "code") : 0;
        std::string const advice = "give it less at a time, such as fewer environments or smaller minibatches, or let the screen "
                                   "sleep";  // then nothing waits for the graphics processor
        if (code == revoked) {
            return "; macOS takes no more from this program, since earlier kernels took too long or failed: start it again, "
                   "and " + advice;
        }
        bool const is_too_long = code == timeout || code == interactivity ||
                                 text_of_error(error).find("ImpactingInteractivity") != std::string::npos;
        return is_too_long ? "; macOS has ended it, since it kept the graphics processor from the screen for too long: " + advice
                           : "";
    }

    std::map<std::uintptr_t, buffer> buffers_;
    objc_object queue_, encoder_, commands_;
    launch_watch<committed> watch_;
    std::size_t most_launches_ = 1;  // of a command buffer, so that the device begins before the host waits
};

}  // namespace lockstep::detail
