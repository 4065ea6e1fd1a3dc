// SPDX-License-Identifier: MIT
// NVIDIA's compiler takes all that a training launches, and keeps nearly all that a lane works on in registers.
#include <string>

#include <doctest/doctest.h>

#include <lockstep/envs/pendulum.hpp>
#include <lockstep/kernel/cuda_text.hpp>
#include <lockstep/rl/ppo.hpp>

#include <tests/support/ptxas_report.hpp>
#include <tests/support/required_cuda.hpp>
#include <tests/support/text_device.hpp>

namespace ls = lockstep;

namespace {

template <class Device>
using small_ppo = ls::ppo<ls::envs::pendulum, Device, ls::hidden_layers<ls::tanh_activation, 24, 16>>;

template <class Device>
using remembering_ppo = ls::ppo<ls::envs::pendulum, Device, ls::recurrent_layers<16, ls::tanh_activation, 16>>;

template <template <class> class Learner>
void check() {
    auto const compiler = support::required_nvrtc();
    if (!compiler) {
        return;
    }
    auto options = ls::nvrtc::options(compiler->target(90, "the card"));
    options.push_back("--ptxas-options=-v");
    auto const texts = support::texts_of<Learner>(ls::ppo_config{.minibatch = 4 * 1024});
    CHECK(texts.size() >= 12);
    for (ls::kernel_text const& text : texts) {
        CAPTURE(text.name);
        support::ptxas_report const report(compiler->compile(ls::cuda_text(text), text.name, options).log);
        CHECK(report.registers > 0);
        CHECK(report.spill_stores >= 0);
        CHECK(report.spill_stores <= 64);
    }
}

}  // namespace

TEST_CASE("PPO's kernels compile, and spill 64 bytes at most") { check<small_ppo>(); }
TEST_CASE("those of a policy that remembers, too") { check<remembering_ppo>(); }
