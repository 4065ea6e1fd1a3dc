// SPDX-License-Identifier: MIT
// The elements and attributes of an XML text, as views into it, at compile time or at run time. What MJCF needs of XML:
// no text between tags, no entities, no sections.
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

/// Elements are in the order of their opening tags: the descendants of element i are i + 1 to end - 1.
struct element {
    std::string_view name;
    std::size_t line = 0, parent = no_element, end = 0;
    std::size_t first_attribute = 0, attribute_count = 0;
};

struct document {
    std::vector<element> elements = {};
    std::vector<attribute> attributes = {};
};

/// The children of an element: for (std::size_t k : children(document, i)).
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
        constexpr bool operator!=(iterator const& other) const { return at != other.at; }
    };
    constexpr children(document const& d, std::size_t i) : document_(d), element_(i) {}
    constexpr iterator begin() const { return {&document_, element_ + 1}; }
    constexpr iterator end() const { return {&document_, document_.elements[element_].end}; }

private:
    document const& document_;
    std::size_t element_;
};

/// Fails for an element that the reader does not know, or not in this place.
[[noreturn]] constexpr void unsupported(document const& d, std::size_t i) {
    std::size_t const parent = d.elements[i].parent;
    fail(d.elements[i].line, parent == no_element ? "" : d.elements[parent].name, "", "this element is not supported here",
         d.elements[i].name);
}

class xml_parser {
public:
    constexpr explicit xml_parser(std::string_view text) : text_(text) {}

    constexpr document run() {
        result_.elements.reserve(64);
        result_.attributes.reserve(256);
        for (skip_space(); at_ < text_.size(); skip_space()) {
            if (begins("<!--")) {
                skip_past("-->", "a comment is not closed");
            } else if (begins("<?")) {
                skip_past("?>", "a declaration is not closed");
            } else if (begins("</")) {
                close();
            } else if (begins("<")) {
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
    constexpr bool begins(std::string_view with) const { return text_.substr(at_, with.size()) == with; }

    constexpr void advance(std::size_t to) {
        for (; at_ < to; ++at_) {
            line_ += text_[at_] == '\n' ? 1 : 0;
        }
    }

    constexpr void skip_space() {
        while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\n' || text_[at_] == '\t' || text_[at_] == '\r')) {
            advance(at_ + 1);
        }
    }

    constexpr void skip_past(std::string_view end, char const* why) {
        std::size_t const found = text_.find(end, at_ + 2);
        if (found == std::string_view::npos) {
            fail(line_, "", "", why);
        }
        advance(found + end.size());
    }

    constexpr std::string_view name() {
        std::size_t const begin = at_;
        auto const letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
        while (at_ < text_.size() &&
               (letter(text_[at_]) || (at_ > begin && ((text_[at_] >= '0' && text_[at_] <= '9') || text_[at_] == '-')))) {
            ++at_;
        }
        if (at_ == begin) {
            fail(line_, "", "", "a name is missing in a tag");
        }
        return text_.substr(begin, at_ - begin);
    }

    constexpr void close() {
        at_ += 2;
        std::string_view const closed = name();
        skip_space();
        if (open_ == no_element || result_.elements[open_].name != closed) {
            fail(line_, open_ == no_element ? "" : result_.elements[open_].name, "", "another element is closed", closed);
        }
        if (!begins(">")) {
            fail(line_, closed, "", "a closing tag does not end with >");
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
        }
        std::size_t const line = line_;
        ++at_;
        result_.elements.push_back({.name = name(), .line = line, .parent = open_, .first_attribute = result_.attributes.size()});
        open_ = result_.elements.size() - 1;
        for (skip_space(); !begins(">") && !begins("/>"); skip_space()) {
            if (at_ == text_.size()) {
                fail(line, result_.elements[open_].name, "", "a tag does not end with >");
            }
            read_attribute();
        }
        bool const empty = begins("/");
        at_ += empty ? 2 : 1;
        if (empty) {
            end_element();
        }
    }

    constexpr void read_attribute() {
        element& owner = result_.elements[open_];
        attribute read{.name = name(), .value = {}, .line = line_};
        skip_space();
        if (!begins("=")) {
            fail(line_, owner.name, read.name, "an attribute has no value");
        }
        ++at_;
        skip_space();
        char const quote = at_ < text_.size() ? text_[at_] : ' ';
        if (quote != '"' && quote != '\'') {
            fail(line_, owner.name, read.name, "a value is not in quotes");
        }
        std::size_t const begin = ++at_, end = text_.find(quote, begin);
        if (end == std::string_view::npos) {
            fail(line_, owner.name, read.name, "a value's quotes are not closed");
        }
        read.value = text_.substr(begin, end - begin);
        if (read.value.find('<') != std::string_view::npos || read.value.find('&') != std::string_view::npos) {
            fail(line_, owner.name, read.name, "a value has a < or an entity in it");
        }
        for (std::size_t i = owner.first_attribute; i < result_.attributes.size(); ++i) {
            if (result_.attributes[i].name == read.name) {
                fail(line_, owner.name, read.name, "an attribute is given twice");
            }
        }
        advance(end + 1);
        result_.attributes.push_back(read);
        ++owner.attribute_count;
    }

    std::string_view text_;
    std::size_t at_ = 0, line_ = 1, open_ = no_element;
    document result_ = {};
};

}  // namespace lockstep::physics::mjcf
