// SPDX-License-Identifier: MIT
// Tables of a kernel's text. A table is an array that each lane has for itself. A constant table stands before the kernel.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <lockstep/core/table.hpp>
#include <lockstep/kernel/written.hpp>
#include <lockstep/kernel/written_traits.hpp>

namespace lockstep {

template <std::size_t Entries, std::size_t Columns>
class table<written_number, Entries, Columns> {
public:
    table() : name_(kernel_writer::current().new_name()) {
        kernel_writer::current().line("LS_NUMBER " + name_ + "[" + std::to_string(Entries * Columns) + "];");
    }
    table(table const&) = delete;
    table& operator=(table const&) = delete;

    written_number at(written_number const& entry, std::size_t column) const {
        return written_number::say(element(entry, column));
    }
    void set(written_number const& entry, std::size_t column, written_number const& value) {
        std::string const to = element(entry, column);
        kernel_writer::current().line(to + " = " + value.text() + ";");
    }
    void scatter(written_number const& entry, std::size_t column, written_number const& value) {
        written_number const place = entry * written_number(Columns);
        kernel_writer::current().line("LS_SCATTER(" + name_ + " + " + std::to_string(column) + ", " + place.text() + ", " +
                                      value.text() + ");");
    }

private:
    std::string element(written_number const& entry, std::size_t column) const {
        return name_ + "[LS_INDEX(" + entry.text() + ") * " + std::to_string(Columns) + " + " + std::to_string(column) + "]";
    }

    std::string name_;
};

template <std::size_t Columns>
class constant_table<written_number, Columns> {
public:
    explicit constant_table(std::vector<double> const& numbers) {
        std::string list;
        for (double const x : numbers) {
            list += (list.empty() ? "" : ", ") + detail::c_literal(static_cast<float>(x));
        }
        kernel_writer& w = kernel_writer::current();
        name_ = w.function_name(list);
        w.add_function(name_, [&] { return "LS_CONSTANT float " + name_ + "[] = {" + list + "};\n"; });
    }

    written_number at(written_number const& entry, std::size_t column) const {
        return written_number::say("LS_N(" + name_ + "[LS_INDEX(" + entry.text() + ") * " + std::to_string(Columns) + " + " +
                                   std::to_string(column) + "])");
    }

private:
    std::string name_;
};

}  // namespace lockstep
