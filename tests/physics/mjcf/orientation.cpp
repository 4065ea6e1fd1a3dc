// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <cmath>
#include <string>

#include <lockstep/physics/mjcf/orientation.hpp>
#include <tests/physics/mjcf/one_element.hpp>

namespace ls = lockstep;
namespace mjcf = lockstep::physics::mjcf;

namespace {

ls::quaternion<double> read(std::string const& attribute, mjcf::angles const& in = {}) {
    std::string const text = "<body " + attribute + "/>";
    mjcf::document d = mjcf::xml_parser(text).run();
    mjcf::attributes body(d, 0);
    mjcf::orientation result;
    mjcf::read_orientation(body, result);
    body.done();
    auto const z = ls::rotation(mjcf::to_quaternion(result, in)) * ls::vec3<double>{0, 0, 1}, axis = mjcf::turned_z(result, in);
    CHECK(std::hypot(axis.x - z.x, axis.y - z.y, axis.z - z.z) < 1e-14);
    return mjcf::to_quaternion(result, in);
}

double distance(ls::quaternion<double> const& a, ls::quaternion<double> const& b) {
    double const same = std::abs(a.w * b.w + a.x * b.x + a.y * b.y + a.z * b.z);
    return std::abs(1 - same);
}

}  // namespace

TEST_CASE("the ways to state an orientation agree") {
    double const h = std::sqrt(0.5);
    ls::quaternion<double> const about_y = {h, 0, h, 0};
    for (char const* text :
         {"quat='2 0 2 0'", "axisangle='0 3 0 90'", "euler='0 90 0'", "xyaxes='0 0 -1 0 1 0'", "zaxis='4 0 0'"}) {
        CHECK(distance(read(text), about_y) < 1e-15);
    }
    CHECK(distance(read("zaxis='0 0 -1'"), {0, 1, 0, 0}) < 1e-15);
    CHECK(distance(read("xyaxes='-1 0 0 0 -1 0'"), {0, 0, 0, 1}) < 1e-15);
    CHECK(distance(read("xyaxes='-1 0 0 0 1 0'"), {0, 0, 1, 0}) < 1e-15);
    CHECK(distance(read("xyaxes='1 0 0 0 -1 0'"), {0, 1, 0, 0}) < 1e-15);
}

TEST_CASE("small letters of eulerseq turn with the body, capitals do not") {
    ls::quaternion<double> const x = mjcf::turn_about({1, 0, 0}, 0.3), y = mjcf::turn_about({0, 1, 0}, 0.5),
                                 z = mjcf::turn_about({0, 0, 1}, 0.7);
    CHECK(distance(read("euler='0.3 0.5 0.7'", {.unit = 1}), x * y * z) < 1e-15);
    CHECK(distance(read("euler='0.3 0.5 0.7'", {.unit = 1, .sequence = "XYZ"}), z * y * x) < 1e-15);
    CHECK(distance(read("euler='0.7 0.5 0.3'", {.unit = 1, .sequence = "zyx"}), z * y * x) < 1e-15);
}

TEST_CASE("no direction is an error, and leaves the orientation that was") {
    auto const refusal = [](std::string const& attribute) {
        return mjcf::refusal("<body " + attribute + "/>", [](mjcf::attributes& in) {
            mjcf::orientation result;
            mjcf::read_orientation(in, result);
            CHECK(result.given == mjcf::orientation::kind::none);
        });
    };
    CHECK(refusal("quat='0 0 0 0'") == "MJCF, line 1: <body quat>: this is not a direction: 0 0 0 0");
    CHECK(refusal("quat='1 0 0'") == "MJCF, line 1: <body quat>: there are too few numbers: 1 0 0");
    CHECK(refusal("euler='0 0 0 1'") == "MJCF, line 1: <body euler>: there are too many numbers: 0 0 0 1");
    CHECK(refusal("euler='1e9 0 0'") == "MJCF, line 1: <body euler>: the value is beyond 1e6: 1e9 0 0");
    CHECK(refusal("xyaxes='1 0 0 2 0 0'") == "MJCF, line 1: <body xyaxes>: the two axes are parallel: 1 0 0 2 0 0");
}
