// SPDX-License-Identifier: MIT
// Long runs of every environment in double, each substep beside one of MuJoCo from the same state. MuJoCo's solver stops at a
// tolerance, here the smallest, and ours at the minimum: two runs that never meet again would part within a second, by
// nobody's fault.
#include <doctest/doctest.h>
#include <mujoco/mujoco.h>

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include <lockstep/core/random.hpp>
#include <lockstep/physics/substep.hpp>
#include <tests/envs/family.hpp>
#include <tests/support/mujoco.hpp>
#include <tests/support/relative_error.hpp>

namespace ls = lockstep;

namespace {

/// The largest relative errors of velocities after single substeps, in free motion and under constraints.
struct errors {
    double free = 0, constrained = 0;
    std::size_t substeps = 0, under_constraints = 0;
};

template <class Env>
errors follow(std::size_t steps) {
    ls::physics::model const& model = Env::model;
    support::mujoco m(Env::robot);
    m.solve_exactly();
    ls::random<double> draws(7, 0, 0);
    Env const env;
    auto state = env.reset(draws);
    errors worst;
    for (std::size_t step = 0, length = 0; step < steps; ++step) {
        ls::vector<double, Env::action_size> action;
        for (double& a : action) {
            a = draws.uniform(ls::action_low<Env>, ls::action_high<Env>);
        }
        std::vector<double> qpos(state.qpos.begin(), state.qpos.end()), qvel(state.qvel.begin(), state.qvel.end());
        std::vector<double> const ctrl(action.begin(), action.end());
        std::vector<double> active(model.words, 0.0);
        mj_resetData(m.model.get(), m.data.get());
        std::copy(qpos.begin(), qpos.end(), m.data->qpos);
        std::copy(qvel.begin(), qvel.end(), m.data->qvel);
        std::copy(ctrl.begin(), ctrl.end(), m.data->ctrl);
        mj_forward(m.model.get(), m.data.get());
        bool const constrained = m.data->nefc > 0;
        mj_step(m.model.get(), m.data.get());
        ls::physics::substep<double>(model, qpos, qvel, ctrl, active);
        double& largest = constrained ? worst.constrained : worst.free;
        largest = std::max(largest, support::relative_error(qvel, {m.data->qvel, qvel.size()}));
        ++worst.substeps;
        worst.under_constraints += constrained;

        auto const next = env.step(state, action);
        bool const ends = next.terminated || ++length == Env::episode_limit;
        state = ends ? env.reset(draws) : next.state;
        length = ends ? 0 : length;
    }
    return worst;
}

}  // namespace

TEST_CASE("a thousand steps of random episodes are, each from the state it starts in, MuJoCo's") {
    support::for_each_environment([]<class Env>(support::environment_facts const& facts) {
        errors const worst = follow<Env>(1000);
        INFO(std::string(facts.name) << ": " << worst.free << " free, " << worst.constrained << " in " << worst.under_constraints
                                     << " states under constraints");
        CHECK(worst.free < facts.free_bound);
        CHECK(worst.constrained < facts.bound);
        CHECK(worst.substeps == 1000);
    });
}
