// SPDX-License-Identifier: MIT
// The options of Acrobot-v1: Gymnasium has none.
#pragma once

#include <lockstep/envs/acrobot.hpp>

namespace lockstep::python {

struct acrobot_options {
    static constexpr char const* id = "Acrobot-v1";
    static void each(auto&, auto) {}
};

}  // namespace lockstep::python
