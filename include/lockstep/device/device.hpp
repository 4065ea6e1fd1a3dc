// SPDX-License-Identifier: MIT
// The concept of a device: memory and a few primitives, on which everything else is written once.
//
// Three rules make a learner written for one device run on all of them. Only kernels use a buffer's address. Work is queued: it
// is complete for the host after synchronize() or a copy to the host. And a kernel holds its captures by value: addresses in the
// device's memory and plain numbers, never a reference to the host's memory.
#pragma once

#include <concepts>
#include <cstddef>
#include <new>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>

#include <lockstep/core/holds.hpp>
#include <lockstep/core/lanes.hpp>
#include <lockstep/core/macros.hpp>
#include <lockstep/core/native_world.hpp>

namespace lockstep {

/// The kind of memory that a device computes in. The host reads host and unified memory without a copy (host_view).
enum class memory_kind {
    host,      ///< the processor's memory
    discrete,  ///< memory of the device alone: the host reads it by an explicit copy (to_host)
    unified,   ///< one memory for device and host, coherent after synchronize()
};

/// K models kernel if and only if it can be copied byte by byte, fits in the parameters of a launch (4096 bytes), and its
/// `operator()(std::size_t) const` does the work of one index. For example, every device runs a functor over a world
/// (core/native_world.hpp). The processor also runs a lambda that captures addresses of buffers. Devices of CUDA and Metal take
/// 4096 bytes. Some devices of OpenCL take only 1024 bytes, and refuse a kernel with more.
template <class K>
concept kernel = std::is_trivially_copyable_v<K> && sizeof(K) <= 4096 && std::is_invocable_v<K const&, std::size_t>;

/// Returns true for a kernel. Any other type does not compile, with one sentence for each thing that is wrong.
template <class K>
consteval bool check_kernel() {
    static_assert(std::is_invocable_v<K const&, std::size_t>,
                  "lockstep::device: a kernel needs a member  operator()(std::size_t index) const");
    static_assert(std::is_trivially_copyable_v<K>,
                  "lockstep::device: a kernel must be trivially copyable: capture addresses and numbers, not containers");
    static_assert(sizeof(K) <= 4096, "lockstep::device: a kernel's captures must fit in 4096 bytes: put more into a buffer");
    return true;
}

namespace detail {
struct any_kernel {
    float* data;
    void operator()(std::size_t) const {}
};
}  // namespace detail

/// B owns memory of a device for numbers T. It is move-only. `data()` is the address for kernels, `size()` is the number of
/// elements, and `memory` is the kind of memory. `B()` is an empty buffer.
template <class B, class T>
concept device_buffer = std::movable<B> && !std::copyable<B> && requires(B & buffer, B const& constant) {
    B();
    { B::memory } -> std::convertible_to<memory_kind>;
    { buffer.data() } -> std::same_as<T*>;
    { constant.data() } -> std::same_as<T const*>;
    { constant.size() } -> std::same_as<std::size_t>;
};

/// D states the kind of its memory, `memory`, and the number of lanes in a pack, `width`.
template <class D>
concept device_traits = requires {
    { D::memory } -> std::convertible_to<memory_kind>;
    { D::width } -> std::convertible_to<std::size_t>;
};

/// D allocates memory: allocate<T>(n) returns a buffer<T> of n zeros, aligned for lanes.
template <class D>
concept device_allocates = requires(D& d, std::size_t n) {
    { d.template allocate<float>(n) } -> device_buffer<float>;
    { d.template allocate<std::size_t>(n) } -> device_buffer<std::size_t>;
    requires std::same_as<decltype(d.template allocate<float>(n)), typename D::template buffer<float>>;
};

/// D runs kernels: for_each(n, kernel) queues the calls kernel(i) for every i in [0, n), after all that was queued before. The
/// calls of one for_each may run in any order and at the same time, with the stack that the kernel states (device/stack.hpp).
/// synchronize() waits for all that is queued.
template <class D>
concept device_runs = requires(D& d, std::size_t n, detail::any_kernel kernel) {
    d.for_each(n, kernel);
    d.synchronize();
};

/// D copies between its memory and the host's. A copy is made after all that was queued before. `offset` is the first element of
/// the buffer that is read or written (default 0). When copy() has returned, the host may use its array again: to change it, or
/// to read what was copied there.
template <class D>
concept device_copies = requires(D& d, typename D::template buffer<float>& buffer,
                                 typename D::template buffer<float> const& constant, std::span<float const> from,
                                 std::span<float> to, std::size_t offset) {
    d.copy(from, buffer);
    d.copy(from, buffer, offset);
    d.copy(constant, to);
    d.copy(constant, to, offset);
};

/// D models device if and only if it states its kind of memory and its lanes, allocates memory, runs kernels and copies. `cpu` is
/// an example.
template <class D>
concept device = device_traits<D> && device_allocates<D> && device_runs<D> && device_copies<D>;

/// Returns true for a device. Any other type does not compile, with one sentence for each thing that is missing.
template <class D>
consteval bool check_device() {
    static_assert(holds(device_traits<D>),
                  "lockstep::device: D needs  static constexpr memory_kind memory  and  static constexpr std::size_t width");
    static_assert(holds(device_allocates<D>),
                  "lockstep::device: D needs  template <class T> buffer<T> allocate(std::size_t)  with a move-only buffer "
                  "of memory, data() and size()");
    static_assert(holds(device_runs<D>),
                  "lockstep::device: D needs  void for_each(std::size_t, kernel)  and  void synchronize()");
    if constexpr (device_allocates<D>) {
        static_assert(holds(device_copies<D>),
                      "lockstep::device: D needs  void copy(std::span<T const>, buffer<T>&, std::size_t offset = 0)  and  "
                      "void copy(buffer<T> const&, std::span<T>, std::size_t offset = 0)");
    }
    return device<D>;
}

namespace detail {
template <class D>
struct world_of_device {
    using type = plain_world<lanes<static_cast<int>(D::width)>, float>;
};
template <class D>
    requires requires { typename D::world; }
struct world_of_device<D> {
    using type = typename D::world;
};
}  // namespace detail

/// The world of the kernels that the host gives to a device: D::world if there is one, such as hosted_world for devices that run
/// the text of a kernel, else a plain_world with packs of D::width lanes.
template <class D>
using world_of = typename detail::world_of_device<D>::type;

/// Returns a buffer of n zeros in the memory of a device. Throws std::bad_alloc if there is not enough memory.
template <class T, class Device>
auto allocate(Device& device, std::size_t n) {
    return device.template allocate<T>(n);
}

[[noreturn]] LOCKSTEP_COLD inline void refuse_memory(std::string_view whose, std::size_t n, std::size_t size) {
    throw std::runtime_error("lockstep: " + std::string(whose) + " is too large: " + std::to_string(n) + " times " +
                             std::to_string(size) + " bytes are more than the device has to give");
}

/// Returns a buffer of n zeros, for an n that a user chose. Throws std::runtime_error if there is not enough memory. The message
/// begins with `whose`, which names what the user chose.
template <class T, class Device>
auto allocate(Device& device, std::size_t n, std::string_view whose) {
    try {
        return allocate<T>(device, n);
    } catch (std::bad_alloc const&) {
        refuse_memory(whose, n, sizeof(T));
    }
}

/// Checks a device's copy of elements [offset, offset + count) of a buffer of `size` elements. Throws std::invalid_argument if
/// the range is not inside the buffer. The message begins with `device`, and names the range and the size.
LOCKSTEP_COLD inline void check_copy(char const* device, std::size_t offset, std::size_t count, std::size_t size) {
    if (offset > size || count > size - offset) {
        throw std::invalid_argument(std::string(device) + ": copy of elements [" + std::to_string(offset) + ", " +
                                    std::to_string(offset + count) + ") of a buffer of " + std::to_string(size));
    }
}

/// The type of a pack of lanes on a device. Environments and networks are instantiated with it.
template <device D>
using lanes_of = typename world_of<D>::number;

}  // namespace lockstep
