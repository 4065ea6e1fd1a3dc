// SPDX-License-Identifier: MIT
// Which Metal a test runs on: Apple's; where there is none the one of tests/support/fake_metal.cpp; where that cannot be built
// none, and the test is skipped. With LOCKSTEP_REQUIRE_METAL=1 only Apple's will do, and its absence is a failure.
#pragma once

#include <cstdlib>
#include <stdexcept>
#include <string>

#include <dlfcn.h>

#include <doctest/doctest.h>

#include <lockstep/device/metal/objective_c.hpp>
#include <tests/support/fake_metal.hpp>
#include <tests/support/skip.hpp>

namespace lockstep_test {

/// The state of the fake Metal, from the first call on what programs of this process find; null if it is not built here.
inline fake_metal_system* load_fake_metal() {
#ifdef LOCKSTEP_FAKE_METAL
    static fake_metal_system* const state = [] {
        void* const library = ::dlopen(LOCKSTEP_FAKE_METAL, RTLD_NOW | RTLD_GLOBAL);
        if (library == nullptr) {
            throw std::runtime_error(::dlerror());
        }
        return reinterpret_cast<fake_metal_system* (*)()>(::dlsym(library, "fake_metal_state"))();
    }();
    return state;
#else
    return nullptr;
#endif
}

struct metal_for_tests {
    bool exists = false;
    fake_metal_system* fake = nullptr;  ///< its state, if it is the fake one
};

inline metal_for_tests const& find_metal() {
    static metal_for_tests const found = []() -> metal_for_tests {
        char const* const required = std::getenv("LOCKSTEP_REQUIRE_METAL");
        bool const is_required = required != nullptr && *required != '\0';
        if (!is_required && load_fake_metal() != nullptr) {
            return {true, load_fake_metal()};
        }
        std::string reason = "no device of Metal";
        try {
            void* const devices = lockstep::detail::objective_c::get().copy_devices();
            lockstep::detail::objc_object const owned = lockstep::detail::objc_object::own(devices);
            if (devices != nullptr && lockstep::detail::send<std::size_t>(devices, "count") > 0) {
                return {true, nullptr};
            }
        } catch (std::runtime_error const& error) {
            reason = error.what();
        }
        if (is_required) {
            FAIL("LOCKSTEP_REQUIRE_METAL asks for what is not here: ", reason);
        }
        support::skip(reason);
        return {};
    }();
    return found;
}

/// The state of the fake Metal. Null where tests run on Apple's, or on none; the test is skipped there.
inline fake_metal_system* find_fake_metal() {
    metal_for_tests const& found = find_metal();
    if (found.exists && found.fake == nullptr) {
        support::skip("it needs the Metal of the tests' own, and this is Apple's");
    }
    return found.fake;
}

}  // namespace lockstep_test
