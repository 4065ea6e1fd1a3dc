// SPDX-License-Identifier: MIT
// Of a text, and of the file that lockstep_robot of tests/CMakeLists.txt has put into a header.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include <lockstep/physics/mjcf/robot_header.hpp>
#include <lockstep/physics/mjcf/write_mjcf.hpp>
#include <lockstep_robots/shapes.hpp>

namespace physics = lockstep::physics;

TEST_CASE("a sentence with a line becomes a compiler's error there") {
    CHECK(physics::located("a/b.xml", "error", "MJCF, line 12: <joint range>: the lower end: 3") ==
          "a/b.xml:12: error: <joint range>: the lower end: 3");
    CHECK(physics::located("a/b.xml", "note", "is empty") == "a/b.xml: note: is empty");
}

TEST_CASE("a header holds the text of a robot that compiles, and says what was ignored") {
    std::string const text = "<mujoco><worldbody><body><joint/><geom size='1' user='1'/></body></worldbody></mujoco>";
    std::vector<std::string> ignored;
    std::string const header = physics::print_robot_header("arm", text, ignored);
    CHECK(header.find("std::string_view arm_mjcf = R\"lockstep(" + text + ")lockstep\"") != std::string::npos);
    CHECK(header.find("robot arm = ") != std::string::npos);
    REQUIRE(ignored.size() == 1);
    CHECK(physics::located("arm.xml", "note", ignored[0]) ==
          "arm.xml:1: note: <geom user>: is ignored: it has no part in the physics");
    CHECK_THROWS_AS(physics::print_robot_header("arm", "<mujoco/>", ignored), std::runtime_error);
}

TEST_CASE("the compiler reads the file as the program does") {
    std::ifstream file(LOCKSTEP_TEST_DATA "/mjcf/shapes.xml");
    std::string const text(std::istreambuf_iterator<char>(file), {});
    CHECK(lockstep_robots::shapes_mjcf == text);
    CHECK(lockstep_robots::shapes.bodies.size() == 9);
    // Word by word; a program may add and multiply in one step what the compiler rounds twice.
    auto const words = [](physics::robot const& r) {
        std::string written = physics::to_mjcf(r);
        std::replace(written.begin(), written.end(), '\'', ' ');
        std::istringstream in(written);
        return std::vector<std::string>(std::istream_iterator<std::string>(in), {});
    };
    auto const compiled = words(lockstep_robots::shapes), read = words(physics::read_mjcf(text));
    REQUIRE(compiled.size() == read.size());
    for (std::size_t i = 0; i < read.size(); ++i) {
        char* end = nullptr;
        double const number = std::strtod(read[i].c_str(), &end);
        bool const is_number = end != read[i].c_str() && *end == '\0';
        bool const near = is_number && std::abs(std::strtod(compiled[i].c_str(), nullptr) - number) < 1e-12;
        CHECK((near || compiled[i] == read[i]));
    }
}
