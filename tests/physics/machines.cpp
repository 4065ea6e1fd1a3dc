// SPDX-License-Identifier: MIT
// As with the golden data, with more states, and with a MuJoCo library that is there.
#include <doctest/doctest.h>
#include <mujoco/mujoco.h>

#include <algorithm>
#include <span>
#include <string>
#include <vector>

#include <lockstep/physics/substep.hpp>
#include <lockstep/physics/write_mjcf.hpp>
#include <tests/golden/machine_states.hpp>
#include <tests/physics/machines.hpp>
#include <tests/support/relative_error.hpp>

namespace physics = lockstep::physics;

namespace {

// The largest relative errors of accelerations and of velocities after a step, without and with constraints.
struct errors {
    double qacc[2] = {0, 0}, qvel[2] = {0, 0};
};

errors against_mujoco(physics::model const& model, support::mujoco& m, int count) {
    golden::machine_states states;
    errors worst;
    auto const raise = [](double& most, std::vector<double> const& ours, double const* theirs) {
        most = std::max(most, support::relative_error(ours, {theirs, ours.size()}));
    };
    for (int n = 0; n < count; ++n) {
        states.draw(m);
        std::span<double const> const ctrl(m.data->ctrl, model.ctrl_size());
        std::vector<double> qpos(m.data->qpos, m.data->qpos + m.model->nq), qvel(m.data->qvel, m.data->qvel + m.model->nv);
        std::vector<double> active(model.words, 0.0), qacc(qvel.size());
        std::copy_n(physics::forward<double>(model, qpos, qvel, ctrl, active).qacc.begin(), qacc.size(), qacc.begin());
        physics::substep<double>(model, qpos, qvel, ctrl, active);
        mj_forward(m.model.get(), m.data.get());
        bool const constrained = m.data->nefc > 0;
        raise(worst.qacc[constrained], qacc, m.data->qacc);
        mj_step(m.model.get(), m.data.get());
        raise(worst.qvel[constrained], qvel, m.data->qvel);
    }
    return worst;
}

}  // namespace

TEST_CASE("accelerations and velocities after a step are MuJoCo's in 1000 states of each machine") {
    for (auto const& [name, mjcf, model] : physics::machines) {
        INFO(std::string(name));
        support::mujoco read(std::string(mjcf), false), written(physics::read_mjcf(mjcf));
        for (support::mujoco* m : {&read, &written}) {
            m->solve_exactly();
            REQUIRE(static_cast<std::size_t>(m->model->nu) == model.ctrl_size());
            auto const [qacc, qvel] = against_mujoco(model, *m, 1000);
            CHECK(qacc[0] < 1e-12);
            CHECK(qacc[1] < 1e-9);
            CHECK(qvel[0] < 1e-12);
            CHECK(qvel[1] < 1e-9);
        }
    }
}
