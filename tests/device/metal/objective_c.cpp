// SPDX-License-Identifier: MIT
#include <cstddef>
#include <stdexcept>
#include <string>
#include <utility>

#include <doctest/doctest.h>

#include <lockstep/device/metal.hpp>
#include <lockstep/device/metal/objective_c.hpp>
#include <tests/support/metal_device.hpp>

namespace ls = lockstep;

namespace {

/// What is thrown by a program of a system without Metal; run before any other test, since it is found once and for all.
std::string const without_metal = [] {
    try {
        ls::metal device;
    } catch (std::runtime_error const& error) {
        return std::string(error.what());
    }
    return std::string();
}();

}  // namespace

#ifndef __APPLE__
TEST_CASE("a system without Metal says what is missing") {
    CHECK(without_metal.starts_with("lockstep::metal: this system has no Metal, since objc_getClass is not found: "
                                    "/usr/lib/libobjc.A.dylib: "));
    CHECK(without_metal.find("Metal.framework/Metal") != std::string::npos);
}
#endif

TEST_CASE("text goes to Objective-C and back") {
    if (!lockstep_test::find_metal().exists) {
        return;
    }
    ls::detail::objc_pool const pool;
    CHECK(ls::detail::text_of(ls::detail::objc_string("a pack of lanes")) == "a pack of lanes");
    CHECK(ls::detail::text_of(nullptr) == "");
    CHECK(ls::detail::text_of_error(nullptr) == "no reason is given");
}

TEST_CASE("references are given back, once each") {
    auto* const fake = lockstep_test::find_fake_metal();
    if (fake == nullptr) {
        return;
    }
    using ls::detail::objc_object;
    void* const options_class = ls::detail::objective_c::get().get_class("MTLCompileOptions");
    {
        objc_object options = objc_object::own(ls::detail::send<void*>(options_class, "new"));
        CHECK(fake->living == 1);
        objc_object other = objc_object::retain(options.get());
        CHECK(fake->living == 2);
        objc_object moved = std::move(options);
        CHECK(!options);
        CHECK(moved);
        moved = objc_object();
        CHECK(fake->living == 1);
        objc_object const none = objc_object::retain(nullptr);
        CHECK(!none);
    }
    CHECK(fake->living == 0);
    {
        ls::detail::objc_pool const outer;
        {
            ls::detail::objc_pool const inner;
            ls::detail::objc_string("gone with the pool");
            CHECK(fake->living == 1);
        }
        CHECK(fake->living == 0);
    }
}
