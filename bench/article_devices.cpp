// SPDX-License-Identifier: MIT
// PPO on OpenCL and on CUDA beside the threads of the processor, for several batches and widths. The networks are perceptrons on
// Pendulum, one of them also with all layers but the last frozen, and convolutions of small images. It measures samples a second
// of the rollout, which is inference with a cheap environment, and of an epoch of learning. A batch is both the number of
// environments and the size of a minibatch. Where the ratio to the processor crosses 1, a device begins to pay: notes name that
// batch for each network, for learning and for inference.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#include <lockstep/core/formatted.hpp>
#include <lockstep/device/cpu.hpp>
#include <lockstep/device/cuda.hpp>
#include <lockstep/device/opencl.hpp>
#include <lockstep/envs/pendulum.hpp>
#include <lockstep/rl/policy/convolutional_layers.hpp>
#include <lockstep/rl/policy/frozen_layers.hpp>
#include <lockstep/rl/ppo.hpp>

#include <tests/envs/catch_ball.hpp>

#include "article.hpp"
#include "result_table.hpp"
#include "timed_rollouts.hpp"
#include "timing.hpp"

namespace ls = lockstep;

namespace {

constexpr std::size_t batches[] = {256, 1024, 4096, 16384, 65536};
constexpr std::size_t horizon = 8;

/// Million samples a second.
struct speed {
    double inference, learning;
};

template <class Env, class Layers, class Device>
speed measure(Device& device, std::size_t batch) {
    using device_t = bench::timed_rollouts<Device>;
    device_t timed(device, bench::wall_seconds);
    ls::ppo<Env, device_t, Layers> learner(
        timed, {.environments = batch, .seed = 1, .horizon = horizon, .epochs = 1, .minibatch = batch, .target_kl = 0});
    std::vector<double> rollouts, updates;
    for (int i = 0; i < 6; ++i) {
        timed.seconds();
        double const begin = bench::wall_seconds();
        learner.iterate();
        double const all = bench::wall_seconds() - begin, rollout = timed.seconds();
        if (i > 0) {  // the first compiles
            rollouts.push_back(rollout);
            updates.push_back(all - rollout);
        }
    }
    double const samples = 1e-6 * static_cast<double>(batch * horizon);
    return {samples / bench::median(rollouts), samples / bench::median(updates)};
}

}  // namespace

int main(int argc, char** argv) try {
    auto const settings = bench::parse_article_settings(argc, argv);
    std::size_t const largest = batches[4] * settings.percent / 100;
    ls::cpu cpu;
    bench::found<ls::opencl> opencl;
    bench::found<ls::cuda> cuda;

    std::array<char const*, 2> const names = {"OpenCL", "CUDA"};
    bench::result_table table("article_devices", "Million samples a second: processor, and devices",
                              {"network", "batch", "processor inference", "OpenCL inference", "CUDA inference",
                               "processor learning", "OpenCL learning", "CUDA learning"});
    ls::chart picture{.title = "Learning on a device beside the processor",
                      .x_label = "batch",
                      .y_label = "times the samples a second of the processor",
                      .curves = {},
                      .logarithmic_x = true,
                      .logarithmic_y = true};
    std::size_t cells = 0;
    auto const measure_network = [&]<class Env, class Layers>(char const* name) {
        std::array<ls::curve, 2> lines = {ls::curve{std::string(name) + ", OpenCL"}, ls::curve{std::string(name) + ", CUDA"}};
        std::array<std::array<std::size_t, 2>, 2> crossed = {};  // [device][learning, inference]
        for (std::size_t const batch : batches) {
            std::array<std::string, 3> inference, learning;
            if (batch <= std::max(largest, batches[0])) {
                auto const show = [&](std::size_t column, speed const& s) {
                    inference[column] = ls::formatted("%.3g", s.inference);
                    learning[column] = ls::formatted("%.3g", s.learning);
                    cells += 2;
                };
                speed const own = measure<Env, Layers>(cpu, batch);
                show(0, own);
                auto const compare = [&](std::size_t i, auto& device) {
                    if (device) {
                        speed const s = measure<Env, Layers>(*device, batch);
                        show(1 + i, s);
                        lines[i].add(static_cast<double>(batch), s.learning / own.learning);
                        std::array<bool, 2> const is_faster = {s.learning > own.learning, s.inference > own.inference};
                        for (std::size_t what = 0; what < 2; ++what) {
                            if (crossed[i][what] == 0 && is_faster[what]) {
                                crossed[i][what] = batch;
                            }
                        }
                    }
                };
                compare(0, opencl.device);
                compare(1, cuda.device);
            }
            table.add(
                {name, std::to_string(batch), inference[0], inference[1], inference[2], learning[0], learning[1], learning[2]});
        }
        for (std::size_t i = 0; i < 2; ++i) {
            if (!lines[i].points.empty()) {
                picture.curves.push_back(lines[i]);
                auto const begins = [](std::size_t batch) {
                    return batch == 0 ? "slower than the processor at every batch measured"
                                      : "faster from a batch of " + std::to_string(batch);
                };
                table.add_note(ls::formatted("%s on %s: learning is %s; inference is %s", name, names[i],
                                             begins(crossed[i][0]).c_str(), begins(crossed[i][1]).c_str()));
            }
        }
    };
    measure_network.operator()<ls::envs::pendulum, ls::hidden_layers<ls::tanh_activation, 32, 32>>("MLP 32x32");
    using wide = ls::hidden_layers<ls::tanh_activation, 256, 256>;
    measure_network.operator()<ls::envs::pendulum, wide>("MLP 256x256");
    measure_network.operator()<ls::envs::pendulum, ls::frozen_layers<2, wide>>("the same, only its last layer learns");
    using filters = ls::convolutions<ls::filters{16, 3}, ls::filters{32, 3}>;
    measure_network.operator()<lockstep_test::catch_ball, ls::convolutional_layers<filters, ls::relu_activation, 64>>(
        "16 and 32 filters; 64 units");
    if (!opencl.device) {
        table.add_note("OpenCL: " + opencl.why + "; bench/run article on a machine with a device fills this");
    }
    if (!cuda.device) {
        table.add_note("CUDA: " + cuda.why + "; bench/run article on a machine with a card fills this");
    }
    if (largest < batches[4]) {
        table.add_note("Batches above " + std::to_string(std::max(largest, batches[0])) +
                       ": bench/article --percent 100 fills these.");
    }
    table.publish(settings.folder, picture);
    std::printf("article_devices: %zu cells\n", cells);
} catch (std::exception const& error) {
    std::fprintf(stderr, "article_devices: %s\n", error.what());
    return 1;
}
