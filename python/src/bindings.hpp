// SPDX-License-Identifier: MIT
// The parts of the extension module, each in a translation unit of its own.
#pragma once

namespace nanobind {
class module_;
}

namespace lockstep::python {

void bind_learners(nanobind::module_& m);
void bind_export(nanobind::module_& m);

}  // namespace lockstep::python
