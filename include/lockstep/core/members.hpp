// SPDX-License-Identifier: MIT
// The members of an aggregate, one after another, though nobody listed them.
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

namespace lockstep {

namespace detail {

/// Becomes whatever member an aggregate wants, but no base of it.
template <class Aggregate>
struct any_member {
    template <class T>
        requires(!std::is_base_of_v<T, Aggregate>)
    constexpr operator T() const noexcept;
};
template <class Aggregate>
struct any_class_member {
    template <class T>
        requires(std::is_class_v<T> && !std::is_base_of_v<T, Aggregate>)
    constexpr operator T() const noexcept;
};

template <class Aggregate, std::size_t>
using one_more = any_member<Aggregate>;

/// Whether braces with so many members, and then Next, make an Aggregate.
template <class Aggregate, class Before, class... Next>
inline constexpr bool takes = false;
template <class Aggregate, std::size_t... Before, class... Next>
    requires requires { Aggregate{one_more<Aggregate, Before>()..., Next()...}; }
inline constexpr bool takes<Aggregate, std::index_sequence<Before...>, Next...> = true;

/// The same with {Next, Next} behind them.
template <class Aggregate, class Before, class Next>
inline constexpr bool takes_pair = false;
template <class Aggregate, std::size_t... Before, class Next>
    requires requires { Aggregate{one_more<Aggregate, Before>()..., {Next(), Next()}}; }
inline constexpr bool takes_pair<Aggregate, std::index_sequence<Before...>, Next> = true;

/// An array's braces may be left out, which would count its elements for members.
template <class Aggregate, std::size_t... I>
constexpr bool has_array(std::index_sequence<I...>) {
    return ((takes_pair<Aggregate, std::make_index_sequence<I>, any_class_member<Aggregate>> ||
             (takes_pair<Aggregate, std::make_index_sequence<I>, any_member<Aggregate>> &&
              !takes<Aggregate, std::make_index_sequence<I>, any_class_member<Aggregate>>)) ||
            ...);
}

template <class Aggregate, std::size_t N = 0>
constexpr std::size_t count_members() {
    if constexpr (takes<Aggregate, std::make_index_sequence<N + 1>>) {
        return count_members<Aggregate, N + 1>();
    } else if constexpr (has_array<Aggregate>(std::make_index_sequence<N>())) {
        return 0;
    } else {
        return N;
    }
}

}  // namespace detail

/// How many members an aggregate has; 0 for what is none, and for one that has a base, an array or more than 12 members.
template <class T>
inline constexpr std::size_t member_count = [] {
    if constexpr (std::is_aggregate_v<T> && !std::is_array_v<T>) {
        constexpr std::size_t count = detail::count_members<T>();
        return count <= 12 ? count : 0;
    }
    return std::size_t(0);
}();

/// visit(member) for each of the member_count<T> members in the order of their declaration.
template <class T, class Visit>
constexpr void visit_members(T const& of, Visit&& visit) {
    constexpr std::size_t count = member_count<T>;
    auto const each = [&](auto const&... members) { (visit(members), ...); };
    // clang-format off
    if constexpr (count == 1) { auto const& [a] = of; each(a); }
    if constexpr (count == 2) { auto const& [a, b] = of; each(a, b); }
    if constexpr (count == 3) { auto const& [a, b, c] = of; each(a, b, c); }
    if constexpr (count == 4) { auto const& [a, b, c, d] = of; each(a, b, c, d); }
    if constexpr (count == 5) { auto const& [a, b, c, d, e] = of; each(a, b, c, d, e); }
    if constexpr (count == 6) { auto const& [a, b, c, d, e, f] = of; each(a, b, c, d, e, f); }
    if constexpr (count == 7) { auto const& [a, b, c, d, e, f, g] = of; each(a, b, c, d, e, f, g); }
    if constexpr (count == 8) { auto const& [a, b, c, d, e, f, g, h] = of; each(a, b, c, d, e, f, g, h); }
    if constexpr (count == 9) { auto const& [a, b, c, d, e, f, g, h, i] = of; each(a, b, c, d, e, f, g, h, i); }
    if constexpr (count == 10) { auto const& [a, b, c, d, e, f, g, h, i, j] = of; each(a, b, c, d, e, f, g, h, i, j); }
    if constexpr (count == 11) { auto const& [a, b, c, d, e, f, g, h, i, j, k] = of; each(a, b, c, d, e, f, g, h, i, j, k); }
    if constexpr (count == 12) { auto const& [a, b, c, d, e, f, g, h, i, j, k, l] = of; each(a, b, c, d, e, f, g, h, i, j, k, l); }
    // clang-format on
}

}  // namespace lockstep
