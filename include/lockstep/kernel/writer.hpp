// SPDX-License-Identifier: MIT
// The text of a kernel while it is written: statements of C in the order in which C++ runs the kernel once. What numbers,
// indices and pointers write is in kernel/written.hpp; what OpenCL C, CUDA C++ and MSL say differently are macros whose names
// begin with LS_ (kernel/prelude.hpp).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <lockstep/core/macros.hpp>

namespace lockstep {

/// Whether a variable of the text has one value in each lane, or one that is the same in all of them.
enum class spread { lane, uniform };

/// An argument of a kernel: a member of its functor that a launch may change.
struct kernel_argument {
    std::size_t offset;  ///< bytes from the functor's begin
    std::string type;    ///< float, uint or size_t; of what is pointed at, where it is a pointer
    bool is_pointer;
    bool is_constant;    ///< points at what the kernel only reads
    std::string name;    ///< in the text
};

/// Writes one kernel. While it lives, the variables of its thread write into it.
class kernel_writer {
public:
    /// What a variable of C++ stands for: a variable of the text, or a number in the device's memory.
    struct place {
        std::string text;            ///< the expression that reads it
        std::string address = {};    ///< where it lies, if it is in memory
        std::string space = {};      ///< of a pointer: LS_GLOBAL or LS_SCRATCH
        std::string type = {};       ///< of what a pointer points at
        std::size_t block = 0;       ///< in which it was declared
        int variable = -1;           ///< its number, if it is a variable
        spread over = spread::lane;
        bool is_own_lane = false;    ///< the index of a loop over lanes
    };

    /// Rows have `lanes` lanes. `functor` is the kernel that is to be launched first: what is constant is taken from it.
    explicit kernel_writer(std::size_t lanes, void const* functor = nullptr)
        : width(lanes), functor_(static_cast<std::byte const*>(functor)), outer_(std::exchange(innermost_, this)) {}
    ~kernel_writer() { innermost_ = outer_; }
    kernel_writer(kernel_writer const&) = delete;
    kernel_writer& operator=(kernel_writer const&) = delete;

    /// Throws std::logic_error while nothing is written.
    static kernel_writer& current() {
        if (innermost_ == nullptr) {
            throw std::logic_error("lockstep: a number of a kernel's text is used while no kernel is written");
        }
        return *innermost_;
    }

    std::size_t const width;
    std::vector<kernel_argument> arguments;
    bool each_lane = false;  ///< inside a loop over lanes, where what is uniform elsewhere is each lane's own

    // Statements and blocks.

    void line(std::string text) { statements_.push_back({depth(), std::move(text), {}, -1, false, false}); }
    void open(std::string text) {
        line(std::move(text));
        blocks_.push_back(++last_block_);
    }
    void close() {
        blocks_.pop_back();
        line("}");
    }

    /// A new variable: its place. What is pure is not written if nobody reads it; a literal stands where it is read.
    LOCKSTEP_COLD int declare(std::string const& type, std::string const& value, spread over, bool is_pure = true,
                              bool is_literal = false) {
        int const variable = new_variable();
        statements_.push_back({depth(), type + " " + token(variable) + " = " + value + ";", value, variable, is_pure, is_literal});
        return add({.text = token(variable), .block = blocks_.back(), .variable = variable, .over = over});
    }
    /// A new pointer to numbers of a C type in a space of memory.
    LOCKSTEP_COLD int declare_pointer(std::string const& type, std::string const& space, std::string const& value) {
        int const made = declare(space + " " + type + "*", value, spread::uniform);
        places_[static_cast<std::size_t>(made)].space = space;
        places_[static_cast<std::size_t>(made)].type = type;
        return made;
    }
    /// A name that the text declares itself, for use in the present block.
    std::string new_name() { return token(new_variable()); }
    static int number_of(std::string const& name) { return std::stoi(name.substr(1)); }

    int add(place p) {
        places_.push_back(std::move(p));
        return static_cast<int>(places_.size()) - 1;
    }
    /// Throws std::logic_error for what was never set, or was declared in a block that has been left.
    LOCKSTEP_COLD place const& at(int where) const {
        if (where < 0) {
            throw std::logic_error("lockstep: a kernel reads a number before it is set");
        }
        place const& p = places_[static_cast<std::size_t>(where)];
        if (std::find(blocks_.begin(), blocks_.end(), p.block) == blocks_.end()) {
            throw std::logic_error("lockstep: a kernel uses a number outside of the loop or the region that declares it: "
                                   "declare it before");
        }
        return p;
    }

    LOCKSTEP_COLD void assign(int where, std::string const& value, std::string_view store) {
        place const& p = at(where);
        if (p.variable < 0) {
            bool const by_one = p.over == spread::uniform && !each_lane;
            line((by_one ? "if (LS_FIRST) { " : "") + std::string(store) + "(" + value + ", " + p.address + ");" +
                 (by_one ? " }" : ""));
            return;
        }
        if (each_lane && p.block < lanes_block_) {
            throw std::logic_error(p.over == spread::uniform
                                       ? "lockstep: a loop over lanes changes a number that all lanes share: add lanes up by sum_of_lanes"
                                       : "lockstep: a loop over lanes changes a row of numbers: change a lane of it by set_lane");
        }
        assigned_[static_cast<std::size_t>(p.variable)] = true;
        line(p.text + " = " + value + ";");
        places_[static_cast<std::size_t>(where)].is_own_lane = false;
    }

    /// The variable at this place, which the text is about to change by a macro.
    std::string const& changed(int where) {
        place const& p = at(where);
        assigned_[static_cast<std::size_t>(p.variable)] = true;
        return p.text;
    }

    // Loops.

    std::size_t innermost_block() const { return blocks_.back(); }
    void open_lanes(std::string text) {
        if (each_lane) {
            throw std::logic_error("lockstep: a loop over lanes inside a loop over lanes");
        }
        open(std::move(text));
        each_lane = true;
        lanes_block_ = blocks_.back();
    }
    void close_lanes() {
        each_lane = false;
        close();
    }
    /// Says that a place holds the index of the loop over lanes.
    void mark_own_lane(int where) { places_[static_cast<std::size_t>(where)].is_own_lane = true; }
    void check_own_lane(int where) const {
        if (!at(where).is_own_lane) {
            throw std::logic_error("lockstep: a kernel asks for a lane of a number that is not the one of its loop over lanes: lanes "
                                   "share numbers in an array");
        }
    }
    /// A loop whose body C++ left before its end: the rest of it is not in the text.
    void lost_the_rest() { is_cut_ = true; }

    // Leaves of an object that is bound to memory or to arguments.

    struct leaf {
        std::size_t offset;  ///< in the object
        std::string type;    ///< float, uint or size_t
        spread over;
        bool is_pointer, is_constant;
    };
    using leaf_function = std::function<int(leaf const&)>;

    /// An object of type T whose leaves are what `place_of` says; it lives as long as the writer. Its numbers find their place as
    /// they are constructed.
    template <class T>
    T* bind(leaf_function const& place_of) {
        constexpr std::size_t alignment = alignof(T);
        auto storage = std::make_unique<std::byte[]>(sizeof(T) + alignment);
        auto const begin = reinterpret_cast<std::uintptr_t>(storage.get());
        auto* const bytes = storage.get() + (alignment - begin % alignment) % alignment;
        std::memset(bytes, 0, sizeof(T));
        binding const now{bytes, sizeof(T), &place_of};
        auto const* const before = std::exchange(binding_, &now);
        T* const object = new (bytes) T;
        binding_ = before;
        storage_.push_back(std::move(storage));
        return object;
    }
    /// Whether the object at this address is part of one that is being bound.
    bool is_bound(void const* object) const {
        auto const* const at = static_cast<std::byte const*>(object);
        return binding_ != nullptr && binding_->begin <= at && at < binding_->begin + binding_->size;
    }
    int bound_place(void const* object, std::string const& type, spread over, bool is_pointer, bool is_constant) const {
        auto const offset = static_cast<std::size_t>(static_cast<std::byte const*>(object) - binding_->begin);
        return (*binding_->place_of)({offset, type, over, is_pointer, is_constant});
    }
    /// The bytes of a constant member of the kernel that is launched, and a note that the text depends on them.
    std::byte const* constant_bytes(void const* member, std::size_t size) {
        if (!is_bound(member) || functor_ == nullptr) {
            throw std::logic_error("lockstep: a constant of a kernel is made outside of its functor");
        }
        auto const offset = static_cast<std::size_t>(static_cast<std::byte const*>(member) - binding_->begin);
        constants.push_back({offset, size});
        return functor_ + offset;
    }
    struct byte_range {
        std::size_t offset, size;
    };
    std::vector<byte_range> constants;  ///< bytes of the functor that the text depends on

    // Scratch: numbers that the lanes of a row share while the kernel runs; given back in the reverse order.

    std::size_t take_scratch(std::size_t floats) {
        std::size_t const at = scratch_;
        scratch_ += (floats + width - 1) / width * width;
        most_scratch_ = std::max(most_scratch_, scratch_);
        return at;
    }
    void give_scratch(std::size_t at) { scratch_ = at; }
    std::size_t most_scratch() const { return most_scratch_; }

    // Functions before the kernel, each once.

    /// The name of a function of this text, the same for the same text.
    std::string function_name(std::string const& text) {
        auto const found = std::find(function_texts_.begin(), function_texts_.end(), text);
        auto const number = static_cast<std::size_t>(found - function_texts_.begin());
        if (found == function_texts_.end()) {
            function_texts_.push_back(text);
        }
        return "ls_program" + std::to_string(number + 1);
    }
    /// Writes a function unless one of its name is there.
    void add_function(std::string const& name, std::function<std::string()> const& text) {
        if (std::find(function_names_.begin(), function_names_.end(), name) == function_names_.end()) {
            function_names_.push_back(name);
            functions_ += text();
        }
    }
    std::string const& functions() const { return functions_; }

    /// The statements: literals where they are read, and without what nobody reads. Throws std::logic_error for a kernel that C++
    /// left inside a loop.
    std::string body() const;

private:
    struct statement {
        std::size_t depth;
        std::string text, value;
        int defines;
        bool is_pure, is_literal;
    };
    struct binding {
        std::byte* begin;
        std::size_t size;
        leaf_function const* place_of;
    };

    static constexpr char mark = '$';  // around the number of a variable; no C text has it

    static std::string token(int variable) { return mark + std::to_string(variable) + mark; }
    int new_variable() {
        assigned_.push_back(false);
        return static_cast<int>(assigned_.size()) - 1;
    }
    std::size_t depth() const { return blocks_.size(); }

    /// f(variable, begin, end) for each variable that a text names.
    template <class F>
    static void for_each_variable(std::string const& text, F f) {
        for (std::size_t begin = text.find(mark); begin != std::string::npos; begin = text.find(mark, begin)) {
            std::size_t const end = text.find(mark, begin + 1) + 1;
            f(static_cast<std::size_t>(std::stoi(text.substr(begin + 1, end - begin - 2))), begin, end);
            begin = end;
        }
    }

    std::vector<statement> statements_;
    std::vector<place> places_;
    std::vector<bool> assigned_;            // by variable: after its declaration
    std::vector<std::size_t> blocks_ = {0};  // that are open
    std::size_t last_block_ = 0, lanes_block_ = 0;
    std::vector<std::unique_ptr<std::byte[]>> storage_;
    std::vector<std::string> function_names_, function_texts_;
    std::string functions_;
    std::byte const* functor_;
    binding const* binding_ = nullptr;
    std::size_t scratch_ = 0, most_scratch_ = 0;
    bool is_cut_ = false;
    kernel_writer* outer_;
    static inline thread_local kernel_writer* innermost_ = nullptr;
};

LOCKSTEP_COLD inline std::string kernel_writer::body() const {
    if (is_cut_) {
        throw std::logic_error("lockstep: a kernel leaves a loop by break or return, which its text would not show: use "
                               "`if (breaks(condition)) break;`");
    }
    std::vector<int> uses(assigned_.size());
    std::vector<std::string const*> literal(assigned_.size(), nullptr);
    std::vector<bool> is_dropped(statements_.size());
    auto const count = [&](statement const& s, int by) {
        for_each_variable(s.text, [&](std::size_t variable, std::size_t, std::size_t) { uses[variable] += by; });
    };
    for (std::size_t k = 0; k < statements_.size(); ++k) {
        statement const& s = statements_[k];
        if (s.is_literal && !assigned_[static_cast<std::size_t>(s.defines)]) {
            literal[static_cast<std::size_t>(s.defines)] = &s.value;
            is_dropped[k] = true;
        } else {
            count(s, 1);
        }
    }
    for (std::size_t k = statements_.size(); k-- > 0;) {
        statement const& s = statements_[k];
        if (!is_dropped[k] && s.is_pure && uses[static_cast<std::size_t>(s.defines)] == 1) {
            count(s, -1);
            is_dropped[k] = true;
        }
    }
    std::string result;
    for (std::size_t k = 0; k < statements_.size(); ++k) {
        if (is_dropped[k]) {
            continue;
        }
        std::string const& text = statements_[k].text;
        result.append(4 * statements_[k].depth, ' ');
        std::size_t from = 0;
        for_each_variable(text, [&](std::size_t variable, std::size_t begin, std::size_t end) {
            result.append(text, from, begin - from);
            if (literal[variable] != nullptr) {
                result += *literal[variable];
            } else {
                result += "v" + std::to_string(variable);
            }
            from = end;
        });
        result.append(text, from).append("\n");
    }
    return result;
}

}  // namespace lockstep
