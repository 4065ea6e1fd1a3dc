// SPDX-License-Identifier: MIT
// The tape that a computation with `taped` numbers writes: for each operation, the derivatives with respect to its operands. The
// backward pass computes gradients from the tape.
#pragma once

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <utility>
#include <vector>

#include <lockstep/core/real.hpp>

namespace lockstep {

/// The operations of a computation with numbers R, in their order. Call clear() before the next computation: it keeps the memory
/// of the tape. A lane's derivatives depend on no other lane.
template <real R>
class tape {
public:
    /// The derivative of an operation with respect to the operand at `place`. An operand with place -1 is a constant.
    struct partial {
        int place;
        R derivative;
    };

    /// The backward pass of a function. `saved` holds the numbers that the function has saved for its backward pass. Before the
    /// call, `gradient` holds the gradient with respect to the function's results. After the call, it holds the gradient with
    /// respect to the function's arguments.
    using backward_pass = void (*)(R const* saved, R* gradient);

    void clear() {
        nodes_.clear();
        operands_.clear();
        derivatives_.clear();
        functions_.clear();
        saved_.clear();
        places_.clear();
    }

    /// Adds an input, with respect to which gradients are computed. Returns its place.
    int input() { return append(); }

    /// Adds an operation. Returns the place of its result. If all operands are constants, adds nothing and returns -1.
    LOCKSTEP_NOINLINE int operation(std::initializer_list<partial> operands) {
        std::size_t const before = operands_.size();
        for (partial const& p : operands) {
            if (p.place >= 0) {
                operands_.push_back(p.place);
                derivatives_.push_back(p.derivative);
            }
        }
        return operands_.size() == before ? -1 : append();
    }

    /// Begins a function that has `count` arguments, `count` results and its own backward pass. Returns memory for `count`
    /// numbers, in which the caller computes the results from the arguments, and memory for `saved` numbers that the backward
    /// pass will read. Both are valid until the next call of begin_function or clear. Then call add_operand once for each
    /// argument, and end_function.
    std::pair<R*, R*> begin_function(std::size_t count, std::size_t saved) {
        values_.resize(std::max(values_.size(), count));
        saved_.resize(saved_.size() + saved);
        return {values_.data(), saved_.data() + (saved_.size() - saved)};
    }
    void add_operand(int place) { places_.push_back(place); }
    /// Ends the function, whose backward pass is `backward`. `count` and `saved` must be those of begin_function. Returns the
    /// place of the function's first result; the places of the other results follow.
    int end_function(std::size_t count, std::size_t saved, backward_pass backward) {
        int const first = static_cast<int>(nodes_.size());
        nodes_.resize(nodes_.size() + count, {operands_.size(), -1});
        functions_.push_back({first, backward, places_.size() - count, count, saved_.size() - saved});
        append(static_cast<int>(functions_.size()) - 1);
        return first;
    }

    /// Sets all gradients to zero. Call it before the first seed() of a backward pass.
    void start() { gradient_.assign(nodes_.size(), R(0)); }

    /// Adds `gradient` to the gradient with respect to the number at `place`. If the place is -1, adds nothing. The backward pass
    /// starts from these gradients.
    void seed(int place, R const& gradient) {
        if (place >= 0) {
            R& sum = at(place);
            sum = sum + gradient;
        }
    }

    /// Runs the backward pass: computes the gradients, from the last operation to the first. A gradient of zero passes zero on,
    /// even if it is multiplied by an infinite derivative.
    void run_backward() {
        std::size_t operand = operands_.size();
        for (std::size_t i = nodes_.size(); i-- > 0;) {
            if (nodes_[i].function >= 0) {
                run_backward(functions_[static_cast<std::size_t>(nodes_[i].function)]);
                continue;
            }
            R const gradient = gradient_[i];
            for (std::size_t const first = i == 0 ? 0 : nodes_[i - 1].end; operand > first;) {
                --operand;
                R& sum = at(operands_[operand]);
                sum = sum + select(gradient == R(0), R(0), gradient * derivatives_[operand]);
            }
        }
    }

    /// Returns the gradient with respect to the number at `place`, or zero for a constant, whose place is -1. Call it after
    /// run_backward(). For a result of a function (end_function), run_backward() leaves zero.
    R gradient(int place) const { return place < 0 ? R(0) : gradient_[static_cast<std::size_t>(place)]; }

    std::size_t size() const { return nodes_.size(); }

    /// Returns the tape on which this thread writes operations now, or null.
    static tape*& current() {
        static thread_local tape* now = nullptr;
        return now;
    }

private:
    struct node {
        std::size_t end;  // the end of its operands in operands_
        int function;     // its index in functions_, or -1 for an operation
    };
    struct function_on_tape {
        int first;
        backward_pass backward;
        std::size_t places, count, saved;
    };

    int append(int function = -1) {
        nodes_.push_back({operands_.size(), function});
        return static_cast<int>(nodes_.size()) - 1;
    }

    R& at(int place) { return gradient_[static_cast<std::size_t>(place)]; }

    void run_backward(function_on_tape const& f) {
        R* const own = gradient_.data() + f.first;
        f.backward(saved_.data() + f.saved, own);
        for (std::size_t k = 0; k < f.count; ++k) {
            seed(places_[f.places + k], own[k]);
        }
        std::fill(own, own + f.count, R(0));  // the results have no operands, so nothing more happens to them
    }

    std::vector<node> nodes_;
    std::vector<function_on_tape> functions_;
    std::vector<int> operands_, places_;
    std::vector<R> derivatives_, saved_, values_, gradient_;
};

/// A guard: while an object of this type lives, `taped` numbers of this thread write their operations on the tape `to`.
template <real R>
class writing_on {
public:
    explicit writing_on(tape<R>& to) : outer_(std::exchange(tape<R>::current(), &to)) {}
    ~writing_on() { tape<R>::current() = outer_; }
    writing_on(writing_on const&) = delete;
    writing_on& operator=(writing_on const&) = delete;

private:
    tape<R>* outer_;
};

}  // namespace lockstep
