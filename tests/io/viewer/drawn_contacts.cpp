// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include <lockstep/core/spatial.hpp>
#include <lockstep/io/viewer/drawn_contacts.hpp>
#include <lockstep/physics/dynamics/centroidal.hpp>
#include <lockstep/physics/dynamics/kinematics.hpp>
#include <lockstep/physics/robots/ant.hpp>
#include <lockstep/physics/scene.hpp>

namespace ls = lockstep;
namespace physics = ls::physics;

namespace {

/// The ant as it begins, and wrenches on its bodies.
struct standing_ant {
    physics::scene scene = physics::scene_of(physics::ant);
    std::vector<double> qpos = {3, -2, 0.75, 1, 0, 0, 0, 0.1, 1, -0.2, -1, 0, -1, 0.3, 1};
    std::vector<physics::pose> poses = physics::poses(scene, physics::ant_model, qpos);
    std::vector<double> wrenches = std::vector<double>(6 * physics::ant_model.robot_bodies.size());

    ls::vec3<double> center_of_mass() const {
        auto const k = physics::forward_kinematics<double>(physics::ant_model, qpos);
        return k.origin[0] + physics::center_of_mass(physics::ant_model, k);
    }
    /// Of the last capsule of a body, the end that is lower.
    ls::vec3<double> lower_end(std::size_t body) const {
        ls::vec3<double> lowest = {0, 0, 1e9};
        for (std::size_t i = 0; i < scene.shapes.size(); ++i) {
            if (scene.shapes[i].body == physics::ant.bodies[body].name) {
                for (auto const& end : ls::detail::ends_of(scene.shapes[i], poses[i])) {
                    lowest = end.z < lowest.z ? end : lowest;
                }
            }
        }
        return lowest;
    }
    void push(std::size_t body, ls::vec3<double> const& place, ls::vec3<double> const& force) {
        auto const torque = cross(place - center_of_mass(), force);
        double const numbers[] = {torque.x, torque.y, torque.z, force.x, force.y, force.z};
        std::copy_n(numbers, 6, wrenches.begin() + static_cast<std::ptrdiff_t>(6 * body));
    }
    std::vector<ls::drawn_contact> drawn() const {
        return ls::drawn_contacts(physics::ant, physics::ant_model, scene, poses, qpos, wrenches);
    }
};

double distance(ls::vec3<double> const& a, ls::vec3<double> const& b) { return std::sqrt(dot(a - b, a - b)); }

}  // namespace

TEST_CASE("a force at the end of a foot is drawn there") {
    standing_ant ant;
    for (std::size_t const foot : {3u, 6u, 9u, 12u}) {
        auto const place = ant.lower_end(foot);
        ls::vec3<double> const force = {1, -2, 3.0 + static_cast<double>(foot)};
        ant.push(foot, place, force);
    }
    auto const contacts = ant.drawn();
    REQUIRE(contacts.size() == 4);
    for (std::size_t i = 0; i < 4; ++i) {
        CHECK(distance(contacts[i].place, ant.lower_end(3 * (i + 1))) < 1e-12);
        CHECK(contacts[i].force.z == doctest::Approx(3.0 + 3 * static_cast<double>(i + 1)));
    }
}

TEST_CASE("what is pushed beside its shapes keeps the line of action") {
    standing_ant ant;
    auto const place = ant.lower_end(3) + ls::vec3<double>{0.05, 0, 0.4};
    ant.push(3, place, {0, 0, 5});
    auto const contacts = ant.drawn();
    REQUIRE(contacts.size() == 1);
    CHECK(contacts[0].place.x == doctest::Approx(place.x));
    CHECK(contacts[0].place.y == doctest::Approx(place.y));
    CHECK(contacts[0].place.z == doctest::Approx(ant.lower_end(3).z));
}

TEST_CASE("forces far below the weight are not drawn") {
    standing_ant ant;
    double const weight = ls::weight_of(physics::ant_model);
    CHECK(weight > 5);
    ant.push(3, ant.lower_end(3), {0, 0, 0.5e-3 * weight});
    CHECK(ant.drawn().empty());
    ant.push(3, ant.lower_end(3), {0, 0, 2e-3 * weight});
    CHECK(ant.drawn().size() == 1);
}

TEST_CASE("without gravity a robot weighs what it would on Earth") {
    auto floating = physics::ant_model;
    floating.gravity = {0, 0, 0};
    CHECK(ls::weight_of(floating) == doctest::Approx(ls::weight_of(physics::ant_model)));
}
