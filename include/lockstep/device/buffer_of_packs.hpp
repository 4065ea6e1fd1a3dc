// SPDX-License-Identifier: MIT
// A buffer of packs of lanes as a table with a row for each lane. In a checkpoint its bytes do not depend on the width of a
// device's packs.
#pragma once

#include <cstddef>
#include <string_view>

#include <lockstep/device/buffer_slices.hpp>

namespace lockstep {

/// A device's buffer of packs of `width` lanes. A pack has `length` consecutive elements, and an element consists of floats,
/// [numbers][width]. Row p * width + l of the table has the numbers of lane l of pack p, element by element.
template <class Buffer>
struct buffer_of_packs {
    static_assert(sizeof(detail::element_of<Buffer>) % sizeof(float) == 0);

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

/// Calls visit(name, packs) for a buffer of packs. A learner's for_each_entry calls it.
template <class Visit, class Buffer>
void visit_packs(Visit& visit, std::string_view name, Buffer& buffer, std::size_t width, std::size_t length = 1) {
    buffer_of_packs<Buffer> const packs{buffer, width, length};
    visit(name, packs);
}

}  // namespace lockstep
