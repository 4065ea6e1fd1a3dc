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
#include <lockstep/core/world.hpp>
#include <lockstep/nn/categorical.hpp>

namespace lockstep {

/// The atoms of a distribution: `Atoms` numbers at equal distances, the first of which is `least` and the last `greatest`.
/// `greatest` must be above `least`.
template <real R, std::size_t Atoms>
    requires(Atoms > 1)
struct value_support {
    using distribution = indexed_packs_t<R, Atoms>;  ///< the probability of each atom
    using W = world_of_packs_t<R>;
    using index = typename W::index;

    R least;
    R greatest;

    LOCKSTEP_INLINE R gap() const { return (greatest - least) / R(static_cast<float>(Atoms - 1)); }
    LOCKSTEP_INLINE R atom(index const& i) const { return fma(number_of(i), gap(), least); }
    /// Returns true in the lanes in which `value` is from `least` to `greatest`, or NaN.
    LOCKSTEP_INLINE mask_t<R> holds(R const& value) const { return !(value < least) && !(greatest < value); }

    /// Returns the distribution of the logits of a network: their softmax.
    LOCKSTEP_INLINE static distribution of(distribution const& logits) {
        distribution p;
        log_softmax<W, Atoms>(logits, p);
        for (auto const i : W::range(Atoms)) {
            p[i] = exp(p[i]);
        }
        return p;
    }

    LOCKSTEP_INLINE R mean(distribution const& p) const {
        R sum = R(0);
        for (auto const i : W::range(Atoms)) {
            sum = fma(p[i], atom(i), sum);
        }
        return sum;
    }
    /// Returns the gradient of the mean with respect to the logits of `p`.
    LOCKSTEP_INLINE distribution mean_gradient(distribution const& p) const {
        R const value = mean(p);
        distribution result;
        for (auto const i : W::range(Atoms)) {
            result[i] = p[i] * (atom(i) - value);
        }
        return result;
    }

    /// Returns the distribution over the two atoms beside `value` whose mean is `value`. If a value is outside of the support,
    /// the atom at that end has probability 1. In a lane whose value is NaN, all probabilities are 0.
    LOCKSTEP_INLINE distribution two_hot(R const& value) const {
        return shared<1>([&](index const&) { return R(1); }, [&](index const&) { return value; });
    }

    /// Returns the distribution of target_of(value), where value has the distribution p. The two atoms beside target_of(atom)
    /// share the atom's probability (algorithm 1).
    template <class Target>
    LOCKSTEP_INLINE distribution project(distribution const& p, Target const& target_of) const {
        return shared<Atoms>([&](index const& j) { return p[j]; }, [&](index const& j) { return target_of(atom(j)); });
    }
    /// Returns the distribution of reward + discount * value, where value has the distribution p.
    LOCKSTEP_INLINE distribution project(distribution const& p, R const& reward, R const& discount) const {
        return project(p, [&](R const& value) { return fma(discount, value, reward); });
    }

    /// Returns the cross entropy of the logits if `target` is the true distribution. Its gradient with respect to the logits is
    /// of(logits) - target.
    LOCKSTEP_INLINE static R cross_entropy(distribution const& target, distribution const& logits) {
        distribution log_p;
        log_softmax<W, Atoms>(logits, log_p);
        R sum = R(0);
        for (auto const i : W::range(Atoms)) {
            sum = fma(-target[i], log_p[i], sum);
        }
        return sum;
    }

private:
    LOCKSTEP_INLINE static R number_of(index const& i) { return R(static_cast<typename W::scalar>(i)); }
    /// place_of returns the distance of a value from the least atom, in gaps. share_of returns the share of atom i in a value at
    /// `place`: 1 minus their distance in gaps, at least 0.
    LOCKSTEP_INLINE R place_of(R const& value) const { return (clamp(value, least, greatest) - least) / gap(); }
    LOCKSTEP_INLINE static R share_of(R const& place, index const& i) { return max(R(1) - abs(place - number_of(i)), R(0)); }

    /// Returns the distribution of `Values` values: value(j) has probability(j). The two atoms beside a value share its
    /// probability, and values are added in their order. Lanes may need different atoms for a value. Then all lanes add to the
    /// atoms from the lowest to the highest that any lane needs. The text of a kernel adds to all atoms. The share of an atom
    /// that a lane does not need is zero.
    template <std::size_t Values, class Probability, class Value>
    LOCKSTEP_INLINE distribution shared(Probability probability, Value value) const {
        distribution result;
        if constexpr (is_written<R>) {
            indexed_packs_t<R, Values> places;
            for (auto const j : W::range(Values)) {
                places[j] = place_of(value(j));
            }
            for (auto const i : W::range(Atoms)) {
                R sum = R(0);
                for (auto const j : W::range(Values)) {
                    sum = fma(probability(j), share_of(places[j], i), sum);
                }
                result[i] = sum;
            }
        } else {
            result = {};
            for (std::size_t j = 0; j < Values; ++j) {
                add(probability(j), place_of(value(j)), result);
            }
        }
        return result;
    }
    LOCKSTEP_INLINE static void add(R const& probability, R const& place, distribution& to) {
        std::size_t lowest = Atoms - 2, highest = 0;
        for (std::size_t l = 0; l < width_of<R>; ++l) {
            auto const at = lane(place, l);
            auto const below = at > 0 ? static_cast<std::size_t>(at) : 0;  // NaN has no place
            lowest = std::min(lowest, below);
            highest = std::max(highest, below);
        }
        for (std::size_t i = lowest; i <= std::min(highest, Atoms - 2) + 1; ++i) {
            to[i] = fma(probability, share_of(place, i), to[i]);
        }
    }
};

}  // namespace lockstep
