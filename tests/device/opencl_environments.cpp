// SPDX-License-Identifier: MIT
// Environments on a device of OpenCL have the bits that they have on the processor, whatever ends their episodes. The larger
// robots take their compiler long: bench/opencl_rollout.cpp steps them.
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include <doctest/doctest.h>

#include <lockstep/device/cpu.hpp>
#include <lockstep/device/opencl.hpp>
#include <lockstep/device/to_host.hpp>
#include <lockstep/envs/acrobot.hpp>
#include <lockstep/envs/cartpole.hpp>
#include <lockstep/envs/environments.hpp>
#include <lockstep/envs/half_cheetah.hpp>
#include <lockstep/envs/inverted_double_pendulum.hpp>
#include <lockstep/envs/inverted_pendulum.hpp>
#include <lockstep/envs/mountain_car.hpp>
#include <lockstep/envs/pendulum.hpp>
#include <lockstep/envs/reacher.hpp>
#include <lockstep/envs/recording/recorded_environment.hpp>
#include <lockstep_recorded/cartpole.hpp>
#include <tests/envs/catch_ball.hpp>
#include <tests/envs/environment_bits.hpp>
#include <tests/envs/weak_pendulum.hpp>
#include <tests/support/opencl_device.hpp>

namespace ls = lockstep;
using lockstep_test::compare_environments;

namespace {

/// 24 environments: a pack, and half of one.
template <class Env>
void check(int steps, std::size_t least_ends, ls::opencl_lanes lanes) {
    if (!support::has_opencl_device()) {
        return;
    }
    ls::cpu processor({.threads = 1});
    ls::opencl device({.lanes = lanes});
    auto const result = compare_environments<Env>(processor, device, 24, steps);
    CHECK(result.differ == 0);
    CHECK(result.ends >= least_ends);
}

}  // namespace

TEST_CASE_TEMPLATE("environments whose lanes are a vector", Env, ls::envs::pendulum, ls::envs::cartpole, lockstep_test::catch_ball,
                   lockstep_recorded::cartpole, ls::envs::inverted_pendulum, ls::envs::reacher) {
    check<Env>(250, 24, ls::opencl_lanes::vectors);
}
TEST_CASE("environments that end late, whose lanes are a vector") {
    check<ls::envs::acrobot>(520, 1, ls::opencl_lanes::vectors);
    check<ls::envs::mountain_car>(1000, 24, ls::opencl_lanes::vectors);
    check<ls::envs::half_cheetah>(100, 0, ls::opencl_lanes::vectors);
}
TEST_CASE("a robot that varies, whose lanes are a vector") {
    check<lockstep_test::weak_pendulum>(100, 24, ls::opencl_lanes::vectors);
}
TEST_CASE_TEMPLATE("environments whose lanes are work-items", Env, ls::envs::pendulum, ls::envs::cartpole,
                   ls::envs::inverted_double_pendulum) {
    check<Env>(210, 24, ls::opencl_lanes::work_items);
}
TEST_CASE("a state is read and set on the device") {
    if (!support::has_opencl_device()) {
        return;
    }
    ls::opencl device;
    ls::environments<ls::envs::pendulum, ls::opencl> envs(device, {.count = 20});
    envs.reset();
    auto const neighbour = envs.state(16);
    envs.set_state(17, {.angle = 0.25f, .speed = -1.5f});
    CHECK(envs.state(17).angle == 0.25f);
    CHECK(envs.state(17).speed == -1.5f);
    CHECK(envs.state(16).angle == neighbour.angle);
    CHECK(ls::to_host(device, envs.observations())[envs.index(17, 2, 3)] == -1.5f);
}
