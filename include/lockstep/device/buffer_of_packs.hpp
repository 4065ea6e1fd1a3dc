// SPDX-License-Identifier: MIT
// A buffer of packs of lanes as a table with a row for each lane. In a checkpoint its bytes do not depend on the width of a
// device's packs.
#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>

#include <lockstep/core/formatted.hpp>
#include <lockstep/core/macros.hpp>
#include <lockstep/device/buffer_slices.hpp>

namespace lockstep {

/// A device's buffer of packs of `width` lanes. A pack has `length` consecutive elements, and an element consists of floats,
/// [numbers][width]. Row p * width + l of the table has the numbers of lane l of pack p, element by element.
template <class Buffer>
struct buffer_of_packs {
    Buffer& buffer;
    std::size_t width;
    std::size_t length = 1;

    std::size_t rows() const { return buffer.size() / length * width; }
    std::size_t columns() const { return length * sizeof(detail::element_of<Buffer>) / (width * sizeof(float)); }
};

// Before version 17, clang does not deduce the template arguments of an aggregate without this guide.
template <class Buffer>
buffer_of_packs(Buffer&, std::size_t, std::size_t = 1) -> buffer_of_packs<Buffer>;

template <class Buffer>
buffer_slices<Buffer> slices_of(buffer_of_packs<Buffer> const& packs) {
    return slices_of(packs.buffer);
}

namespace detail {
/// Throws std::invalid_argument unless `size` elements of `bytes` bytes are whole packs of `width` lanes, `length` for each pack.
LOCKSTEP_COLD inline void check_packs(char const* name, std::size_t size, std::size_t bytes, std::size_t width,
                                      std::size_t length) {
    if (width == 0 || length == 0 || size % length != 0 || bytes % (width * sizeof(float)) != 0) {
        throw std::invalid_argument(
            formatted("lockstep::visit_packs: \"%s\" has %zu elements of %zu bytes, which are not whole packs of %zu lanes with "
                      "floats and %zu elements each",
                      name, size, bytes, width, length));
    }
}
}  // namespace detail

/// Calls visit(name, packs) for a buffer of packs. A learner's for_each_entry calls it. Throws std::invalid_argument, naming the
/// buffer, if its elements are not whole packs of floats.
template <class Visit, class Buffer>
void visit_packs(Visit& visit, char const* name, Buffer& buffer, std::size_t width, std::size_t length = 1) {
    detail::check_packs(name, buffer.size(), sizeof(detail::element_of<Buffer>), width, length);
    buffer_of_packs<Buffer> const packs{buffer, width, length};
    visit(name, packs);
}

}  // namespace lockstep
