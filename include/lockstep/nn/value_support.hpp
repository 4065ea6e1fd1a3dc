// SPDX-License-Identifier: MIT
// A value as a distribution over a few numbers, its atoms, which a network learns by cross entropy (Bellemare, Dabney and Munos
// 2017, "A distributional perspective on reinforcement learning").
#pragma once

#include <algorithm>
#include <cstddef>

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/macros.hpp>
#include <lockstep/core/math.hpp>
#include <lockstep/core/real.hpp>
#include <lockstep/core/vector.hpp>
#include <lockstep/nn/categorical.hpp>

namespace lockstep {

/// Atoms numbers at equal distances from `least` to `greatest`, which is above it.
template <real R, std::size_t Atoms>
    requires(Atoms > 1)
struct value_support {
    using distribution = vector<R, Atoms>;  ///< the probability of each atom

    R least;
    R greatest;

    LOCKSTEP_INLINE R gap() const { return (greatest - least) / R(static_cast<float>(Atoms - 1)); }
    LOCKSTEP_INLINE R atom(std::size_t i) const { return fma(R(static_cast<float>(i)), gap(), least); }
    LOCKSTEP_INLINE mask_t<R> holds(R const& value) const { return !(value < least) && !(greatest < value); }

    /// The distribution that the logits of a network stand for.
    LOCKSTEP_INLINE static distribution of(vector<R, Atoms> const& logits) {
        distribution p = categorical<R, Atoms>{logits}.log_probabilities();
        for (R& x : p) {
            x = exp(x);
        }
        return p;
    }

    LOCKSTEP_INLINE R mean(distribution const& p) const {
        R sum = R(0);
        for (std::size_t i = 0; i < Atoms; ++i) {
            sum = fma(p[i], atom(i), sum);
        }
        return sum;
    }
    /// Of the mean, with respect to the logits of `p`.
    LOCKSTEP_INLINE vector<R, Atoms> mean_gradient(distribution const& p) const {
        R const value = mean(p);
        vector<R, Atoms> result;
        for (std::size_t i = 0; i < Atoms; ++i) {
            result[i] = p[i] * (atom(i) - value);
        }
        return result;
    }

    /// A value between two atoms as a distribution over both whose mean it is; outside of the support, the atom at its end;
    /// what is no number is no atom, in its lane alone.
    LOCKSTEP_INLINE distribution two_hot(R const& value) const {
        distribution result{};
        add(R(1), value, result);
        return result;
    }

    /// The distribution of reward + discount * value, each of whose numbers is shared by the atoms beside it (algorithm 1).
    LOCKSTEP_INLINE distribution project(distribution const& p, R const& reward, R const& discount) const {
        distribution result{};
        for (std::size_t j = 0; j < Atoms; ++j) {
            add(p[j], fma(discount, atom(j), reward), result);
        }
        return result;
    }

    /// What it costs to believe the logits where `target` is true; its gradient with respect to them is of(logits) - target.
    LOCKSTEP_INLINE static R cross_entropy(distribution const& target, vector<R, Atoms> const& logits) {
        auto const log_p = categorical<R, Atoms>{logits}.log_probabilities();
        R sum = R(0);
        for (std::size_t i = 0; i < Atoms; ++i) {
            sum = fma(-target[i], log_p[i], sum);
        }
        return sum;
    }

private:
    /// Shares a probability among the atoms: each has what is left of 1 after its distance in gaps. Asked are the atoms from
    /// the lowest that a lane needs to the highest, so that no lane needs a place of its own.
    LOCKSTEP_INLINE void add(R const& probability, R const& value, distribution& to) const {
        R const place = (clamp(value, least, greatest) - least) / gap();
        std::size_t lowest = Atoms - 2, highest = 0;
        for (std::size_t l = 0; l < width_of<R>; ++l) {
            auto const at = lane(place, l);
            auto const below = at > 0 ? static_cast<std::size_t>(at) : 0;  // what is no number has no place
            lowest = std::min(lowest, below);
            highest = std::max(highest, below);
        }
        for (std::size_t i = lowest; i <= std::min(highest, Atoms - 2) + 1; ++i) {
            to[i] = fma(probability, max(R(1) - abs(place - R(static_cast<float>(i))), R(0)), to[i]);
        }
    }
};

}  // namespace lockstep
