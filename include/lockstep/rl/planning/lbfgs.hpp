// SPDX-License-Identifier: MIT
// L-BFGS (Liu and Nocedal 1989): minimises smooth functions of many numbers by their gradients, one function in each lane.
//
// Each lane accepts or shortens its own step, so no lane waits for another. A step is accepted if the cost falls enough (Armijo).
// If the slope along the direction is still too steep for Wolfe's second condition, the next step goes on in the same direction,
// and is twice as long.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include <lockstep/core/real.hpp>

namespace lockstep {

/// A search for the minimum of a function. It asks for the cost and the gradient at one point after another:
///
///     ls::lbfgs<double> search(size, 8);
///     search.start(x);
///     for (int i = 0; i < 100; ++i) {
///         search.tell(cost(search.trial()), gradient(search.trial()));
///     }
///     use(search.best());
template <real R>
class lbfgs {
public:
    /// `size` is the number of a point's numbers. `memory` is how many pairs, each of a step and the change of the gradient in
    /// it, approximate the second derivative.
    lbfgs(std::size_t size, std::size_t memory)
        : x_(size), g_(size), d_(size), trial_(size), s_(memory * size), y_(memory * size), rho_(memory), alpha_of_(memory) {}

    std::size_t size() const { return x_.size(); }

    /// Begins a new search at the point `x`, [size()].
    void start(std::span<R const> x) {
        std::copy(x.begin(), x.end(), trial_.begin());
        std::fill(rho_.begin(), rho_.end(), R(0));
        told_ = false;
        over_ = R(0);
    }

    std::span<R const> trial() const { return trial_; }  ///< where the search needs the cost and the gradient
    std::span<R const> best() const { return x_; }       ///< the last accepted point of each lane; call tell() first
    R const& cost() const { return cost_; }              ///< at best()
    R const& over() const { return over_; }              ///< 1 in lanes that cannot improve any more, 0 in all others

    /// Takes the cost and the gradient at trial(), and sets trial() to the next point. A point whose cost is not finite is not
    /// accepted, except the first point. If the first cost of a lane is NaN, the lane accepts no other point.
    void tell(R const& cost, std::span<R const> gradient) {
        if (!told_) {
            told_ = true;
            std::copy(trial_.begin(), trial_.end(), x_.begin());
            std::copy(gradient.begin(), gradient.end(), g_.begin());
            cost_ = cost;
            extends_ = rejections_ = R(0);
            turn();
        } else {
            move(cost, gradient);
        }
        for (std::size_t i = 0; i < size(); ++i) {
            trial_[i] = fma(step_, d_[i], x_[i]);
        }
    }

private:
    static constexpr double enough = 1e-4, steep = 0.9, most_rejections = 12;

    void move(R const& cost, std::span<R const> gradient) {
        R const predicted = step_ * slope_;
        auto const finite = is_finite(cost);
        auto const accepted = finite && cost <= fma(R(enough), predicted, cost_) && over_ < R(0.5);
        R const new_slope = dot(gradient, d_);

        remember(accepted, gradient, step_ * (new_slope - slope_));
        for (std::size_t i = 0; i < size(); ++i) {
            x_[i] = select(accepted, trial_[i], x_[i]);
            g_[i] = select(accepted, gradient[i], g_[i]);
        }
        // A shorter step leads to the minimum of the parabola through the known costs and slope, within bounds.
        R const bend = cost - cost_ - predicted;
        R const least = select(R(0) < bend, R(-0.5) * predicted / select(R(0) < bend, bend, R(1)), R(0.5));
        R const shorter = step_ * clamp(select(finite, least, R(0.1)), R(0.1), R(0.5));
        cost_ = select(accepted, cost, cost_);
        // If a step that went on in the same direction is too long, it is dropped, and the lane takes a new direction from the
        // point where it is.
        rejections_ = select(accepted || R(0.5) < extends_, R(0), rejections_ + R(1));
        extends_ = select(accepted && new_slope < R(steep) * slope_, R(1), R(0));

        // A lane whose line search failed forgets its pairs. If it has no pairs, its search is over.
        auto const failed = R(most_rejections - 0.5) < rejections_;
        over_ = select(failed && rho_[0] <= R(0), R(1), over_);
        for (R& r : rho_) {
            r = select(failed, R(0), r);
        }
        auto const waits = R(0.5) < rejections_ && !failed;
        R const before = step_;
        rejections_ = select(failed, R(0), rejections_);
        turn();
        step_ = select(waits, shorter, select(R(0.5) < extends_, R(2) * before, step_));
    }

    /// Stores the newest pair before the older ones, and drops the oldest. A lane keeps its pairs as they are if its step was not
    /// accepted, or if the curvature along the step is not positive.
    void remember(mask_t<R> const& accepted, std::span<R const> gradient, R const& curvature) {
        std::size_t const n = size();
        R change(0), length(0);
        for (std::size_t i = 0; i < n; ++i) {
            R const y = gradient[i] - g_[i], s = trial_[i] - x_[i];
            change = fma(y, y, change);
            length = fma(s, s, length);
        }
        auto const curved = accepted && R(1e-8) * sqrt(change) * sqrt(length) < curvature && is_finite(change);
        for (std::size_t k = rho_.size(); k-- > 1;) {
            for (std::size_t i = 0; i < n; ++i) {
                s_[k * n + i] = select(curved, s_[(k - 1) * n + i], s_[k * n + i]);
                y_[k * n + i] = select(curved, y_[(k - 1) * n + i], y_[k * n + i]);
            }
            rho_[k] = select(curved, rho_[k - 1], rho_[k]);
        }
        for (std::size_t i = 0; i < n; ++i) {
            s_[i] = select(curved, trial_[i] - x_[i], s_[i]);
            y_[i] = select(curved, gradient[i] - g_[i], y_[i]);
        }
        rho_[0] = select(curved, R(1) / select(curved, curvature, R(1)), rho_[0]);
        scale_ = select(curved, curvature / select(R(0) < change, change, R(1)), scale_);
    }

    /// Computes the direction by the two-loop recursion, and the length of the step along it. A lane that goes on in its old
    /// direction keeps this direction.
    void turn() {
        std::size_t const n = size();
        std::vector<R>& q = turned_;
        q.assign(g_.begin(), g_.end());
        // Where a lane has no pair, rho is 0, so s and y may be any finite numbers.
        for (std::size_t k = 0; k < rho_.size(); ++k) {
            std::span<R const> const s(s_.data() + k * n, n), y(y_.data() + k * n, n);
            alpha_of_[k] = rho_[k] * dot(s, q);
            for (std::size_t i = 0; i < n; ++i) {
                q[i] = fma(-alpha_of_[k], y[i], q[i]);
            }
        }
        auto const knows = R(0) < rho_[0];
        for (R& x : q) {
            x = select(knows, scale_ * x, x);
        }
        for (std::size_t k = rho_.size(); k-- > 0;) {
            std::span<R const> const s(s_.data() + k * n, n), y(y_.data() + k * n, n);
            R const beta = rho_[k] * dot(y, q);
            for (std::size_t i = 0; i < n; ++i) {
                q[i] = fma(alpha_of_[k] - beta, s[i], q[i]);
            }
        }
        R const squares = dot(g_, g_);
        R const along = -dot(g_, q);
        auto const descends = along < R(0) && is_finite(along);
        for (std::size_t i = 0; i < n; ++i) {
            d_[i] = select(R(0.5) < extends_, d_[i], select(descends, -q[i], -g_[i]));
        }
        slope_ = dot(g_, d_);
        // A step down the gradient itself has length 1, or the length of the gradient if the gradient is shorter.
        step_ = select(knows && descends, R(1), R(1) / max(sqrt(squares), R(1)));
        over_ = select(R(0) < squares, over_, R(1));
    }

    template <class A, class B>
    static R dot(A const& a, B const& b) {
        R sum(0);
        for (std::size_t i = 0; i < a.size(); ++i) {
            sum = fma(a[i], b[i], sum);
        }
        return sum;
    }

    std::vector<R> x_, g_, d_, trial_, s_, y_, rho_, alpha_of_, turned_;
    R cost_ = R(0), step_ = R(0), slope_ = R(0), scale_ = R(1), extends_ = R(0), rejections_ = R(0), over_ = R(0);
    bool told_ = false;
};

}  // namespace lockstep
