// SPDX-License-Identifier: MIT
// Fuses multiplications into the additions that read them: a * b + c, a * b - c and c - a * b become one operation that rounds
// once. If a compiler chose what to fuse, the choice would depend on its version and on the width of vectors. The choice of this
// pass is the same for all back ends. Of two products that are added, the product with the longer chain of operations is fused.
// Its factors are known last, and the sum then takes only one more operation. If both chains have the same length, a hash of
// their operations and constants decides. So the choice does not depend on the order in which a compiler evaluated the operands.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include <lockstep/program/live.hpp>
#include <lockstep/program/program.hpp>
#include <lockstep/program/rank.hpp>

namespace lockstep {

namespace detail {

class fusion {
public:
    explicit fusion(program p) : p_(std::move(p)), enclosing_(enclosing_blocks(p_)), uses_(p_.nodes.size()), ranks_(ranks(p_)) {
        for (int i = 0; i < p_.size(); ++i) {
            node const& n = p_[i];
            for (int const operand : {n.a, n.b, n.c}) {
                if (operand >= 0) {
                    ++uses_[at(operand)];
                }
            }
            if (n.op == operation::constant) {
                constants_.try_emplace(bits_of(n.value), i);
            }
        }
        for (program_output const& out : p_.outputs) {
            ++uses_[at(out.value)];
        }
    }

    program fused() && {
        int const count = p_.size();  // without the constants that are appended
        for (int i = 0; i < count; ++i) {
            switch (p_[i].op) {
            case operation::add: fuse_sum(i, 0); break;
            case operation::sub: fuse_sum(i, negated_addend); break;
            case operation::neg: negate_sum(i); break;
            default: break;
            }
            if (p_[i].op == operation::fma) {
                absorb_negations(i);
            }
        }
        return without_dead_code(std::move(p_));
    }

private:
    static std::size_t at(int i) { return static_cast<std::size_t>(i); }

    /// Returns whether only the node `user` reads the node at `place`, and both nodes are in the same block.
    bool is_own(int place, int user) const { return uses_[at(place)] == 1 && enclosing_[at(place)] == enclosing_[at(user)]; }

    bool is_own_product(int place, int user) const { return p_[place].op == operation::mul && is_own(place, user); }

    /// Fuses a product into node i, a sum or a difference, if an operand of node i is a product that no other node reads. `sign`
    /// is negated_addend for a difference, and 0 for a sum.
    void fuse_sum(int i, int sign) {
        node const n = p_[i];
        bool const first = is_own_product(n.a, i), second = is_own_product(n.b, i);
        if (second && !(first && ranks_[at(n.b)] < ranks_[at(n.a)])) {
            write(i, n.b, n.a, sign == 0 ? 0 : negated_product);
        } else if (first) {
            write(i, n.a, n.b, sign);
        }
    }

    void write(int i, int product, int addend, int signs) {
        node const& m = p_[product];
        p_[i] = {.op = operation::fma, .a = m.a, .b = m.b, .c = addend, .value = static_cast<double>(signs)};
    }

    /// Replaces the negation of a fused operation, -(a * b + c), by one fused operation, -a * b - c.
    void negate_sum(int i) {
        node const sum = p_[p_[i].a];
        if (sum.op == operation::fma && is_own(p_[i].a, i)) {
            p_[i] = sum;
            p_[i].value = static_cast<double>(static_cast<int>(sum.value) ^ (negated_product | negated_addend));
        }
    }

    /// Moves the signs of negated operands into the fused operation i, and from there into constants.
    void absorb_negations(int i) {
        node n = p_[i];
        int signs = static_cast<int>(n.value);
        auto const absorb = [&](int& operand, int sign) {
            while (p_[operand].op == operation::neg) {
                int const negated = std::exchange(operand, p_[operand].a);
                ++uses_[at(operand)];
                if (--uses_[at(negated)] == 0) {
                    --uses_[at(operand)];
                }
                signs ^= sign;
            }
        };
        absorb(n.a, negated_product);
        absorb(n.b, negated_product);
        absorb(n.c, negated_addend);
        for (auto const& [operand, sign] : {std::pair(&n.b, negated_product), std::pair(&n.c, negated_addend)}) {
            if ((signs & sign) != 0 && p_[*operand].op == operation::constant) {
                *operand = constant(-p_[*operand].value);
                signs ^= sign;
            }
        }
        n.value = static_cast<double>(signs);
        p_[i] = n;
    }

    static std::uint64_t bits_of(double value) { return std::bit_cast<std::uint64_t>(value); }

    int constant(double value) {
        auto const [known, is_new] = constants_.try_emplace(bits_of(value), p_.size());
        if (is_new) {
            p_.nodes.push_back({.op = operation::constant, .value = value});
            uses_.push_back(0);
        }
        return known->second;
    }

    program p_;
    std::vector<int> enclosing_;
    std::vector<int> uses_;
    std::vector<rank> ranks_;
    std::map<std::uint64_t, int> constants_;  // by their bits, as NaN is no key of a map and 0 equals -0
};

}  // namespace detail

/// Returns the program with multiplications fused into additions and subtractions, and without dead code. A multiplication is
/// fused if only one operation reads its result, and if this operation is an addition or a subtraction in the same block. Of two
/// such multiplications in one sum, one is fused. So no product is computed twice, or more often than before. Negations of the
/// operands and of the result of a fused operation become signs of the operation.
inline program fuse(program const& p) { return detail::fusion(p).fused(); }

}  // namespace lockstep
