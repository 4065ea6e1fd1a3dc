// SPDX-License-Identifier: MIT
// Successive halving (Jamieson and Talwalkar 2016, "Non-stochastic best arm identification and hyperparameter optimization"): all
// candidates train for a short time, the best of them train on for longer, and so on.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <stdexcept>
#include <vector>

namespace lockstep {

struct halving_config {
    std::size_t divisor = 3;  ///< the best 1 / divisor of the candidates go on, with `divisor` times the budget
    std::size_t rounds = 0;   ///< the most rounds, if beginnings of trainings tell little; 0: until fewer than `divisor` are left
    std::size_t budget = 1;   ///< of the last round, in units of `train`; a round has 1 / divisor of the next one, at least 1
};

/// The result of a candidate.
struct halving_rank {
    std::size_t candidate;
    std::size_t budget;  ///< the budget that the candidate has used in all
    double score;        ///< the candidate's last score; minus infinity if that score was not finite
};

/// Calls train(candidate, budget) -> score for the candidates 0 to count - 1. `train` continues the candidate's training until it
/// has used `budget` in all. A greater score is better. Returns the candidates ordered by the number of their rounds, then by
/// score, the best first. Calls drop(candidate) once for each candidate, as soon as it is certain that the candidate trains no
/// further. For candidates of the last round, also the best, this is right after their training. Throws std::invalid_argument if
/// `count` or config.budget is 0, or config.divisor is below 2.
template <class Train, class Drop>
std::vector<halving_rank> successive_halving(std::size_t count, halving_config const& config, Train&& train, Drop&& drop) {
    if (count == 0 || config.divisor < 2 || config.budget == 0) {
        throw std::invalid_argument(count == 0           ? "lockstep: successive_halving: there are no candidates"
                                    : config.divisor < 2 ? "lockstep: halving_config.divisor is below 2"
                                                         : "lockstep: halving_config.budget is 0");
    }
    std::size_t rounds = 1;
    for (std::size_t remaining = count; remaining >= config.divisor && rounds != config.rounds; remaining /= config.divisor) {
        ++rounds;
    }
    std::vector<halving_rank> ranks(count);
    for (std::size_t i = 0; i < count; ++i) {
        ranks[i] = {i, 0, 0};
    }
    std::size_t remaining = count;
    for (std::size_t round = 0; round < rounds; ++round) {
        std::size_t budget = config.budget;
        for (std::size_t later = round + 1; later < rounds; ++later) {
            budget = std::max<std::size_t>(budget / config.divisor, 1);
        }
        std::size_t const next = std::max<std::size_t>(remaining / config.divisor, 1);
        std::size_t const kept = round + 1 < rounds ? next : 0;
        for (std::size_t i = 0; i < remaining; ++i) {
            double const score = train(ranks[i].candidate, budget);
            ranks[i].budget = budget;
            ranks[i].score = std::isfinite(score) ? score : -std::numeric_limits<double>::infinity();
            // The candidates that the round has trained before are in order already.
            auto const at = ranks.begin() + static_cast<std::ptrdiff_t>(i);
            auto const place = std::upper_bound(ranks.begin(), at, *at,
                                                [](halving_rank const& a, halving_rank const& b) { return a.score > b.score; });
            std::size_t const rank = static_cast<std::size_t>(place - ranks.begin());
            std::rotate(place, at, at + 1);
            if (i >= kept) {
                drop(ranks[std::max(rank, kept)].candidate);
            }
        }
        remaining = next;
    }
    return ranks;
}
/// Does the same without `drop`.
template <class Train>
std::vector<halving_rank> successive_halving(std::size_t count, halving_config const& config, Train&& train) {
    return successive_halving(count, config, train, [](std::size_t) {});
}

}  // namespace lockstep
