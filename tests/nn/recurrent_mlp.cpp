// SPDX-License-Identifier: MIT
#include <lockstep/nn/recurrent_mlp.hpp>

#include <array>
#include <cstddef>
#include <memory>
#include <vector>

#include <doctest/doctest.h>

#include <lockstep/core/random.hpp>

namespace ls = lockstep;

using network = ls::basic_recurrent_mlp<float, ls::tanh_activation, 3, 2, 8, 16>;
using workspace = network::workspace<ls::native_width>;

static_assert(ls::recurrent<network> && !ls::recurrent<network::head>);
static_assert(ls::memory_size<network> == 8 && ls::memory_size<network::head> == 0 && ls::memory_size<workspace> == 8);

namespace {

struct fixture {
    std::vector<float> parameters = std::vector<float>(network::parameter_count);
    std::vector<float> transposed_weights = std::vector<float>(network::transposed_count + 1);
    std::unique_ptr<workspace> work = std::make_unique<workspace>();
    ls::random<float> random{1, 0, 0};

    fixture() {
        network::initialize(3, 1, 1, parameters.data());
        for (float& p : parameters) {
            p += 0.1f * random.normal();
        }
        network::transpose_weights(parameters.data(), transposed_weights.data());
        work->prepare();
    }
    std::vector<float> step() {
        for (std::size_t i = 0; i < 3 * ls::native_width; ++i) {
            work->inputs[i] = random.normal();
        }
        network::forward(parameters.data(), transposed_weights.data(), *work, ls::native_width);
        return {work->outputs, work->outputs + 2 * ls::native_width};
    }
};

}  // namespace

TEST_CASE("steps in lanes are those of one sample in plain loops, memory and all") {
    fixture f;
    std::array<float, 8> memory{};
    std::size_t const lane = 3;
    for (int t = 0; t < 5; ++t) {
        auto const outputs = f.step();
        std::array<float, 3> input;
        for (std::size_t i = 0; i < 3; ++i) {
            input[i] = f.work->inputs[i * ls::native_width + lane];
        }
        network::remember(f.parameters.data(), input, memory);
        for (std::size_t u = 0; u < 8; ++u) {
            CHECK(*f.work->memories().at(u, lane) == doctest::Approx(memory[u]).epsilon(1e-5));
        }
        for (std::size_t o = 0; o < 2; ++o) {
            float expected = f.parameters[network::bias(1, o)];
            for (std::size_t h = 0; h < 16; ++h) {
                float sum = f.parameters[network::bias(0, h)];
                for (std::size_t u = 0; u < 8; ++u) {
                    sum += f.parameters[network::weight(0, h, u)] * memory[u];
                }
                expected += f.parameters[network::weight(1, o, h)] * std::tanh(sum);
            }
            CHECK(outputs[o * ls::native_width + lane] == doctest::Approx(expected).epsilon(1e-4));
        }
    }
}

TEST_CASE("what is remembered can be kept, put back, and forgotten where an episode ended") {
    fixture f;
    f.step();
    auto const remembered = [&](std::size_t unit, std::size_t lane) { return *f.work->memories().at(unit, lane); };
    std::array<ls::native_lanes, 9> memory;  // the first is another's
    ls::save_memory(*f.work, memory, 1);
    f.step();
    CHECK(remembered(2, 1) != memory[1 + 2][1]);
    ls::set_memory(*f.work, memory, 1);
    CHECK(remembered(7, 1) == memory[1 + 7][1]);
    ls::native_lanes ended(0);
    ended.set(1, 1);
    ls::forget(*f.work, ls::native_lanes(0) < ended);
    CHECK(remembered(7, 1) == 0);
    CHECK(remembered(7, 2) == memory[1 + 7][2]);

    network::head::workspace<ls::native_width> of_head;
    ls::save_memory(of_head, memory);
    ls::set_memory(of_head, memory);
    CHECK(remembered(7, 2) == memory[1 + 7][2]);
    ls::forget(of_head, ls::native_lanes(0) < ended);
}
