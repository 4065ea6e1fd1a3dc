// SPDX-License-Identifier: MIT
#include <cmath>
#include <cstddef>
#include <vector>

#include <doctest/doctest.h>

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/random.hpp>
#include <lockstep/rl/ppo/advantage.hpp>

namespace ls = lockstep;

namespace {

struct step {
    double reward, value;
    bool ended;
};

/// The definition: A_t = sum_k (gamma lambda)^k delta_{t+k} up to the end of the episode (Schulman et al. 2016, eq. 16).
double advantage_by_definition(std::vector<step> const& steps, double last_value, double discount, double lambda, std::size_t t) {
    double sum = 0, weight = 1;
    for (std::size_t k = t; k < steps.size(); ++k) {
        double const next = steps[k].ended ? 0 : k + 1 < steps.size() ? steps[k + 1].value : last_value;
        sum += weight * (steps[k].reward + discount * next - steps[k].value);
        if (steps[k].ended) {
            break;
        }
        weight *= discount * lambda;
    }
    return sum;
}

}  // namespace

TEST_CASE_TEMPLATE("the advantage estimation follows its definition", R, float, double, ls::native_lanes) {
    ls::random<double> random(7, 0, 0);
    std::vector<step> steps(50);
    for (step& s : steps) {
        s = {random.normal(), random.normal(), random.uniform() < 0.1};
    }
    double const last_value = 0.7, discount = 0.97, lambda = 0.9;
    ls::advantage_estimator<R> const estimator{R(discount), R(lambda)};
    R next_value = R(last_value), next_advantage = R(0);
    for (std::size_t t = steps.size(); t-- > 0;) {
        R const ended = R(steps[t].ended ? 1.0 : 0.0);
        next_advantage = estimator(R(steps[t].reward), R(steps[t].value), next_value, next_advantage, R(0.5) < ended);
        next_value = R(steps[t].value);
        double const expected = advantage_by_definition(steps, last_value, discount, lambda, t);
        CHECK(static_cast<double>(ls::lane(next_advantage, 0)) ==
              doctest::Approx(expected).epsilon(std::is_same_v<R, double> ? 1e-12 : 1e-5));
    }
}

TEST_CASE("lambda 0 is the temporal difference, lambda 1 the discounted return") {
    ls::advantage_estimator<double> const difference{0.9, 0.0};
    CHECK(difference(1.0, 0.5, 2.0, 100.0, false) == doctest::Approx(1.0 + 0.9 * 2.0 - 0.5).epsilon(1e-14));
    CHECK(difference(1.0, 0.5, 2.0, 100.0, true) == doctest::Approx(1.0 - 0.5).epsilon(1e-14));

    ls::advantage_estimator<double> const whole_return{0.9, 1.0};
    double const second = whole_return(3.0, 0.25, 0.0, 0.0, true);
    CHECK(whole_return(2.0, 0.5, 0.25, second, false) + 0.5 == doctest::Approx(2.0 + 0.9 * 3.0).epsilon(1e-14));
}
