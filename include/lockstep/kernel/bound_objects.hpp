// SPDX-License-Identifier: MIT
// Objects of C++ whose numbers stand for places in a kernel's text: the kernel's functor, whose members are arguments, and
// aggregates in the device's memory. Each object is constructed by its usual constructor. While this constructor runs, the
// constructor of each number in the object asks for the number's place.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <lockstep/kernel/place.hpp>

namespace lockstep {

/// The bound objects of one kernel's text.
class bound_objects {
public:
    /// A number, a pointer or an array in an object.
    struct leaf {
        std::size_t offset;  ///< bytes from the begin of the object
        std::string type;    ///< float, uint or size_t, or LS_NUMBER or LS_WORD for a number or word in each lane
        spread over;
        bool is_pointer, is_constant;
        std::size_t numbers = 1;  ///< the number of floats of an array, and 1 for all else
    };
    using leaf_function = std::function<int(leaf const&)>;

    /// `functor` is the kernel of the first launch, from which constant_bytes() reads the values of constant members, or null.
    explicit bound_objects(void const* functor) : functor_(static_cast<std::byte const*>(functor)) {}

    /// Constructs an object of type T, and returns its address. The object lives as long as this bound_objects. place_of(leaf)
    /// must return the place of a leaf of the object.
    template <class T>
    T* bind(leaf_function const& place_of) {
        constexpr std::size_t alignment = alignof(T);
        auto storage = std::make_unique<std::byte[]>(sizeof(T) + alignment);
        auto const begin = reinterpret_cast<std::uintptr_t>(storage.get());
        auto* const bytes = storage.get() + (alignment - begin % alignment) % alignment;
        std::memset(bytes, 0, sizeof(T));
        binding const now{bytes, sizeof(T), &place_of};
        auto const* const before = std::exchange(binding_, &now);
        T* const object = new (bytes) T;
        binding_ = before;
        storage_.push_back(std::move(storage));
        return object;
    }
    /// Returns whether the object at this address is part of an object that is being bound.
    bool is_bound(void const* object) const {
        auto const* const at = static_cast<std::byte const*>(object);
        return binding_ != nullptr && binding_->begin <= at && at < binding_->begin + binding_->size;
    }
    int place_of(void const* object, std::string const& type, spread over, bool is_pointer, bool is_constant) const {
        auto const offset = static_cast<std::size_t>(static_cast<std::byte const*>(object) - binding_->begin);
        return (*binding_->place_of)({offset, type, over, is_pointer, is_constant});
    }
    /// Returns the place of an array of `numbers` floats.
    int array_place_of(void const* object, std::size_t numbers) const {
        auto const offset = static_cast<std::size_t>(static_cast<std::byte const*>(object) - binding_->begin);
        return (*binding_->place_of)({offset, "float", spread::uniform, false, false, numbers});
    }
    /// Returns the bytes of a constant member of the launched kernel, and notes that the text depends on these bytes. The object
    /// that is being bound must be the kernel's functor. Throws std::logic_error if the member is not part of the object that is
    /// being bound, or if there is no functor.
    std::byte const* constant_bytes(void const* member, std::size_t size) {
        if (!is_bound(member) || functor_ == nullptr) {
            throw std::logic_error("lockstep: a constant of a kernel is made outside of its functor");
        }
        auto const offset = static_cast<std::size_t>(static_cast<std::byte const*>(member) - binding_->begin);
        constants.push_back({offset, size});
        return functor_ + offset;
    }
    struct byte_range {
        std::size_t offset, size;
    };
    std::vector<byte_range> constants;  ///< bytes of the functor that the text depends on

private:
    struct binding {
        std::byte* begin;
        std::size_t size;
        leaf_function const* place_of;
    };

    std::byte const* functor_;
    binding const* binding_ = nullptr;
    std::vector<std::unique_ptr<std::byte[]>> storage_;
};

}  // namespace lockstep
