// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include <lockstep/physics/mjcf/settings.hpp>
#include <tests/physics/mjcf/one_element.hpp>

namespace physics = lockstep::physics;
namespace mjcf = lockstep::physics::mjcf;

TEST_CASE("a compiler says how the text is to be understood") {
    std::string const text = "<compiler angle='radian' autolimits='false' inertiafromgeom='true' inertiagrouprange='1 3' "
                             "settotalmass='7' eulerseq='ZYX' coordinate='local' meshdir='m'/>";
    mjcf::one_element element(text);
    mjcf::settings s;
    physics::robot r;
    std::vector<std::string> notes;
    mjcf::read_compiler(element.in, s, r, &notes);
    CHECK(s.angle.unit == 1);
    CHECK(s.angle.sequence == "ZYX");
    CHECK_FALSE(s.autolimits);
    CHECK(s.masses == mjcf::mass_source::geoms);
    CHECK(s.mass_groups[1] == 3);
    CHECK(r.total_mass == 7);
    CHECK(notes.size() == 1);
}

TEST_CASE("an option is the robot's, or has no part in exact physics, or is refused") {
    std::string const text = "<option timestep='0.01' density='3' viscosity='0.5' gravity='0 0 -1' iterations='9'/>";
    mjcf::one_element element(text);
    physics::robot r;
    std::vector<std::string> notes;
    mjcf::read_option(element.in, r, &notes);
    CHECK(r.timestep == 0.01);
    CHECK(r.density == 3);
    CHECK(r.viscosity == 0.5);
    CHECK(r.gravity.z == -1);
    CHECK(notes.size() == 1);
    auto const option = [](mjcf::attributes& in) {
        physics::robot unused;
        mjcf::read_option(in, unused, nullptr);
    };
    CHECK(mjcf::refusal("<option wind='1 0 0'/>", option) ==
          "MJCF, line 1: <option wind>: only the value that changes nothing is supported: 1 0 0");
    CHECK(mjcf::refusal("<option timestep='-1'/>", option) ==
          "MJCF, line 1: <option timestep>: the time step is not above zero: -1");
}

TEST_CASE("only flags as they are by themselves, except MuJoCo's own machinery") {
    auto const flag = [](mjcf::attributes& in) { mjcf::read_flag(in, nullptr); };
    CHECK(mjcf::refusal("<flag gravity='disable'/>", flag) ==
          "MJCF, line 1: <flag gravity>: the value is not one of those supported: disable");
    CHECK(mjcf::refusal("<flag warmstart='disable' gravity='enable'/>", flag).empty());
}
