// SPDX-License-Identifier: MIT
// What Lockstep asks of processes that train together: each has a number, its rank, and a few exchanges are made by all of them.
//
// Every rank makes the same calls in the same order. Numbers lie in the host's memory. What an exchange yields does not depend on
// how messages travel: parts are put, and sums are formed, in the order of the ranks.
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

/// C says which of how many processes this one is: 0 <= rank() < size(). Where C::distributed is false there is one process, and
/// nothing is compiled of what more would need. describe(rank) is for messages: "rank 2 on node-b".
template <class C>
concept communicator_places = requires(C const& c, std::size_t rank) {
    { C::distributed } -> std::convertible_to<bool>;
    { c.rank() } -> std::same_as<std::size_t>;
    { c.size() } -> std::same_as<std::size_t>;
    { c.describe(rank) } -> std::convertible_to<std::string>;
};

/// C exchanges bytes. all_gather(all): `all` has size() equal parts, and each rank has filled in its own. Afterwards all ranks
/// have all parts. barrier() returns once every rank has called it.
template <class C>
concept communicator_gathers = requires(C& c, std::span<std::byte> bytes) {
    c.all_gather(bytes);
    c.barrier();
};

/// C adds up. accumulate(numbers, piece, add) passes the numbers from rank to rank, in pieces of `piece` numbers, of which the
/// last one may be shorter. In each rank it calls add(begin, end) for one piece after another. Then [begin, end) holds what the
/// rank before left there; in rank 0 it holds what was there. add puts into it what the next rank gets. At the end all ranks have
/// what the last one left. Several pieces are on their way at the same time.
template <class C>
concept communicator_accumulates = requires(C& c, std::span<float> numbers, std::size_t piece, detail::any_addition add) {
    c.accumulate(numbers, piece, add);
};

/// C models communicator if and only if it says its place, gathers and adds up. For example `one_process` or `mpi`. Exchanges
/// throw std::runtime_error that names a rank which does not take part. A copy is the same communicator.
template <class C>
concept communicator = std::copyable<C> && communicator_places<C> && communicator_gathers<C> && communicator_accumulates<C>;

/// True for a communicator; for anything else does not compile, with one sentence for each thing that is missing.
template <class C>
consteval bool check_communicator() {
    static_assert(std::copyable<C>, "lockstep::communicator: C must be copyable, a copy being the same communicator");
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
