// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include <lockstep/physics/constraint/limb_elimination.hpp>
#include <lockstep/physics/robots/ant.hpp>
#include <lockstep/physics/robots/half_cheetah.hpp>
#include <tests/physics/dense.hpp>

using namespace physics_test;

TEST_CASE("without active rows an elimination solves the equations of motion, whatever the order of the limbs") {
    auto const check = [](physics::model const& m, char const* file) {
        std::size_t states = 0;
        for (auto const& row : support::read_csv(std::string("physics/") + file)) {
            scene const s(m, row);
            std::span<double const> const ctrl = std::span(row).subspan(m.qpos_size() + m.qvel_size(), m.ctrl_size());
            auto const force = physics::joint_forces<double>(m, s.qpos, s.qvel, ctrl);
            std::vector<double> const start(m.words, 0.0);
            physics::constraint_rows<double> const rows(m, s.pose, s.bodies, s.qpos, s.qvel, start);
            physics::tree_acceleration<double> const at{};
            physics::limb_elimination<double> const limbs{m, s.pose, s.bodies, force, rows, at};
            physics::active_words<double> none;
            none.fill(ls::empty_word<double>());

            REQUIRE(m.limbs > 2);
            physics::eliminated_limbs<double> partial{};
            for (std::size_t limb = m.limbs - 1; limb > 0; --limb) {
                limbs.eliminate_limb(limb, none, partial);
            }
            physics::elimination<double> whole = partial.dofs;
            limbs.eliminate_trunk(none, partial, whole);
            auto const a = physics::substitute(m, s.pose, whole);

            Eigen::VectorXd qacc(s.dofs()), forces(s.dofs());
            for (std::size_t i = 0; i < m.dofs.size(); ++i) {
                qacc[s.at(i)] = a.qacc[i];
                forces[s.at(i)] = force[i];
            }
            Eigen::VectorXd const remaining = s.mass_matrix() * qacc + s.bias() - forces;
            CHECK(remaining.lpNorm<Eigen::Infinity>() < 1e-9 * (1 + (s.bias() - forces).lpNorm<Eigen::Infinity>()));
            ++states;
        }
        CHECK(states > 5);
    };
    check(physics::half_cheetah_model, "half_cheetah_contact.csv");
    check(physics::ant_model, "ant_contact.csv");
}
