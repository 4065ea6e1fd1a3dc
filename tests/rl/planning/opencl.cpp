// SPDX-License-Identifier: MIT
// Planners on a device of OpenCL have the bits that they have on the processor.
#include <cstddef>
#include <cstring>
#include <vector>

#include <doctest/doctest.h>

#include <lockstep/device/cpu.hpp>
#include <lockstep/device/opencl.hpp>
#include <lockstep/envs/pendulum.hpp>
#include <lockstep/rl/cem.hpp>
#include <lockstep/rl/mppi.hpp>
#include <tests/support/opencl_device.hpp>

namespace ls = lockstep;

namespace {

template <class Planner, class Device>
std::vector<float> plans(Device& device, typename Planner::config_type const& config) {
    Planner planner(device, config);
    std::vector<float> numbers;
    for (std::size_t i = 0; i < 2; ++i) {
        auto const plan = planner.plan({3.0f, 0.5f * static_cast<float>(i)});
        for (auto const& action : plan.actions) {
            numbers.push_back(action[0]);
        }
        numbers.push_back(static_cast<float>(plan.best_return));
        numbers.push_back(static_cast<float>(plan.mean_return));
        planner.advance(2);
    }
    return numbers;
}

template <class Update>
void check(ls::opencl_lanes lanes, std::size_t candidates, std::size_t horizon) {
    if (!support::has_opencl_device()) {
        return;
    }
    using pendulum = ls::envs::pendulum;
    typename Update::config_type config{.candidates = candidates, .horizon = horizon, .iterations = 2, .seed = 5};
    if constexpr (Update::has_elites) {
        config.elites = 20;
        config.kept_elites = 18;
    }
    ls::cpu processor({.threads = 1});
    ls::opencl device({.lanes = lanes});
    auto const expected = plans<ls::sampling_planner<Update, pendulum, ls::cpu>>(processor, config);
    auto const found = plans<ls::sampling_planner<Update, pendulum, ls::opencl>>(device, config);
    REQUIRE(expected.size() == found.size());
    CHECK(std::memcmp(expected.data(), found.data(), expected.size() * sizeof(float)) == 0);
}

}  // namespace

TEST_CASE("path integral control") { check<ls::mppi_update>(ls::opencl_lanes::vectors, 80, 11); }
TEST_CASE("the cross-entropy method") { check<ls::cem_update>(ls::opencl_lanes::vectors, 80, 11); }
TEST_CASE("path integral control, its lanes as work-items") { check<ls::mppi_update>(ls::opencl_lanes::work_items, 32, 3); }
TEST_CASE("the cross-entropy method, its lanes as work-items") { check<ls::cem_update>(ls::opencl_lanes::work_items, 32, 3); }
