// SPDX-License-Identifier: MIT
// A buffer in memory that belongs to a device's driver.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>

#include <lockstep/device/device.hpp>

namespace lockstep {

/// A buffer of size() values of T in the memory of an Owner. Owner::take(bytes) allocates zeros and returns their address, and
/// Owner::give(address) frees them. In discrete memory data() is an address for kernels only. In unified memory the host may use
/// data() too, after synchronize(). A buffer may outlive its device, because the buffer shares ownership of the Owner.
template <class T, class Owner>
class owned_buffer {
    static_assert(std::is_trivially_copyable_v<T>, "lockstep::device: a buffer's T must be trivially copyable");

public:
    static constexpr memory_kind memory = Owner::memory;

    owned_buffer() = default;
    /// Takes `size` zeros from `owner`. Throws std::bad_alloc if there is not enough memory.
    owned_buffer(std::shared_ptr<Owner> owner, std::size_t size) : owner_(std::move(owner)), size_(size) {
        if (size > ~std::size_t(0) / sizeof(T)) {
            throw std::bad_array_new_length();
        }
        at_ = owner_->take(size * sizeof(T));
    }
    owned_buffer(owned_buffer&& other) noexcept { *this = std::move(other); }
    owned_buffer& operator=(owned_buffer&& other) noexcept {
        std::swap(owner_, other.owner_);
        std::swap(at_, other.at_);
        std::swap(size_, other.size_);
        return *this;
    }
    ~owned_buffer() {
        if (at_ != 0) {
            owner_->give(at_);
        }
    }

    T* data() { return reinterpret_cast<T*>(at_); }
    T const* data() const { return reinterpret_cast<T const*>(at_); }
    std::size_t size() const { return size_; }

private:
    std::shared_ptr<Owner> owner_;
    std::uintptr_t at_ = 0;
    std::size_t size_ = 0;
};

}  // namespace lockstep
