// SPDX-License-Identifier: MIT
// Writes tests/data/physics/MACHINE_steps.csv: what MuJoCo 4.0.1 says about the machines of tests/physics/machines.hpp.
//
//     golden_machines tests/data/physics
#include <mujoco/mujoco.h>

#include <charconv>
#include <cstdio>
#include <exception>
#include <fstream>
#include <string>
#include <utility>

#include <tests/golden/machine_states.hpp>
#include <tests/physics/machines.hpp>

namespace {

void write(std::ofstream& file, bool& begun, double const* values, mjtSize count) {
    for (mjtSize i = 0; i < count; ++i) {
        char digits[40];
        file << (std::exchange(begun, true) ? "," : "") << std::string(digits, std::to_chars(digits, digits + 40, values[i]).ptr);
    }
}

void write_steps(lockstep::physics::machine const& machine, std::string const& folder) {
    std::string const name(machine.name);
    support::mujoco m(std::string(machine.mjcf), false);
    m.solve_exactly();
    mjtSize const q = m.model->nq, v = m.model->nv, u = m.model->nu;
    std::ofstream file(folder + "/" + name + "_steps.csv");
    file << "# MuJoCo " << mj_versionString() << ": " << name << ", states and one step from each\n";
    bool begun = false;
    for (auto const& [column, count] : {std::pair("qpos", q), std::pair("qvel", v), std::pair("ctrl", u),
                                        std::pair("constrained", mjtSize(1)), std::pair("qacc", v),
                                        std::pair("qpos_after", q), std::pair("qvel_after", v)}) {
        for (mjtSize i = 0; i < count; ++i) {
            file << (std::exchange(begun, true) ? "," : "") << column << i;
        }
    }
    file << '\n';
    golden::machine_states states;
    for (int n = 0; n < 60; ++n) {
        states.draw(m);
        begun = false;
        write(file, begun, m.data->qpos, q);
        write(file, begun, m.data->qvel, v);
        write(file, begun, m.data->ctrl, u);
        mj_forward(m.model.get(), m.data.get());
        double const constrained = m.data->nefc > 0;
        write(file, begun, &constrained, 1);
        write(file, begun, m.data->qacc, v);
        mj_step(m.model.get(), m.data.get());
        write(file, begun, m.data->qpos, q);
        write(file, begun, m.data->qvel, v);
        file << '\n';
    }
}

}  // namespace

int main(int count, char** arguments) try {
    if (count != 2) {
        std::fputs("usage: golden_machines folder\n", stderr);
        return 1;
    }
    for (lockstep::physics::machine const& machine : lockstep::physics::machines) {
        write_steps(machine, arguments[1]);
    }
    return 0;
} catch (std::exception const& error) {
    std::fprintf(stderr, "golden_machines: %s\n", error.what());
    return 1;
}
