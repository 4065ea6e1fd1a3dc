// SPDX-License-Identifier: MIT
// SAC, TD3 and CrossQ by ranks of MPI. Run by mpirun with some ranks, and by itself.
#include <cstdlib>
#include <string>

#include <doctest/doctest.h>

#include <tests/support/ranks.hpp>

#include <lockstep/device/cpu.hpp>
#include <lockstep/dist/mpi.hpp>
#include <lockstep/envs/pendulum.hpp>
#include <lockstep/rl/crossq.hpp>
#include <lockstep/rl/data_parallel_sac.hpp>
#include <lockstep/rl/data_parallel_td3.hpp>

namespace ls = lockstep;

namespace {

using layers = ls::hidden_layers<ls::relu_activation, 64, 64>;
using renormalized = ls::renormalized_layers<64, 64>;
using ls::envs::pendulum;

template <class Alone, class Together>
void compare(ls::mpi const& ranks) {
    typename Alone::config_type const config{.environments = 64, .steps = 64 * 40, .seed = 3, .horizon = 16, .warmup = 640,
                                             .capacity = 64 * 20, .updates_per_step = 0.03f};
    ls::cpu device({.threads = 1});
    Alone alone(device, config);
    Together learner(device, config, {}, ranks);
    while (!alone.done()) {
        auto const expected = alone.iterate(), found = learner.iterate();
        CHECK(found.updates == expected.updates);
    }
    CHECK(support::entries_of(learner) == support::entries_of(alone));
}

}  // namespace

TEST_CASE("ranks leave the bits of one process in each of them") {
    ls::mpi ranks;
    if (char const* const wanted = std::getenv("LOCKSTEP_RANKS")) {
        REQUIRE(std::to_string(ranks.size()) == wanted);
    }
    compare<ls::sac<pendulum, ls::cpu, layers>, ls::data_parallel_sac<pendulum, ls::cpu, ls::mpi, layers>>(ranks);
    compare<ls::td3<pendulum, ls::cpu, layers>, ls::data_parallel_td3<pendulum, ls::cpu, ls::mpi, layers>>(ranks);
    compare<ls::sac<pendulum, ls::cpu, renormalized>, ls::data_parallel_sac<pendulum, ls::cpu, ls::mpi, renormalized>>(ranks);
}
