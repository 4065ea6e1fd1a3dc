// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <string>

#include <lockstep/physics/contact/touching.hpp>
#include <lockstep/physics/mjcf/read_mjcf.hpp>

namespace physics = lockstep::physics;

namespace {

// A chain of three links, the last with a part that is welded to it, and a link of another tree.
physics::robot chain(std::string const& more = "") {
    static std::string text;
    text = "<mujoco><default><joint axis='0 1 0'/><geom size='0.1'/></default><worldbody>"
           "<geom name='floor' type='plane' size='1 1 1'/>"
           "<body name='a'><joint/><geom name='a' contype='1' conaffinity='0'/>"
           "<body name='b'><joint/><geom name='b' contype='0' conaffinity='1'/>"
           "<body name='c'><joint/><geom name='c' condim='1' friction='0.2'/><body name='d'><geom name='d' contype='2' "
           "conaffinity='2'/></body></body></body></body><body name='e'><joint/><geom name='e'/></body></worldbody>" +
           more + "</mujoco>";
    return physics::read_mjcf(text);
}

int condim(physics::robot const& r, std::size_t a, std::size_t b) {
    return physics::link_pair(r, physics::body_links(r), a, r.bodies[a].geoms[0], b, r.bodies[b].geoms[0]).condim;
}

}  // namespace

TEST_CASE("geoms touch by their masks, but not within a link or along a joint") {
    physics::robot const r = chain();
    CHECK(condim(r, 0, 1) == 0);  // parent and child
    CHECK(condim(r, 0, 2) == 3);  // the greater of both
    CHECK(condim(r, 2, 3) == 0);  // welded together
    CHECK(condim(r, 0, 3) == 0);  // no bit in common
    CHECK(condim(r, 0, 4) == 3);
    CHECK(condim(r, 1, 4) == 3);
    CHECK(physics::moving(r, 3) == 2);
    CHECK(physics::moving_parent(r, 3) == 1);
    CHECK(physics::ground_pair(r, "d", r.bodies[3].geoms[0]).condim == 0);
    CHECK(physics::ground_pair(r, "c", r.bodies[2].geoms[0]).condim == 3);
}

TEST_CASE("an exclusion keeps two bodies apart, and one with the world off the ground") {
    physics::robot const r =
        chain("<contact><exclude body1='e' body2='a'/><exclude body1='world' body2='c'/></contact>");
    CHECK(condim(r, 0, 4) == 0);
    CHECK(condim(r, 1, 4) == 3);
    CHECK(physics::ground_pair(r, "c", r.bodies[2].geoms[0]).condim == 0);
    CHECK(physics::ground_pair(r, "a", r.bodies[0].geoms[0]).condim == 3);
}

TEST_CASE("a listed pair touches whatever the masks say, with what it says itself") {
    physics::robot const r = chain("<contact><exclude body1='a' body2='b'/><pair geom1='a' geom2='b' condim='1' margin='0.3'/>"
                                   "<pair geom1='floor' geom2='d' friction='2 2'/></contact>");
    CHECK(condim(r, 0, 1) == 1);
    CHECK(physics::link_pair(r, physics::body_links(r), 1, r.bodies[1].geoms[0], 0, r.bodies[0].geoms[0]).contact.margin == 0.3);
    CHECK(physics::ground_pair(r, "d", r.bodies[3].geoms[0]).friction == 2);
}

TEST_CASE("what a listed pair does not say is a default, and not what its geoms say") {
    physics::robot const r = physics::read_mjcf(R"(<mujoco><worldbody>
        <body name='a'><freejoint/><geom name='a' size='1' margin='0.1' friction='0.3' condim='1' solref='0.05 1'/></body>
        <body name='b'><freejoint/><geom name='b' size='1' margin='0.2' friction='0.4' condim='1'/></body>
        </worldbody><contact><pair geom1='a' geom2='b'/></contact></mujoco>)");
    physics::contact_pair const p =
        physics::link_pair(r, physics::body_links(r), 0, r.bodies[0].geoms[0], 1, r.bodies[1].geoms[0]);
    CHECK(p.condim == 3);
    CHECK(p.friction == 1);
    CHECK(p.contact.margin == 0);
    CHECK(p.contact.solref[0] == 0.02);
}

TEST_CASE("what two geoms have in common is the mean, the sum of margins and the greater friction") {
    physics::geom a{.friction = 0.3, .condim = 1}, b{.friction = 0.7, .condim = 3};
    a.contact = {.solref = {0.02, 1}, .solimp = {0.5, 0.5, 0.5, 0.5, 2}, .margin = 0.1};
    b.contact = {.solref = {0.04, 0.5}, .solimp = {0.7, 0.7, 0.7, 0.7, 4}, .margin = 0.2};
    physics::contact_pair const p = physics::mixed_pair(a, b);
    CHECK(p.friction == 0.7);
    CHECK(p.condim == 3);
    CHECK(p.contact.margin == doctest::Approx(0.3));
    CHECK(p.contact.solref[0] == doctest::Approx(0.03));
    CHECK(p.contact.solref[1] == doctest::Approx(0.75));
    CHECK(p.contact.solimp[4] == doctest::Approx(3));
    b.contact.solref = {-100, -10};
    CHECK(physics::mixed(a.contact, b.contact).solref == b.contact.solref);
}

TEST_CASE("a contact has MuJoCo's least friction, whoever states less") {
    physics::robot r = chain("<contact><pair geom1='a' geom2='b' friction='0 0'/></contact>");
    CHECK(physics::link_pair(r, physics::body_links(r), 0, r.bodies[0].geoms[0], 1, r.bodies[1].geoms[0]).friction == 1e-5);
    r.floor.friction = r.bodies[4].geoms[0].friction = 0;
    CHECK(physics::ground_pair(r, "e", r.bodies[4].geoms[0]).friction == 1e-5);
}
