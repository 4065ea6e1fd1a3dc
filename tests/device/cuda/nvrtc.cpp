// SPDX-License-Identifier: MIT
// Where NVRTC is looked for, and what it is asked. That it compiles our kernels is kernel/cuda_text.cpp's.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include <lockstep/device/cuda/nvrtc.hpp>

#include <tests/support/fake_cuda/fake_cuda.hpp>
#include <tests/support/temporary_folder.hpp>
#include <tests/support/temporary_library.hpp>

namespace ls = lockstep;

namespace {

ls::nvrtc fake_compiler() {
    fake_cuda_state() = {};
    return ls::nvrtc(ls::shared_library(LOCKSTEP_FAKE_CUDA));
}

}  // namespace

TEST_CASE("it is looked for where the toolkit and pip put it, the newest that the driver runs first") {
    lockstep_test::temporary_folder const folder;
    auto const make = [&](std::string const& name) {
        std::filesystem::create_directories(std::filesystem::path(folder / name).parent_path());
        std::ofstream(folder / name) << "a library";
        return folder / name;
    };
    std::string const wheel_13 = make("venv/lib/python3.13/site-packages/nvidia/cu13/lib/libnvrtc.so.13");
    std::string const wheel_12 = make("venv/lib/python3.13/site-packages/nvidia/cuda_nvrtc/lib/libnvrtc.so.12");
    std::string const toolkit = make("cuda/lib64/libnvrtc.so.12");
    std::string const below = "/lib/python3.12/site-packages/nvidia/cuda_nvrtc/lib/libnvrtc.so.12";
    std::vector<std::string> const homes = {make("home/.local" + below),
                                            make("home/.pyenv/versions/3.12.4" + below),
                                            make("home/.local/share/uv/python/cpython-3.12.4" + below),
                                            make("home/.local/share/uv/tools/mine" + below),
                                            make("home/.local/share/pipx/venvs/mine" + below),
                                            make("home/.virtualenvs/mine" + below),
                                            make("home/miniconda3" + below),
                                            make("home/miniforge3/envs/mine/lib/libnvrtc.so.12"),
                                            make("conda" + below),
                                            make("pyenv/versions/3.12.4" + below)};
    make("work/.venv" + below);
    ::setenv("VIRTUAL_ENV", (folder / "venv").c_str(), 1);
    ::setenv("CUDA_HOME", (folder / "cuda").c_str(), 1);
    ::setenv("HOME", (folder / "home").c_str(), 1);
    ::setenv("CONDA_PREFIX", (folder / "conda").c_str(), 1);
    ::setenv("PYENV_ROOT", (folder / "pyenv").c_str(), 1);
    ::unsetenv("LOCKSTEP_NVRTC");
    auto const started_in = std::filesystem::current_path();
    std::filesystem::current_path(folder / "work");

    auto const all = ls::nvrtc_paths();
    auto const place = [&](std::string const& path) { return std::ranges::find(all, path) - all.begin(); };
    CHECK(all.front() == "libnvrtc.so.13");
    CHECK(place(wheel_13) < place("libnvrtc.so.12"));
    CHECK(place("libnvrtc.so.12") < place(toolkit));
    CHECK(place(toolkit) < place(wheel_12));
    CHECK(place(wheel_12) < place("libnvrtc.so.11.2"));
    CHECK(all.back() != all.front());
    for (std::string const& home : homes) {
        CAPTURE(home);
        CHECK(std::ranges::count(all, home) == 1);
        CHECK(place(wheel_12) < place(home));
    }
    for (std::string const& path : all) {
        CHECK(path.find(".venv/") == path.npos);  // what lies in the working folder is not trusted
    }
    std::filesystem::current_path(started_in);

    auto const older = ls::nvrtc_paths(12);
    CHECK(older.front() == "libnvrtc.so.12");
    CHECK(std::ranges::find(older, wheel_12) != older.end());
    CHECK(std::ranges::find(older, wheel_13) == older.end());

    ::setenv("LOCKSTEP_NVRTC", "/mine", 1);
    CHECK(ls::nvrtc_paths(11) == std::vector<std::string>{"/mine"});
}

TEST_CASE("one that is missing or damaged is named, with what to do") {
    lockstep_test::temporary_folder const folder;
    std::string const damaged = folder / "libnvrtc.so.12";
    std::ofstream(damaged) << "no library";
    ::unsetenv("LOCKSTEP_NVRTC");
    std::string const install = ": install the CUDA toolkit 12 or its part by pip install nvidia-cuda-nvrtc-cu12, or set "
                                "LOCKSTEP_NVRTC to the path of libnvrtc.so";
    CHECK(ls::nvrtc_problem(ls::first_library({"libnone.so"}), 12) == "NVRTC 12 or older is missing" + install);
    CHECK(ls::nvrtc_problem(ls::first_library({"libnone.so", damaged}), 12) ==
          "NVRTC 12 or older is missing, since " + damaged + " cannot be loaded (file too short)" + install);
    CHECK(ls::nvrtc_problem({}, 13).find(" by pip install nvidia-cuda-nvrtc, or set LOCKSTEP_NVRTC to") != std::string::npos);
    CHECK(ls::nvrtc_problem({}, 11).starts_with("NVRTC 11 is missing: install the CUDA toolkit 11 or"));

    for (std::string const& set : {damaged, (folder / "libnone.so").string()}) {
        ::setenv("LOCKSTEP_NVRTC", set.c_str(), 1);
        CHECK(ls::nvrtc_problem(ls::first_library(ls::nvrtc_paths()), 12) ==
              "LOCKSTEP_NVRTC cannot be used, since " + set +
                  (set == damaged ? " cannot be loaded (file too short)" : " is missing") +
                  ": set it to the path of libnvrtc.so, or unset it");
    }
}

TEST_CASE("it compiles for the card, or for the newest card that it knows, or not") {
    auto const compiler = fake_compiler();
    CHECK(compiler.version() == "13.0");
    CHECK(compiler.architectures() == std::vector{75, 80, 90, 100});
    CHECK(compiler.target(90, "a card") == "sm_90");
    CHECK(compiler.target(89, "a card") == "compute_80");
    CHECK(compiler.target(121, "a card") == "compute_100");
    CHECK_THROWS_WITH_AS(compiler.target(52, "GTX 980"),
                         "lockstep::cuda: GTX 980 is of compute capability 5.2, and NVRTC 13.0 compiles for 7.5 and newer: set "
                         "LOCKSTEP_NVRTC to the library of an older version",
                         std::runtime_error);
}

TEST_CASE("it gives a binary, or says what is wrong") {
    auto const compiler = fake_compiler();
    std::string const head = "extern \"C\" __global__ void __launch_bounds__(32) kernel_of_mine(float* const x) ";
    auto const options = ls::nvrtc::options("sm_90");
    CHECK(compiler.compile(head + "{ x[0] = 1; }", "mine", options).binary.starts_with("\x7f" "ELF"));
    CHECK(fake_cuda_state().target == "sm_90");
    std::string said;
    try {
        compiler.compile(head + "{ nonsense; }", "mine", options);
    } catch (std::runtime_error const& error) {
        said = error.what();
    }
    CHECK(said.find("lockstep::cuda: the kernel mine does not compile: NVRTC_ERROR_COMPILATION: ") == 0);
    CHECK(said.find("nonsense") != said.npos);
}

TEST_CASE("it has its built-in functions from beside itself, where the system does not look") {
    lockstep_test::temporary_folder const folder;
    std::filesystem::create_symlink(LOCKSTEP_FAKE_CUDA, folder / "libnvrtc.so.13");
    std::string const builtins = "libnvrtc-builtins.so.13.97";
    std::filesystem::rename(support::compile_library(folder, "int built_in;", "-shared -fPIC -Wl,-soname," + builtins),
                            folder / builtins);
    fake_cuda_state() = {};
    fake_cuda_state().compiler_minor = 97;
    fake_cuda_state().looks_for_builtins = true;
    std::string const text = "extern \"C\" __global__ void __launch_bounds__(32) kernel_of_mine(float* const x) { x[0] = 1; }";
    auto const options = ls::nvrtc::options("sm_90");
    CHECK_THROWS_WITH_AS(ls::nvrtc(ls::shared_library(LOCKSTEP_FAKE_CUDA)).compile(text, "mine", options),
                         doctest::Contains("NVRTC_ERROR_BUILTIN_OPERATION_FAILURE: nvrtc: error: failed to open lib"),
                         std::runtime_error);
    ls::nvrtc const beside(ls::shared_library((folder / "libnvrtc.so.13").string()));
    CHECK(beside.compile(text, "mine", options).binary.starts_with("\x7f" "ELF"));
}
