// SPDX-License-Identifier: MIT
// The filled slices of a buffer, for a table of which only the first columns are filled.
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

namespace lockstep {

namespace detail {
template <class Buffer>
using element_of = std::remove_cvref_t<decltype(*std::declval<Buffer&>().data())>;
}  // namespace detail

/// `count` slices of a device's buffer, each of `length` elements, which begin `stride` elements apart.
template <class Buffer>
struct buffer_slices {
    Buffer& buffer;
    std::size_t count, stride, length;
};
// Before version 17, clang does not deduce the template arguments of an aggregate without this guide.
template <class Buffer>
buffer_slices(Buffer&, std::size_t, std::size_t, std::size_t) -> buffer_slices<Buffer>;

/// Returns the whole buffer as one slice. An argument that is buffer_slices already is returned as it is.
template <class Buffer>
buffer_slices<Buffer> slices_of(Buffer& buffer) {
    return {buffer, 1, buffer.size(), buffer.size()};
}
template <class Buffer>
buffer_slices<Buffer> slices_of(buffer_slices<Buffer> const& slices) {
    return slices;
}

}  // namespace lockstep
