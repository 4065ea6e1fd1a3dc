// SPDX-License-Identifier: MIT
// Pointers of a kernel's text, to aggregates of numbers in the device's memory. A number in each lane takes as many words as a
// pack has lanes; a uniform number takes one word.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

#include <lockstep/core/macros.hpp>
#include <lockstep/kernel/written.hpp>

namespace lockstep {

namespace detail {

struct written_layout {
    std::size_t words = 0;
    std::string type = "float";  ///< the type of the first leaf
};

inline void check_word(bound_objects::leaf const& leaf) {
    if (leaf.is_pointer || leaf.type == "size_t") {
        throw std::logic_error("lockstep: a kernel points at an aggregate with a member that is neither float nor uint");
    }
}
inline std::string word_type(bound_objects::leaf const& leaf) {
    return leaf.type == "LS_WORD" || leaf.type == "uint" ? "uint" : "float";
}

/// Returns the number of words of a T in the device's memory, and the type of its first number. Throws std::logic_error if T has
/// a member that is neither float nor uint.
template <class T>
LOCKSTEP_COLD written_layout layout_of() {
    kernel_writer& w = kernel_writer::current();
    written_layout result;
    w.objects.bind<std::remove_const_t<T>>([&](bound_objects::leaf const& leaf) {
        check_word(leaf);
        if (result.words == 0) {
            result.type = word_type(leaf);
        }
        result.words += leaf.over == spread::lane ? w.width : leaf.numbers;
        return -1;
    });
    return result;
}

/// Returns a T whose numbers are those in memory from the pointer of the text at the place `pointer` on. Throws std::logic_error
/// if T has a member that is neither float nor uint.
template <class T>
LOCKSTEP_COLD T& written_view(int pointer) {
    kernel_writer& w = kernel_writer::current();
    kernel_writer::place const base = w.at(pointer);
    std::size_t word = 0;
    return *w.objects.bind<T>([&, word](bound_objects::leaf const& leaf) mutable {
        check_word(leaf);
        bool const is_lane = leaf.over == spread::lane;
        std::string const type = word_type(leaf);
        std::string address = base.text;
        if (type != base.type) {
            address = "((" + base.space + " " + type + "*)" + address + ")";
        }
        address = "(" + address + " + " + std::to_string(word) + ")";
        if (leaf.numbers > 1) {
            word += leaf.numbers;
            return w.add({.text = address, .address = {}, .space = base.space, .type = type, .block = base.block, .over = leaf.over});
        }
        std::string const load = !is_lane ? "*" : type == "uint" ? "LS_LOAD_WORDS" : "LS_LOAD";
        word += is_lane ? w.width : 1;
        return w.add({.text = load + address,
                      .address = address,
                      .space = base.space,
                      .type = type,
                      .block = base.block,
                      .over = leaf.over});
    });
}

}  // namespace detail

/// A pointer of the text to a T in the memory of the device or in scratch. In C++ it has the size of a T*.
template <class T>
class alignas(sizeof(T*)) written_pointer {
public:
    using world = struct text_world;
    using value_type = std::remove_const_t<T>;

    written_pointer() {
        kernel_writer& w = kernel_writer::current();
        if (w.objects.is_bound(this)) {
            place_ = w.objects.place_of(this, detail::layout_of<T>().type, spread::uniform, true, std::is_const_v<T>);
        }
    }
    written_pointer(std::nullptr_t) {}
    template <class U>
        requires std::is_same_v<U const, T>
    written_pointer(written_pointer<U> const& other) : place_(other.place()) {}
    static written_pointer at(int place) {
        written_pointer result(nullptr);
        result.place_ = place;
        return result;
    }
    int place() const { return place_; }
    bool is_null() const { return place_ < 0; }

    friend written_pointer operator+(written_pointer const& a, written_index const& n) {
        kernel_writer& w = kernel_writer::current();
        kernel_writer::place const from = w.at(a.place_);
        std::size_t const words = detail::layout_of<T>().words;
        std::string const step = words == 1 ? n.text() : "(" + n.text() + ") * " + std::to_string(words);
        return at(w.declare_pointer(from.type, from.space, from.text + " + " + step));
    }
    written_pointer& operator+=(written_index const& n) { return *this = *this + n; }

    /// Returns the target. Its numbers are read and written in memory.
    value_type& operator[](written_index const& i) const { return detail::written_view<value_type>((*this + i).place_); }
    value_type& operator*() const { return detail::written_view<value_type>(place_); }
    value_type* operator->() const { return &**this; }

private:
    std::int32_t place_ = -1;
    std::int32_t padding_ = 0;
};

/// An array of N floats. As a member of an aggregate in the device's memory it is rounded up to whole packs of lanes. Otherwise
/// it is scratch, which the lanes of a pack share while a kernel runs.
template <std::size_t N>
class written_array {
public:
    written_array() {
        kernel_writer& w = kernel_writer::current();
        if (w.objects.is_bound(this)) {
            place_ = w.objects.array_place_of(this, (N + w.width - 1) / w.width * w.width);
            return;
        }
        piece_ = w.take_scratch(N);
        place_ = w.add({.text = w.scratch_at(piece_),
                        .space = "LS_SCRATCH",
                        .type = "float",
                        .block = w.innermost_block(),
                        .over = spread::uniform});
    }
    written_array(written_array const&) = delete;
    written_array(written_array&& from) : piece_(std::exchange(from.piece_, -1)), place_(from.place_) {}
    ~written_array() {
        if (piece_ >= 0) {
            kernel_writer::current().give_scratch(piece_);
        }
    }

    written_pointer<written_scalar> data() const { return written_pointer<written_scalar>::at(place_); }
    operator written_pointer<written_scalar>() const { return data(); }
    written_scalar& operator[](written_index const& i) const { return data()[i]; }
    operator written_pointer<written_scalar const>() const { return data(); }
    friend written_pointer<written_scalar> operator+(written_array const& a, written_index const& n) { return a.data() + n; }

private:
    int piece_ = -1;  ///< its piece of scratch, or -1
    int place_;
};

/// Returns the address of an object in memory. The first member of the object must be a number. Throws std::logic_error if the
/// object is not in memory.
template <class T>
written_pointer<T> written_pointer_to(T& in_memory) {
    kernel_writer& w = kernel_writer::current();
    std::int32_t first;  // the place of the first member
    std::memcpy(&first, static_cast<void const*>(&in_memory), sizeof first);
    kernel_writer::place const from = w.at(first);
    if (from.address.empty()) {
        throw std::logic_error("lockstep: a kernel asks for the address of a number that is not in memory");
    }
    return written_pointer<T>::at(w.declare_pointer(from.type, from.space, from.address));
}

// load_pack and store_pack load and store a pack of lanes at any address of a float, like the functions of core/lanes.hpp.
template <class R, class T>
    requires std::is_same_v<R, written_number>
R load_pack(written_pointer<T> const& from) {
    return R::say("LS_LOAD(" + kernel_writer::current().at(from.place()).text + ")");
}
inline void store_pack(written_number const& x, written_pointer<written_scalar> const& to) {
    kernel_writer& w = kernel_writer::current();
    w.line("LS_STORE(" + x.text() + ", " + w.at(to.place()).text + ");");
}

}  // namespace lockstep
