// SPDX-License-Identifier: MIT
// Writes substeps of bundled robots as C text, for tests/envs/recorded/in_c.cpp.
#define DOCTEST_CONFIG_IMPLEMENT  // what the tests share has checks
#include <string>

#include <lockstep/kernel/prelude.hpp>
#include <lockstep/physics/robots/ant.hpp>
#include <lockstep/physics/robots/half_cheetah.hpp>
#include <lockstep/physics/robots/humanoid.hpp>
#include <lockstep/program/print_c.hpp>
#include <lockstep/program/write_if_changed.hpp>
#include <tests/envs/recorded/derived.hpp>

namespace physics = lockstep::physics;

int main(int, char** arguments) {
    std::string text = "#include <tests/support/host_c.hpp>\n\nnamespace in_c {\n" + std::string(lockstep::kernel_prelude);
    text += lockstep::print_c(support::record_substep(physics::half_cheetah_model), "half_cheetah_substep");
    text += lockstep::print_c(support::record_substep_with_forces(physics::ant_model), "ant_substep");
    text += lockstep::print_c(support::record_substep_with_forces(physics::humanoid_model), "humanoid_substep");
    text += "}  // namespace in_c\n";
    lockstep::write_if_changed(arguments[1], text);
}
