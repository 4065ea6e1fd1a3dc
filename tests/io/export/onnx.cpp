// SPDX-License-Identifier: MIT
#include <filesystem>
#include <limits>
#include <stdexcept>
#include <string>

#include <doctest/doctest.h>

#include <lockstep/envs/pendulum.hpp>
#include <lockstep/io/export/onnx.hpp>
#include <lockstep/io/file.hpp>
#include <tests/io/export/policies.hpp>
#include <tests/support/kept_folder.hpp>

namespace ls = lockstep;

TEST_CASE("models of each kind are written, for onnxruntime to run them (onnx_in_runtime.py)") {
    lockstep_test::kept_folder const kept;
    std::filesystem::path const folder = kept / "exported_onnx";
    lockstep_test::write_exported_kinds(folder, ".onnx", ls::to_onnx);
    std::string const bytes = ls::read_file(folder / "recurrent.onnx");
    CHECK(bytes.substr(0, 2) == "\x08\x08");  // field 1, the version of the format: 8
    for (char const* word : {"lockstep", "observation", "memory", "next_memory", "action", "GRU", "half_cheetah_policy"}) {
        CHECK(bytes.find(word) != std::string::npos);
    }
    CHECK(ls::read_file(folder / "sac.onnx").find("memory") == std::string::npos);
}

TEST_CASE("a model says which environment its policy is for") {
    auto const policy = lockstep_test::exported_example<lockstep_test::pendulum_with<ls::relu_activation>>();
    CHECK(ls::to_onnx(ls::describe_policy(policy))
              .find("\x0a\x0b"
                    "environment\x12\x08"
                    "pendulum") != std::string::npos);
}
