// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <span>
#include <string_view>
#include <utility>

#include <lockstep/io/text/base64.hpp>

namespace ls = lockstep;

TEST_CASE("the test vectors of RFC 4648") {
    for (auto const& [bytes, letters] : std::initializer_list<std::pair<std::string_view, std::string_view>>{
             {"", ""},
             {"f", "Zg=="},
             {"fo", "Zm8="},
             {"foo", "Zm9v"},
             {"foob", "Zm9vYg=="},
             {"fooba", "Zm9vYmE="},
             {"foobar", "Zm9vYmFy"},
             {"\xff\xfb\xef", "//vv"}}) {
        CHECK(ls::base64(std::as_bytes(std::span(bytes))) == letters);
    }
}
