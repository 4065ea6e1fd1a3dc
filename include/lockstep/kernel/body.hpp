// SPDX-License-Identifier: MIT
// The statements of a kernel's text. C++ runs the kernel once, and the statements have the order of this run.
// kernel/print_body.hpp prints them.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include <lockstep/core/macros.hpp>

namespace lockstep {

/// Statements in blocks, and the variables that the statements declare and read. A statement names a variable by the variable's
/// token, which the printer replaces by a name.
class kernel_body {
public:
    struct statement {
        std::size_t depth;
        std::string text, value;
        int defines;  ///< the variable that the statement declares, or -1
        bool is_pure, is_literal;
        int function;    ///< the function that contains the statement, or 0 for the kernel
        int calls = -1;  ///< the function that the statement calls, or -1
    };
    struct variable {
        std::string type;                  ///< empty for an array
        int function;                      ///< the function that declares the variable
        bool is_assigned = false;          ///< whether it is assigned after its declaration
        std::vector<int> changed_by = {};  ///< functions that assign to it and do not declare it
    };
    struct scratch_event {
        std::size_t piece, floats;
        bool is_given_back;
    };

    std::vector<statement> const& statements() const { return statements_; }
    std::vector<variable> const& variables() const { return variables_; }
    std::vector<scratch_event> const& scratch() const { return scratch_; }
    struct function_begin {
        int caller;         ///< the function that calls this one
        std::size_t depth;  ///< the depth of its statements
    };
    std::vector<function_begin> const& functions() const { return functions_; }

    // Blocks: the body of a loop or of a condition.

    void line(std::string text) { add({depth(), std::move(text), {}, -1, false, false, function()}); }
    void open(std::string text) {
        line(std::move(text));
        blocks_.push_back(++last_block_);
    }
    void close() {
        blocks_.pop_back();
        line("}");
    }
    std::size_t innermost_block() const { return blocks_.back(); }
    bool is_open(std::size_t block) const {
        for (std::size_t const open : blocks_) {
            if (open == block) {
                return true;
            }
        }
        return false;
    }

    // Variables.

    static std::string token(int variable) { return mark + std::to_string(variable) + mark; }
    static int number_of(std::string const& name) { return std::stoi(name.substr(1)); }
    /// Returns the number of a new variable. It adds no statement, so the caller must write text that declares the variable.
    /// `type` must be empty if a function cannot take the variable as an argument.
    int new_variable(std::string type = {}) {
        variables_.push_back({std::move(type), function()});
        return static_cast<int>(variables_.size()) - 1;
    }
    /// Adds a statement that declares a new variable. Returns the variable's number. If `is_pure`, the text leaves out the
    /// statement when nothing reads the variable. If `is_literal`, and if nothing assigns to the variable later, the text has
    /// `value` wherever the variable is read.
    LOCKSTEP_COLD int declare(std::string const& type, std::string const& value, bool is_pure, bool is_literal) {
        int const made = new_variable(type);
        add({depth(), type + " " + token(made) + " = " + value + ";", value, made, is_pure, is_literal, function()});
        return made;
    }
    /// Notes that a statement assigns to the variable, so that its value is no literal any more.
    void assign(int assigned) {
        variable& v = variables_[static_cast<std::size_t>(assigned)];
        v.is_assigned = true;
        for (std::size_t k = open_functions_.size(); k-- > 0 && open_functions_[k] != v.function;) {
            v.changed_by.push_back(open_functions_[k]);
        }
    }

    // Scratch. Each piece is a variable, whose value is the index of its first float. Pieces must be given back in the reverse
    // order. A piece that no statement names takes no memory.

    int take_scratch(std::size_t floats) {
        int const piece = new_variable("size_t");
        scratch_.push_back({static_cast<std::size_t>(piece), floats, false});
        return piece;
    }
    void give_scratch(int piece) { scratch_.push_back({static_cast<std::size_t>(piece), 0, true}); }

    // Functions: the statements between begin_function() and end_function() become a function, which is called at that place.

    bool is_in_function() const { return function() != 0; }
    void begin_function() {
        int const caller = function();
        open_functions_.push_back(static_cast<int>(functions_.size()));
        blocks_.push_back(++last_block_);
        functions_.push_back({caller, depth()});
    }
    void end_function() {
        blocks_.pop_back();
        int const ended = function();
        open_functions_.pop_back();
        add({depth(), {}, {}, -1, false, false, function(), ended});
    }

    /// Calls f(variable, begin, end) for each token in `text`: the number of its variable, and its characters [begin, end).
    template <class F>
    static void for_each_variable(std::string const& text, F f) {
        for (std::size_t begin = text.find(mark); begin != std::string::npos; begin = text.find(mark, begin)) {
            std::size_t const end = text.find(mark, begin + 1) + 1;
            f(static_cast<std::size_t>(number_of(text.substr(begin, end - begin))), begin, end);
            begin = end;
        }
    }

private:
    static constexpr char mark = '$';  // before and after the number of a variable; no C text has this character

    std::size_t depth() const { return blocks_.size(); }
    int function() const { return open_functions_.back(); }
    void add(statement s) { statements_.push_back(std::move(s)); }

    std::vector<statement> statements_;
    std::vector<variable> variables_;
    std::vector<scratch_event> scratch_;
    std::vector<std::size_t> blocks_ = {0};  // the open blocks
    std::size_t last_block_ = 0;
    std::vector<function_begin> functions_ = {{0, 1}};  // 0 is the kernel
    std::vector<int> open_functions_ = {0};
};

}  // namespace lockstep
