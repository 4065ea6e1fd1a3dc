// SPDX-License-Identifier: MIT
// The text of a kernel while it is written: statements of C, in the order in which C++ runs the kernel once. kernel/written.hpp
// has the numbers and indices that write these statements. Macros whose names begin with LS_ stand for everything that differs
// between OpenCL C, CUDA C++ and MSL (kernel/prelude.hpp).
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <lockstep/core/macros.hpp>
#include <lockstep/kernel/body.hpp>
#include <lockstep/kernel/bound_objects.hpp>
#include <lockstep/kernel/place.hpp>
#include <lockstep/kernel/print_body.hpp>

namespace lockstep {

/// Writes the text of one kernel. While a writer lives, the numbers and indices of its thread (kernel/written.hpp) write their
/// statements into it.
class kernel_writer {
public:
    using place = kernel_place;

    /// Begins a text. A pack has `lanes` lanes. `functor` is the kernel of the first launch, from which the values of constant
    /// members are read. It may be null if the kernel has none.
    explicit kernel_writer(std::size_t lanes, void const* functor = nullptr)
        : width(lanes), objects(functor), outer_(std::exchange(innermost_, this)) {}
    ~kernel_writer() { innermost_ = outer_; }
    kernel_writer(kernel_writer const&) = delete;
    kernel_writer& operator=(kernel_writer const&) = delete;

    /// Returns the writer that this thread uses now. Throws std::logic_error if there is none.
    static kernel_writer& current() {
        if (innermost_ == nullptr) {
            throw std::logic_error("lockstep: a number of a kernel's text is used while no kernel is written");
        }
        return *innermost_;
    }

    std::size_t const width;
    bound_objects objects;  ///< the functor, and what the kernel reads from memory
    std::vector<kernel_argument> arguments;
    bool each_lane = false;  ///< true inside a loop over lanes, where each lane has its own value of a uniform variable

    // Statements and blocks.

    void line(std::string text) { body_.line(std::move(text)); }
    void open(std::string text) { body_.open(std::move(text)); }
    void close() { body_.close(); }
    /// Writes a barrier, unless the last statement is one. At a barrier all lanes wait for each other. Throws std::logic_error
    /// inside a shared loop.
    void barrier() {
        check_no_shares("a barrier");
        if (body_.statements().empty() || body_.statements().back().text != "LS_BARRIER();") {
            line("LS_BARRIER();");
        }
    }

    /// Declares a variable and returns its place. If `is_pure`, the text leaves out the variable when nothing reads it. If
    /// `is_literal`, and if nothing assigns to the variable later, the text has `value` wherever the variable is read.
    LOCKSTEP_COLD int declare(std::string const& type, std::string const& value, spread over, bool is_pure = true,
                              bool is_literal = false) {
        int const variable = body_.declare(type, value, is_pure, is_literal);
        return add({.text = body_.token(variable), .block = innermost_block(), .variable = variable, .over = over});
    }
    /// Declares a pointer to numbers of the C type `type` in the memory `space` (LS_GLOBAL or LS_SCRATCH), and returns its place.
    LOCKSTEP_COLD int declare_pointer(std::string const& type, std::string const& space, std::string const& value) {
        int const made = declare(space + " " + type + "*", value, spread::uniform);
        places_[static_cast<std::size_t>(made)].space = space;
        places_[static_cast<std::size_t>(made)].type = type;
        return made;
    }
    /// Returns a new name. The caller's own text must declare it.
    std::string new_name(std::string type = {}) { return body_.token(body_.new_variable(std::move(type))); }
    static int number_of(std::string const& name) { return kernel_body::number_of(name); }

    int add(place p) {
        places_.push_back(std::move(p));
        return static_cast<int>(places_.size()) - 1;
    }
    /// Returns place number `where`. Throws std::logic_error if the number there was never set, if the block that declares it has
    /// ended, or if a shared loop uses a pack of numbers from outside.
    LOCKSTEP_COLD place const& at(int where) const {
        if (where < 0) {
            throw std::logic_error("lockstep: a kernel reads a number before it is set");
        }
        place const& p = places_[static_cast<std::size_t>(where)];
        if (!body_.is_open(p.block)) {
            throw std::logic_error("lockstep: a kernel uses a number outside of the loop or the region that declares it: "
                                   "declare it before");
        }
        if (is_shared_ && p.over == spread::lane && p.variable >= 0 && p.block < shares_block_) {
            throw std::logic_error("lockstep: a loop whose turns are shared (shared_range) uses a pack of numbers from outside, "
                                   "which the other members of the team do not have: load it inside");
        }
        return p;
    }

    /// Writes an assignment of `value` to place number `where`. `store` is the macro that stores a number in memory. Throws
    /// std::logic_error if a loop over lanes or a shared loop assigns to a variable from outside.
    LOCKSTEP_COLD void assign(int where, std::string const& value, std::string_view store) {
        place const& p = at(where);
        if (p.variable < 0) {
            std::string const statement = std::string(store) + "(" + value + ", " + p.address + ");";
            if (p.over == spread::uniform && !each_lane) {  // barriers: all lanes have read the old value, then see the new one
                barrier();
                line("if (LS_FIRST) { " + statement + " }");
                barrier();
            } else {
                line(statement);
            }
            return;
        }
        if (each_lane && p.block < lanes_block_) {
            throw std::logic_error(p.over == spread::uniform
                                       ? "lockstep: a loop over lanes changes a number that all lanes share: add lanes up by an "
                                         "ordered_sum"
                                       : "lockstep: a loop over lanes changes a pack of numbers: change a lane of it by "
                                         "set_lane");
        }
        if (is_shared_ && p.block < shares_block_) {
            throw std::logic_error("lockstep: a loop whose turns are shared (shared_range) changes a number from outside, which "
                                   "the other members of the team do not see: write it to memory");
        }
        body_.assign(p.variable);
        line(p.text + " = " + value + ";");
        places_[static_cast<std::size_t>(where)].is_own_lane = false;
    }

    /// Notes that the text changes the variable at this place by a macro. Returns the variable's name in the text.
    std::string const& changed(int where) {
        place const& p = at(where);
        body_.assign(p.variable);
        return p.text;
    }

    // Functions of the text: `write()` writes the body. Inside a loop over lanes there is no function: the body is written at the
    // call.

    template <class Write>
    void function(Write&& write) {
        if (each_lane) {
            write();
            return;
        }
        body_.begin_function();
        write();
        body_.end_function();
    }

    // Loops.

    std::size_t innermost_block() const { return body_.innermost_block(); }
    void open_lanes(std::string text) {
        if (each_lane) {
            throw std::logic_error("lockstep: a loop over lanes inside a loop over lanes");
        }
        open(std::move(text));
        each_lane = true;
        lanes_block_ = innermost_block();
    }
    void close_lanes() {
        each_lane = false;
        close();
    }
    /// Opens a loop whose turns the members of a pack's team divide. A turn must have no barrier, since members may have
    /// different numbers of turns. A barrier of the team must follow the loop.
    void open_shares(std::string text) {
        check_no_shares("a shared loop");
        open(std::move(text));
        line("LS_TOGETHER");
        is_shared_ = true;
        shares_block_ = innermost_block();
    }
    void close_shares() {
        is_shared_ = false;
        close();
    }
    /// Throws std::logic_error inside a shared loop. `what` names in the message what the loop must not have.
    void check_no_shares(char const* what) const {
        if (is_shared_) {
            throw std::logic_error(std::string("lockstep: a loop whose turns are shared (shared_range) has ") + what + " inside");
        }
    }
    /// Marks the variable at a place as the index of the loop over lanes, or as a copy of it.
    void mark_own_lane(int where) { places_[static_cast<std::size_t>(where)].is_own_lane = true; }
    void check_own_lane(int where) const {
        if (!at(where).is_own_lane) {
            throw std::logic_error("lockstep: lane_of and set_lane need the unchanged index of a loop over lanes: lanes share "
                                   "numbers in an array");
        }
    }
    /// Notes that C++ left the body of a loop before its end, so that the rest of the body is missing in the text.
    void lost_the_rest() { is_cut_ = true; }

    // Scratch: numbers that the lanes of a pack share while the kernel runs. Pieces must be given back in the reverse order.

    /// Takes a piece of scratch for `floats` numbers, rounded up to whole packs, and returns it. scratch_at(piece) is the text of
    /// its address.
    int take_scratch(std::size_t floats) {
        taken_.push_back(body_.take_scratch((floats + width - 1) / width * width));
        return taken_.back();
    }
    void give_scratch(int piece) {
        is_crossed_ = is_crossed_ || taken_.back() != piece;
        taken_.pop_back();
        body_.give_scratch(piece);
    }
    static std::string scratch_at(int piece) { return "(ls_scratch + " + kernel_body::token(piece) + ")"; }

    // Functions that stand before the kernel. Each is written once.

    /// Returns the name of the function with this text. The same text gives the same name.
    std::string function_name(std::string const& text) {
        auto const found = std::find(function_texts_.begin(), function_texts_.end(), text);
        auto const number = static_cast<std::size_t>(found - function_texts_.begin());
        if (found == function_texts_.end()) {
            function_texts_.push_back(text);
        }
        return "ls_program" + std::to_string(number + 1);
    }
    /// Writes the function text(), unless a function with this name exists.
    void add_function(std::string const& name, std::function<std::string()> const& text) {
        if (std::find(function_names_.begin(), function_names_.end(), name) == function_names_.end()) {
            function_names_.push_back(name);
            functions_ += text();
        }
    }
    /// Returns the text of the functions and the statements (kernel/print_body.hpp). Throws std::logic_error if C++ left a loop
    /// of the kernel before its end, if scratch was not given back in the reverse order, or if the body of as_function uses a
    /// table from outside of the body.
    LOCKSTEP_COLD body_text text() const {
        if (is_cut_) {
            throw std::logic_error("lockstep: a kernel leaves a loop by break or return, which its text would not show: use "
                                   "`if (breaks(condition)) break;`");
        }
        if (is_crossed_) {
            throw std::logic_error(
                "lockstep: a kernel returns an array from a function that has arrays of its own made before it: "
                "make those where the function is called");
        }
        std::vector<outer_name> outer = {{"pack", "size_t pack"}, {"ls_scratch", "LS_SCRATCH float* ls_scratch"}};
        for (kernel_argument const& a : arguments) {
            outer.push_back({a.name, (a.is_pointer ? "LS_GLOBAL " + a.type + "* " : a.type + " ") + a.name});
        }
        body_text result = print_body(body_, outer);
        result.functions.insert(0, functions_);
        return result;
    }
    std::string body() const { return text().statements; }
    std::string functions() const { return text().functions; }
    bool is_in_function() const { return body_.is_in_function(); }

private:
    kernel_body body_;
    std::vector<place> places_;
    std::size_t lanes_block_ = 0, shares_block_ = 0;
    std::vector<std::string> function_names_, function_texts_;
    std::string functions_;
    std::vector<int> taken_;  // pieces of scratch
    bool is_cut_ = false, is_crossed_ = false, is_shared_ = false;
    kernel_writer* outer_;
    static inline thread_local kernel_writer* innermost_ = nullptr;
};

}  // namespace lockstep
