// SPDX-License-Identifier: MIT
// Writes tests/data/physics: what MuJoCo 4.0.1 says about Gymnasium's robots and the small ones of
// tests/physics/robots.hpp and shapes.hpp. Needs MuJoCo (LOCKSTEP_MUJOCO_DIR) and Gymnasium's folder of robots, which
// MuJoCo reads in place of our own:
//
//     golden_physics path/to/gymnasium/envs/mujoco/assets tests/data/physics
#include <mujoco/mujoco.h>

#include <charconv>
#include <cmath>
#include <cstdio>
#include <exception>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include <lockstep/physics/robots/fetch.hpp>
#include <lockstep/physics/robots/reachers.hpp>
#include <lockstep/physics/robots/ur5e.hpp>
#include <tests/golden/robot_states.hpp>
#include <tests/physics/mjcf/actuator_defaults.hpp>
#include <tests/physics/robots.hpp>
#include <tests/physics/shapes.hpp>
#include <tests/physics/touching_robots.hpp>

namespace {

namespace physics = lockstep::physics;
using golden::robot_states;

struct column {
    char const* name;
    mjtSize count;
};

class table {
public:
    table(std::string const& path, std::string const& title, std::vector<column> const& columns) : file_(path) {
        file_ << "# MuJoCo " << mj_versionString() << ": " << title << '\n';
        for (auto const& [name, count] : columns) {
            for (mjtSize i = 0; i < count; ++i) {
                file_ << (begun_ ? "," : "") << name << i;
                begun_ = true;
            }
        }
        end_row();
    }
    void add(double const* values, mjtSize count) {
        for (mjtSize i = 0; i < count; ++i) {
            char digits[40];
            file_ << (begun_ ? "," : "") << std::string(digits, std::to_chars(digits, digits + sizeof digits, values[i]).ptr);
            begun_ = true;
        }
    }
    void end_row() {
        file_ << '\n';
        begun_ = false;
    }

private:
    std::ofstream file_;
    bool begun_ = false;
};

// The inertia is about the centre of mass, in the body's axes; invweight the translational invweight0.
void write_constants(support::mujoco& m, std::string const& path, std::string const& name) {
    table out(path, name + " compiled: a row a body, inertia as xx yy zz xy xz yz; the last row is the dofs' invweight0",
              {{"mass", 1}, {"center", 3}, {"inertia", 6}, {"invweight", 1}});
    for (int b = 1; b < m.model->nbody; ++b) {
        double turn[9], inertia[9] = {};
        mju_quat2Mat(turn, m.model->body_iquat + 4 * b);
        for (int i = 0; i < 9; ++i) {
            for (int k = 0; k < 3; ++k) {
                inertia[i] += turn[3 * (i / 3) + k] * turn[3 * (i % 3) + k] * m.model->body_inertia[3 * b + k];
            }
        }
        double const six[6] = {inertia[0], inertia[4], inertia[8], inertia[1], inertia[2], inertia[5]};
        out.add(m.model->body_mass + b, 1);
        out.add(m.model->body_ipos + 3 * b, 3);
        out.add(six, 6);
        out.add(m.model->body_invweight0 + 2 * b, 1);
        out.end_row();
    }
    out.add(m.model->dof_invweight0, m.model->nv);
    out.end_row();
}

void write_accelerations(support::mujoco m, std::string const& path, bool in_air) {
    table out(path, std::string("HalfCheetah ") + (in_air ? "in free fall" : "on the ground") + ", 500 states",
              {{"qpos", m.model->nq}, {"qvel", m.model->nv}, {"ctrl", m.model->nu}, {"qacc", m.model->nv}});
    robot_states states(-0.7, 0.1);
    for (int n = 0; n < 500;) {
        states.draw(m, in_air);
        mj_forward(m.model.get(), m.data.get());
        if ((m.data->nefc == 0) == in_air) {
            out.add(m.data->qpos, m.model->nq);
            out.add(m.data->qvel, m.model->nv);
            out.add(m.data->ctrl, m.model->nu);
            out.add(m.data->qacc, m.model->nv);
            out.end_row();
            ++n;
        }
    }
}

// The 300 steps of the published trajectories: no noise at the start, actions sin(u + 0.13 (u + 1) t).
void write_trajectory(support::mujoco m, std::string const& path) {
    table out(path, "HalfCheetah-v5 from rest, 300 steps of 5 substeps", {{"action", m.model->nu}, {"qpos_after", m.model->nq}});
    mj_forward(m.model.get(), m.data.get());
    for (int t = 0; t < 300; ++t) {
        for (int u = 0; u < m.model->nu; ++u) {
            m.data->ctrl[u] = std::sin(u + 0.13 * (u + 1) * t);
        }
        for (int k = 0; k < 5; ++k) {
            mj_step(m.model.get(), m.data.get());
        }
        out.add(m.data->ctrl, m.model->nu);
        out.add(m.data->qpos, m.model->nq);
        out.end_row();
    }
}

// The state as it is, the accelerations in it and a step from it.
void write_step(support::mujoco& m, table& out) {
    out.add(m.data->qpos, m.model->nq);
    out.add(m.data->qvel, m.model->nv);
    out.add(m.data->ctrl, m.model->nu);
    mj_forward(m.model.get(), m.data.get());
    out.add(m.data->qacc, m.model->nv);
    mj_step(m.model.get(), m.data.get());
    out.add(m.data->qpos, m.model->nq);
    out.add(m.data->qvel, m.model->nv);
    out.end_row();
}

std::vector<column> columns_of_step(support::mujoco const& m) {
    return {{"qpos", m.model->nq}, {"qvel", m.model->nv},       {"ctrl", m.model->nu},
            {"qacc", m.model->nv}, {"qpos_after", m.model->nq}, {"qvel_after", m.model->nv}};
}

void write_steps(physics::robot const& r, std::string const& path, double low, double high) {
    support::mujoco m(r);
    m.solve_exactly();
    table out(path, std::string(r.name) + ", 100 states and one step from each", columns_of_step(m));
    robot_states draw(low, high);
    for (int n = 0; n < 100; ++n) {
        mj_resetData(m.model.get(), m.data.get());
        for (int i = 0; i < m.model->nq; ++i) {
            m.data->qpos[i] = robot_states::rounded(m.data->qpos[i] + draw.uniform(-0.8, 0.8));
        }
        if (m.model->jnt_type[0] == mjJNT_FREE) {
            m.data->qpos[2] = robot_states::rounded(draw.uniform(low, high));
        }
        for (int i = 0; i < m.model->nv; ++i) {
            m.data->qvel[i] = robot_states::rounded(3 * draw.normal());
        }
        for (int i = 0; i < m.model->nu; ++i) {
            m.data->ctrl[i] = robot_states::rounded(draw.uniform(-1.2, 1.2));
        }
        write_step(m, out);
    }
}

// Constants, free fall and contacts of one of Gymnasium's robots.
void write_robot(std::string const& xml, std::string const& folder, std::string const& name, double low, double high,
                 int count = 100) {
    support::mujoco m(xml, true);
    write_constants(m, folder + "/" + name + "_constants.csv", name);
    m.solve_exactly();
    for (bool const in_air : {true, false}) {
        std::string const where = in_air ? "free_fall" : "contact";
        table out(folder + "/" + name + "_" + where + ".csv",
                  name + ", " + where + ", " + std::to_string(count) + " states and one step from each", columns_of_step(m));
        robot_states states(low, high);
        for (int n = 0; n < count;) {
            states.draw(m, in_air);
            mj_forward(m.model.get(), m.data.get());
            if (in_air ? m.data->nefc == 0 : m.data->ncon > 0) {
                write_step(m, out);
                ++n;
            }
        }
    }
}

// One of our own robots, as MuJoCo reads its text: constants, and a step from each of 100 states. Every other one is high up
// with its joints inside of their ranges; otherwise they may have left them, and the height is between low and high. A joint
// without a range is turned by up to a radian.
void write_own(std::string_view mjcf, std::string const& folder, std::string const& name, double low, double high) {
    support::mujoco m(std::string(mjcf), false);
    write_constants(m, folder + "/" + name + "_constants.csv", name);
    m.solve_exactly();
    std::vector<column> columns = columns_of_step(m);
    columns.insert(columns.begin() + 3, {"constrained", 1});
    table out(folder + "/" + name + "_steps.csv", name + ", 100 states and one step from each", columns);
    robot_states draw(low, high);
    for (int n = 0; n < 100; ++n) {
        mj_resetData(m.model.get(), m.data.get());
        double const spread = n % 2 == 0 ? 0.9 : 1.1;
        for (int j = 0; j < m.model->njnt; ++j) {
            double* const qpos = m.data->qpos + m.model->jnt_qposadr[j];
            double const unlimited[] = {-1, 1};
            double const* const range = m.model->jnt_limited[j] ? m.model->jnt_range + 2 * j : unlimited;
            if (m.model->jnt_type[j] == mjJNT_FREE) {
                for (int i = 0; i < 7; ++i) {
                    qpos[i] = robot_states::rounded(qpos[i] + draw.uniform(-0.8, 0.8));
                }
                qpos[2] = robot_states::rounded(n % 2 == 0 ? 5 : draw.uniform(low, high));
            } else {
                qpos[0] =
                    robot_states::rounded(0.5 * (range[0] + range[1] + draw.uniform(-spread, spread) * (range[1] - range[0])));
            }
        }
        for (int i = 0; i < m.model->nv; ++i) {
            m.data->qvel[i] = robot_states::rounded(2 * draw.normal());
        }
        for (int i = 0; i < m.model->nu; ++i) {
            m.data->ctrl[i] = robot_states::rounded(draw.uniform(-1.2, 1.2));
        }
        out.add(m.data->qpos, m.model->nq);
        out.add(m.data->qvel, m.model->nv);
        out.add(m.data->ctrl, m.model->nu);
        mj_forward(m.model.get(), m.data.get());
        double const constrained = m.data->nefc > 0;
        out.add(&constrained, 1);
        out.add(m.data->qacc, m.model->nv);
        mj_step(m.model.get(), m.data.get());
        out.add(m.data->qpos, m.model->nq);
        out.add(m.data->qvel, m.model->nv);
        out.end_row();
    }
}

void write_actuators(std::string const& path) {
    table out(path, "the texts of tests/physics/mjcf/actuator_defaults.hpp compiled, a row each", {{"gain", 1}, {"bias", 3}});
    for (std::string const& text : physics::actuator_defaults()) {
        support::mujoco const m(text, false);
        out.add(m.model->actuator_gainprm, 1);
        out.add(m.model->actuator_biasprm, 3);
        out.end_row();
    }
}

}  // namespace

int main(int count, char** arguments) try {
    if (count != 3) {
        std::fputs("usage: golden_physics assets folder\n", stderr);
        return 1;
    }
    std::string const assets = arguments[1], folder = arguments[2];
    auto const cheetah = [&](bool exact) {
        support::mujoco m(assets + "/half_cheetah.xml", true);
        if (exact) {
            m.solve_exactly();
        }
        return m;
    };
    support::mujoco compiled = cheetah(false), tripod(physics::tripod);
    write_constants(compiled, folder + "/half_cheetah_constants.csv", "HalfCheetah");
    write_constants(tripod, folder + "/tripod_constants.csv", "tripod");
    support::mujoco shapes(physics::cart_of_shapes);
    write_constants(shapes, folder + "/cart_of_shapes_constants.csv", "cart_of_shapes");
    support::mujoco read(folder + "/../mjcf/shapes.xml", true);
    write_constants(read, folder + "/shapes_constants.csv", "tests/data/mjcf/shapes.xml");
    write_actuators(folder + "/actuator_defaults.csv");
    write_accelerations(cheetah(true), folder + "/half_cheetah_free_fall.csv", true);
    write_accelerations(cheetah(true), folder + "/half_cheetah_contact.csv", false);
    write_trajectory(cheetah(false), folder + "/half_cheetah_trajectory.csv");
    write_steps(physics::tripod, folder + "/tripod_steps.csv", 0.1, 0.9);
    write_steps(physics::cart_of_shapes, folder + "/cart_of_shapes_steps.csv", -0.1, 0.6);
    write_steps(physics::ball_pendulum, folder + "/ball_pendulum_steps.csv", 0, 0);
    write_steps(physics::juggler, folder + "/juggler_steps.csv", 0.1, 0.6);
    write_steps(physics::rods, folder + "/rods_steps.csv", 0, 0);
    write_steps(physics::crates, folder + "/crates_steps.csv", 0.1, 0.6);
    write_robot(assets + "/walker2d_v5.xml", folder, "walker2d", 0.3, 1.3);
    write_robot(assets + "/ant.xml", folder, "ant", 0.1, 0.6);
    write_robot(assets + "/hopper.xml", folder, "hopper", 0.3, 1.3);
    write_robot(assets + "/humanoid.xml", folder, "humanoid", 0.3, 1.3, 40);
    write_robot(assets + "/humanoidstandup.xml", folder, "humanoid_standup", 0, 0.5, 40);
    write_own(physics::ur5e_mjcf, folder, "ur5e", 0, 0);
    write_own(physics::fetch_mjcf, folder, "fetch", 0.1, 0.6);
    write_own(physics::reachers_mjcf, folder, "reachers", 0, 0);
    return 0;
} catch (std::exception const& error) {
    std::fprintf(stderr, "golden_physics: %s\n", error.what());
    return 1;
}
