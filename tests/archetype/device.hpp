// SPDX-License-Identifier: MIT
// A device with the fewest promises, so that nothing quietly assumes the CPU. Its memory is its own: pages that the host
// may not touch, so that reading a buffer crashes. Everything is queued, and run as late as the concept allows: when the
// host waits. Every transfer is counted.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <deque>
#include <memory>
#include <new>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include <sys/mman.h>
#include <unistd.h>

#include <lockstep/device/device.hpp>
#include <lockstep/device/flush_denormals.hpp>
#include <lockstep/device/host_buffer.hpp>

namespace archetype {

/// What a discrete_device and its buffers share: the pages, and what is yet to be done to them.
class device_memory {
public:
    char* map(std::size_t bytes) {
        void* const address = ::mmap(nullptr, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (address == MAP_FAILED) {
            throw std::bad_alloc();
        }
        regions_.push_back({static_cast<char*>(address), bytes});
        return regions_.back().address;
    }
    void unmap(char const* address) {
        run();
        auto const found = std::find_if(regions_.begin(), regions_.end(), [&](region const& r) { return r.address == address; });
        ::munmap(found->address, found->bytes);
        regions_.erase(found);
    }
    /// Calls action(bytes, count, to) with a copy of the bytes when its turn comes. No std::function, of which each kernel would
    /// have one of its own, so that tests compile faster.
    using action_type = void (*)(std::byte const* bytes, std::size_t count, void* to);
    void enqueue(action_type action, void const* bytes, std::size_t count, void* to = nullptr) {
        auto const* const from = static_cast<std::byte const*>(bytes);
        queue_.push_back({action, std::vector<std::byte>(from, from + count), to});
    }
    void enqueue_staged_copy(void const* from, std::size_t count, void* to) { enqueue(&copy, from, count, to); }
    void enqueue_copy(void const* from, std::size_t count, void* to) {
        struct source {
            void const* from;
            std::size_t count;
        } const all{from, count};
        enqueue(
            [](std::byte const* bytes, std::size_t, void* target) {
                source now;
                copy(bytes, sizeof now, &now);
                copy(static_cast<std::byte const*>(now.from), now.count, target);
            },
            &all, sizeof all, to);
    }
    void run() {
        if (queue_.empty()) {
            return;
        }
        protect(PROT_READ | PROT_WRITE);
        {
            lockstep::flush_denormals const mode;
            while (!queue_.empty()) {
                work const& now = queue_.front();
                now.action(now.bytes.data(), now.bytes.size(), now.to);
                queue_.pop_front();
            }
        }
        protect(PROT_NONE);
    }
    std::size_t queued() const { return queue_.size(); }

private:
    struct region {
        char* address;
        std::size_t bytes;
    };
    void protect(int mode) {
        for (region const& r : regions_) {
            ::mprotect(r.address, r.bytes, mode);
        }
    }
    struct work {
        action_type action;
        std::vector<std::byte> bytes;
        void* to;
    };
    static void copy(std::byte const* from, std::size_t count, void* to) {
        std::copy_n(from, count, static_cast<std::byte*>(to));
    }
    std::vector<region> regions_;
    std::deque<work> queue_;
};

/// Move-only; the address is the device's, and the host crashes on it.
template <class T>
class discrete_buffer {
public:
    static constexpr lockstep::memory_kind memory = lockstep::memory_kind::discrete;

    discrete_buffer() = default;
    discrete_buffer(std::shared_ptr<device_memory> owner, std::size_t size) : owner_(std::move(owner)), size_(size) {
        auto const page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
        data_ = reinterpret_cast<T*>(owner_->map((size * sizeof(T) / page + 1) * page));
    }
    discrete_buffer(discrete_buffer&& other) noexcept { *this = std::move(other); }
    discrete_buffer& operator=(discrete_buffer&& other) noexcept {
        std::swap(owner_, other.owner_);
        std::swap(data_, other.data_);
        std::swap(size_, other.size_);
        return *this;
    }
    ~discrete_buffer() {
        if (data_ != nullptr) {
            owner_->unmap(reinterpret_cast<char const*>(data_));
        }
    }

    T* data() { return data_; }
    T const* data() const { return data_; }
    std::size_t size() const { return size_; }

private:
    std::shared_ptr<device_memory> owner_;
    T* data_ = nullptr;
    std::size_t size_ = 0;
};

class discrete_device {
public:
    static constexpr lockstep::memory_kind memory = lockstep::memory_kind::discrete;
    static constexpr std::size_t width = lockstep::native_width;
    template <class T>
    using buffer = discrete_buffer<T>;

    std::size_t transfers_to_host = 0;
    std::size_t transfers_to_device = 0;

    template <class T>
    buffer<T> allocate(std::size_t n) {
        return buffer<T>(memory_, n);
    }

    /// Queued. Indices run from the last to the first, because the order is not promised.
    template <class Kernel>
    void for_each(std::size_t n, Kernel kernel) {
        static_assert(lockstep::check_kernel<Kernel>());
        loop<Kernel> const all{n, kernel};
        memory_->enqueue(&loop<Kernel>::run, &all, sizeof all);
    }

    template <class T>
    void copy(std::span<std::type_identity_t<T> const> from, buffer<T>& to, std::size_t offset = 0) {
        lockstep::check_copy("archetype::discrete_device", offset, from.size(), to.size());
        ++transfers_to_device;
        memory_->enqueue_staged_copy(from.data(), from.size_bytes(), to.data() + offset);
    }
    template <class T>
    void copy(buffer<T> const& from, std::span<std::type_identity_t<T>> to, std::size_t offset = 0) {
        lockstep::check_copy("archetype::discrete_device", offset, to.size(), from.size());
        ++transfers_to_host;
        memory_->enqueue_copy(from.data() + offset, to.size_bytes(), to.data());
        memory_->run();
    }
    void synchronize() { memory_->run(); }

    /// Kernels and copies that wait for their turn.
    std::size_t queued() const { return memory_->queued(); }

private:
    template <class Kernel>
    struct loop {
        std::size_t n;
        Kernel kernel;
        static void run(std::byte const* bytes, std::size_t, void*) {
            alignas(loop) std::byte place[sizeof(loop)];
            auto const* const all = static_cast<loop const*>(std::memcpy(place, bytes, sizeof(loop)));
            for (std::size_t i = all->n; i-- > 0;) {
                all->kernel(i);
            }
        }
    };

    std::shared_ptr<device_memory> memory_ = std::make_shared<device_memory>();
};
static_assert(lockstep::device<discrete_device>);

}  // namespace archetype
