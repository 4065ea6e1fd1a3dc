// SPDX-License-Identifier: MIT
// error: lockstep::device: D needs  static constexpr memory_kind memory  and  static constexpr std::size_t width
// error: lockstep::device: D needs  template <class T> buffer<T> allocate(std::size_t)  with a move-only buffer of memory, data() and size()
// error: lockstep::device: D needs  void for_each(std::size_t, kernel)  and  void synchronize()
// error: lockstep::device: D needs  void copy(std::span<T const>, buffer<T>&, std::size_t offset = 0)  and  void copy(buffer<T> const&, std::span<T>, std::size_t offset = 0)
#include "../archetype/device.hpp"

struct nothing {};
struct no_copy : archetype::discrete_device {
    void copy() = delete;
};
static_assert(lockstep::check_device<nothing>());
static_assert(lockstep::check_device<no_copy>());
