// SPDX-License-Identifier: MIT
// error: lockstep::communicator: C needs  void all_gather(std::span<std::byte>)  and  void barrier()
// error: lockstep::communicator: C needs  void accumulate(std::span<float>, std::size_t piece, add)
#include <cstddef>
#include <string>

#include <lockstep/dist/communicator.hpp>

struct lonely {
    static constexpr bool distributed = false;
    std::size_t rank() const { return 0; }
    std::size_t size() const { return 1; }
    std::string describe(std::size_t) const { return {}; }
};
static_assert(lockstep::check_communicator<lonely>());
