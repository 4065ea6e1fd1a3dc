// SPDX-License-Identifier: MIT
// Visits the members of an aggregate in order, without a list of their names.
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

namespace lockstep {

namespace detail {

/// A value that converts to the type of any member of Aggregate, but to no base of Aggregate. The conversion is never called:
/// only unevaluated expressions use it.
template <class Aggregate>
struct any_member {
    template <class T>
        requires(!std::is_base_of_v<T, Aggregate>)
    operator T() const noexcept {
        __builtin_unreachable();
    }
};
/// A value that converts to the bases of Aggregate, and to nothing else.
template <class Aggregate>
struct any_base {
    template <class T>
        requires(std::is_base_of_v<T, Aggregate> && !std::is_same_v<T, Aggregate>)
    operator T() const noexcept {
        __builtin_unreachable();
    }
};

template <class Aggregate, std::size_t>
using one_more = any_member<Aggregate>;

/// Whether Aggregate can be initialised with a value of each type of First..., followed by values for as many further members as
/// After has numbers. After is a std::index_sequence.
template <class Aggregate, class After, class... First>
inline constexpr bool takes = false;
template <class Aggregate, std::size_t... After, class... First>
    requires requires { Aggregate{First()..., one_more<Aggregate, After>()...}; }
inline constexpr bool takes<Aggregate, std::index_sequence<After...>, First...> = true;

/// Whether Aggregate can be initialised with as many members as Before has numbers, then braces around as many members as Inside
/// has numbers, then as many members as After has numbers.
template <class Aggregate, class Before, class Inside, class After>
inline constexpr bool takes_braces = false;
template <class Aggregate, std::size_t... Before, std::size_t... Inside, std::size_t... After>
    requires requires {
        Aggregate{one_more<Aggregate, Before>()..., {one_more<Aggregate, Inside>()...}, one_more<Aggregate, After>()...};
    }
inline constexpr bool takes_braces<Aggregate, std::index_sequence<Before...>, std::index_sequence<Inside...>,
                                   std::index_sequence<After...>> = true;

inline constexpr std::size_t most_elements = 64;  ///< the largest number of elements that is tried

/// Returns the number of elements that Aggregate is initialised with, or 0 if there are more than most_elements. An element is a
/// member, or an element of a member that is a C array, because the braces of arrays may be left out.
template <class Aggregate, std::size_t N = 0, bool Found = takes<Aggregate, std::make_index_sequence<N>>>
constexpr std::size_t count_elements() {
    if constexpr (N > most_elements) {
        return 0;
    } else if constexpr (constexpr bool more = takes<Aggregate, std::make_index_sequence<N + 1>>; more || !Found) {
        return count_elements<Aggregate, N + 1, more>();
    } else {
        return N;
    }
}

template <class Aggregate, std::size_t... N>
constexpr bool has_base(std::index_sequence<N...>) {
    return (takes<Aggregate, std::make_index_sequence<N>, any_base<Aggregate>> || ...);
}

/// Returns the number of elements of the member that begins at element Place. It is the length for which braces at Place leave
/// room for exactly the elements of the other members.
template <class Aggregate, std::size_t Place, std::size_t N, std::size_t Length = 1, std::size_t Inside = 0>
constexpr std::size_t extent_of() {
    using before = std::make_index_sequence<Place>;
    if constexpr (Place + Length > N) {
        return 1;  // the member takes no braces
    } else if constexpr (takes_braces<Aggregate, before, std::make_index_sequence<Inside>,
                                      std::make_index_sequence<N - Place - Length>>) {
        return Length;
    } else if constexpr (Length == 1 && Place + Inside < N) {
        return extent_of<Aggregate, Place, N, 1, Inside + 1>();
    } else if constexpr (Length > 1 && Inside == 0) {
        return extent_of<Aggregate, Place, N, Length, Length>();
    } else {
        return extent_of<Aggregate, Place, N, Length + 1, 0>();
    }
}

template <class Aggregate, std::size_t N, std::size_t Place = 0>
constexpr std::size_t count_members() {
    if constexpr (Place < N) {
        return 1 + count_members<Aggregate, N, Place + extent_of<Aggregate, Place, N>()>();
    }
    return 0;
}

}  // namespace detail

/// The number of members of the aggregate T; a C array is one member. It is 0 if T is no aggregate. It is also 0 if T has a base,
/// more than 24 members, more than 64 elements (members, where each element of a C array counts), or a member that can be made
/// only from its own type. An aggregate with an anonymous union does not compile, because its members cannot be visited.
template <class T>
inline constexpr std::size_t member_count = [] {
    if constexpr (std::is_aggregate_v<T> && !std::is_array_v<T>) {
        constexpr std::size_t elements = detail::count_elements<T>();
        using all = std::make_index_sequence<elements>;
        if constexpr (!detail::takes_braces<T, all, std::index_sequence<>, std::index_sequence<>> &&
                      !detail::has_base<T>(std::make_index_sequence<elements + 1>())) {
            constexpr std::size_t count = detail::count_members<T, elements>();
            return count <= 24 ? count : 0;
        }
    }
    return std::size_t(0);
}();

/// Calls visit(member) for each of the member_count<T> members in the order of their declaration.
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
    if constexpr (count == 12) { auto const& [a, b, c, d, e, f, g, h, i, j, k, l] = of;
                                 each(a, b, c, d, e, f, g, h, i, j, k, l); }
    if constexpr (count == 13) { auto const& [a, b, c, d, e, f, g, h, i, j, k, l, m] = of;
                                 each(a, b, c, d, e, f, g, h, i, j, k, l, m); }
    if constexpr (count == 14) { auto const& [a, b, c, d, e, f, g, h, i, j, k, l, m, n] = of;
                                 each(a, b, c, d, e, f, g, h, i, j, k, l, m, n); }
    if constexpr (count == 15) { auto const& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o] = of;
                                 each(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o); }
    if constexpr (count == 16) { auto const& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p] = of;
                                 each(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p); }
    if constexpr (count == 17) { auto const& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q] = of;
                                 each(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q); }
    if constexpr (count == 18) { auto const& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r] = of;
                                 each(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r); }
    if constexpr (count == 19) { auto const& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s] = of;
                                 each(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s); }
    if constexpr (count == 20) { auto const& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t] = of;
                                 each(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t); }
    if constexpr (count == 21) { auto const& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u] = of;
                                 each(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u); }
    if constexpr (count == 22) { auto const& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v] = of;
                                 each(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v); }
    if constexpr (count == 23) { auto const& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w] = of;
                                 each(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w); }
    if constexpr (count == 24) { auto const& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x] = of;
                                 each(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x); }
    // clang-format on
}

}  // namespace lockstep
