// SPDX-License-Identifier: MIT
// The memory of a card of NVIDIA's, and its queue.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>
#include <set>
#include <string>
#include <vector>

#include <lockstep/core/macros.hpp>
#include <lockstep/device/choose_device.hpp>
#include <lockstep/device/cuda/driver.hpp>
#include <lockstep/device/device.hpp>
#include <lockstep/device/launch_watch.hpp>

namespace lockstep::detail {

/// The context of a card, with one stream. Only one thread at a time may call its functions. If a kernel does not end in time,
/// all memory is leaked, since the card may still use it.
template <memory_kind Kind>
class cuda_memory {
public:
    static constexpr memory_kind memory = Kind;
    static constexpr bool is_unified = Kind == memory_kind::unified;
    static constexpr char const* name = is_unified ? "lockstep::unified_cuda" : "lockstep::cuda";

    LOCKSTEP_COLD cuda_memory(cuda_driver const& found, int chosen, double time_limit)
        : driver(found), device(chosen), watch_(name, time_limit) {
        if (is_unified) {
            auto const has = [&](int attribute) { return driver.attribute(device, attribute) != 0; };
            is_the_hosts_ = has(cuda_driver::uses_host_page_tables);
            check_shares_memory(is_the_hosts_ || has(cuda_driver::managed_memory), name, driver.name(device), "lockstep::cuda");
            // On Windows, under WSL and on old cards the host's program ends if it touches managed memory while a kernel runs.
            check_shares_memory(is_the_hosts_ || has(cuda_driver::concurrent_managed), name, driver.name(device),
                                "lockstep::cuda", " while a kernel runs");
        }
        driver.check(driver.cuDevicePrimaryCtxRetain(&context_, device), "cuDevicePrimaryCtxRetain");
        try {
            enter();
            driver.check(driver.cuStreamCreate(&stream, cuda_driver::non_blocking_stream), "cuStreamCreate");
            if (!is_unified) {
                driver.check(driver.cuMemHostAlloc(&staging_, staging_size, 0), "cuMemHostAlloc");
            }
        } catch (...) {
            leave();
            throw;
        }
    }
    ~cuda_memory() {
        if (has_ended()) {
            leave();
        }
    }
    cuda_memory(cuda_memory const&) = delete;
    cuda_memory& operator=(cuda_memory const&) = delete;

    /// Allocates zeros and returns their address. Throws std::bad_alloc if there is not enough memory.
    std::uintptr_t take(std::size_t bytes) {
        enter();
        std::size_t const size = std::max<std::size_t>(bytes, 4);
        if (is_the_hosts_) {
            void* const own = ::operator new(size, std::align_val_t(alignment));
            return reinterpret_cast<std::uintptr_t>(std::memset(own, 0, size));
        }
        cuda_driver::address at = 0;
        if (is_unified) {
            std::size_t free = 0, total = 0;
            check(driver.cuMemGetInfo(&free, &total), "cuMemGetInfo");
            if (size > free) {
                throw std::bad_alloc();  // managed memory may exceed the card's own, but that can bring the card to a stop
            }
            check(driver.cuMemAllocManaged(&at, size, cuda_driver::attached_globally), "cuMemAllocManaged");
        } else {
            check(driver.cuMemAlloc(&at, size), "cuMemAlloc");
        }
        try {
            make_room();
            check(driver.cuMemsetD8Async(at, 0, size, stream), "cuMemsetD8Async");
            if (is_unified) {
                wait();
            }
        } catch (kernel_without_end const&) {
            throw;  // cuMemFree would wait for this kernel
        } catch (...) {
            driver.cuMemFree(at);
            throw;
        }
        return static_cast<std::uintptr_t>(at);
    }
    void give(std::uintptr_t at) {
        if (!has_ended()) {
            return;
        }
        if (is_the_hosts_) {
            ::operator delete(reinterpret_cast<void*>(at), std::align_val_t(alignment));
        } else {
            driver.cuMemFree(at);
        }
    }

    /// Queues a copy of `bytes` bytes from the host's memory to the address `to` of the card. `from` has been read when the
    /// call returns.
    void write(std::uintptr_t to, void const* from, std::size_t bytes) {
        enter();
        for (std::size_t done = 0; done < bytes;) {
            if (staged_ == staging_size) {
                wait();
            }
            make_room();
            std::size_t const size = std::min(bytes - done, staging_size - staged_);
            char* const at = static_cast<char*>(staging_) + staged_;
            std::memcpy(at, static_cast<char const*>(from) + done, size);
            check(driver.cuMemcpyHtoDAsync(to + done, at, size, stream), "cuMemcpyHtoDAsync");
            staged_ += size;
            done += size;
        }
    }
    void read(void* to, std::uintptr_t from, std::size_t bytes) {
        wait();  // the copy alone would wait without a limit
        check(driver.cuMemcpyDtoHAsync(to, from, bytes, stream), "cuMemcpyDtoHAsync");
        check(driver.cuStreamSynchronize(stream), "cuStreamSynchronize");
    }

    /// Waits for all that is queued. Throws std::runtime_error if a kernel has failed; the message names the kernel that was
    /// launched last. Throws kernel_without_end, which is a std::runtime_error, if a kernel does not end in time; the message
    /// names the kernels of which one has not ended.
    void wait() {
        enter();
        if (watch_.unmarked() > 0) {
            mark();
        }
        watch_.wait([this](void* event, std::set<std::string> const&) { return event_has_ended(event); });
        check(driver.cuStreamSynchronize(stream), "cuStreamSynchronize");
        staged_ = copies_ = 0;
    }

protected:
    /// Makes the card's context current. Call it before every call of the driver, in the same thread.
    void enter() const { driver.check(driver.cuCtxSetCurrent(context_), "cuCtxSetCurrent"); }
    void check(int error, char const* what) const {
        driver.check(error, what,
                     last_kernel_.empty() ? ""
                                          : "; the kernel launched last is " + last_kernel_ +
                                                ", and with CUDA_LAUNCH_BLOCKING=1 it is the one that failed");
    }
    void launched(std::string const& kernel) {
        constexpr std::size_t launches_a_mark = 16, most_marks = 32;  // a card's queue holds about 1000 launches
        last_kernel_ = kernel;
        if (watch_.launched(kernel) == launches_a_mark) {
            mark();
            watch_.wait([this](void* event, std::set<std::string> const&) { return event_has_ended(event); }, most_marks);
        }
    }
    /// Waits for all kernels. Call it before memory is freed. Returns false if a kernel does not end in time; then no memory may
    /// be freed.
    bool has_ended() noexcept {
        return has_ended_after([this] {
            try {
                wait();
            } catch (kernel_without_end const&) {
                throw;
            } catch (...) {
                driver.cuStreamSynchronize(stream);  // whatever failed, a kernel may still be queued
            }
        });
    }

    cuda_driver const driver;
    int const device;
    void* stream = nullptr;

private:
    /// Counts a copy. Call it before each copy. If more than 256 copies are queued since the last wait, it waits, with the
    /// time limit.
    void make_room() {
        constexpr std::size_t most_copies = 256;
        if (++copies_ > most_copies) {
            wait();
        }
    }
    void mark() {
        void* event = nullptr;
        if (idle_events_.empty()) {
            check(driver.cuEventCreate(&event, cuda_driver::event_without_time), "cuEventCreate");
            events_.push_back(event);
        } else {
            event = idle_events_.back();
            idle_events_.pop_back();
        }
        int const error = driver.cuEventRecord(event, stream);
        watch_.mark(event);
        check(error, "cuEventRecord");
    }
    bool event_has_ended(void* event) {
        int const error = driver.cuEventQuery(event);
        if (error == cuda_driver::not_ready) {
            return false;
        }
        idle_events_.push_back(event);
        check(error, "cuEventQuery");
        return true;
    }
    void leave() {
        for (void* const event : events_) {
            driver.cuEventDestroy(event);
        }
        if (staging_ != nullptr) {
            driver.cuMemFreeHost(staging_);
        }
        if (stream != nullptr) {
            driver.cuStreamDestroy(stream);
        }
        driver.cuDevicePrimaryCtxRelease(device);
    }

    static constexpr std::size_t staging_size = std::size_t(1) << 20, alignment = 128;
    bool is_the_hosts_ = false;  // the card computes in what the host allocates
    void* context_ = nullptr;
    void* staging_ = nullptr;  // memory of the host that the card reads
    std::size_t staged_ = 0;   // bytes of staging_ that the card may not have read yet
    std::size_t copies_ = 0;   // since the last wait
    std::string last_kernel_;
    std::vector<void*> events_, idle_events_;
    launch_watch<void*> watch_;
};

}  // namespace lockstep::detail
