// SPDX-License-Identifier: MIT
// What this processor can do: a module of its own, which runs on every processor of the architecture.

#include <string>
#include <vector>

#if defined(__x86_64__)
#    include <cpuid.h>
#endif

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

namespace {

#if defined(__x86_64__)
/// What x86-64-v3 has that __builtin_cpu_supports of clang 14 has no names for (Intel's manual of CPUID, leaves 1 and 80000001H).
bool has_movbe_f16c_and_lzcnt() {
    constexpr unsigned movbe = 1u << 22, f16c = 1u << 29, lzcnt = 1u << 5;
    unsigned eax, ebx, basic, extended, edx;
    return __get_cpuid(1, &eax, &ebx, &basic, &edx) != 0 && __get_cpuid(0x80000001, &eax, &ebx, &extended, &edx) != 0 &&
           (basic & movbe) != 0 && (basic & f16c) != 0 && (extended & lzcnt) != 0;
}
#endif

/// The builds that this processor, and the system on it, can run; the fastest first.
std::vector<std::string> instruction_sets() {
    std::vector<std::string> sets;
#if defined(__x86_64__)
    bool const avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi") &&
                      __builtin_cpu_supports("bmi2") && has_movbe_f16c_and_lzcnt();
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
