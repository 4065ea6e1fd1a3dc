// SPDX-License-Identifier: MIT
// MuJoCo behind two owners.
#pragma once

#include <mujoco/mujoco.h>

#include <memory>
#include <stdexcept>
#include <string>

#include <lockstep/physics/mjcf/write_mjcf.hpp>
#include <lockstep/physics/robot.hpp>

namespace support {

struct mujoco {
    std::unique_ptr<mjModel, void (*)(mjModel*)> model;
    std::unique_ptr<mjData, void (*)(mjData*)> data;

    /// From a file, or from the text of one.
    mujoco(std::string const& source, bool is_file) : model(nullptr, mj_deleteModel), data(nullptr, mj_deleteData) {
        char error[1000] = "";
        if (is_file) {
            model.reset(mj_loadXML(source.c_str(), nullptr, error, sizeof error));
        } else {
            auto const files = std::make_unique<mjVFS>();
            mj_defaultVFS(files.get());
            mj_addBufferVFS(files.get(), "robot.xml", source.data(), static_cast<int>(source.size()));
            model.reset(mj_loadXML("robot.xml", files.get(), error, sizeof error));
            mj_deleteVFS(files.get());
        }
        if (!model) {
            throw std::runtime_error(std::string("MuJoCo: ") + error);
        }
        data.reset(mj_makeData(model.get()));
    }
    explicit mujoco(lockstep::physics::robot const& r) : mujoco(lockstep::physics::to_mjcf(r), false) {}

    /// As near to the exact minimum as MuJoCo comes.
    void solve_exactly() {
        model->opt.solver = mjSOL_NEWTON;
        model->opt.tolerance = 0;
        model->opt.iterations = 200;
        model->opt.ls_iterations = 200;
        model->opt.ls_tolerance = 1e-10;
    }
};

}  // namespace support
