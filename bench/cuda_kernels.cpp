// SPDX-License-Identifier: MIT
// What NVIDIA's compiler makes of the kernels, without a card: registers of a thread, bytes of its stack, of spills in the kernel
// and in the functions that it calls, scratch of a block, and the processor seconds that compiling takes. "cuda_kernels sm_80"
// compiles for another card than sm_90. Of the larger robots only rollouts.
#include <cstddef>
#include <cstdio>
#include <exception>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <lockstep/device/cuda/nvrtc.hpp>
#include <lockstep/envs/ant.hpp>
#include <lockstep/envs/half_cheetah.hpp>
#include <lockstep/envs/humanoid.hpp>
#include <lockstep/envs/humanoid_standup.hpp>
#include <lockstep/envs/pendulum.hpp>
#include <lockstep/kernel/cuda_text.hpp>
#include <lockstep/rl/crossq.hpp>
#include <lockstep/rl/ppo.hpp>
#include <lockstep/rl/sac.hpp>
#include <lockstep/rl/td3.hpp>
#include <tests/support/ptxas_report.hpp>
#include <tests/support/text_device.hpp>

#include "timing.hpp"

namespace ls = lockstep;

namespace {

template <class Env>
struct learners {
    template <class Device>
    using ppo = ls::ppo<Env, Device>;
    template <class Device>
    using sac = ls::sac<Env, Device>;
    template <class Device>
    using td3 = ls::td3<Env, Device>;
    template <class Device>
    using crossq = ls::crossq<Env, Device>;
};

struct group {
    char const* name;
    std::vector<ls::kernel_text> texts;
};

std::vector<ls::kernel_text> rollout_only(std::vector<ls::kernel_text> texts) {
    std::erase_if(texts, [](ls::kernel_text const& text) { return text.name != "rollout"; });
    return texts;
}
template <class Env>
group rollout_of(char const* name) {
    return {name, rollout_only(support::texts_of<learners<Env>::template ppo>(ls::ppo_config{}))};
}

/// With an update in the first iteration.
template <template <class> class Learner>
std::vector<ls::kernel_text> off_policy() {
    typename Learner<support::text_device>::config_type config{};
    config.warmup = 256;
    return support::texts_of<Learner>(config);
}

/// One line for each learner.
std::vector<group> groups() {
    return {{"PPO, Pendulum", support::texts_of<learners<ls::envs::pendulum>::ppo>(ls::ppo_config{})},
            {"PPO, HalfCheetah", support::texts_of<learners<ls::envs::half_cheetah>::ppo>(ls::ppo_config{})},
            {"SAC, Pendulum", off_policy<learners<ls::envs::pendulum>::sac>()},
            {"TD3, Pendulum", off_policy<learners<ls::envs::pendulum>::td3>()},
            {"CrossQ, Pendulum", off_policy<learners<ls::envs::pendulum>::crossq>()},
            rollout_of<ls::envs::ant>("PPO, Ant"),
            rollout_of<ls::envs::humanoid>("PPO, Humanoid"),
            rollout_of<ls::envs::humanoid_standup>("PPO, Standup")};
}

}  // namespace

int main(int argc, char** argv) try {
    std::string const target = argc > 1 ? argv[1] : "sm_90";
    auto const library = ls::first_library(ls::nvrtc_paths());
    if (!library) {
        throw std::runtime_error("NVRTC is missing: install the CUDA toolkit");
    }
    ls::nvrtc const compiler(library);
    auto options = ls::nvrtc::options(target);
    options.push_back("--ptxas-options=-v");
    std::printf("NVRTC %s, %s\n\n%-18s %-36s %9s %7s %7s %12s %8s %9s %8s\n", compiler.version().c_str(), target.c_str(), "",
                "kernel", "registers", "stack", "spills", "of functions", "scratch", "text", "seconds");
    int spilled = -1;
    double total = 0;
    for (group const& g : groups()) {
        for (ls::kernel_text const& text : g.texts) {
            std::string const source = ls::cuda_text(text);
            double const begin = bench::process_cpu_seconds();
            support::ptxas_report const report(compiler.compile(source, text.name, options).log);
            double const seconds = bench::process_cpu_seconds() - begin;
            total += seconds;
            if (std::string_view(g.name) == "PPO, HalfCheetah" && text.name == "rollout") {
                spilled = report.spill_stores + report.spills_of_functions;
            }
            std::printf("%-18s %-36s %9d %7d %7d %12d %8zu %9zu %8.2f\n", g.name, text.name.c_str(), report.registers,
                        report.stack, report.spill_stores, report.spills_of_functions,
                        ls::cuda_block_of(text).packs * text.scratch * sizeof(float), source.size(), seconds);
            std::fflush(stdout);
        }
    }
    std::printf("\n%.1f s in all; spilled by HalfCheetah's rollout and its functions:\ncuda_kernels: %d bytes\n", total, spilled);
} catch (std::exception const& error) {
    std::fprintf(stderr, "cuda_kernels: %s\n", error.what());
    return 1;
}
