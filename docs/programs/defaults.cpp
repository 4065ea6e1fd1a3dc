// SPDX-License-Identifier: MIT
// The defaults of all configurations and what --help says of them, as the tables of the pages show them.
// prints: ppo_config epochs 10

#include <iostream>
#include <type_traits>

#include <lockstep/lockstep.hpp>
#include <lockstep/rl/cem.hpp>
#include <lockstep/rl/mppi.hpp>
#include <lockstep/rl/shac.hpp>
#include <lockstep/rl/shooting.hpp>

namespace ls = lockstep;

template <class Config>
void show(char const* name) {
    Config const config{};
    for_each_member(config, [&](char const* member, auto const& value) {
        std::cout << name << ' ' << member << ' ' << std::boolalpha << value << ": " << help_of(config, member) << '\n';
    });
}

int main() {
    show<ls::ppo_config>("ppo_config");
    show<ls::sac_config>("sac_config");
    show<ls::td3_config>("td3_config");
    show<ls::crossq_config>("crossq_config");
    show<ls::ars_config>("ars_config");
    show<ls::evolution_strategies_config>("evolution_strategies_config");
    show<ls::shac_config>("shac_config");
    show<ls::mppi_config>("mppi_config");
    show<ls::cem_config>("cem_config");
    show<ls::shooting_config>("shooting_config");
}
