// SPDX-License-Identifier: MIT
// The candidates of a planner, which are sequences of actions around a mean, one in each lane, and the return of each candidate.
#pragma once

#include <cstddef>

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/math.hpp>
#include <lockstep/core/random.hpp>
#include <lockstep/core/real.hpp>
#include <lockstep/core/vector.hpp>
#include <lockstep/core/world.hpp>
#include <lockstep/device/stack.hpp>
#include <lockstep/envs/concept/action_bounds.hpp>
#include <lockstep/envs/vectorized.hpp>
#include <lockstep/nn/products/multiply.hpp>
#include <lockstep/rl/planning/view.hpp>

namespace lockstep {

/// The return of a candidate that led to a NaN or an infinity.
inline constexpr float broken_return = -3e38f;

/// Returns how many numbers a candidate draws: one for each component of the action of each step, and up to three more, because
/// four numbers are drawn at a time.
constexpr std::size_t drawn_numbers(std::size_t horizon, std::size_t action_size) { return (horizon * action_size + 3) / 4 * 4; }

/// Draws the candidates of a pack, and writes them to `sequences`. Candidate 0 is the mean itself. Candidates 1 to `kept` are
/// those that were kept, moved on by `later` steps; at the end of a kept candidate its last action is repeated. All other
/// candidates are the mean plus noise. Their random numbers depend only on the seed and the index of the candidate. Actions are
/// clamped to [-1, 1]. kernel(pack).
template <std::size_t Actions, class W>
struct draw_candidates {
    template <class World>
    using in = draw_candidates<Actions, World>;
    using R = typename W::number;
    using S = typename W::scalar;
    using index = typename W::index;

    planning_view<W> view;
    typename W::seed seed;  ///< of the iteration
    index horizon, drawn;   ///< the steps of a candidate; the result of drawn_numbers()
    S kept;                 ///< how many candidates were kept
    index kept_packs;       ///< packs that hold the kept candidates and candidate 0
    index later;            ///< steps that the plan moved on since the candidates were kept

    void operator()(index const& pack) const {
        auto const normal = view.draws + pack * drawn;
        for (auto const block : W::range(drawn / 4)) {  // a block of Philox is four words
            random<R> of_block(seed, environment_index<R>(pack), constant_words<R>(static_cast<typename W::flag>(block)),
                               draw_purpose::candidate);
            for (std::size_t i = 0; i < 4; ++i) {
                normal[block * 4 + i] = of_block.normal();
            }
        }
        auto const own = view.sequences + pack * horizon * Actions;
        R const is_drawn = select(R(0.5f) < R(view.numbers[pack]), R(1), R(0));
        for (auto const step : W::range(horizon)) {
            R sum[Actions];
            for (std::size_t a = 0; a < Actions; ++a) {
                sum[a] = R(0);
            }
            for (auto const k : W::range(horizon)) {
                R const factor(view.noise[step * horizon + k]);
                for (std::size_t a = 0; a < Actions; ++a) {
                    sum[a] = multiply_add(factor, normal[k * Actions + a], sum[a]);
                }
            }
            for (std::size_t a = 0; a < Actions; ++a) {
                auto const place = step * Actions + a;
                R const varied = multiply_add(is_drawn * R(view.deviation[place]), sum[a], R(view.mean[place]));
                own[place] = clamp(varied, R(-1), R(1));
            }
        }
        when(pack < kept_packs, [&] {
            auto const is_kept = R(0.5f) < R(view.numbers[pack]) && R(view.numbers[pack]) < R(kept + S(0.5f));
            for (auto const step : W::range(horizon)) {
                for (std::size_t a = 0; a < Actions; ++a) {
                    auto const from = (pack * horizon + min(step + later, horizon - 1)) * Actions + a;
                    auto const place = step * Actions + a;
                    own[place] = select(is_kept, load_pack<R>(view.kept_sequences + from * W::width), R(own[place]));
                }
            }
        });
    }
};

/// Runs each candidate of a pack from the state `start`, and writes its discounted return to `returns`. A termination ends the
/// rewards of a candidate. A candidate that has led to a NaN or an infinity until then gets broken_return. kernel(pack).
template <class Env, class W>
struct run_candidates {
    template <class World>
    using in = run_candidates<Env, World>;
    static constexpr std::size_t stack_size = stack_size_for(pack_bytes_on_stack<Env>);
    using R = typename W::number;
    using S = typename W::scalar;

    planning_view<W> view;
    typename W::template constant<Env> env;
    typename W::index horizon;
    S discount;
    typename W::template pointer<state_t<Env, R> const> start;  ///< [1], the same in all lanes

    void operator()(typename W::index const& pack) const {
        auto const own = view.sequences + pack * horizon * Env::action_size;
        state_t<Env, R> state = *start;
        R total(0), alive(1), broken(0);
        R factor(1);
        for (auto const step : W::range(horizon)) {
            if (breaks(!any(R(0) < alive))) {
                break;
            }
            vector<R, Env::action_size> action;
            for (std::size_t i = 0; i < Env::action_size; ++i) {
                action[i] = own[step * Env::action_size + i];
            }
            auto const next = static_cast<Env const&>(env).step(state, within_bounds<Env>(action));
            auto const finite = detail::all_finite<R>(next.state, next.reward);
            R const counts = select(finite, alive, R(0));
            total = fma(counts * factor, select(finite, next.reward, R(0)), total);
            broken = broken + (alive - counts);
            alive = select(next.terminated, R(0), counts);
            factor = factor * R(discount);
            state = select_all<R>(R(0) < alive, next.state, state);
        }
        view.returns[pack] = select(R(0) < broken, R(broken_return), total);
    }
};

}  // namespace lockstep
