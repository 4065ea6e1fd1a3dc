// SPDX-License-Identifier: MIT
// Loops of a kernel's text. C++ runs the body of a loop once, and its statements are written between the braces of the loop.
#pragma once

#include <stdexcept>
#include <string>
#include <utility>

#include <lockstep/kernel/written.hpp>

namespace lockstep {

/// The range of `for (auto const i : W::range(n))` and similar loops. C++ makes only one pass through the loop. If C++ leaves the
/// body before its end, kernel_writer::text() throws std::logic_error.
template <class Value>
class written_loop {
public:
    enum class over { turns, lanes, shares };
    written_loop(Value value, over what) : value_(std::move(value)), over_(what) {}
    written_loop(written_loop const&) = delete;
    written_loop& operator=(written_loop const&) = delete;
    ~written_loop() {
        kernel_writer& w = kernel_writer::current();
        if (!is_done_) {
            w.lost_the_rest();
        }
        if (over_ == over::lanes) {
            w.close_lanes();
        } else if (over_ == over::shares) {
            w.close_shares();
            w.line("LS_PART();");
        } else {
            w.close();
        }
    }

    struct iterator {
        written_loop* of;
        Value operator*() const { return of->value_; }
        void operator++() { of->is_done_ = true; }
        bool operator!=(iterator const&) const { return !of->is_done_; }
    };
    iterator begin() { return {this}; }
    iterator end() { return {this}; }

private:
    Value value_;
    over over_;
    bool is_done_ = false;
};

namespace detail {
/// Returns the variable `name`, which the head of a loop declares, for use in the loop.
inline written_index loop_index(std::string const& name) {
    return written_index::at(kernel_writer::current().add(
        {.text = name,
         .block = kernel_writer::current().innermost_block(),
         .variable = kernel_writer::number_of(name),
         .over = spread::uniform}));
}
}  // namespace detail

/// Opens a loop from 0 up to n - 1, or from n - 1 down to 0 if `downward`.
inline written_loop<written_index> written_range(written_index const& n, bool downward = false) {
    kernel_writer& w = kernel_writer::current();
    std::string const i = w.new_name("size_t"), end = downward ? "" : w.new_name("size_t");  // n may change in the loop
    w.open(downward
               ? "LS_LOOP for (size_t " + i + " = " + n.text() + "; " + i + "-- > 0;) {"
               : "LS_LOOP for (size_t " + i + " = 0, " + end + " = " + n.text() + "; " + i + " < " + end + "; ++" + i + ") {");
    return {detail::loop_index(i), written_loop<written_index>::over::turns};
}
/// Opens a loop from 0 up to n - 1 whose turns the members of a team divide.
inline written_loop<written_index> written_shared_range(written_index const& n) {
    kernel_writer& w = kernel_writer::current();
    std::string const i = w.new_name("size_t"), end = w.new_name("size_t");
    w.open_shares("LS_LOOP for (size_t " + i + " = LS_MEMBER, " + end + " = " + n.text() + "; " + i + " < " + end + "; " + i +
                  " += LS_MEMBERS) {");
    return {detail::loop_index(i), written_loop<written_index>::over::shares};
}
/// Opens a loop over the lanes of a pack. Inside the loop, each lane has its own value of a uniform variable.
inline written_loop<written_index> written_lanes() {
    kernel_writer& w = kernel_writer::current();
    std::string const lane = w.new_name("size_t");
    w.open_lanes("LS_FOR_LANES(" + lane + ") {");
    written_index index = detail::loop_index(lane);
    w.mark_own_lane(index.place());
    return {std::move(index), written_loop<written_index>::over::lanes};
}
/// Opens a loop that only `breaks` and `leaves` end.
inline written_loop<int> written_forever() {
    kernel_writer::current().open("for (;;) {");
    return {0, written_loop<int>::over::turns};
}

/// leaves() writes a statement that ends the kernel if the condition is true. breaks() writes a statement that ends the innermost
/// loop if the condition is true. Both return false, so C++ goes on and writes the rest of the text. leaves() throws
/// std::logic_error inside a function of the text.
inline bool leaves(written_condition const& c) {
    if (kernel_writer::current().is_in_function()) {
        throw std::logic_error("lockstep: a kernel calls leaves() inside of the body of as_function: call it outside");
    }
    kernel_writer::current().line("if (" + c.text() + ") { return; }");
    return false;
}
inline bool breaks(written_condition const& c) {
    kernel_writer::current().line("if (" + c.text() + ") { break; }");
    return false;
}

// lane_of returns lane `lane` of a number or a word. It throws std::logic_error if `lane` is not the index of a loop over lanes.
inline written_flag lane_of(written_word const& x, written_index const& lane) {
    kernel_writer::current().check_own_lane(lane.place());
    return written_flag::say("LS_LANE_OF(" + x.text() + ", " + lane.text() + ")");
}
inline written_scalar lane_of(written_number const& x, written_index const& lane) {
    kernel_writer::current().check_own_lane(lane.place());
    return written_scalar::say("LS_LANE_OF(" + x.text() + ", " + lane.text() + ")");
}
/// Returns lane `lane` of a number in memory. All lanes of the pack get the same value. Throws std::logic_error if the number is
/// not in memory.
inline written_scalar shared_lane(written_number const& x, written_index const& lane) {
    kernel_writer::place const from = kernel_writer::current().at(x.place());
    if (from.variable >= 0) {
        throw std::logic_error("lockstep: a kernel shares a lane of a number that is not in memory");
    }
    return written_scalar::say("*(" + from.address + " + " + lane.text() + ")");
}
inline void set_lane(written_number& x, written_index const& lane, written_scalar const& value) {
    kernel_writer& w = kernel_writer::current();
    w.check_own_lane(lane.place());
    kernel_writer::place const to = w.at(x.place());
    if (to.variable >= 0) {
        w.line("LS_SET_LANE(" + w.changed(x.place()) + ", " + lane.text() + ", " + value.text() + ");");
    } else {
        w.line("LS_SET(" + value.text() + ", " + to.address + " + " + lane.text() + ");");
    }
}

inline written_index min(written_index const& a, written_index const& b) {
    return written_index::say(a.text() + " < " + b.text() + " ? " + a.text() + " : " + b.text());
}
/// Returns c ? a : b, for numbers that are the same in all lanes. Both a and b are evaluated.
template <class T>
    requires requires { T::is_written; }
T choose(written_condition const& c, T const& a, T const& b) {
    return T::say(c.text() + " ? " + a.text() + " : " + b.text());
}

}  // namespace lockstep
