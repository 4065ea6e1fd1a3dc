// SPDX-License-Identifier: MIT
// Simplifies an operation before it is recorded, in the same way for all back ends. Three rules are not exact, and no compiler
// may apply them by itself: 0 * x, 0 / x and x - x are 0; c * (d * x) is (c * d) * x; and x / c is x * (1 / c). Operations on
// constants alone are done in double, whatever number type the program will run with. All other rules are exact, except that they
// may change the sign of a zero.
#pragma once

#include <utility>

#include <lockstep/program/builder.hpp>

namespace lockstep {

int emit(builder& to, operation op, int a, int b = -1, int c = -1, double value = 0);

namespace fold {

/// Each rule of this namespace returns the place of a simpler node, or -1 if there is none. In sums and products a constant must
/// be operand b.
inline int add(builder& to, int a, int b) {
    if (to.is_constant(b, 0)) {
        return a;
    }
    if (to[a].op == operation::neg && to[b].op == operation::neg) {  // the same result for both orders of a and b
        return emit(to, operation::neg, emit(to, operation::add, to[a].a, to[b].a));
    }
    if (to[b].op == operation::neg) {
        return emit(to, operation::sub, a, to[b].a);
    }
    return to[a].op == operation::neg ? emit(to, operation::sub, b, to[a].a) : -1;
}

inline int sub(builder& to, int a, int b) {
    if (to.is_constant(b, 0)) {
        return a;
    }
    if (a == b) {
        return to.constant(0);
    }
    if (to.is_constant(a, 0)) {
        return emit(to, operation::neg, b);
    }
    return to[b].op == operation::neg ? emit(to, operation::add, a, to[b].a) : -1;
}

/// Simplifies x * factor.
inline int mul_constant(builder& to, int x, double factor) {
    if (factor == 0 || factor == 1) {
        return factor == 0 ? to.constant(0) : x;
    }
    if (factor == -1) {
        return emit(to, operation::neg, x);
    }
    node const n = to[x];
    if (n.op == operation::neg) {
        return emit(to, operation::mul, n.a, to.constant(-factor));
    }
    if (n.op == operation::mul && to.is_constant(n.b)) {
        return emit(to, operation::mul, n.a, to.constant(factor * to[n.b].value));
    }
    if (n.op == operation::select && to.is_constant(n.b) && to.is_constant(n.c)) {
        int const chosen = to.constant(factor * to[n.b].value);
        return emit(to, operation::select, n.a, chosen, to.constant(factor * to[n.c].value));
    }
    return -1;
}

inline int mul(builder& to, int a, int b) {
    if (to.is_constant(b)) {
        return mul_constant(to, a, to[b].value);
    }
    if (to[a].op == operation::neg) {
        return emit(to, operation::neg, emit(to, operation::mul, to[a].a, b));
    }
    return to[b].op == operation::neg ? emit(to, operation::neg, emit(to, operation::mul, a, to[b].a)) : -1;
}

inline int div(builder& to, int a, int b) {
    if (to.is_constant(b) && to[b].value != 0) {
        return emit(to, operation::mul, a, to.constant(1 / to[b].value));
    }
    return to.is_constant(a, 0) ? a : -1;
}

inline int neg(builder& to, int a) {
    node const n = to[a];
    if (n.op == operation::neg) {
        return n.a;
    }
    if (n.op == operation::sub) {
        return emit(to, operation::sub, n.b, n.a);
    }
    return n.op == operation::mul && to.is_constant(n.b) ? emit(to, operation::mul, n.a, to.constant(-to[n.b].value)) : -1;
}

inline int fma(builder& to, int a, int b, int c) {
    bool const trivial = to.is_constant(b, 0) || to.is_constant(b, 1) || to.is_constant(b, -1) || to.is_constant(c, 0);
    return trivial ? emit(to, operation::add, emit(to, operation::mul, a, b), c) : -1;
}

inline int select(builder& to, int mask, int a, int b) {
    if (a == b || to.is_truth(mask)) {
        return a == b || to[mask].value != 0 ? a : b;
    }
    if (to[mask].op == operation::negate) {
        return emit(to, operation::select, to[mask].a, b, a);
    }
    if (to[a].op == operation::select && to[a].a == mask) {
        return emit(to, operation::select, mask, to[a].b, b);
    }
    return to[b].op == operation::select && to[b].a == mask ? emit(to, operation::select, mask, a, to[b].c) : -1;
}

inline int bit(builder& to, int word, double k) {
    node const n = to[word];
    if (n.op != operation::with_bit) {
        return -1;
    }
    int const before = emit(to, operation::bit, n.a, -1, -1, k);
    return n.value == k ? emit(to, operation::either, before, n.b) : before;
}

inline int mask(builder& to, operation op, int a, int b) {
    if (op == operation::negate) {
        node const n = to[a];
        switch (n.op) {
        case operation::negate: return n.a;
        case operation::equal: return emit(to, operation::not_equal, n.a, n.b);
        case operation::not_equal: return emit(to, operation::equal, n.a, n.b);
        default: return -1;
        }
    }
    if (a == b) {
        return a;
    }
    if (to.is_truth(a)) {
        std::swap(a, b);
    }
    if (to.is_truth(b)) {
        return to.is_truth(b, op == operation::both) ? a : b;
    }
    return -1;
}

inline int rule(builder& to, operation op, int a, int b, int c, double value) {
    switch (op) {
    case operation::add: return add(to, a, b);
    case operation::sub: return sub(to, a, b);
    case operation::mul: return mul(to, a, b);
    case operation::div: return div(to, a, b);
    case operation::neg: return neg(to, a);
    case operation::min:
    case operation::max: return a == b ? a : -1;
    case operation::abs: return to[a].op == operation::neg ? emit(to, op, to[a].a) : to[a].op == operation::abs ? a : -1;
    case operation::fma: return value == 0 ? fma(to, a, b, c) : -1;
    case operation::select: return select(to, a, b, c);
    case operation::with_bit: return to.is_truth(b, false) ? a : -1;
    case operation::flip_first_difference: return a == b ? a : -1;
    case operation::bit: return bit(to, a, value);
    case operation::less:
    case operation::differ: return a == b ? to.truth(false) : -1;
    case operation::both:
    case operation::either:
    case operation::negate: return mask(to, op, a, b);
    case operation::any: return to.is_truth(a) ? a : -1;
    case operation::none: return to.is_truth(a) ? to.truth(to[a].value == 0) : -1;
    default: return -1;
    }
}

/// Returns the place of the result if the operation is arithmetic and every operand is a constant or a truth. Returns -1
/// otherwise, and for the operations that make words.
inline int literals(builder& to, operation op, int a, int b, int c, double value) {
    // The bits of a word differ between number types.
    if (!is_arithmetic(op) || op == operation::with_bit || op == operation::flip_first_difference) {
        return -1;
    }
    double x[3] = {};
    int const operands[3] = {a, b, c};
    for (int k = 0; k < 3; ++k) {
        if (operands[k] >= 0) {
            if (!to.is_constant(operands[k]) && !to.is_truth(operands[k])) {
                return -1;
            }
            x[k] = to[operands[k]].value;
        }
    }
    double const result = evaluate(op, x[0], x[1], x[2], value);
    return yields_mask(op) ? to.truth(result != 0) : to.constant(result);
}

}  // namespace fold

/// Returns the place of a node with the result of op(a, b, c): a simpler node, an equal node that exists already, or a new node.
inline int emit(builder& to, operation op, int a, int b, int c, double value) {
    if (commutes(op) && (to.is_constant(a) || (a > b && !to.is_constant(b)))) {
        std::swap(a, b);
    }
    if (int const known = fold::literals(to, op, a, b, c, value); known >= 0) {
        return known;
    }
    if (int const simpler = fold::rule(to, op, a, b, c, value); simpler >= 0) {
        return simpler;
    }
    return to.make({.op = op, .a = a, .b = b, .c = c, .value = value});
}

}  // namespace lockstep
