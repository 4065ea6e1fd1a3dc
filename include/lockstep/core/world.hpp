// SPDX-License-Identifier: MIT
// Networks and learners have a template parameter that names a world. float names native_world, and double names double_world.
// Any other world names itself.
#pragma once

#include <cstddef>
#include <type_traits>

#include <lockstep/core/native_world.hpp>

namespace lockstep {

namespace detail {
template <class T>
struct world_for {
    using type = T;
};
template <>
struct world_for<float> {
    using type = native_world;
};
template <>
struct world_for<double> {
    using type = double_world;
};

template <class W>
struct number_for {
    using type = W;
};
template <>
struct number_for<native_world> {
    using type = float;
};
template <>
struct number_for<double_world> {
    using type = double;
};

template <class T>
struct pointer_to {
    using type = typename world_for<T>::type::template pointer<typename world_for<T>::type::scalar>;
};
template <class T>
struct pointer_to<T const> {
    using type = typename world_for<T>::type::template pointer<typename world_for<T>::type::scalar const>;
};

template <class R>
struct world_of_packs {
    using type = plain_world<R, float>;
};

template <class Pointer>
struct number_at {
    using type = typename Pointer::world;
};
template <class T>
struct number_at<T*> {
    using type = std::remove_const_t<T>;
};
}  // namespace detail

/// The name of the world to which the numbers at a Pointer belong: float for a float*, and double for a double const*.
template <class Pointer>
using number_at_t = typename detail::number_at<std::decay_t<Pointer>>::type;

/// The name of the world W: float or double for the worlds of the processor, and W itself otherwise.
template <class W>
using number_for_t = typename detail::number_for<W>::type;

/// A world whose packs have the type R.
template <class R>
using world_of_packs_t = typename detail::world_of_packs<R>::type;

// The types of the world that T names. T is float, double or a world W.

template <class T>
using world_t = typename detail::world_for<T>::type;
template <class T>
using scalar_t = typename world_t<T>::scalar;
/// The type of a pack of numbers: lanes, or double if T is double.
template <class T>
using pack_t = typename world_t<T>::number;
template <class T>
using index_t = typename world_t<T>::index;
/// A pointer to scalars of the world that T names. If T is const, the scalars are const.
template <class T>
using pointer_t = typename detail::pointer_to<T>::type;
/// An array of N numbers that the lanes of a pack share while a kernel runs.
template <class T, std::size_t N>
using array_t = typename world_t<T>::template array<N>;

}  // namespace lockstep
