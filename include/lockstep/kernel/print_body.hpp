// SPDX-License-Identifier: MIT
// Prints a kernel's statements and functions as text. Literals are written where they are read. Pure statements whose result
// nothing reads are left out. A function's parameters are the variables of its callers that it uses. The variables that it
// changes are passed by pointer.
#pragma once

#include <algorithm>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <lockstep/core/macros.hpp>
#include <lockstep/kernel/body.hpp>

namespace lockstep {

struct body_text {
    std::string functions, statements;
    std::size_t scratch = 0;  ///< the number of floats of scratch for each pack
};

/// A name that is declared before the kernel's statements and has no token: an argument, the pack or the scratch. Functions that
/// use the name take it as a parameter.
struct outer_name {
    std::string name, declaration;
};

namespace detail {

/// Returns whether `word` stands in `text`, and not only as a part of a longer name.
inline bool has_word(std::string const& text, std::string const& word) {
    auto const is_letter = [](char c) {
        return ('a' <= c && c <= 'z') || ('A' <= c && c <= 'Z') || ('0' <= c && c <= '9') || c == '_';
    };
    for (std::size_t begin = text.find(word); begin != std::string::npos; begin = text.find(word, begin + 1)) {
        std::size_t const end = begin + word.size();
        if ((begin == 0 || !is_letter(text[begin - 1])) && (end == text.size() || !is_letter(text[end]))) {
            return true;
        }
    }
    return false;
}

class body_printer {
public:
    /// A function that changes more variables of its callers than this is inlined: its statements are written at the call.
    static constexpr std::size_t most_changed = 16;

    LOCKSTEP_COLD body_printer(kernel_body const& body, std::vector<outer_name> const& outer)
        : statements_(body.statements()), variables_(body.variables()), functions_(body.functions()), outer_(outer),
          uses_(variables_.size()), literals_(variables_.size(), nullptr), is_dropped_(statements_.size()),
          owners_(functions_.size()) {
        drop();
        place_scratch(body.scratch());
        find_owners();
    }

    LOCKSTEP_COLD body_text text() {
        result_.statements = statements_of(0, [](std::size_t n) { return "v" + std::to_string(n); });
        return std::move(result_);
    }

private:
    using statement = kernel_body::statement;
    using variable = kernel_body::variable;
    static std::size_t at(int i) { return static_cast<std::size_t>(i); }

    void count(statement const& s, int by) {
        kernel_body::for_each_variable(s.text, [&](std::size_t read, std::size_t, std::size_t) { uses_[read] += by; });
    }
    void drop() {
        for (std::size_t k = 0; k < statements_.size(); ++k) {
            statement const& s = statements_[k];
            if (s.is_literal && !variables_[at(s.defines)].is_assigned) {
                literals_[at(s.defines)] = &s.value;
                is_dropped_[k] = true;
            } else {
                count(s, 1);
            }
        }
        for (std::size_t k = statements_.size(); k-- > 0;) {
            statement const& s = statements_[k];
            if (!is_dropped_[k] && s.is_pure && uses_[at(s.defines)] == 1) {  // only its declaration names it
                count(s, -1);
                is_dropped_[k] = true;
            }
        }
    }
    void place_scratch(std::vector<kernel_body::scratch_event> const& events) {
        scratch_places_.resize(variables_.size());
        std::vector<std::size_t> begin(variables_.size());
        std::size_t free = 0;
        for (auto const& [piece, floats, is_given_back] : events) {
            if (is_given_back) {
                free = begin[piece];
                continue;
            }
            begin[piece] = free;
            scratch_places_[piece] = std::to_string(free);
            literals_[piece] = &scratch_places_[piece];
            free += uses_[piece] > 0 ? floats : 0;
            result_.scratch = std::max(result_.scratch, free);
        }
    }
    /// Finds the owner of each function: the function in whose text its statements are. This is the function itself, or, if it is
    /// inlined, the owner of its caller.
    void find_owners() {
        std::vector<std::size_t> changed(functions_.size());
        for (std::size_t n = 0; n < variables_.size(); ++n) {
            std::vector<int> by = uses_[n] > 0 ? variables_[n].changed_by : std::vector<int>();
            std::ranges::sort(by);
            by.erase(std::unique(by.begin(), by.end()), by.end());
            for (int const function : by) {
                ++changed[at(function)];
            }
        }
        for (std::size_t f = 0; f < functions_.size(); ++f) {  // callers have the smaller numbers
            owners_[f] = changed[f] > most_changed ? owners_[at(functions_[f].caller)] : static_cast<int>(f);
        }
    }

    /// Returns a statement in which each token is replaced by the name of its variable, or by its literal.
    template <class Name>
    std::string named(std::string const& text, Name& name) const {
        std::string result;
        std::size_t from = 0;
        kernel_body::for_each_variable(text, [&](std::size_t read, std::size_t begin, std::size_t end) {
            result.append(text, from, begin - from);
            result += literals_[read] != nullptr ? *literals_[read] : name(read);
            from = end;
        });
        return result.append(text, from);
    }
    template <class Name>
    LOCKSTEP_COLD std::string statements_of(int function, Name name) {
        std::string text;
        for (std::size_t k = 0; k < statements_.size(); ++k) {
            statement const& s = statements_[k];
            if (is_dropped_[k] || owners_[at(s.function)] != function || (s.calls >= 0 && owners_[at(s.calls)] != s.calls)) {
                continue;
            }
            text.append(4 * (s.depth - functions_[at(function)].depth + 1), ' ')
                .append(s.calls < 0 ? named(s.text, name) : call(print(s.calls), name))
                .append("\n");
        }
        return text;
    }

    struct printed {
        std::string name;
        std::vector<std::pair<std::size_t, bool>> given;  ///< each variable of its callers, and whether the function changes it
        std::vector<std::string> outer;                   ///< names that need no token
    };
    /// Returns the text of a call. A changed variable is passed by the address of a copy, so that the variable itself can stay in
    /// a register.
    template <class Name>
    std::string call(printed const& called, Name& name) const {
        std::string before, arguments, after;
        for (auto const& [given, is_changed] : called.given) {
            std::string const here = name(given), copy = "changed" + std::to_string(given);
            arguments += (arguments.empty() ? "" : ", ") + (is_changed ? "&" + copy : here);
            if (is_changed) {
                before += variables_[given].type + " " + copy + " = " + here + "; ";
                after += " " + here + " = " + copy + ";";
            }
        }
        for (std::string const& outer : called.outer) {
            arguments += (arguments.empty() ? "" : ", ") + outer;
        }
        return "{ " + before + called.name + "(LS_GIVES_LANE " + (arguments.empty() ? "0" : arguments) + ");" + after + " }";
    }

    /// Writes a function, if no function with the same text exists, and returns what its calls need. Variables are numbered in
    /// the order in which the function names them.
    LOCKSTEP_COLD printed print(int function) {
        printed result;
        std::string parameters;
        std::vector<int> numbers(variables_.size(), -1);
        int count = 0;
        auto const name = [&](std::size_t n) {
            variable const& v = variables_[n];
            bool const is_changed = std::ranges::find(v.changed_by, function) != v.changed_by.end();
            bool const is_new = numbers[n] < 0;
            numbers[n] = is_new ? count++ : numbers[n];
            std::string const own = "v" + std::to_string(numbers[n]);
            if (is_new && owners_[at(v.function)] != function) {
                if (v.type.empty()) {
                    throw std::logic_error(
                        "lockstep: the body of as_function uses an array from outside of the body: declare it inside");
                }
                parameters +=
                    (parameters.empty() ? "" : ", ") + (is_changed ? "LS_PRIVATE " + v.type + "* " + own : v.type + " " + own);
                result.given.emplace_back(n, is_changed);
            }
            return is_changed ? "(*" + own + ")" : own;
        };
        std::string const statements = statements_of(function, name);
        for (outer_name const& o : outer_) {
            if (has_word(statements, o.name)) {
                parameters += (parameters.empty() ? "" : ", ") + o.declaration;
                result.outer.push_back(o.name);
            }
        }
        // LS_TAKES_LANE may end in a comma, so there is always a parameter.
        std::string const text = "(LS_TAKES_LANE " + (parameters.empty() ? "int" : parameters) + ") {\n" + statements + "}\n";
        auto const found = std::ranges::find(known_, text);
        result.name = "ls_function" + std::to_string(found - known_.begin() + 1);
        if (found == known_.end()) {
            known_.push_back(text);
            result_.functions += "LS_PROGRAM void " + result.name + text;
        }
        return result;
    }

    std::vector<statement> const& statements_;
    std::vector<variable> const& variables_;
    std::vector<kernel_body::function_begin> const& functions_;
    std::vector<outer_name> const& outer_;
    std::vector<int> uses_;                     // by variable
    std::vector<std::string const*> literals_;  // by variable
    std::vector<bool> is_dropped_;              // by statement
    std::vector<int> owners_;                   // by function
    std::vector<std::string> scratch_places_;   // by variable
    std::vector<std::string> known_;            // functions without their names
    body_text result_;
};

}  // namespace detail

/// Returns the text of the functions and the statements of a kernel, and the size of its scratch. Throws std::logic_error if a
/// function uses an array (a variable without a type) of its callers.
LOCKSTEP_COLD inline body_text print_body(kernel_body const& body, std::vector<outer_name> const& outer = {}) {
    return detail::body_printer(body, outer).text();
}

}  // namespace lockstep
