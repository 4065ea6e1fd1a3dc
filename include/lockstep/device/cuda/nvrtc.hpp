// SPDX-License-Identifier: MIT
// NVRTC, NVIDIA's compiler of CUDA C++ as a library. The program finds it while it runs, in the CUDA toolkit or in an environment
// of Python.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <initializer_list>
#include <iterator>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <glob.h>

#include <lockstep/core/macros.hpp>
#include <lockstep/device/shared_library.hpp>

namespace lockstep {

/// Returns the files that may be NVRTC, in the order in which to try them. If $LOCKSTEP_NVRTC is set, it is the only one. Else
/// come, for each major version of CUDA from `newest` downward, the name that the system looks up (also in LD_LIBRARY_PATH), and
/// files in the folders of the toolkit and of Python's environments.
LOCKSTEP_COLD inline std::vector<std::string> nvrtc_paths(int newest = 13) {
    auto const variable = [](char const* name) { return std::string(std::getenv(name) == nullptr ? "" : std::getenv(name)); };
    if (!variable("LOCKSTEP_NVRTC").empty()) {
        return {variable("LOCKSTEP_NVRTC")};
    }
    // Where a Python is installed: a variable and what follows it.
    constexpr std::pair<char const*, char const*> prefixes[] = {
        {"VIRTUAL_ENV", ""},
        {"CONDA_PREFIX", ""},
        {"HOME", "/.local"},
        {"", "/usr/local"},
        {"", "/usr"},
        {"PYENV_ROOT", "/versions/*"},
        {"HOME", "/.pyenv/versions/*"},
        {"HOME", "/.local/share/uv/python/*"},
        {"HOME", "/.local/share/uv/tools/*"},
        {"HOME", "/.local/share/pipx/venvs/*"},
        {"HOME", "/.virtualenvs/*"},
        {"HOME", "/mini*3"},  // miniconda3, miniforge3
        {"HOME", "/mini*3/envs/*"},
        {"HOME", "/anaconda3"},
        {"HOME", "/anaconda3/envs/*"},
        {"", "/opt/conda"},
    };
    std::vector<std::string> folders;
    for (char const* const name : {"CUDA_HOME", "CUDA_PATH"}) {
        if (!variable(name).empty()) {
            folders.push_back(variable(name) + "/lib64/");
        }
    }
    folders.insert(folders.end(), {"/usr/local/cuda/lib64/", "/usr/local/cuda-*/lib64/", "/opt/cuda/lib64/"});
    for (auto const& [name, below] : prefixes) {
        if (std::string prefix = variable(name); *name == '\0' || !prefix.empty()) {
            prefix += below;
            folders.insert(folders.end(), {prefix + "/lib/", prefix + "/lib/python3*/*-packages/nvidia/cuda_nvrtc/lib/",
                                           prefix + "/lib/python3*/*-packages/nvidia/cu1[0-9]/lib/"});
        }
    }
    std::vector<std::string> result;
    for (auto const& [major, file] : {std::pair{13, "libnvrtc.so.13"}, {12, "libnvrtc.so.12"}, {11, "libnvrtc.so.11.2"}}) {
        if (major > newest) {
            continue;
        }
        result.emplace_back(file);
        for (std::string const& folder : folders) {
            ::glob_t found{};
            if (::glob((folder + file).c_str(), 0, nullptr, &found) == 0) {
                result.insert(result.end(), found.gl_pathv, found.gl_pathv + found.gl_pathc);
            }
            ::globfree(&found);
        }
    }
    return result;
}

/// Says why there is no NVRTC for a driver that runs CUDA up to version `newest`, and what to do. `tried` is what first_library
/// returned for nvrtc_paths(newest).
LOCKSTEP_COLD inline std::string nvrtc_problem(shared_library const& tried, int newest) {
    if (char const* const set = std::getenv("LOCKSTEP_NVRTC"); set != nullptr && *set != '\0') {
        return "LOCKSTEP_NVRTC cannot be used, since " + tried.problem() + ": set it to the path of libnvrtc.so, or unset it";
    }
    std::string const version = std::to_string(newest);
    return "NVRTC " + version + (newest > 11 ? " or older" : "") + " is missing" +
           (tried.problem().empty() || tried.is_missing() ? "" : ", since " + tried.problem()) + ": install the CUDA toolkit " +
           version + " or its part by pip install nvidia-cuda-nvrtc" + (newest < 13 ? "-cu" + version : "") +
           ", or set LOCKSTEP_NVRTC to the path of libnvrtc.so";
}

/// NVIDIA's compiler, in a library that is loaded.
class nvrtc {
public:
    /// Messages of errors begin with `owner`. Throws std::runtime_error if the library lacks a function.
    explicit nvrtc(shared_library found, char const* owner = "lockstep::cuda") : library_(std::move(found)), whose_(owner) {
        nvrtcVersion_(&major_, &minor_);
        // NVRTC looks for its built-in functions only where the system looks, unless they are loaded already.
        std::string const& name = library_.name();
        shared_library(name.substr(0, name.rfind('/') + 1) + "libnvrtc-builtins.so." + version());
        int count = 0;
        nvrtcGetNumSupportedArchs_(&count);
        architectures_.resize(static_cast<std::size_t>(count));
        nvrtcGetSupportedArchs_(architectures_.data());
        std::ranges::sort(architectures_);
    }

    std::string version() const { return std::to_string(major_) + "." + std::to_string(minor_); }
    /// Returns the compute capabilities for which NVRTC compiles: 75 is 7.5.
    std::vector<int> const& architectures() const { return architectures_; }

    /// Returns the target of a compilation for a card of compute capability `capability`. If NVRTC knows this capability, say 90,
    /// the target is "sm_90": the card's own instructions. Otherwise it is "compute_" with the newest older capability that NVRTC
    /// knows: code that the driver compiles further. Throws std::runtime_error if the card is too old for this NVRTC. `card` is
    /// the card's name in the message.
    LOCKSTEP_COLD std::string target(int capability, std::string const& card) const {
        if (std::ranges::binary_search(architectures_, capability)) {
            return "sm_" + std::to_string(capability);
        }
        auto const after = std::ranges::upper_bound(architectures_, capability);
        if (after == architectures_.begin()) {
            auto const decimal = [](int x) { return std::to_string(x / 10) + "." + std::to_string(x % 10); };
            throw std::runtime_error(std::string(whose_) + ": " + card + " is of compute capability " + decimal(capability) +
                                     ", and NVRTC " + version() + " compiles for " +
                                     decimal(architectures_.empty() ? 0 : architectures_.front()) +
                                     " and newer: set LOCKSTEP_NVRTC to the library of an older version");
        }
        return "compute_" + std::to_string(*std::prev(after));
    }

    /// Returns the compiler's options. With these options kernels round the result of every operation, and flush numbers of a
    /// magnitude below 2^-126 to zero. So they give the bits of a processor. `target` is what target() returns.
    static std::vector<std::string> options(std::string const& target) {
        return {"--gpu-architecture=" + target,
                "--std=c++17",
                "--fmad=false",
                "--ftz=true",
                "--prec-div=true",
                "--prec-sqrt=true",
                "--disable-warnings"};
    }

    struct result {
        std::string binary;  ///< what a driver loads: machine code (cubin) or PTX
        std::string log;     ///< what the compiler said
    };
    /// Compiles the text of a kernel. The result is machine code if an option asks for a target "sm_...", else PTX. `name` is the
    /// kernel's name in the compiler's messages. Throws std::runtime_error with the first 4000 characters of these messages if
    /// the text does not compile.
    LOCKSTEP_COLD result compile(std::string const& text, std::string const& name,
                                 std::vector<std::string> const& options) const {
        struct release {
            nvrtc const* of;
            void* made = nullptr;
            ~release() { of->nvrtcDestroyProgram_(&made); }
        } program{this};
        check(nvrtcCreateProgram_(&program.made, text.c_str(), name.c_str(), 0, nullptr, nullptr), "nvrtcCreateProgram");
        std::vector<char const*> pointers;
        bool is_final = false;
        for (std::string const& option : options) {
            pointers.push_back(option.c_str());
            is_final = is_final || option.starts_with("--gpu-architecture=sm_");
        }
        int const error = nvrtcCompileProgram_(program.made, static_cast<int>(pointers.size()), pointers.data());
        std::string const log = read(program.made, nvrtcGetProgramLogSize_, nvrtcGetProgramLog_);
        if (error != 0) {
            throw std::runtime_error(std::string(whose_) + ": the kernel " + name +
                                     " does not compile: " + nvrtcGetErrorString_(error) + ": " + log.substr(0, 4000));
        }
        return {is_final ? read(program.made, nvrtcGetCUBINSize_, nvrtcGetCUBIN_)
                         : read(program.made, nvrtcGetPTXSize_, nvrtcGetPTX_),
                log.substr(0, log.find('\0'))};
    }

private:
    void check(int error, char const* what) const {
        if (error != 0) {
            throw std::runtime_error(std::string(whose_) + ": " + what + " failed: " + nvrtcGetErrorString_(error));
        }
    }
    std::string read(void* program, int (*size_of)(void*, std::size_t*), int (*get)(void*, char*)) const {
        std::size_t size = 0;
        check(size_of(program, &size), "NVRTC");
        std::string bytes(size, '\0');
        check(get(program, bytes.data()), "NVRTC");
        return bytes;
    }

    shared_library library_;
    char const* whose_;
    int (*nvrtcVersion_)(int*, int*) = library_["nvrtcVersion"];
    int (*nvrtcGetNumSupportedArchs_)(int*) = library_["nvrtcGetNumSupportedArchs"];
    int (*nvrtcGetSupportedArchs_)(int*) = library_["nvrtcGetSupportedArchs"];
    char const* (*nvrtcGetErrorString_)(int) = library_["nvrtcGetErrorString"];
    int (*nvrtcCreateProgram_)(void**, char const* text, char const* name, int headers, char const* const*, char const* const*) =
        library_["nvrtcCreateProgram"];
    int (*nvrtcDestroyProgram_)(void**) = library_["nvrtcDestroyProgram"];
    int (*nvrtcCompileProgram_)(void*, int count, char const* const* options) = library_["nvrtcCompileProgram"];
    int (*nvrtcGetProgramLogSize_)(void*, std::size_t*) = library_["nvrtcGetProgramLogSize"];
    int (*nvrtcGetProgramLog_)(void*, char*) = library_["nvrtcGetProgramLog"];
    int (*nvrtcGetCUBINSize_)(void*, std::size_t*) = library_["nvrtcGetCUBINSize"];
    int (*nvrtcGetCUBIN_)(void*, char*) = library_["nvrtcGetCUBIN"];
    int (*nvrtcGetPTXSize_)(void*, std::size_t*) = library_["nvrtcGetPTXSize"];
    int (*nvrtcGetPTX_)(void*, char*) = library_["nvrtcGetPTX"];
    int major_ = 0, minor_ = 0;
    std::vector<int> architectures_;
};

}  // namespace lockstep
