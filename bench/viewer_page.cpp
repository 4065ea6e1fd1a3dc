// SPDX-License-Identifier: MIT
// How large the viewer's page is: of two whole episodes of HalfCheetah, as train_half_cheetah writes it, and of three of Ant,
// which has contact forces.
#include <cstddef>
#include <cstdio>
#include <string>
#include <vector>

#include <lockstep/envs/ant.hpp>
#include <lockstep/envs/half_cheetah.hpp>
#include <lockstep/io/animation.hpp>
#include <lockstep/io/viewer.hpp>
#include <tests/support/swinging.hpp>

namespace ls = lockstep;

namespace {

double megabytes(std::vector<ls::animation> const& episodes) {
    return static_cast<double>(ls::viewer_page(episodes).size()) / 1e6;
}

}  // namespace

int main() {
    auto const cheetah = lockstep_test::swinging(0, ls::envs::half_cheetah{});
    auto const ant = lockstep_test::swinging(0, ls::envs::ant{.terminate_when_unhealthy = false});
    double const two = megabytes({cheetah, cheetah});
    std::printf("%-32s %8s %8s\n", "page of", "frames", "MB");
    std::printf("%-32s %8zu %8.3f\n", "one frame of HalfCheetah", std::size_t(1), [] {
        ls::animation still(ls::envs::half_cheetah::robot, ls::envs::half_cheetah::model, ls::envs::half_cheetah::dt);
        still.append(std::vector<double>(9));
        return megabytes({still});
    }());
    std::printf("%-32s %8zu %8.3f\n", "two episodes of HalfCheetah", 2 * cheetah.size(), two);
    std::printf("%-32s %8zu %8.3f\n", "three episodes of Ant", 3 * ant.size(), megabytes({ant, ant, ant}));
    std::printf("viewer_page: %.3f MB\n", two);
}
