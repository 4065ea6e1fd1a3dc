// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <charconv>
#include <cstdint>
#include <limits>
#include <string>

#include <lockstep/physics/mjcf/number.hpp>

namespace mjcf = lockstep::physics::mjcf;

TEST_CASE("decimals are the doubles that the standard library reads") {
    static_assert(mjcf::parse_number("-3.8") == -3.8);
    static_assert(mjcf::parse_number(".046") == 0.046);
    static_assert(mjcf::parse_number("+1e-3") == 1e-3);
    static_assert(mjcf::parse_number("5.") == 5);
    static_assert(mjcf::parse_number("0.8660254037844386") == 0.8660254037844386);
    std::uint64_t state = 1;
    for (int n = 0; n < 20000; ++n) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        double const x = static_cast<double>(static_cast<std::int64_t>(state)) / static_cast<double>(1ull << (20 + state % 44));
        for (int digits : {3, 9, 17}) {
            char text[64];
            auto const end = std::to_chars(text, text + sizeof text, x, std::chars_format::general, digits).ptr;
            double expected = 0;
            std::from_chars(text, end, expected);
            auto const ours = mjcf::parse_number({text, static_cast<std::size_t>(end - text)});
            REQUIRE(ours.has_value());
            CHECK(*ours == expected);
        }
    }
}

TEST_CASE("very small numbers and very long ones") {
    CHECK(*mjcf::parse_number("3e-30") == doctest::Approx(3e-30).epsilon(1e-14));
    CHECK(*mjcf::parse_number("3e-300") == 0);
    CHECK(*mjcf::parse_number("0.333333333333333333333333333333333") == doctest::Approx(1.0 / 3).epsilon(1e-15));
    CHECK(*mjcf::parse_number("0.00000000000000000000000000000000") == 0);
}

TEST_CASE("what is no number is none") {
    for (char const* text : {"", "-", ".", "e5", "1e", "1e+", "1.2.3", "0x10", "nan", "inf", "1,5", "1 ", "1e5x"}) {
        CHECK_FALSE(mjcf::parse_number(text).has_value());
    }
    CHECK(std::string(mjcf::refusal_of_number("1,5")) == "this is not a number");
    CHECK(std::string(mjcf::refusal_of_number("-0x10")) == "a hexadecimal number is not supported");
}

TEST_CASE("a number beyond 1e15 is without bounds, and said to be too large") {
    for (char const* text : {"2e15", "1e300", "1e999999", "1000000000000001"}) {
        CHECK(mjcf::parse_number(text) == std::numeric_limits<double>::infinity());
        CHECK(std::string(mjcf::refusal_of_number(text)) == "the number is beyond 1e15");
    }
    CHECK(mjcf::parse_number("-1e300") == -std::numeric_limits<double>::infinity());
    CHECK(mjcf::parse_number("1e15") == 1e15);
}
