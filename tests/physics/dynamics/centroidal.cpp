// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <cmath>
#include <span>
#include <vector>

#include <lockstep/core/spatial.hpp>
#include <lockstep/physics/dynamics/centroidal.hpp>
#include <lockstep/physics/integrate.hpp>
#include <lockstep/physics/robots/humanoid.hpp>
#include <tests/support/csv.hpp>

namespace ls = lockstep;
namespace physics = lockstep::physics;

namespace {

physics::model const& m = physics::humanoid_model;
constexpr std::size_t q = 24, v = 23;

ls::vec3<double> three(std::span<double const> from) { return {from[0], from[1], from[2]}; }

// Where the centre of mass is in the world.
ls::vec3<double> center_at(std::vector<double> qpos) {
    qpos.resize(physics::centroidal_size(m));
    physics::centroidal<double>(m, qpos);
    return three(qpos) + three(std::span(qpos).subspan(q + v));
}

}  // namespace

// Both are compared with MuJoCo's cinert and cvel in tests/physics/mujoco.cpp and tests/envs/humanoid.cpp.
TEST_CASE("inertias about the centre of mass give the momentum with which it moves") {
    for (auto const& row : support::read_csv("physics/humanoid_free_fall.csv")) {
        std::vector<double> rows(row.begin(), row.begin() + q + v);
        rows.resize(physics::centroidal_size(m));
        physics::centroidal<double>(m, rows);
        std::span<double const> const inertias = std::span(rows).subspan(q + v + 3), velocities = inertias.subspan(10 * 13);

        double mass = 0;
        ls::vec3<double> moment{0, 0, 0}, momentum{0, 0, 0};
        for (std::size_t part = 0; part < 13; ++part) {
            std::span<double const> const inertia = inertias.subspan(10 * part, 10), velocity = velocities.subspan(6 * part, 6);
            ls::vec3<double> const offset = three(inertia.subspan(6));
            mass += inertia[9];
            moment = moment + offset;
            momentum = momentum + inertia[9] * three(velocity.subspan(3)) + cross(three(velocity), offset);
            // No body is smaller about a point than a point of its mass and offset.
            CHECK(inertia[0] + inertia[1] + inertia[2] > 2 * dot(offset, offset) / inertia[9]);
        }
        CHECK(mass == doctest::Approx(42.1).epsilon(1e-2));
        CHECK(std::sqrt(dot(moment, moment)) < 1e-12);

        double const h = 1e-6;
        ls::vec3<double> moved[2];
        for (int side = 0; side < 2; ++side) {
            std::vector<double> qpos(row.begin(), row.begin() + q);
            physics::per_dof<double> displacement{};
            for (std::size_t i = 0; i < v; ++i) {
                displacement[i] = (side == 0 ? -h : h) * row[q + i];
            }
            physics::integrate_position<double>(m, qpos, displacement);
            moved[side] = center_at(qpos);
        }
        ls::vec3<double> const error = (0.5 / h) * (moved[1] - moved[0]) - (1 / mass) * momentum;
        CHECK(std::sqrt(dot(error, error)) < 1e-7);
    }
}
