// SPDX-License-Identifier: MIT
// Packs of numbers that a loop of a kernel's text can access by its index. A loop of C++ over a vector would be unrolled.
#pragma once

#include <cstddef>

#include <lockstep/core/vector.hpp>
#include <lockstep/kernel/written_pointer.hpp>

namespace lockstep {

/// N packs in scratch. Each lane reads and writes only its own number of a pack, so no barrier is needed.
template <std::size_t N>
class written_packs {
public:
    written_number& operator[](written_index const& i) const {
        return detail::written_view<written_number>((numbers_ + i * kernel_writer::current().width).place());
    }

private:
    written_array<N * 16> numbers_;
};

template <std::size_t N>
struct indexed_packs<written_number, N> {
    using type = written_packs<N>;
};

}  // namespace lockstep
