// SPDX-License-Identifier: MIT
// What Lockstep requires of processes that train together: each process has a number, its rank, and all of them take part in a
// few kinds of exchanges.
//
// Every rank makes the same calls in the same order. Numbers are in the host's memory. The result of an exchange does not depend
// on the route of its messages: parts are stored, and sums are formed, in the order of the ranks.
#pragma once

#include <concepts>
#include <cstddef>
#include <span>
#include <string>

#include <lockstep/core/holds.hpp>

namespace lockstep {

namespace detail {
struct any_addition {
    void operator()(std::size_t, std::size_t) const {}
};
}  // namespace detail

/// C states the number of this process and how many processes there are: 0 <= rank() < size(). If C::distributed is false there
/// is one process, and code for several processes is not compiled. describe(rank) is for messages: "rank 2 on node-b".
template <class C>
concept communicator_places = requires(C const& c, std::size_t rank) {
    { C::distributed } -> std::convertible_to<bool>;
    { c.rank() } -> std::same_as<std::size_t>;
    { c.size() } -> std::same_as<std::size_t>;
    { c.describe(rank) } -> std::convertible_to<std::string>;
};

/// C exchanges bytes. all_gather(all) exchanges parts: `all` consists of size() equal parts, and rank r must have written part r.
/// Afterwards all ranks have all parts. barrier() returns once every rank has called it.
template <class C>
concept communicator_gathers = requires(C& c, std::span<std::byte> bytes) {
    c.all_gather(bytes);
    c.barrier();
};

/// C adds up numbers. accumulate(numbers, piece, add) passes numbers from rank to rank, in pieces of `piece` numbers, at least 1;
/// the last piece may be shorter. In each rank it calls add(begin, end) for one piece after another. At this call, numbers
/// [begin, end) have what add of the rank before has written; in rank 0 they are unchanged. add must replace them by the numbers
/// for the next rank. At the end all ranks have the numbers that add of the last rank has written. Several pieces may be on their
/// way at the same time.
template <class C>
concept communicator_accumulates = requires(C& c, std::span<float> numbers, std::size_t piece, detail::any_addition add) {
    c.accumulate(numbers, piece, add);
};

/// C models communicator if and only if it states its rank and size, gathers and adds up. `one_process` and `mpi` are examples.
/// If a rank does not take part in an exchange, the exchange throws std::runtime_error in the other ranks. The message names this
/// rank, if the communicator can tell which rank it is. A copy is the same communicator.
template <class C>
concept communicator = std::copyable<C> && communicator_places<C> && communicator_gathers<C> && communicator_accumulates<C>;

/// Returns true for a communicator. Any other type does not compile, with one sentence for each thing that is missing.
template <class C>
consteval bool check_communicator() {
    static_assert(std::copyable<C>, "lockstep::communicator: C must be copyable, and a copy must be the same communicator");
    static_assert(holds(communicator_places<C>),
                  "lockstep::communicator: C needs  static constexpr bool distributed,  std::size_t rank() const,  "
                  "std::size_t size() const  and  std::string describe(std::size_t rank) const");
    static_assert(holds(communicator_gathers<C>),
                  "lockstep::communicator: C needs  void all_gather(std::span<std::byte>)  and  void barrier()");
    static_assert(holds(communicator_accumulates<C>),
                  "lockstep::communicator: C needs  void accumulate(std::span<float>, std::size_t piece, add)");
    return communicator<C>;
}

}  // namespace lockstep
