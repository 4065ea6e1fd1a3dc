// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <cmath>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <lockstep/physics/compile.hpp>
#include <lockstep/physics/mjcf/read_mjcf.hpp>
#include <lockstep/physics/robots/ant.hpp>
#include <lockstep/physics/robots/half_cheetah.hpp>
#include <lockstep/physics/robots/hopper.hpp>
#include <lockstep/physics/robots/humanoid.hpp>
#include <lockstep/physics/robots/humanoid_standup.hpp>
#include <lockstep/physics/robots/walker2d.hpp>
#include <tests/physics/robots.hpp>
#include <tests/physics/shapes.hpp>
#include <tests/support/csv.hpp>
#include <tests/support/relative_error.hpp>

namespace ls = lockstep;
namespace physics = lockstep::physics;

namespace {

// Bodies as they are (no robot with welded bodies), weights of dofs and contacts.
void check_constants(physics::model const& m, std::string const& file) {
    auto const rows = support::read_csv("physics/" + file);
    REQUIRE(rows.size() == m.bodies.size() + 1);
    for (std::size_t b = 0; b < m.bodies.size(); ++b) {
        ls::vec3<double> const& c = m.bodies[b].center;
        ls::symmetric3<double> const& i = m.bodies[b].inertia;
        std::vector<double> const ours = {m.bodies[b].mass, c.x, c.y, c.z, i.xx, i.yy, i.zz, i.xy, i.xz, i.yz};
        CHECK(support::relative_error(std::span(ours).first(1), std::span(rows[b]).first(1)) < 1e-12);
        for (std::size_t k = 1; k < 4; ++k) {
            CHECK(std::abs(ours[k] - rows[b][k]) < 1e-14);
        }
        CHECK(support::relative_error(std::span(ours).subspan(4), std::span(rows[b]).subspan(4, 6)) < 1e-12);
    }
    for (std::size_t i = 0; i < m.dofs.size(); ++i) {
        CHECK(m.dofs[i].inverse_weight == doctest::Approx(rows.back()[i]).epsilon(1e-12));
    }
}

// A contact's weight is that of the body that its geom belongs to.
void check_contacts(physics::model const& m, std::string const& file) {
    auto const rows = support::read_csv("physics/" + file);
    REQUIRE(rows.size() == m.robot_bodies.size() + 1);
    for (physics::model::point const& p : m.points) {
        double const mu = p.friction, edge = (1 + mu * mu) * 2 * mu * mu;
        CHECK(p.contact.inverse_weight == doctest::Approx(edge * rows[p.robot_body][10]).epsilon(1e-12));
    }
}

}  // namespace

TEST_CASE("compiled robots have MuJoCo's constants") {
    REQUIRE(physics::half_cheetah_model.points.size() == 16);
    check_constants(physics::half_cheetah_model, "half_cheetah_constants.csv");
    check_contacts(physics::half_cheetah_model, "half_cheetah_constants.csv");

    REQUIRE(physics::walker2d_model.points.size() == 14);
    check_constants(physics::walker2d_model, "walker2d_constants.csv");
    check_contacts(physics::walker2d_model, "walker2d_constants.csv");
    CHECK(physics::walker2d_model.points[6].friction == 1.9);
    CHECK(physics::walker2d_model.points[12].friction == 1.9);
    CHECK(physics::walker2d_model.initial_qpos[1] == 1.25);

    REQUIRE(physics::hopper_model.points.size() == 8);
    check_constants(physics::hopper_model, "hopper_constants.csv");
    check_contacts(physics::hopper_model, "hopper_constants.csv");
    CHECK(physics::hopper_model.points[6].friction == 2);
}

TEST_CASE("the ant's welded bodies are fused") {
    auto const rows = support::read_csv("physics/ant_constants.csv");
    physics::model const& m = physics::ant_model;
    REQUIRE(m.bodies.size() == 9);
    REQUIRE(m.robot_bodies.size() == 13);
    REQUIRE(m.points.size() == 25);
    check_contacts(m, "ant_constants.csv");
    double const torso = rows[0][0] + rows[1][0] + rows[4][0] + rows[7][0] + rows[10][0];
    CHECK(m.bodies[0].mass == doctest::Approx(torso).epsilon(1e-12));
    CHECK(m.bodies[8].mass == doctest::Approx(rows[12][0]).epsilon(1e-12));
    for (std::size_t i = 0; i < m.dofs.size(); ++i) {
        CHECK(m.dofs[i].inverse_weight == doctest::Approx(rows[13][i]).epsilon(1e-12));
    }
    CHECK(m.motors[0].dof == 12);
    CHECK(m.motors[7].dof == 11);
}

TEST_CASE("the humanoids' feet are fused") {
    for (auto const& [m, file] : {std::pair(&physics::humanoid_model, "humanoid_constants.csv"),
                                  std::pair(&physics::humanoid_standup_model, "humanoid_standup_constants.csv")}) {
        auto const rows = support::read_csv(std::string("physics/") + file);
        check_contacts(*m, file);
        std::size_t const link_of_part[13] = {0, 1, 2, 3, 4, 4, 5, 6, 6, 7, 8, 9, 10};
        double mass[11] = {};
        for (std::size_t part = 0; part < 13; ++part) {
            mass[link_of_part[part]] += rows[part][0];
        }
        for (std::size_t b = 0; b < 11; ++b) {
            CHECK(m->bodies[b].mass == doctest::Approx(mass[b]).epsilon(1e-12));
        }
        for (std::size_t i = 0; i < m->dofs.size(); ++i) {
            CHECK(m->dofs[i].inverse_weight == doctest::Approx(rows[13][i]).epsilon(1e-12));
        }
    }
}

TEST_CASE("a welded body is fused, with its own weight under its contacts") {
    auto const rows = support::read_csv("physics/tripod_constants.csv");
    physics::model const& m = physics::tripod_model;
    REQUIRE(rows.size() == 6);
    REQUIRE(m.bodies.size() == 4);
    CHECK(m.bodies[1].mass == doctest::Approx(rows[1][0] + rows[2][0]).epsilon(1e-12));
    for (std::size_t i = 0; i < m.dofs.size(); ++i) {
        CHECK(m.dofs[i].inverse_weight == doctest::Approx(rows[5][i]).epsilon(1e-12));
    }
    double const mu = 0.8, toe_mu = 1, edge = (1 + mu * mu) * 2 * mu * mu, toe_edge = (1 + toe_mu * toe_mu) * 2 * toe_mu * toe_mu;
    CHECK(m.points[1].contact.inverse_weight == doctest::Approx(edge * rows[1][10]).epsilon(1e-12));
    CHECK(m.points[3].contact.inverse_weight == doctest::Approx(toe_edge * rows[2][10]).epsilon(1e-12));
    CHECK(m.points[4].contact.inverse_weight == doctest::Approx(edge * rows[3][10]).epsilon(1e-12));
}

TEST_CASE("so is a welded drum, and every shape weighs as MuJoCo's") {
    auto const rows = support::read_csv("physics/cart_of_shapes_constants.csv");
    physics::model const& m = physics::cart_of_shapes_model;
    REQUIRE(rows.size() == 6);
    check_contacts(m, "cart_of_shapes_constants.csv");
    CHECK(m.bodies[0].mass == doctest::Approx(rows[0][0]).epsilon(1e-12));
    CHECK(m.bodies[0].inertia.xy == doctest::Approx(rows[0][7]).epsilon(1e-12));
    CHECK(m.bodies[1].inertia.yz == doctest::Approx(rows[1][9]).epsilon(1e-12));
    CHECK(m.bodies[2].mass == doctest::Approx(rows[2][0] + rows[3][0]).epsilon(1e-12));
    CHECK(m.bodies[3].inertia.xz == doctest::Approx(rows[4][8]).epsilon(1e-12));
    for (std::size_t i = 0; i < m.dofs.size(); ++i) {
        CHECK(m.dofs[i].inverse_weight == doctest::Approx(rows[5][i]).epsilon(1e-12));
    }
}

TEST_CASE("the shapes of a text weigh as MuJoCo's, by sizes and between two ends, in every orientation") {
    auto const rows = support::read_csv("physics/shapes_constants.csv");
    std::ifstream file(LOCKSTEP_TEST_DATA "/mjcf/shapes.xml");
    std::string const text(std::istreambuf_iterator<char>(file), {});
    physics::model const m = physics::compile(physics::read_mjcf(text));
    REQUIRE(rows.size() == m.robot_bodies.size() + 1);
    for (std::size_t i = 0; i < m.robot_bodies.size(); ++i) {
        ls::vec3<double> const& c = m.robot_bodies[i].center;
        ls::symmetric3<double> const& t = m.robot_bodies[i].inertia;
        std::vector<double> const ours = {m.robot_bodies[i].mass, c.x, c.y, c.z, t.xx, t.yy, t.zz, t.xy, t.xz, t.yz};
        CHECK(support::relative_error(ours, std::span(rows[i]).first(10)) < 1e-12);
    }
    for (std::size_t i = 0; i < m.dofs.size(); ++i) {
        CHECK(m.dofs[i].inverse_weight == doctest::Approx(rows.back()[i]).epsilon(1e-12));
    }
}

TEST_CASE("branches are limbs") {
    physics::model const& cheetah = physics::half_cheetah_model;
    CHECK(cheetah.limbs == 3);
    CHECK(cheetah.set_words() == 3);
    CHECK(cheetah.words == 4);  // one counts
    CHECK(cheetah.bodies[4].limb == 2);
}
