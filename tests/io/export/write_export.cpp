// SPDX-License-Identifier: MIT
#include <filesystem>
#include <limits>
#include <stdexcept>
#include <string>

#include <doctest/doctest.h>

#include <lockstep/envs/mountain_car.hpp>
#include <lockstep/envs/pendulum.hpp>
#include <lockstep/io/export/c_header.hpp>
#include <lockstep/io/export/javascript.hpp>
#include <lockstep/io/export/onnx.hpp>
#include <lockstep/io/export/write_export.hpp>
#include <lockstep/io/file.hpp>
#include <tests/io/export/policies.hpp>
#include <tests/support/temporary_folder.hpp>

namespace ls = lockstep;

namespace {

using policy_type = lockstep_test::pendulum_with<ls::tanh_activation>;

template <class Write>
std::string refusal(Write write) {
    try {
        write();
    } catch (std::runtime_error const& error) {
        return error.what();
    }
    return "written";
}

}  // namespace

TEST_CASE("a number that is not finite is refused with its tensor, and the old file stays") {
    lockstep_test::temporary_folder const here;
    std::string const path = here / "a";
    auto policy = lockstep_test::exported_example<policy_type>();
    ls::write_onnx(path, policy);
    std::string const before = ls::read_file(path);
    policy.parameters[policy_type::actor::bias(1, 5)] = std::numeric_limits<float>::quiet_NaN();
    CHECK(refusal([&] { ls::write_onnx(path, policy); }) == path + ": tensor \"actor.1.bias\" has a NaN or an infinity");
    CHECK(refusal([&] { ls::write_c_header(path, policy); }) == path + ": tensor \"actor.1.bias\" has a NaN or an infinity");
    CHECK(refusal([&] { ls::write_javascript(path, policy); }) == path + ": tensor \"actor.1.bias\" has a NaN or an infinity");
    CHECK(ls::read_file(path) == before);
}

TEST_CASE("a folder that cannot be written to is named") {
    auto const policy = lockstep_test::exported_example<policy_type>();
    for (auto const write : {ls::write_onnx<policy_type>, ls::write_c_header<policy_type>, ls::write_javascript<policy_type>}) {
        CHECK(refusal([&] { write("/nowhere/at/all/a", policy); }) ==
              "/nowhere/at/all/a: cannot be written: there is no folder /nowhere/at/all");
    }
}

TEST_CASE("the suffix of another format is refused") {
    auto const policy = lockstep_test::exported_example<policy_type>();
    lockstep_test::temporary_folder const folder;
    CHECK_THROWS_WITH_AS(ls::write_onnx(folder / "a.h", policy), doctest::Contains("the file would hold an ONNX model (.onnx)"),
                         std::invalid_argument);
    CHECK_THROWS_WITH_AS(ls::write_c_header(folder / "a.js", policy), doctest::Contains("the file would hold a C header (.h)"),
                         std::invalid_argument);
    CHECK_THROWS_WITH_AS(ls::write_javascript(folder / "a.onnx", policy),
                         doctest::Contains("the file would hold a module of JavaScript (.js)"), std::invalid_argument);
    CHECK(std::filesystem::is_empty(folder / ""));
}

TEST_CASE("a policy of another environment or shape is refused before it is exported") {
    lockstep_test::temporary_folder const here;
    ls::save(here / "a.policy", lockstep_test::exported_example<policy_type>());
    std::string const from = here / "a.policy", path = here / "a.h";
    using other = ls::ppo_policy<ls::envs::mountain_car, ls::hidden_layers<ls::tanh_activation, 32, 24>>;
    CHECK(refusal([&] { ls::write_c_header(path, ls::load<other>(from)); }) ==
          from + ": is a policy for the environment \"pendulum\", not for \"mountain_car\"");
    auto policy = ls::load<policy_type>(from);
    policy.parameters.resize(7);
    CHECK(refusal([&] { ls::write_c_header(path, policy); }).find(": the policy has 7 parameters, but its network has ") !=
          std::string::npos);
}
