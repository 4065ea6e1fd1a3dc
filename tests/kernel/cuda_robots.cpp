// SPDX-License-Identifier: MIT
// NVIDIA's compiler keeps nearly all of a robot's rollout in registers, on each generation of cards. bench/cuda_kernels.cpp shows
// larger robots.
#include <cstddef>
#include <string>

#include <doctest/doctest.h>

#include <lockstep/envs/half_cheetah.hpp>
#include <lockstep/rl/ppo.hpp>

#include <tests/support/on_cards.hpp>
#include <tests/support/required_cuda.hpp>
#include <tests/support/text_device.hpp>

namespace ls = lockstep;

namespace {

template <class Device>
using half_cheetah_ppo = ls::ppo<ls::envs::half_cheetah, Device>;

}  // namespace

TEST_CASE("HalfCheetah's rollout spills less than 100 bytes on the card of the benchmark, and not much more on others") {
    auto const compiler = support::required_nvrtc();
    if (!compiler) {
        return;
    }
    std::size_t compiled = 0;
    for (ls::kernel_text const& text : support::texts_of<half_cheetah_ppo>(ls::ppo_config{})) {
        if (text.name != "rollout") {
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
    CHECK(compiled == support::cards(*compiler).size());
}
