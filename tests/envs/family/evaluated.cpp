// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

#include <lockstep/envs/ant.hpp>
#include <lockstep/envs/family/evaluated.hpp>
#include <lockstep/physics/robots/ant.hpp>

namespace ls = lockstep;
namespace envs = lockstep::envs;
namespace physics = lockstep::physics;

TEST_CASE("as many substeps as wanted, the last of which tells of its evaluation and of the forces in it") {
    ls::random<double> random(3, 0, 0);
    auto const start = envs::ant{}.reset(random);
    ls::vector<double, 8> const push{0.1, -0.2, 0.3, 0, 0, 1, -1, 0.5};
    auto const none = [](auto*) {};  // doubles run the dynamics
    auto const at = envs::evaluate<2, physics::ant_model>(physics::ant_model, start, push, none);
    auto const [same, forces, unread] = envs::evaluate_forces<2, physics::ant_model>(physics::ant_model, start, push, none);
    CHECK(std::equal(at.qpos.begin(), at.qpos.end(), same.qpos.begin()));
    CHECK(std::equal(at.last_qacc.begin(), at.last_qacc.end(), same.last_qacc.begin()));
    CHECK(forces.size() == 78);

    std::vector<double> qpos(start.qpos.begin(), start.qpos.end()), qvel(start.qvel.begin(), start.qvel.end()),
        active(start.active.begin(), start.active.end());
    for (int k = 0; k < 2; ++k) {
        physics::substep<double>(physics::ant_model, qpos, qvel, push.data, active);
    }
    CHECK(std::equal(qpos.begin(), qpos.end(), at.qpos.begin()));
    CHECK(std::equal(qvel.begin(), qvel.end(), at.qvel.begin()));
}
