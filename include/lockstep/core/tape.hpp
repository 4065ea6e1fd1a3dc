// SPDX-License-Identifier: MIT
// What a computation with `taped` numbers leaves for its way back: of each operation, the derivatives with respect to its operands.
#pragma once

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <span>
#include <utility>
#include <vector>

#include <lockstep/core/real.hpp>

namespace lockstep {

/// The operations of a computation with numbers R, in their order. Its memory is kept from one computation to the next. A lane's
/// derivatives depend on no other lane.
template <real R>
class tape {
public:
    /// The derivative of an operation with respect to the operand at this place. Operands without a place (-1) are constants.
    struct partial {
        int place;
        R derivative;
    };

    /// Turns the gradient with respect to the `count` numbers that a function left, which follow `saved` numbers that it saved,
    /// into that with respect to the numbers that it was given.
    using way_back = void (*)(R const* saved, R* gradient);

    void clear() {
        nodes_.clear();
        functions_.clear();
        saved_.clear();
        places_.clear();
    }

    /// A new number with an unknown past: an input.
    int input() { return append({}); }

    /// The place of a new number, or -1 if no operand has a place.
    LOCKSTEP_NOINLINE int operation(std::initializer_list<partial> operands) {
        node n;
        std::size_t k = 0;
        for (partial const& p : operands) {
            if (p.place >= 0) {
                n.operands[k++] = p;
            }
        }
        return k == 0 ? -1 : append(n);
    }

    /// A function from as many numbers as `before` has places to as many, which has its own way back. Returns the place of the
    /// first of its results; the others follow. saved: what the way back reads.
    int function(std::span<int const> before, std::span<R const> saved, way_back back) {
        int const first = static_cast<int>(nodes_.size());
        nodes_.resize(nodes_.size() + before.size());
        functions_.push_back({first, back, places_.size(), before.size(), saved_.size()});
        places_.insert(places_.end(), before.begin(), before.end());
        saved_.insert(saved_.end(), saved.begin(), saved.end());
        node last;
        last.function = static_cast<int>(functions_.size()) - 1;
        append(last);
        return first;
    }

    /// Forgets the gradients of an earlier way back.
    void start() { gradient_.assign(nodes_.size(), R(0)); }

    /// Adds to the gradient with respect to a number: what the way back starts from.
    void seed(int place, R const& gradient) {
        if (place >= 0) {
            R& sum = at(place);
            sum = sum + gradient;
        }
    }

    /// The way back, from the last operation to the first. Zero times an infinite derivative counts as zero.
    void run_back() {
        for (std::size_t i = nodes_.size(); i-- > 0;) {
            node const& n = nodes_[i];
            if (n.function >= 0) {
                run_back(functions_[static_cast<std::size_t>(n.function)]);
                continue;
            }
            R const gradient = gradient_[i];
            for (partial const& p : n.operands) {
                if (p.place < 0) {
                    break;
                }
                R& sum = at(p.place);
                sum = sum + select(gradient == R(0), R(0), gradient * p.derivative);
            }
        }
    }

    /// The gradient with respect to a number.
    R gradient(int place) const { return place < 0 ? R(0) : gradient_[static_cast<std::size_t>(place)]; }

    std::size_t size() const { return nodes_.size(); }

    /// The tape of this thread on which operations are written now.
    static tape*& current() {
        static thread_local tape* now = nullptr;
        return now;
    }

private:
    struct node {
        partial operands[3] = {{-1, R(0)}, {-1, R(0)}, {-1, R(0)}};
        int function = -1;
    };
    struct function_on_tape {
        int first;
        way_back back;
        std::size_t places, count, saved;
    };

    int append(node const& n) {
        nodes_.push_back(n);
        return static_cast<int>(nodes_.size()) - 1;
    }

    R& at(int place) { return gradient_[static_cast<std::size_t>(place)]; }

    void run_back(function_on_tape const& f) {
        R* const own = gradient_.data() + f.first;
        f.back(saved_.data() + f.saved, own);
        for (std::size_t k = 0; k < f.count; ++k) {
            seed(places_[f.places + k], own[k]);
        }
        std::fill(own, own + f.count, R(0));  // these numbers have no operands: nothing more happens to them
    }

    std::vector<node> nodes_;
    std::vector<function_on_tape> functions_;
    std::vector<R> saved_, gradient_;
    std::vector<int> places_;
};

/// While it lives, `taped` numbers of this thread write on `to`.
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
