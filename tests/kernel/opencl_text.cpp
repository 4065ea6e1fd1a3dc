// SPDX-License-Identifier: MIT
#include <string>

#include <doctest/doctest.h>

#include <lockstep/kernel/opencl_text.hpp>

namespace ls = lockstep;

namespace {

bool has(std::string const& text, std::string const& part) { return text.find(part) != std::string::npos; }

ls::kernel_text example(std::size_t scratch) {
    return {.name = "example",
            .functions = "LS_FUNCTION float f(float x) { return x; }\n",
            .body = "    a0[pack] = f(a8);\n",
            .arguments = {{0, "float", true, false, "a0"}, {8, "float", false, false, "a8"}, {16, "size_t", false, false, "a16"}},
            .constants = {},
            .scratch = scratch};
}

}  // namespace

TEST_CASE("a kernel of OpenCL has its arguments, an address being a buffer and where it begins") {
    std::string const text = ls::opencl_text(example(0), {.vectors = true});
    CHECK(has(text, "#pragma OPENCL FP_CONTRACT OFF\n"));
    CHECK(has(text, "LS_FUNCTION float f(float x) { return x; }\n"
                    "__kernel __attribute__((reqd_work_group_size(1, 1, 1)))\n"
                    "void kernel_example(__global uchar* a0_buffer, ulong a0_begin, float const a8, ulong const a16) {\n"
                    "    size_t const pack = get_group_id(0);\n"
                    "    __global float* const a0 = (__global float*)(a0_buffer + a0_begin);\n"
                    "    a0[pack] = f(a8);\n"
                    "}\n"));
    CHECK(!has(text, "ls_scratch ="));
}

TEST_CASE("lanes are work-items that vote, or a vector") {
    std::string const items = ls::opencl_text(example(0), {});
    CHECK(has(items, "reqd_work_group_size(16, 1, 1)"));
    CHECK(has(items, "ulong const a16, __local float* const ls_lanes) {\n"));
    CHECK(has(items, "    __local uint* const ls_vote = (__local uint*)(ls_lanes + LS_WIDTH);\n"));
    CHECK(has(items, "#define LS_NUMBER float\n"));
    CHECK(has(ls::opencl_text(example(0), {.vectors = true}), "#define LS_NUMBER float16\n"));
}

TEST_CASE("scratch is local, or global where there is too much of it") {
    std::string const local = ls::opencl_text(example(100), {});
    CHECK(has(local, ", __local float* const ls_lanes, __local float* const ls_scratch) {\n"));
    CHECK(has(local, "#define LS_SCRATCH __local\n"));
    std::string const global = ls::opencl_text(example(100), {.global_scratch = true});
    CHECK(has(global, ", __global float* ls_all_scratch) {\n"));
    CHECK(has(global, "    __global float* const ls_scratch = ls_all_scratch + pack * 100;\n"));
    CHECK(has(global, "#define LS_SCRATCH __global\n"));
}
