// SPDX-License-Identifier: MIT
// A device that runs nothing: it keeps the text of each kernel that it is given, so that a learner tells all that it launches.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include <lockstep/device/device.hpp>
#include <lockstep/device/host_buffer.hpp>
#include <lockstep/kernel/hosted_world.hpp>
#include <lockstep/kernel/launched_kernel.hpp>

namespace support {

class text_device {
public:
    static constexpr lockstep::memory_kind memory = lockstep::memory_kind::discrete;
    using world = lockstep::hosted_world;
    static constexpr std::size_t width = world::width;
    template <class T>
    using buffer = lockstep::host_buffer<T>;

    template <class T>
    buffer<T> allocate(std::size_t n) const {
        return buffer<T>(n);
    }
    template <class Kernel>
    void for_each(std::size_t, Kernel const& kernel) {
        kernels_.find(kernel, [this](lockstep::kernel_text const& text) {
            texts.push_back(text);
            return 0;
        });
    }
    template <class T>
    void copy(std::span<std::type_identity_t<T> const>, buffer<T>&, std::size_t = 0) const {}
    template <class T>
    void copy(buffer<T> const&, std::span<std::type_identity_t<T>>, std::size_t = 0) const {}
    void synchronize() const {}

    std::vector<lockstep::kernel_text> texts;

private:
    lockstep::launched_kernels<int> kernels_;
};
static_assert(lockstep::device<text_device>);

/// The kernels that a learner launches from its construction to the end of its first iteration.
template <template <class> class Learner, class Config>
std::vector<lockstep::kernel_text> texts_of(Config const& config) {
    text_device device;
    Learner<text_device> learner(device, config);
    try {
        learner.iterate();
    } catch (std::runtime_error const&) {
        // of the zeros that no kernel has changed
    }
    return device.texts;
}

}  // namespace support
