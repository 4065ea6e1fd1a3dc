// SPDX-License-Identifier: MIT
// Differentiation in reverse mode: makes, from a program, the program of its vector-Jacobian product. The gradients of the robots
// (envs/gradient/) are such programs. Learners and planners use them for gradients of a simulation (envs/gradient/step.hpp).
//
// The product is exact. The forward sweep computes the whole program. When the backward sweep reaches a region, it computes the
// region again, under the region's condition. For a HalfCheetah substep, the product takes 2.5 times the operations of the
// substep without contacts, and 3.8 times with all of its regions.
//
// Rounding, exponents, words and masks are constant almost everywhere, so they pass no derivative. At the kink of abs, min, max
// and select the derivative is that of the branch taken. A number of a constant table is a constant. Loops are refused: record
// with {.unroll = true}. Tables whose numbers may change are refused too.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include <lockstep/program/canonical.hpp>
#include <lockstep/program/record.hpp>

namespace lockstep {

namespace detail {

class reverse_sweep {
public:
    reverse_sweep(program const& p, std::span<recorded const> row)
        : p_(p), row_(row), value_(p.nodes.size()), gradient_(p.nodes.size()) {}

    /// Records the nodes [first, last) of the program again.
    void forward(int first, int last) {
        builder& to = recording::current().to();
        for (int i = first; i < last; ++i) {
            node const& n = p_[i];
            if (n.op == operation::input) {
                value(i) = row_[static_cast<std::size_t>(n.value)];
            } else if (is_literal(n.op)) {
                value(i).place = to.make(n);
            } else if (n.op == operation::constants) {
                if (!is_set(value(i))) {  // a region that is computed again reads the same constants
                    value(i).place = to.constants(p_.constants[static_cast<std::size_t>(n.value)]);
                }
            } else if (n.op == operation::lookup) {
                value(i).place = to.statement({.op = n.op, .a = value(n.a).place, .b = value(n.b).place, .value = n.value});
            } else if (n.op == operation::region_begin) {
                forward_region(i, n.b);
                i = n.b;
            } else if (n.op != operation::phi) {
                auto const operand = [&](int place) { return place < 0 ? -1 : value(place).place; };
                value(i).place = emit(to, n.op, operand(n.a), operand(n.b), operand(n.c), n.value);
            }
        }
    }

    /// Records the backward pass of the nodes [first, last): each node adds to the gradients with respect to its operands.
    void backward(int first, int last) {
        for (int i = last - 1; i >= first; --i) {
            node const& n = p_[i];
            if (n.op == operation::region_end) {
                backward_region(n.a, i);
                i = n.a;
            } else if (n.op != operation::phi && is_set(gradient(i))) {
                differentiate(n, gradient(i), i);
            }
        }
    }

    void add(int place, recorded const& g) {
        if (!is_literal(p_[place].op) && !is_mask(p_, place)) {
            gradient(place) = is_set(gradient(place)) ? gradient(place) + g : g;
        }
    }
    recorded gradient_or_zero(int place) { return is_set(gradient(place)) ? gradient(place) : recorded(0); }

private:
    recorded& value(int place) { return value_[static_cast<std::size_t>(place)]; }
    recorded& gradient(int place) { return gradient_[static_cast<std::size_t>(place)]; }
    static bool is_set(recorded const& x) { return x.place >= 0; }
    bool has_gradient(int place) const {
        operation const op = p_[place].op;
        return !is_literal(op) && op != operation::constants && !opens_block(op) && !is_mask(p_, place);
    }
    recorded_condition condition(int begin) { return {value(p_[begin].a).place}; }

    void forward_region(int begin, int end) {
        auto const [first, last] = region_phis(p_, end);
        std::vector<recorded> result;
        for (int phi = first; phi < last; ++phi) {
            result.push_back(value(p_[phi].b));
        }
        auto const body = [&, phi = first] {
            forward(begin + 1, end);
            for (std::size_t k = 0; k < result.size(); ++k) {
                result[k] = value(p_[phi + static_cast<int>(k)].a);
            }
        };
        condition(begin).when(body, result);
        std::copy(result.begin(), result.end(), value_.begin() + first);
    }

    void differentiate(node const& n, recorded const& g, int i) {
        auto const a = [&] { return value(n.a); };
        auto const b = [&] { return value(n.b); };
        auto const split = [&](recorded_mask const& is_first, int first, int second) {
            add(first, select(is_first, g, recorded(0)));
            add(second, select(is_first, recorded(0), g));
        };
        switch (n.op) {
        case operation::add:
            add(n.a, g);
            add(n.b, g);
            break;
        case operation::sub:
            add(n.a, g);
            add(n.b, -g);
            break;
        case operation::mul:
            add(n.a, g * b());
            add(n.b, g * a());
            break;
        case operation::div: {
            recorded const quotient = g / b();
            add(n.a, quotient);
            add(n.b, -(quotient * value(i)));
            break;
        }
        case operation::neg: add(n.a, -g); break;
        case operation::sqrt: add(n.a, recorded(0.5) * g / value(i)); break;
        case operation::abs: add(n.a, select(a() < recorded(0), -g, g)); break;
        case operation::min: split(a() < b(), n.a, n.b); break;
        case operation::max: split(b() < a(), n.a, n.b); break;
        case operation::fma: {
            recorded const of_product = has_sign(n, negated_product) ? -g : g;
            add(n.a, of_product * b());
            add(n.b, of_product * a());
            add(n.c, has_sign(n, negated_addend) ? -g : g);
            break;
        }
        case operation::scale: add(n.a, g * number_traits<recorded>::scale(recorded(1), b())); break;
        case operation::select: {
            recorded_mask mask;
            mask.place = a().place;
            split(mask, n.b, n.c);
            break;
        }
        default: break;
        }
    }

    /// Records, in a region with the same condition, the forward pass of the region again and then its backward pass. After the
    /// region, only the gradients with respect to the numbers that it reads from outside are known.
    void backward_region(int begin, int end) {
        auto const [first, last] = region_phis(p_, end);
        std::vector<int> merged;
        for (int phi = first; phi < last; ++phi) {
            if (is_set(gradient(phi))) {
                merged.push_back(phi);
            }
        }
        if (merged.empty()) {
            return;
        }
        std::vector<int> const read = read_from_outside(begin, end, merged);
        std::vector<recorded> before;
        for (int const place : read) {
            before.push_back(gradient_or_zero(place));
        }
        for (int const phi : merged) {  // as if the region is not entered
            add(p_[phi].b, gradient(phi));
        }
        std::vector<recorded> after;
        for (int const place : read) {
            after.push_back(gradient_or_zero(place));
        }
        auto const body = [&] {
            for (std::size_t k = 0; k < read.size(); ++k) {
                gradient(read[k]) = before[k];
            }
            forward(begin + 1, end);
            for (int const phi : merged) {
                add(p_[phi].a, gradient(phi));
            }
            backward(begin + 1, end);
            for (std::size_t k = 0; k < read.size(); ++k) {
                after[k] = gradient(read[k]);
            }
            std::fill(gradient_.begin() + begin, gradient_.begin() + end, recorded());
        };
        condition(begin).when(body, after);
        for (std::size_t k = 0; k < read.size(); ++k) {
            gradient(read[k]) = after[k];
        }
    }

    /// Returns the places of the numbers from before the region whose gradients may change. The region may be entered or not.
    std::vector<int> read_from_outside(int begin, int end, std::vector<int> const& merged) const {
        std::vector<int> result;
        auto const note = [&](int place) {
            if (0 <= place && place < begin && has_gradient(place)) {
                result.push_back(place);
            }
        };
        for (int i = begin + 1; i < end; ++i) {
            note(p_[i].a);
            note(p_[i].b);
            note(p_[i].c);
        }
        for (int const phi : merged) {
            note(p_[phi].a);
            note(p_[phi].b);
        }
        std::sort(result.begin(), result.end());
        result.erase(std::unique(result.begin(), result.end()), result.end());
        return result;
    }

    program const& p_;
    std::span<recorded const> row_;
    std::vector<recorded> value_;     // the value of each node of p_, in the program being recorded
    std::vector<recorded> gradient_;  // the gradient of each node; if it is not set, it is zero
};

}  // namespace detail

/// Returns the program of the vector-Jacobian product of the program `of`. If that has n rows, this program has 2 n rows. Rows
/// [0, n) hold the rows before `of`, and do not change. Rows [n, 2 n) hold the gradient with respect to the rows after `of`. The
/// program replaces it by the gradient with respect to the rows before `of`. Throws std::invalid_argument if `of` has a loop, or a
/// table that is not constant.
inline program adjoint(program const& of) {
    program const p = canonical(of);  // a gradient is a sum over readers, and their order decides its bits
    for (node const& n : p.nodes) {
        if (n.op == operation::loop_begin) {
            throw std::invalid_argument("adjoint: the program has a loop; record it with {.unroll = true}");
        }
        if (n.op == operation::table) {
            throw std::invalid_argument("adjoint: the program has a table, through which no derivative passes");
        }
    }
    return record(2 * p.rows, [&](std::span<recorded> row) {
        auto const gradient = row.subspan(p.rows);
        detail::reverse_sweep sweep(p, row.first(p.rows));
        sweep.forward(0, p.size());
        for (program_output const& out : p.outputs) {
            sweep.add(out.value, std::exchange(gradient[static_cast<std::size_t>(out.row)], recorded(0)));
        }
        sweep.backward(0, p.size());
        for (int i = 0; i < p.size(); ++i) {
            if (p[i].op == operation::input) {
                recorded& g = gradient[static_cast<std::size_t>(p[i].value)];
                g = g + sweep.gradient_or_zero(i);
            }
        }
    });
}

}  // namespace lockstep
