// SPDX-License-Identifier: MIT
// A reader of JSON (RFC 8259) for texts whose structure is known. It reads a text once from its beginning to its end, and its
// errors name the place where the text is not as expected.
#pragma once

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>

#include <lockstep/core/formatted.hpp>
#include <lockstep/core/macros.hpp>

namespace lockstep {

/// A reader of a text of objects, arrays, strings and whole numbers. Each member function reads what comes next. It throws
/// std::runtime_error, with the position in bytes, if something else comes next.
class json_reader {
public:
    explicit json_reader(std::string_view text) : text_(text) {}

    /// Calls member(key) for each member of the object that begins here; member() must read the value.
    template <class Member>
    void object(Member&& member) {
        sequence('{', '}', [&] {
            std::string const key = string();
            expect(':');
            member(key);
        });
    }

    /// Calls element() for each element of the array that begins here; element() must read it.
    template <class Element>
    void array(Element&& element) {
        sequence('[', ']', element);
    }

    LOCKSTEP_COLD std::string string() {
        expect('"');
        std::string value;
        while (true) {
            char const c = take();
            if (c == '"') {
                return value;
            }
            if (static_cast<unsigned char>(c) < 0x20) {
                fail("a control character in a string");
            }
            if (c == '\\') {
                escape(value);
            } else {
                value += c;
            }
        }
    }

    /// Reads a whole number that is not negative, and returns it.
    LOCKSTEP_COLD std::size_t size() {
        skip_space();
        std::size_t value = 0;
        char const* const first = text_.data() + at_;
        auto const [end, error] = std::from_chars(first, text_.data() + text_.size(), value);
        if (error != std::errc{} || (*first == '0' && end - first > 1)) {
            fail("no whole number");
        }
        at_ += static_cast<std::size_t>(end - first);
        return value;
    }

    /// Throws std::runtime_error if anything but space follows.
    LOCKSTEP_COLD void end() {
        skip_space();
        if (at_ != text_.size()) {
            fail("something after the end");
        }
    }

    [[noreturn]] LOCKSTEP_COLD void fail(std::string const& problem) const {
        throw std::runtime_error(formatted("%s at byte %zu of the JSON text", problem.c_str(), at_));
    }

private:
    template <class Item>
    void sequence(char open, char close, Item&& item) {
        expect(open);
        if (next_is(close)) {
            return;
        }
        do {
            item();
        } while (next_is(','));
        expect(close);
    }

    LOCKSTEP_COLD void escape(std::string& value) {
        constexpr std::string_view letters = "\"\\/bfnrt", meanings = "\"\\/\b\f\n\r\t";
        char const letter = take();
        if (letter == 'u') {
            append_utf8(value, code_point());
        } else if (std::size_t const which = letters.find(letter); which != letters.npos) {
            value += meanings[which];
        } else {
            fail("an unknown escape in a string");
        }
    }

    /// Reads what follows \u, four hexadecimal digits or a surrogate pair of them, and returns the code point.
    LOCKSTEP_COLD std::uint32_t code_point() {
        std::uint32_t const high = four_digits();
        if (high < 0xd800 || high > 0xdfff) {
            return high;
        }
        if (high > 0xdbff || take() != '\\' || take() != 'u') {
            fail("half of a surrogate pair in a string");
        }
        std::uint32_t const low = four_digits();
        if (low < 0xdc00 || low > 0xdfff) {
            fail("half of a surrogate pair in a string");
        }
        return 0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00);
    }

    LOCKSTEP_COLD std::uint32_t four_digits() {
        std::uint32_t value = 0;
        std::string_view const digits = text_.substr(at_, 4);
        auto const [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value, 16);
        if (error != std::errc{} || digits.size() != 4 || end != digits.data() + 4) {
            fail("no four hexadecimal digits");
        }
        at_ += 4;
        return value;
    }

    LOCKSTEP_COLD static void append_utf8(std::string& value, std::uint32_t code) {
        if (code < 0x80) {
            value += static_cast<char>(code);
            return;
        }
        int const rest = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;  // bytes after the first, of six bits each
        std::uint32_t const marks[] = {0, 0xc0, 0xe0, 0xf0};
        value += static_cast<char>(marks[rest] | code >> 6 * rest);
        for (int i = rest - 1; i >= 0; --i) {
            value += static_cast<char>(0x80 | (code >> 6 * i & 0x3f));
        }
    }

    char take() {
        if (at_ == text_.size()) {
            fail("the end");
        }
        return text_[at_++];
    }

    void skip_space() { at_ = std::min(text_.find_first_not_of(" \t\r\n", at_), text_.size()); }

    /// Returns whether `c` comes next, after any space. If so, reads it.
    LOCKSTEP_COLD bool next_is(char c) {
        skip_space();
        bool const is = at_ < text_.size() && text_[at_] == c;
        at_ += is;
        return is;
    }

    LOCKSTEP_COLD void expect(char c) {
        if (!next_is(c)) {
            fail(formatted("no '%c'", c));
        }
    }

    std::string_view text_;
    std::size_t at_ = 0;
};

}  // namespace lockstep
