// SPDX-License-Identifier: MIT
// Environments without a learner: a controller of your own reads the observations of a thousand pendulums as an array of xtensor,
// computes all actions at once with Eigen, and writes them where the environments read them. Nothing is copied.

#include <cstddef>
#include <cstdio>
#include <exception>
#include <span>

#include <lockstep/core/eigen.hpp>
#include <lockstep/device/cpu.hpp>
#include <lockstep/device/host_view.hpp>
#include <lockstep/envs/environments.hpp>
#include <lockstep/envs/pendulum.hpp>

namespace ls = lockstep;

constexpr std::size_t count = 1024, steps = 200;

int main(int, char** argv) try {
    using pendulums = ls::environments<ls::envs::pendulum, ls::cpu>;
    ls::cpu device;
    pendulums envs(device, {.count = count, .seed = 1});
    auto actions = device.allocate<float>(envs.size(pendulums::action_size));
    envs.reset();

    // A buffer has the shape (packs, numbers of an environment, environments of a pack).
    auto const observed = ls::host_view(envs.observations(), envs.packs(), pendulums::observation_size, pendulums::width);
    auto const rewards = ls::as_eigen(std::span<float const>(envs.rewards().data(), envs.size()));
    auto chosen = ls::as_eigen(std::span<float>(actions.data(), actions.size()), envs.packs(), pendulums::width);
    double all = 0;
    for (std::size_t step = 0; step < steps; ++step) {
        for (std::size_t pack = 0; pack < envs.packs(); ++pack) {
            // The torque holds those that stand upright. It pushes the others until they have the energy to get there.
            for (std::size_t i = 0; i < pendulums::width; ++i) {
                float const cosine = observed(pack, 0, i), sine = observed(pack, 1, i), speed = observed(pack, 2, i);
                bool const lacks_energy = speed * speed / 6 + 5 * cosine < 5;
                chosen(static_cast<Eigen::Index>(pack), static_cast<Eigen::Index>(i)) =
                    cosine > 0.9f ? -10 * sine - 2 * speed : (lacks_energy == (speed > 0) ? 2.0f : -2.0f);
            }
        }
        chosen = chosen.cwiseMax(-2).cwiseMin(2);
        envs.step(actions);
        all += static_cast<double>(rewards.head(static_cast<Eigen::Index>(count)).sum());
    }
    std::printf("return %.0f of %zu pendulums in %zu steps\n", all / count, count, steps);
} catch (std::exception const& error) {
    std::fprintf(stderr, "%s: %s\n", argv[0], error.what());
    return 1;
}
