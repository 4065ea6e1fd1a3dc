// SPDX-License-Identifier: MIT
// Reads the elements and attributes of an XML text, as views into it, at compile time or at run time. It reads what MJCF needs:
// no text between tags, no entities, no CDATA sections and no document type.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include <lockstep/physics/mjcf/error.hpp>

namespace lockstep::physics::mjcf {

struct attribute {
    std::string_view name, value;
    std::size_t line = 0;
    bool read = false;
};

inline constexpr std::size_t no_element = static_cast<std::size_t>(-1);

/// The most attributes that an element may have. No element of MJCF has half as many. More are refused, because each attribute is
/// compared with those before it.
inline constexpr std::size_t max_attributes = 128;

/// An element. Elements are in the order of their opening tags. The descendants of element i are i + 1 to end - 1.
struct element {
    std::string_view name;
    std::size_t line = 0, parent = no_element, end = 0;
    std::size_t first_attribute = 0, attribute_count = 0;
};

struct document {
    std::vector<element> elements = {};
    std::vector<attribute> attributes = {};
    mistake first_mistake = {};

    constexpr bool failed() const { return first_mistake.found(); }
};

/// The children of an element: for (std::size_t k : children(document, i)). There are no more of them after a mistake.
class children {
public:
    struct iterator {
        document const* in;
        std::size_t at;

        constexpr std::size_t operator*() const { return at; }
        constexpr iterator& operator++() {
            at = in->elements[at].end;
            return *this;
        }
        constexpr bool operator!=(iterator const& other) const { return at != other.at && !in->failed(); }
    };
    constexpr children(document const& d, std::size_t i) : document_(d), element_(i) {}
    constexpr iterator begin() const { return {&document_, element_ + 1}; }
    constexpr iterator end() const { return {&document_, document_.elements[element_].end}; }

private:
    document const& document_;
    std::size_t element_;
};

/// Fails because element i is not supported in its place.
constexpr void unsupported(document& d, std::size_t i) {
    std::size_t const parent = d.elements[i].parent;
    fail(d.first_mistake, d.elements[i].line, parent == no_element ? "" : d.elements[parent].name, "",
         "this element is not supported here", d.elements[i].name);
}

// Compilers limit the number of statements that they evaluate, so code that runs for every character has few.
class xml_parser {
public:
    constexpr explicit xml_parser(std::string_view text) : at_(text.data()), end_(text.data() + text.size()) {}

    constexpr document run() {
        result_.elements.reserve(64);
        result_.attributes.reserve(256);
        at_ += begins("\xEF\xBB\xBF") ? 3 : 0;  // a byte-order mark
        for (skip_space(); at_ != end_; skip_space()) {
            if (begins("<!--")) {
                skip_past("-->", "a comment is not closed");
            } else if (begins("<?")) {
                skip_past("?>", "a declaration is not closed");
            } else if (begins("</")) {
                close();
            } else if (begins("<!")) {
                fail(line_, "", "",
                     begins("<!DOCTYPE")   ? "a document type (DOCTYPE) is not supported"
                     : begins("<![CDATA[") ? "a section of characters (CDATA) is not supported"
                                           : "a declaration that begins with <! is not supported");
            } else if (*at_ == '<') {
                open();
            } else {
                fail(line_, "", "", "there is text between tags");
            }
        }
        if (open_ != no_element) {
            fail(result_.elements[open_].line, result_.elements[open_].name, "", "is not closed");
        }
        if (result_.elements.empty()) {
            fail(line_, "", "", "there is no element");
        }
        return static_cast<document&&>(result_);
    }

private:
    /// Fails, and ends the text, so that no loop goes on.
    constexpr void fail(std::size_t line, std::string_view element, std::string_view attribute, char const* why,
                        std::string_view detail = "") {
        mjcf::fail(result_.first_mistake, line, element, attribute, why, detail);
        at_ = end_;
    }

    constexpr bool begins(std::string_view with) const {
        return static_cast<std::size_t>(end_ - at_) >= with.size() && std::string_view(at_, with.size()) == with;
    }

    constexpr bool is_next(char c) const { return at_ != end_ && *at_ == c; }

    constexpr void skip_space() {
        for (; at_ != end_ && (*at_ == ' ' || *at_ == '\n' || *at_ == '\t' || *at_ == '\r'); ++at_) {
            line_ += *at_ == '\n' ? 1 : 0;
        }
    }

    constexpr void skip_past(std::string_view ending, char const* why) {
        std::size_t const begun = line_;
        for (at_ += 2; at_ != end_ && (*at_ != ending[0] || !begins(ending)); ++at_) {
            line_ += *at_ == '\n' ? 1 : 0;
        }
        if (at_ == end_) {
            fail(begun, "", "", why);
            return;
        }
        at_ += ending.size();
    }

    constexpr std::string_view name() {
        char const* const begin = at_;
        while (at_ != end_ && ((*at_ >= 'a' && *at_ <= 'z') || (*at_ >= 'A' && *at_ <= 'Z') || *at_ == '_' ||
                               (at_ != begin && ((*at_ >= '0' && *at_ <= '9') || *at_ == '-')))) {
            ++at_;
        }
        if (at_ == begin) {
            fail(line_, "", "", "a name is missing in a tag");
            return {};
        }
        return {begin, static_cast<std::size_t>(at_ - begin)};
    }

    constexpr void close() {
        at_ += 2;
        std::string_view const closed = name();
        skip_space();
        if (open_ == no_element || result_.elements[open_].name != closed) {
            fail(line_, open_ == no_element ? "" : result_.elements[open_].name, "", "another element is closed", closed);
            return;
        }
        if (!is_next('>')) {
            fail(line_, closed, "", "a closing tag does not end with >");
            return;
        }
        ++at_;
        end_element();
    }

    constexpr void end_element() {
        result_.elements[open_].end = result_.elements.size();
        open_ = result_.elements[open_].parent;
    }

    constexpr void open() {
        if (open_ == no_element && !result_.elements.empty()) {
            fail(line_, "", "", "there is something after the end of the document");
            return;
        }
        std::size_t const line = line_;
        ++at_;
        result_.elements.push_back({.name = name(), .line = line, .parent = open_, .first_attribute = result_.attributes.size()});
        open_ = result_.elements.size() - 1;
        for (skip_space(); !is_next('>') && !is_next('/'); skip_space()) {
            if (at_ == end_) {
                fail(line, result_.elements[open_].name, "", "a tag does not end with >");
                return;
            }
            read_attribute();
        }
        bool const empty = *at_ == '/';
        if (empty && !begins("/>")) {
            fail(line_, result_.elements[open_].name, "", "a / in a tag is not followed by >");
            return;
        }
        at_ += empty ? 2 : 1;
        if (empty) {
            end_element();
        }
    }

    constexpr void read_attribute() {
        element& owner = result_.elements[open_];
        attribute read{.name = name(), .value = {}, .line = line_};
        skip_space();
        if (!is_next('=')) {
            fail(line_, owner.name, read.name, "an attribute has no value");
            return;
        }
        ++at_;
        skip_space();
        if (!is_next('"') && !is_next('\'')) {
            fail(line_, owner.name, read.name, "a value is not in quotes");
            return;
        }
        std::size_t const begun = line_;
        char const quote = *at_, *const begin = ++at_;
        bool plain = true;
        for (; at_ != end_ && *at_ != quote; ++at_) {
            line_ += *at_ == '\n' ? 1 : 0, plain = plain && *at_ != '<' && *at_ != '&' && *at_ != '\0';
        }
        if (at_ == end_) {
            fail(begun, owner.name, read.name, "a value's quotes are not closed");
            return;
        }
        read.value = {begin, static_cast<std::size_t>(at_ - begin)};
        if (!plain) {
            bool const zero = read.value.find('\0') != std::string_view::npos;
            fail(begun, owner.name, read.name, zero ? "a value has a byte of zero in it" : "a value has a < or an entity in it");
            return;
        }
        if (owner.attribute_count == max_attributes) {
            fail(begun, owner.name, "", "an element has more attributes than any of MJCF");
            return;
        }
        for (std::size_t i = owner.first_attribute; i < result_.attributes.size(); ++i) {
            if (result_.attributes[i].name == read.name) {
                fail(begun, owner.name, read.name, "an attribute is given twice");
                return;
            }
        }
        ++at_;
        result_.attributes.push_back(read);
        ++owner.attribute_count;
    }

    char const *at_, *end_;
    std::size_t line_ = 1, open_ = no_element;
    document result_ = {};
};

}  // namespace lockstep::physics::mjcf
