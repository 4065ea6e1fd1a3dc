// SPDX-License-Identifier: MIT
// Objective-C's runtime and Apple's frameworks from plain C++, found while the program runs. Metal is called through them.
#pragma once

#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

#include <dlfcn.h>

#include <lockstep/core/macros.hpp>

namespace lockstep::detail {

/// The functions of Objective-C's runtime and of Metal that Lockstep calls. They are in the program or in the system's libraries.
struct objective_c {
    void* (*get_class)(char const*) = nullptr;
    void* (*get_selector)(char const*) = nullptr;
    void (*send)() = nullptr;  ///< cast it to the type of the method that is called
    void* (*push_pool)() = nullptr;
    void (*pop_pool)(void*) = nullptr;
    void* (*copy_devices)() = nullptr;

    /// Finds the functions. Throws std::runtime_error if one is missing; the message names it.
    LOCKSTEP_COLD objective_c() {
        // Apple asks programs without windows to load CoreGraphics before they look for a device. They may find a device without
        // it.
        ::dlopen("/System/Library/Frameworks/CoreGraphics.framework/CoreGraphics", RTLD_NOW | RTLD_GLOBAL);
        std::string reasons;
        for (char const* const library :
             {"/usr/lib/libobjc.A.dylib", "/System/Library/Frameworks/Foundation.framework/Foundation",
              "/System/Library/Frameworks/Metal.framework/Metal"}) {
            if (::dlopen(library, RTLD_NOW | RTLD_GLOBAL) == nullptr) {
                char const* const reason = ::dlerror();
                reasons += std::string(reasons.empty() ? ": " : "; ") + (reason != nullptr ? reason : library);
            }
        }
        auto const find = [&](auto& function, char const* name) {
            function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(::dlsym(RTLD_DEFAULT, name));
            if (function == nullptr) {
                throw std::runtime_error("lockstep::metal: this system has no Metal, since " + std::string(name) +
                                         " is not found" + reasons);
            }
        };
        find(get_class, "objc_getClass");
        find(get_selector, "sel_registerName");
        find(send, "objc_msgSend");
        find(push_pool, "objc_autoreleasePoolPush");
        find(pop_pool, "objc_autoreleasePoolPop");
        find(copy_devices, "MTLCopyAllDevices");
    }

    static objective_c const& get() {
        static objective_c const found;
        return found;
    }
};

/// Calls a method: [to selector: arguments...]. Arguments must have exactly the types that the method has: std::size_t for
/// NSUInteger, long for NSInteger.
template <class Result = void, class... Arguments>
Result send(void* to, char const* selector, Arguments... arguments) {
    objective_c const& c = objective_c::get();
    return reinterpret_cast<Result (*)(void*, void*, Arguments...)>(c.send)(to, c.get_selector(selector), arguments...);
}

/// An autorelease pool. Many methods return an object without a reference to it; it lives until the innermost pool ends.
class objc_pool {
public:
    objc_pool() : pool_(objective_c::get().push_pool()) {}
    objc_pool(objc_pool const&) = delete;
    objc_pool& operator=(objc_pool const&) = delete;
    ~objc_pool() { objective_c::get().pop_pool(pool_); }

private:
    void* pool_;
};

/// One reference to an object, or none.
class objc_object {
public:
    objc_object() = default;
    /// Takes over the reference that a method has returned. The name of such a method begins with new, alloc or copy.
    static objc_object own(void* object) {
        objc_object result;
        result.object_ = object;
        return result;
    }
    /// Adds a reference to an object that a method of any other name has returned.
    static objc_object retain(void* object) { return own(object != nullptr ? send<void*>(object, "retain") : nullptr); }
    objc_object(objc_object&& other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
    objc_object& operator=(objc_object&& other) noexcept {
        std::swap(object_, other.object_);
        return *this;
    }
    ~objc_object() {
        if (object_ != nullptr) {
            objc_pool const pool;  // in which Metal puts what it frees with the object
            send(object_, "release");
        }
    }

    explicit operator bool() const { return object_ != nullptr; }
    void* get() const { return object_; }

private:
    void* object_ = nullptr;
};

/// Returns an NSString. It lives until the innermost pool ends.
inline void* objc_string(std::string const& text) {
    return send<void*>(objective_c::get().get_class("NSString"), "stringWithUTF8String:", text.c_str());
}
inline std::string text_of(void* string) {
    char const* const text = string != nullptr ? send<char const*>(string, "UTF8String") : nullptr;
    return text != nullptr ? text : "";
}
/// Returns what an NSError says.
LOCKSTEP_COLD inline std::string text_of_error(void* error) {
    return error != nullptr ? text_of(send<void*>(error, "localizedDescription")) : "no reason is given";
}

}  // namespace lockstep::detail
