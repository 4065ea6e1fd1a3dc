// SPDX-License-Identifier: MIT
// A library that is found while the program runs, so that the program starts without it.
#pragma once

#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <dlfcn.h>

#include <lockstep/core/macros.hpp>

namespace lockstep {

/// A loaded library, or none. It stays loaded until the program ends: drivers fail when they are unloaded.
class shared_library {
public:
    shared_library() = default;
    explicit shared_library(std::string name) : handle_(::dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL)), name_(std::move(name)) {}

    explicit operator bool() const { return handle_ != nullptr; }
    std::string const& name() const { return name_; }

    /// The address of a function, which becomes a pointer to it of any type.
    struct function {
        void* address;
        template <class Type>
            requires std::is_function_v<Type>
        operator Type*() const {
            return reinterpret_cast<Type*>(address);
        }
    };
    /// Throws std::runtime_error if the library has no function of that name.
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

/// Returns the first of these libraries that can be loaded, or none.
LOCKSTEP_COLD inline shared_library first_library(std::vector<std::string> const& names) {
    for (std::string const& name : names) {
        if (shared_library const found(name); found) {
            return found;
        }
    }
    return {};
}

}  // namespace lockstep
