// SPDX-License-Identifier: MIT
// A library that is loaded while the program runs. So the program also starts on a machine without the library.
#pragma once

#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <dlfcn.h>

#include <lockstep/core/macros.hpp>

namespace lockstep {

/// A loaded library, or none. It stays loaded until the program ends, because drivers fail when they are unloaded.
class shared_library {
public:
    shared_library() = default;
    /// Loads the library with this name or path. If this fails, the object is no library, and converts to false.
    explicit shared_library(std::string name) : handle_(::dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL)), name_(std::move(name)) {}

    explicit operator bool() const { return handle_ != nullptr; }
    std::string const& name() const { return name_; }

    /// The address of a function. It converts to a pointer to a function of any type.
    struct function {
        void* address;
        template <class Type>
            requires std::is_function_v<Type>
        operator Type*() const {
            return reinterpret_cast<Type*>(address);
        }
    };
    /// Returns the function with the name `wanted`. Throws std::runtime_error if the library has no such function, or if no
    /// library is loaded.
    LOCKSTEP_COLD function operator[](char const* wanted) const {
        void* const address = handle_ == nullptr ? nullptr : ::dlsym(handle_, wanted);
        if (address == nullptr) {
            throw std::runtime_error("lockstep: " + name_ + " has no function " + wanted + ": it is too old");
        }
        return {address};
    }

private:
    void* handle_ = nullptr;
    std::string name_;
};

/// Loads and returns the first of these libraries that can be loaded. Returns an object that converts to false if there is none.
LOCKSTEP_COLD inline shared_library first_library(std::vector<std::string> const& names) {
    for (std::string const& name : names) {
        if (shared_library const found(name); found) {
            return found;
        }
    }
    return {};
}

}  // namespace lockstep
