// SPDX-License-Identifier: MIT
// NVIDIA's compiler takes every kernel's text, for each generation of cards, and keeps what a lane works on in registers.
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include <lockstep/envs/half_cheetah.hpp>
#include <lockstep/envs/inverted_pendulum.hpp>
#include <lockstep/envs/pendulum.hpp>
#include <lockstep/kernel/cuda_text.hpp>
#include <lockstep/kernel/hosted_world.hpp>

#include <tests/kernel/kernels.hpp>
#include <tests/support/kernel_texts.hpp>
#include <tests/support/ptxas_report.hpp>
#include <tests/support/required_cuda.hpp>

namespace ls = lockstep;

namespace {

using world = ls::hosted_world;

std::vector<support::named_text> texts() {
    return {{"arithmetic", support::text_of(lockstep_test::arithmetic<world>{})},
            {"literals", support::text_of(lockstep_test::literals<world>{})},
            {"mathematics", support::text_of(lockstep_test::mathematics<world>{})},
            {"bits", support::text_of(lockstep_test::bits<world>{})},
            {"uniform", support::text_of(lockstep_test::uniform<world>{})},
            {"loops", support::text_of(lockstep_test::loops<world>{})},
            {"lane_loops", support::text_of(lockstep_test::lane_loops<world>{})},
            {"functions", support::text_of(lockstep_test::functions<world>{})},
            {"much scratch", support::text_of(support::scratch_kernel<world, 20000>{})},
            support::reset_text<ls::envs::pendulum>("reset Pendulum"),
            support::step_text<ls::envs::pendulum>("step Pendulum"),
            support::step_text<ls::envs::inverted_pendulum>("step InvertedPendulum")};
}

support::ptxas_report compile(ls::nvrtc const& compiler, std::string const& text, std::string const& name, std::string const& target) {
    auto options = ls::nvrtc::options(target);
    options.push_back("--ptxas-options=-v");
    auto const result = compiler.compile(text, name, options);
    CHECK(result.binary.size() > 1000);
    return support::ptxas_report(result.log);
}

}  // namespace

TEST_CASE("each text compiles for each card, without a spilled register") {
    auto const compiler = support::required_nvrtc();
    if (!compiler) {
        return;
    }
    for (support::named_text const& named : texts()) {
        std::string const& name = named.name;
        ls::kernel_text const& text = named.text;
        for (int const capability : {80, 90, 100}) {
            std::string const target = compiler->target(capability, "the card");
            if (!target.starts_with("sm_")) {
                continue;  // an older NVRTC does not know it
            }
            for (bool const global : {false, true}) {
                if (global && text.scratch == 0) {
                    continue;
                }
                CAPTURE(name);
                CAPTURE(target);
                auto const report = compile(*compiler, ls::cuda_text(text, {.global_scratch = global}), name, target);
                CHECK(report.registers > 0);
                CHECK(report.registers <= 128);
                CHECK(report.stack <= 64);  // the rows of a program that is called
                CHECK(report.spill_stores == 0);
                CHECK(report.spill_loads == 0);
            }
        }
    }
}

TEST_CASE("HalfCheetah compiles, with a few spills at most") {
    auto const compiler = support::required_nvrtc();
    if (!compiler) {
        return;
    }
    auto const step = support::step_text<ls::envs::half_cheetah>("step HalfCheetah");
    auto const report = compile(*compiler, ls::cuda_text(step.text), step.name, compiler->target(90, "the card"));
    CHECK(report.registers > 0);
    CHECK(report.spill_stores >= 0);
    CHECK(report.spill_stores < 1000);
}

TEST_CASE("nothing is contracted, and what is too small becomes zero") {
    auto const compiler = support::required_nvrtc();
    if (!compiler) {
        return;
    }
    auto const text = ls::cuda_text(support::text_of(lockstep_test::arithmetic<world>{}));
    auto const ptx = compiler->compile(text, "arithmetic", ls::nvrtc::options("compute_80")).binary;
    CHECK(ptx.find("fma.rn.ftz.f32") != ptx.npos);  // as the kernel asks
    CHECK(ptx.find("mul.rn.ftz.f32") != ptx.npos);  // kept apart from the addition after it
    CHECK(ptx.find("div.rn.ftz.f32") != ptx.npos);
    CHECK(ptx.find("sqrt.rn.ftz.f32") != ptx.npos);
    CHECK(ptx.find("approx") == ptx.npos);
    CHECK(ptx.find(".f64") == ptx.npos);
}
