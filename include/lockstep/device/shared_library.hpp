// SPDX-License-Identifier: MIT
// A library that is loaded while the program runs. So the program also starts on a machine without the library.
#pragma once

#include <stdexcept>
#include <string>
#include <system_error>
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
    /// Loads the library with this name or path. If this fails, the object is no library, converts to false, and has a problem().
    LOCKSTEP_COLD explicit shared_library(std::string name)
        : handle_(::dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL)), name_(std::move(name)) {
        if (handle_ == nullptr) {
            char const* const words = ::dlerror();
            note(words == nullptr ? "" : words);
        }
    }

    explicit operator bool() const { return handle_ != nullptr; }
    std::string const& name() const { return name_; }

    /// Returns true if there is no library of this name. Returns false if it is there, even if it cannot be loaded: it may be
    /// damaged, or for another processor, or a library that it needs may be missing.
    bool is_missing() const { return is_missing_; }
    /// Returns why the library is not loaded: "NAME is missing", or "NAME cannot be loaded (REASON)" with the loader's reason.
    /// The text is empty if it is loaded.
    std::string const& problem() const { return problem_; }

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
            throw std::runtime_error("lockstep: " + name_ + " has no function " + wanted + ": it is too old, or another library");
        }
        return {address};
    }

private:
    /// Notes the loader's words, which begin with the name of the library that it could not load, or did not find.
    void note(std::string reason) {
        std::string const absent = std::make_error_code(std::errc::no_such_file_or_directory).message(), own = name_ + ": ";
        is_missing_ = reason.find(own) != std::string::npos && reason.ends_with(absent);
        if (reason.starts_with(own)) {
            reason.erase(0, own.size());
        }
        problem_ = name_ + (is_missing_ ? " is missing" : " cannot be loaded (" + reason + ")");
    }

    void* handle_ = nullptr;
    std::string name_, problem_;
    bool is_missing_ = false;
};

/// Loads and returns the first of these libraries that can be loaded. If there is none, returns the first that is there, or else
/// the first of all: it converts to false, and its problem() says why.
LOCKSTEP_COLD inline shared_library first_library(std::vector<std::string> const& names) {
    shared_library first;
    for (std::string const& name : names) {
        shared_library const found(name);
        if (found) {
            return found;
        }
        if (first.name().empty() || (first.is_missing() && !found.is_missing())) {
            first = found;
        }
    }
    return first;
}

}  // namespace lockstep
