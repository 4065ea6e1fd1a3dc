// SPDX-License-Identifier: MIT
// What NVIDIA's compiler makes of the kernels, without a card: registers of a thread, bytes of its stack and of spills, scratch of
// two rows, and the seconds that compiling takes. "cuda_kernels sm_80" compiles for another card than sm_90.
#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdio>
#include <exception>
#include <stdexcept>
#include <string>
#include <vector>

#include <lockstep/device/nvrtc.hpp>
#include <lockstep/envs/half_cheetah.hpp>
#include <lockstep/envs/pendulum.hpp>
#include <lockstep/kernel/cuda_text.hpp>
#include <lockstep/rl/ppo.hpp>
#include <tests/support/ptxas_report.hpp>
#include <tests/support/text_device.hpp>

namespace ls = lockstep;

namespace {

template <class Env>
struct learners {
    template <class Device>
    using ppo = ls::ppo<Env, Device>;
};

struct group {
    char const* name;
    std::vector<ls::kernel_text> texts;
};

/// A learner more is a line more.
std::vector<group> groups() {
    return {{"PPO, Pendulum", support::texts_of<learners<ls::envs::pendulum>::ppo>(ls::ppo_config{})},
            {"PPO, HalfCheetah", support::texts_of<learners<ls::envs::half_cheetah>::ppo>(ls::ppo_config{})}};
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
    std::printf("NVRTC %s, %s\n\n%-18s %-22s %9s %7s %7s %8s %9s %8s\n", compiler.version().c_str(), target.c_str(), "", "kernel",
                "registers", "stack", "spills", "scratch", "text", "seconds");
    int most_spilled = 0;
    double total = 0;
    for (group const& g : groups()) {
        for (ls::kernel_text const& text : g.texts) {
            std::string const source = ls::cuda_text(text);
            auto const begin = std::chrono::steady_clock::now();
            support::ptxas_report const report(compiler.compile(source, text.name, options).log);
            double const seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
            total += seconds;
            most_spilled = std::max(most_spilled, report.spill_stores);
            std::printf("%-18s %-22s %9d %7d %7d %8zu %9zu %8.2f\n", g.name, text.name.c_str(), report.registers, report.stack,
                        report.spill_stores, ls::cuda_rows * text.scratch * sizeof(float), source.size(), seconds);
            std::fflush(stdout);
        }
    }
    std::printf("\n%.1f s in all; most spilled in one kernel:\ncuda_kernels: %d bytes\n", total, most_spilled);
} catch (std::exception const& error) {
    std::fprintf(stderr, "cuda_kernels: %s\n", error.what());
    return 1;
}
