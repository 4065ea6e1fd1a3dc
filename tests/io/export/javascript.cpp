// SPDX-License-Identifier: MIT
#include <array>
#include <bit>
#include <filesystem>
#include <string>

#include <doctest/doctest.h>

#include <lockstep/io/export/javascript.hpp>
#include <lockstep/io/file.hpp>
#include <tests/io/export/policies.hpp>
#include <tests/support/kept_folder.hpp>

namespace ls = lockstep;

TEST_CASE("modules of each kind are written, for Node to run them (javascript_in_node.mjs)") {
    lockstep_test::kept_folder const kept;
    std::filesystem::path const folder = kept / "exported_javascript";
    lockstep_test::write_exported_kinds(folder, ".mjs", ls::to_javascript);
    std::string const text = ls::read_file(folder / "recurrent.mjs");
    CHECK(text.find("export class HalfCheetahPolicy {") != std::string::npos);
    CHECK(text.find("static observationSize = 17;") != std::string::npos);
    CHECK(text.find("import ") == text.rfind("import "));  // in the comment that shows how to import it
    CHECK(text.find('@') == std::string::npos);
}

TEST_CASE("weights stay as they are, whatever their base64 spells") {
    std::array<unsigned char, 12> const repeated = {0x4c, 0x03, 0x47, 0x4c, 0x03, 0x47, 0x4c, 0x03, 0x47, 0x4c, 0x03, 0x47};
    auto const numbers = std::bit_cast<std::array<float, 3>>(repeated);
    for (auto activation : {"relu", "tanh"}) {
        CAPTURE(activation);
        ls::exported_policy policy;
        policy.name = "spelt_policy";
        policy.observation_size = policy.action_size = 1;
        ls::exported_dense layer{};
        layer.inputs = 2;
        layer.weight = {numbers[0], numbers[1]};
        layer.bias = {numbers[2]};
        layer.activation = activation;
        policy.layers = {layer};
        policy.tested_observations = policy.tested_actions = {{0.5f}};
        std::string const text = ls::to_javascript(policy);
        CHECK(text.find("floats(\"TANHTANHTANHTANH\")") != std::string::npos);
        CHECK((text.find("return x * (") != std::string::npos) == (layer.activation == "tanh"));
    }
}
