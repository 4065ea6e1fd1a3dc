// SPDX-License-Identifier: MIT
// The attributes of one element, read by name. An attribute that nobody reads is an error.
#pragma once

#include <array>
#include <cstddef>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include <lockstep/core/spatial.hpp>
#include <lockstep/physics/mjcf/error.hpp>
#include <lockstep/physics/mjcf/number.hpp>
#include <lockstep/physics/mjcf/xml.hpp>

namespace lockstep::physics::mjcf {

/// A list of what was ignored because it has no part in the physics, one sentence each. It is nullptr if nobody reads the list,
/// as always at compile time.
using notes = std::vector<std::string>*;

inline void note(notes list, std::size_t line, std::string_view element, std::string_view attribute) {
    list->push_back(sentence({line, element, attribute, "is ignored: it has no part in the physics"}));
}

/// Ignores element i and all elements in it. Adds a note to the list, if there is one.
constexpr void ignore(document const& d, std::size_t i, notes list) {
    if (list != nullptr) {
        note(list, d.elements[i].line, d.elements[i].name, "");
    }
}

/// An attribute that is true, false, or not given.
enum class choice { open, no, yes };

class attributes {
    // These come first, because clang 14 does not evaluate a template at compile time before its definition.
    template <class Check>
    constexpr void ignore(notes list, std::initializer_list<std::string_view> names, Check const& check) {
        for (attribute* a = first_; a != first_ + element_.attribute_count; ++a) {
            if (!a->read && is_one_of(a->name, names)) {
                a->read = true;
                check(*a);
                if (list != nullptr) {
                    note(list, element_.line, element_.name, a->name);
                }
            }
        }
    }

    template <class F>
    constexpr void for_each_number(attribute const& given, F const& f) const {
        std::string_view const text = given.value;
        for (char const *at = text.data(), *const end = at + text.size(); at != end;) {
            char const* const begin = at;
            while (at != end && *at != ' ' && *at != '\n' && *at != '\t' && *at != '\r') {
                ++at;
            }
            if (at == begin) {
                ++at;
                continue;
            }
            std::string_view const word(begin, static_cast<std::size_t>(at - begin));
            auto const value = parse_number(word);
            if (!value || *value > max_number || *value < -max_number) {
                error(given.name, refusal_of_number(word), word);
                return;
            }
            f(*value);
        }
    }

public:
    constexpr attributes(document& d, std::size_t i)
        : element_(d.elements[i]), first_(d.attributes.data() + element_.first_attribute), first_mistake_(d.first_mistake),
          has_children_(element_.end != i + 1) {}

    constexpr std::size_t line() const { return element_.line; }

    /// Returns whether there is a mistake in the text, in this element or before it.
    constexpr bool failed() const { return first_mistake_.found(); }

    constexpr void error(std::string_view attribute, char const* why, std::string_view detail = "") const {
        std::size_t line = element_.line;
        for (std::size_t i = 0; i < element_.attribute_count; ++i) {
            line = first_[i].name == attribute ? first_[i].line : line;
        }
        fail(first_mistake_, line, element_.name, attribute, why, detail);
    }

    constexpr bool has(std::string_view name) const { return find(name) != nullptr; }

    /// Reads an attribute. Returns its value, or an empty one if the attribute is not given.
    constexpr std::string_view word(std::string_view name) {
        attribute* const found = find(name);
        if (found == nullptr) {
            return {};
        }
        found->read = true;
        return found->value;
    }

    /// Reads an attribute. Returns the index of its value in a list of words, or `otherwise` if the attribute is not given. Fails
    /// if the value is not in the list, and returns `otherwise` then.
    template <class Enum>
    constexpr Enum one_of(std::string_view name, std::initializer_list<std::string_view> words, Enum otherwise) {
        attribute* const found = find(name);
        if (found == nullptr) {
            return otherwise;
        }
        found->read = true;
        std::string_view const given = found->value;
        int place = 0;
        for (std::string_view const candidate : words) {
            if (candidate == given) {
                return static_cast<Enum>(place);
            }
            ++place;
        }
        error(name, "the value is not one of those supported", given);
        return otherwise;
    }

    constexpr choice yes_or_no(std::string_view name, choice otherwise) {
        return one_of(name, {"auto", "false", "true"}, otherwise);
    }

    /// Reads the numbers of an attribute to `out`, and returns how many there are: 0 if the attribute is not given. Otherwise
    /// there must be from `least` to N numbers.
    template <std::size_t N>
    constexpr std::size_t numbers(std::string_view name, std::array<double, N>& out, std::size_t least) {
        attribute* const found = find(name);
        if (found == nullptr) {
            return 0;
        }
        found->read = true;
        std::size_t count = 0;
        for_each_number(*found, [&](double value) {
            if (count == N) {
                error(name, "there are too many numbers", found->value);
                return;
            }
            out[count++] = value;
        });
        if (count < least) {
            error(name, "there are too few numbers", found->value);
        }
        return count;
    }

    constexpr bool number(std::string_view name, double& out) {
        std::array<double, 1> value{out};
        bool const given = numbers(name, value, 1) != 0;
        out = value[0];
        return given;
    }

    constexpr void not_negative(std::string_view name, double& out) {
        number(name, out);
        if (out < 0) {
            error(name, "the value is negative", word(name));
        }
    }

    constexpr bool vector(std::string_view name, vec3<double>& out) {
        std::array<double, 3> value{};
        if (numbers(name, value, 3) == 0) {
            return false;
        }
        out = {value[0], value[1], value[2]};
        return true;
    }

    /// Reads attributes that are supported only with a value that changes nothing: the number `neutral`, or one of the words
    /// `neutral`. Fails if an attribute of `names` has another value.
    constexpr void only(double neutral, std::initializer_list<std::string_view> names) {
        for (attribute* a = first_; a != first_ + element_.attribute_count; ++a) {
            if (a->read || !is_one_of(a->name, names)) {
                continue;
            }
            std::string_view const name = a->name;
            std::array<double, 6> value{};
            std::size_t const count = numbers(name, value, 0);
            for (std::size_t i = 0; i < count; ++i) {
                if (value[i] != neutral) {
                    error(name, "only the value that changes nothing is supported", word(name));
                }
            }
        }
    }

    constexpr void only(std::initializer_list<std::string_view> neutral, std::initializer_list<std::string_view> names) {
        for (attribute* a = first_; a != first_ + element_.attribute_count; ++a) {
            if (!a->read && is_one_of(a->name, names)) {
                one_of(a->name, neutral, 0);
            }
        }
    }

    /// Ignores attributes that have no part in the physics. The first function accepts any value, the second only numbers, and
    /// the third only one of `words`.
    constexpr void ignore(notes list, std::initializer_list<std::string_view> names) {
        ignore(list, names, [](attribute const&) {});
    }
    constexpr void ignore_numbers(notes list, std::initializer_list<std::string_view> names) {
        ignore(list, names, [&](attribute const& a) { for_each_number(a, [](double) {}); });
    }
    constexpr void ignore_words(notes list, std::initializer_list<std::string_view> words,
                                std::initializer_list<std::string_view> names) {
        ignore(list, names, [&](attribute const& a) { one_of(a.name, words, 0); });
    }

    /// Fails if the element has an attribute that was not read, or an element inside. Call it after all supported
    /// attributes were read.
    constexpr void leaf() const {
        done();
        if (has_children_) {
            fail(first_mistake_, element_.line, element_.name, "", "there is an element inside, which is not supported");
        }
    }

    /// Fails if the element has an attribute that was not read. Elements inside are allowed.
    constexpr void done() const {
        for (std::size_t i = 0; i < element_.attribute_count; ++i) {
            if (!first_[i].read) {
                fail(first_mistake_, first_[i].line, element_.name, first_[i].name, "this attribute is not supported");
            }
        }
    }

private:
    constexpr attribute* find(std::string_view name) const {
        std::size_t const size = name.size();
        for (attribute* a = first_; a != first_ + element_.attribute_count; ++a) {
            if (a->name.size() == size && a->name == name) {
                return a;
            }
        }
        return nullptr;
    }

    constexpr static bool is_one_of(std::string_view name, std::initializer_list<std::string_view> names) {
        for (std::string_view const candidate : names) {
            if (candidate == name) {
                return true;
            }
        }
        return false;
    }

    element const& element_;
    attribute* first_;
    mistake& first_mistake_;
    bool has_children_;
};

}  // namespace lockstep::physics::mjcf
