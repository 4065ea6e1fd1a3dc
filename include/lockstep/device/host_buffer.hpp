// SPDX-License-Identifier: MIT
// Memory of the host as a device's buffer: zeroed, and aligned so that no two buffers share a cache line.
#pragma once

#include <cstddef>
#include <cstring>
#include <limits>
#include <new>
#include <type_traits>
#include <utility>

#include <lockstep/device/device.hpp>

namespace lockstep {

/// A buffer of size() values in the host's memory. T must be trivially copyable. The buffer is move-only. A moved-from buffer
/// is empty.
template <class T>
class host_buffer {
    static_assert(std::is_trivially_copyable_v<T>, "lockstep::host_buffer: T must be trivially copyable");

public:
    static constexpr memory_kind memory = memory_kind::host;
    static constexpr std::size_t alignment = 128;  // two cache lines: the processor fetches them in pairs

    host_buffer() = default;
    /// Allocates `size` zeros. Throws std::bad_alloc if the host has not enough memory.
    explicit host_buffer(std::size_t size) : size_(size) {
        if (size > std::numeric_limits<std::size_t>::max() / sizeof(T)) {
            throw std::bad_array_new_length();
        }
        if (size > 0) {
            void* const bytes = ::operator new(size * sizeof(T), std::align_val_t(alignment));
            data_ = static_cast<T*>(std::memset(bytes, 0, size * sizeof(T)));
        }
    }
    host_buffer(host_buffer&& other) noexcept
        : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}
    host_buffer& operator=(host_buffer&& other) noexcept {
        host_buffer old = std::move(other);
        std::swap(data_, old.data_);
        std::swap(size_, old.size_);
        return *this;
    }
    ~host_buffer() { ::operator delete(static_cast<void*>(data_), std::align_val_t(alignment)); }

    T* data() { return data_; }
    T const* data() const { return data_; }
    std::size_t size() const { return size_; }

private:
    T* data_ = nullptr;
    std::size_t size_ = 0;
};
static_assert(device_buffer<host_buffer<float>, float>);

}  // namespace lockstep
