// SPDX-License-Identifier: MIT
// What this processor can do: a module of its own, which runs on every processor of the architecture.

#include <string>
#include <vector>

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

namespace {

/// The builds that this processor, and the system on it, can run; the fastest first.
std::vector<std::string> instruction_sets() {
    std::vector<std::string> sets;
#if defined(__x86_64__)
    bool const avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi") &&
                      __builtin_cpu_supports("bmi2");
    if (avx2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512cd") &&
        __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl")) {
        sets.push_back("avx512");
    }
    if (avx2) {
        sets.push_back("avx2");
    }
#elif defined(__aarch64__)
    sets.push_back("neon");
#endif
    return sets;
}

}  // namespace

NB_MODULE(_processor, m) { m.def("instruction_sets", &instruction_sets); }
