// SPDX-License-Identifier: MIT
// NVIDIA's compiler takes a step of every robot. What a thread has no registers for is spilled, within bounds: of HalfCheetah's
// rollout a few bytes on any card.
#include <cstddef>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include <lockstep/envs/ant.hpp>
#include <lockstep/envs/fetch.hpp>
#include <lockstep/envs/grasp.hpp>
#include <lockstep/envs/half_cheetah.hpp>
#include <lockstep/envs/hopper.hpp>
#include <lockstep/envs/humanoid.hpp>
#include <lockstep/envs/inverted_double_pendulum.hpp>
#include <lockstep/envs/pusher.hpp>
#include <lockstep/envs/reacher.hpp>
#include <lockstep/envs/swimmer.hpp>
#include <lockstep/envs/ur5e.hpp>
#include <lockstep/envs/walker2d.hpp>
#include <lockstep/rl/ppo.hpp>

#include <tests/support/kernel_texts.hpp>
#include <tests/support/on_cards.hpp>
#include <tests/support/required_cuda.hpp>
#include <tests/support/text_device.hpp>

namespace ls = lockstep;

namespace {

template <class Device>
using half_cheetah_ppo = ls::ppo<ls::envs::half_cheetah, Device>;

/// A step of all environments, for each card. The largest robots take the compiler up to 15 s, so only the benchmark's card has theirs.
template <class Env>
void check(std::string const& name, int most_stack, int most_spilled, bool on_all_cards = true) {
    auto const compiler = support::required_nvrtc();
    if (!compiler) {
        return;
    }
    auto const text = support::step_text<Env>(name).text;
    for (std::string const& card : on_all_cards ? support::cards(*compiler) : std::vector{compiler->target(90, "the card")}) {
        CAPTURE(name);
        CAPTURE(card);
        auto const report = support::compile_for(card, *compiler, text);
        CHECK(report.registers <= 255);
        CHECK(report.stack <= most_stack);
        CHECK(report.spill_stores + report.spills_of_functions <= most_spilled);
    }
}

}  // namespace

TEST_CASE("HalfCheetah's rollout spills less than 100 bytes on the card of the benchmark, and not much more on others; so does its gradient") {
    auto const compiler = support::required_nvrtc();
    if (!compiler) {
        return;
    }
    std::size_t compiled = 0;
    for (ls::kernel_text const& text : support::texts_of<half_cheetah_ppo>(ls::ppo_config{})) {
        if (text.name != "rollout" && text.name != "ppo_differentiate") {
            continue;
        }
        for (std::string const& card : support::cards(*compiler)) {
            CAPTURE(card);
            auto const report = support::compile_for(card, *compiler, text);
            CHECK(report.stack <= 400);
            CHECK(report.spill_stores + report.spills_of_functions < (card == "sm_90" ? 100 : 160));
            ++compiled;
        }
    }
    CHECK(compiled == 2 * support::cards(*compiler).size());
}
TEST_CASE("steps of robots that fit into registers, or nearly") {
    check<ls::envs::half_cheetah>("HalfCheetah", 400, 100);
    check<ls::envs::swimmer>("Swimmer", 400, 100);
    check<ls::envs::reacher>("Reacher", 400, 100);
    check<ls::envs::inverted_double_pendulum>("InvertedDoublePendulum", 400, 100);
    check<ls::envs::hopper>("Hopper", 12500, 180);
    check<ls::envs::walker2d>("Walker2d", 400, 240);
}
TEST_CASE("steps of robots that do not") {
    check<ls::envs::ur5e>("UR5e", 8000, 8000);
    check<ls::envs::pusher>("Pusher", 8000, 8000);
    check<ls::envs::ant>("Ant", 8000, 8000);
    check<ls::envs::fetch>("Fetch", 8000, 8000);
    check<ls::envs::grasp>("Grasp", 32000, 32000, false);
    check<ls::envs::humanoid>("Humanoid", 32000, 32000, false);
}
