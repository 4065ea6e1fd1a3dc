// SPDX-License-Identifier: MIT
// The text of kernels in Metal's language, which clang reads as C++14 whose spaces of memory are types
// (tests/support/metal/metal_stdlib). That Apple's compiler takes it is not shown here.
#include <cstddef>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>

#include <doctest/doctest.h>

#include <lockstep/envs/acrobot.hpp>
#include <lockstep/envs/cartpole.hpp>
#include <lockstep/envs/environments.hpp>
#include <lockstep/envs/half_cheetah.hpp>
#include <lockstep/envs/mountain_car.hpp>
#include <lockstep/envs/pendulum.hpp>
#include <lockstep/kernel/hosted_world.hpp>
#include <lockstep/kernel/launched_kernel.hpp>
#include <lockstep/kernel/metal_text.hpp>
#include <lockstep/rl/ppo.hpp>
#include <tests/kernel/kernels.hpp>
#include <tests/kernel/metal_kernels.hpp>
#include <tests/support/skip.hpp>
#include <tests/support/temporary_folder.hpp>
#include <tests/support/text_device.hpp>

namespace ls = lockstep;

namespace {

using W = ls::hosted_world;
using lockstep_test::functions;
using lockstep_test::loops;
using lockstep_test::shared;
using lockstep_test::spread_out;
using lockstep_test::square_products;

template <class Kernel>
ls::kernel_text text_of() {
    return ls::write_kernel(Kernel{}, ls::kernel_name<Kernel>());
}

bool has(std::string const& text, std::string const& part) { return text.find(part) != std::string::npos; }

std::string const clang = LOCKSTEP_CLANG;

/// What clang says of a text; nothing if it is right.
std::string complaints(std::string text) {
    for (std::size_t at = 0; (at = text.find("[[threadgroup(", at)) != std::string::npos;) {  // an attribute, not a space of memory
        text.replace(at, 13, "[[group");
    }
    lockstep_test::temporary_folder const folder;
    std::ofstream(folder / "kernel.cpp") << text;
    std::string const command = clang + " -x c++ -std=c++14 -nostdinc -fno-exceptions -fno-rtti -fsyntax-only -DLOCKSTEP_ADDRESS_SPACES "
        "-I" LOCKSTEP_METAL_STDLIB " -Werror -Wall -Wextra -Wdouble-promotion -Wno-unused "
        "-Wno-unused-parameter -Wno-unknown-attributes -Wno-unknown-pragmas " + (folder / "kernel.cpp").string() + " 2> " +
        (folder / "log").string();
    int const result = std::system(command.c_str());
    std::ostringstream log;
    log << std::ifstream(folder / "log").rdbuf();
    return result == 0 ? "" : "clang: " + log.str().substr(0, 2000);
}

/// The first pointer or reference of a text that does not say where it points, or nothing. clang takes it for one to a thread's
/// own memory.
std::string pointer_without_space(std::string const& text) {
    auto const is_letter = [](char c) { return c == '_' || (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'); };
    for (std::string const type : {"float", "uint", "LS_NUMBER", "LS_WORD"}) {
        for (std::size_t at = 0; (at = text.find(type, at)) != std::string::npos; at += type.size()) {
            std::size_t end = at + type.size();
            if (at == 0 || is_letter(text[at - 1]) || is_letter(text[end])) {
                continue;
            }
            if (text.compare(end, 6, " const") == 0) {
                end += 6;
            }
            end = text.find_first_not_of(' ', end);
            if (text[end] != '*' && text[end] != '&') {
                continue;
            }
            std::size_t const last = text.find_last_not_of(' ', at - 1);
            std::size_t first = last;
            while (is_letter(text[first - 1])) {
                --first;
            }
            std::string const before = text.substr(first, last + 1 - first);
            if (!has(" device threadgroup thread constant LS_GLOBAL LS_SCRATCH LS_PRIVATE X W ", " " + before + " ")) {
                return text.substr(first, end + 20 - first);
            }
        }
    }
    return "";
}

void check(ls::kernel_text const& text) {
    CAPTURE(text.name);
    for (bool const device_scratch : {false, true}) {
        for (bool const by_simdgroup : {false, true}) {  // teams use a simdgroup's matrices, and other packs its exchange
            CAPTURE(device_scratch);
            CAPTURE(by_simdgroup);
            std::string const metal = ls::metal_text(
                text, {.device_scratch = device_scratch, .simd_exchange = by_simdgroup, .simdgroup_matrices = by_simdgroup});
            CHECK(complaints(metal) == "");
            CHECK(pointer_without_space(metal) == "");
        }
    }
}

template <class Env>
void check_environment() {
    check(text_of<ls::environments_reset<Env, W>>());
    check(text_of<ls::environments_observe<Env, W>>());
    check(text_of<ls::environments_step<Env, W>>());
}

template <class Device>
using learner = ls::ppo<ls::envs::pendulum, Device, ls::hidden_layers<ls::tanh_activation, 32, 16>>;

bool has_clang() {
    if (clang.empty()) {
        char const* const required = std::getenv("LOCKSTEP_REQUIRE_METAL");
        bool const is_required = required != nullptr && *required != '\0';
        if (is_required) {
            FAIL("LOCKSTEP_REQUIRE_METAL asks for what is not here: clang++, to check Metal's texts with");
        }
        support::skip("no clang++ to check Metal's texts with");
    }
    return !clang.empty();
}

}  // namespace

TEST_CASE("numbers are one struct, and each pointer is a buffer") {
    ls::kernel_text const text = text_of<functions<W>>();
    auto const arguments = ls::metal_arguments_of(text, {});
    REQUIRE(arguments.numbers.size() == 4);
    CHECK(arguments.numbers[1].second == 4);
    CHECK(arguments.numbers[2].second == 8);
    CHECK(arguments.numbers[3].second == 16);
    CHECK(arguments.numbers_size == 24);
    CHECK(arguments.pointers.size() == 2);
    std::string const metal = ls::metal_text(text);
    CHECK(has(metal, "struct kernel_functions_numbers {\n    uint a32;\n    uint a36;\n    ulong a40;\n    float a48;\n};\n"));
    CHECK(has(metal, "constant kernel_functions_numbers& ls_numbers [[buffer(0)]],\n    device float* a0 [[buffer(1)]],\n"
                     "    device float* a8 [[buffer(2)]],\n"));
    CHECK(!has(ls::metal_text(text_of<shared<W, 64>>()), "ls_numbers"));
}

TEST_CASE("scratch lies in a threadgroup or in a buffer") {
    ls::kernel_text const text = text_of<shared<W, 64>>();
    CHECK(text.scratch == 64);
    std::string const near = ls::metal_text(text), far = ls::metal_text(text, {.device_scratch = true});
    CHECK(has(near, "threadgroup float* ls_scratch [[threadgroup(0)]]"));
    CHECK(has(near, "#define LS_SCRATCH threadgroup\n"));
    CHECK(has(far, "device float* ls_all_scratch [[buffer(5)]]"));
    CHECK(has(far, "device float* const ls_scratch = ls_all_scratch + pack * 64;"));
    CHECK(!has(far, "[[threadgroup(0)]]"));
}

TEST_CASE("lanes vote in the simdgroup, or in memory that they share") {
    ls::kernel_text const text = text_of<loops<W>>();
    std::string const near = ls::metal_text(text), far = ls::metal_text(text, {.simd_exchange = false});
    CHECK(has(near, "metal::simd_any"));
    CHECK(!has(near, "[[threadgroup(1)]]"));
    CHECK(has(far, "threadgroup float* ls_lanes [[threadgroup(1)]]"));
    CHECK(!has(far, "metal::simd_"));
}

TEST_CASE("products of teams run on simdgroup matrices if they are asked for") {
    ls::kernel_text const team = text_of<lockstep_test::team_products<W>>(), alone = text_of<lockstep_test::products<W>>();
    std::string const matrices = "simdgroup_multiply_accumulate";
    CHECK(!has(ls::metal_text(team), matrices));
    CHECK(!has(ls::metal_text(team), "#include <metal_simdgroup_matrix>"));
    CHECK(has(ls::metal_text(team, {.simdgroup_matrices = true}), matrices));
    CHECK(ls::metal_text(alone, {.simdgroup_matrices = true}) == ls::metal_text(alone));
}

TEST_CASE("nothing is contracted, and no function of the fast mathematics is called") {
    std::string const metal = ls::metal_text(text_of<loops<W>>());
    CHECK(has(metal, "#pragma METAL fp contract(off)\n"));
    CHECK(!has(metal, "simd_sum"));
    CHECK(!has(metal, "using namespace"));
}

TEST_CASE("a kernel with more pointers than Metal has buffers is refused with its name") {
    CHECK(has(ls::metal_text(text_of<spread_out<W, 30>>()), "[[buffer(30)]]"));
    CHECK_THROWS_WITH_AS(
        ls::metal_text(text_of<spread_out<W, 31>>()),
        "lockstep::metal: the kernel spread_out has 31 pointers: Metal has 31 buffers, with those for numbers and scratch",
        std::runtime_error);
}

TEST_CASE("texts keep spaces of memory apart") {
    if (!has_clang()) {
        return;
    }
    check(text_of<lockstep_test::arithmetic<W>>());
    check(text_of<lockstep_test::literals<W>>());
    check(text_of<lockstep_test::mathematics<W>>());
    check(text_of<lockstep_test::bits<W>>());
    check(text_of<lockstep_test::uniform<W>>());
    check(text_of<loops<W>>());
    check(text_of<lockstep_test::lane_loops<W>>());
    check(text_of<lockstep_test::functions<W>>());
    check(text_of<lockstep_test::constants<W>>());
    check(text_of<lockstep_test::team_products<W>>());
    check(text_of<shared<W, 64>>());
    check(text_of<square_products<W>>());
    check(text_of<lockstep_test::products<W>>());
    check(text_of<spread_out<W, 29>>());
    check_environment<ls::envs::pendulum>();
    check_environment<ls::envs::mountain_car>();
    check_environment<ls::envs::cartpole>();
    check_environment<ls::envs::acrobot>();
    check_environment<ls::envs::half_cheetah>();
}

TEST_CASE("texts of a training keep spaces of memory apart") {
    if (!has_clang()) {
        return;
    }
    auto const texts = support::texts_of<learner>(ls::ppo_config{.environments = 96, .steps = 1440, .horizon = 15, .minibatch = 720});
    CHECK(texts.size() > 5);
    for (ls::kernel_text const& text : texts) {
        check(text);
    }
}

TEST_CASE("what is wrong in a text is found") {
    if (!has_clang()) {
        return;
    }
    std::string const text = ls::metal_text(text_of<shared<W, 64>>());
    std::size_t const end = text.rfind('}');
    auto const with = [&](std::string const& statement) { return text.substr(0, end) + statement + "\n}\n"; };
    CHECK(complaints(with("")) == "");
    CHECK(has(complaints(with("threadgroup float* p = a0;")), "error"));     // a device's
    CHECK(has(complaints(with("thread float* p = ls_scratch;")), "error"));  // a threadgroup's
    CHECK(has(complaints(with("ls_thread = a0;")), "error"));
    CHECK(has(complaints(with("float x = a0[0]; x = x * 0.5;")), "error"));  // in double
    CHECK(has(complaints(with("float* p = a0;")), "error"));
    std::string const matrix = "metal::simdgroup_float8x8 m; metal::simdgroup_load(m, ", include = "#include <metal_simdgroup_matrix>\n";
    CHECK(complaints(include + with(matrix + "ls_scratch, 8);")) == "");
    CHECK(complaints(include + with(matrix + "a0, 8, 0, true);")) == "");
    CHECK(has(complaints(include + with("thread float own[64]; " + matrix + "own, 8);")), "error"));
    CHECK(pointer_without_space(with("")) == "");
    CHECK(pointer_without_space(with("thread float* p = 0;")) == "");
    CHECK(pointer_without_space(with("    float const* p = 0;")) != "");
    CHECK(pointer_without_space(with("static void f(uint& x) {}")) != "");
}
