// SPDX-License-Identifier: MIT
// A device of your own: kernels are written as text, compiled by the system's compiler and loaded. It has all that a device must
// have. A device for another accelerator replaces the compiler, the memory and the queue.

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <filesystem>
#include <fstream>
#include <span>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

#include <lockstep/device/cpu.hpp>
#include <lockstep/device/flush_denormals.hpp>
#include <lockstep/device/host_buffer.hpp>
#include <lockstep/device/shared_library.hpp>
#include <lockstep/device/to_host.hpp>
#include <lockstep/envs/environments.hpp>
#include <lockstep/envs/pendulum.hpp>
#include <lockstep/kernel/host_text.hpp>
#include <lockstep/kernel/hosted_world.hpp>
#include <lockstep/kernel/launched_kernel.hpp>

namespace ls = lockstep;

constexpr std::size_t environment_count = 4096, step_count = 200;  // of the comparison at the end

class own_device {
public:
    static constexpr ls::memory_kind memory = ls::memory_kind::host;
    using world = ls::hosted_world;  // kernels run as text, so the host only fills them in
    static constexpr std::size_t width = world::width;
    template <class T>
    using buffer = ls::host_buffer<T>;

    template <class T>
    buffer<T> allocate(std::size_t n) const {
        return buffer<T>(n);
    }

    /// A kernel is written and compiled when it is first launched; after that a launch is a call.
    template <class Kernel>
    void for_each(std::size_t n, Kernel const& kernel) {
        ls::host_kernel* const function = kernels_.find(kernel, [](ls::kernel_text const& text) { return compile(text); });
        ls::flush_denormals const mode;  // as every device
        function(0, n, &kernel);
    }

    template <class T>
    void copy(std::span<std::type_identity_t<T> const> from, buffer<T>& to, std::size_t offset = 0) const {
        ls::check_copy("own_device", offset, from.size(), to.size());
        std::copy(from.begin(), from.end(), to.data() + offset);
    }
    template <class T>
    void copy(buffer<T> const& from, std::span<std::type_identity_t<T>> to, std::size_t offset = 0) const {
        ls::check_copy("own_device", offset, to.size(), from.size());
        std::copy_n(from.data() + offset, to.size(), to.begin());
    }

    void synchronize() const {}  // a launch has happened when it returns

private:
    static ls::host_kernel* compile(ls::kernel_text const& text) {
        std::string folder = (std::filesystem::temp_directory_path() / "own_device.XXXXXX").string();
        if (::mkdtemp(folder.data()) == nullptr) {
            throw std::runtime_error(folder + ": cannot be made");
        }
        std::string const source = folder + "/kernel.cpp", library = folder + "/kernel.so";
        std::ofstream(source) << ls::host_text(text);
        char const* const compiler = std::getenv("CXX");
        std::string const command = (compiler == nullptr ? "c++" : compiler) + (" " + std::string(ls::host_flags)) + " '" +
                                    source + "' -o '" + library + "'";
        bool const is_compiled = std::system(command.c_str()) == 0;
        ls::shared_library const loaded(library);
        std::filesystem::remove_all(folder);
        if (!is_compiled) {
            throw std::runtime_error("the kernel " + text.name + " does not compile");
        }
        return loaded["lockstep_kernel"];
    }

    ls::launched_kernels<ls::host_kernel*> kernels_;
};
static_assert(ls::check_device<own_device>());

/// The rewards of all steps of environments that are pushed to and fro, in the same order on every device.
template <class Device>
std::vector<float> rewards(Device& device, char const* name) {
    ls::environments<ls::envs::pendulum, Device> envs(device, {.count = environment_count, .seed = 1});
    auto actions = device.template allocate<float>(envs.size(1));
    envs.reset();
    std::vector<float> result;
    double sum = 0, seconds = 0;
    for (std::size_t step = 0; step < step_count; ++step) {
        device.copy(std::vector<float>(actions.size(), step % 40 < 20 ? 2.0f : -2.0f), actions);
        auto const begin = std::chrono::steady_clock::now();
        envs.step(actions);
        device.synchronize();
        seconds += step < 2 ? 0 : std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
        std::vector<float> const now = ls::to_host(device, envs.rewards());
        for (std::size_t i = 0; i < environment_count; ++i) {
            result.push_back(now[envs.index(i)]);  // devices differ in how many environments lie side by side
            sum += static_cast<double>(result.back());
        }
    }
    std::printf("%-10s reward %.9f, %.1f M steps/s\n", name, sum / static_cast<double>(result.size()),
                (step_count - 2) * environment_count / seconds / 1e6);
    return result;
}

int main(int, char** argv) try {
    ls::cpu processor({.threads = 1});
    own_device own;
    std::vector<float> const expected = rewards(processor, "cpu"), found = rewards(own, "own_device");
    std::size_t differing = 0;
    bool are_close = true;
    for (std::size_t i = 0; i < expected.size(); ++i) {
        differing += std::memcmp(&expected[i], &found[i], sizeof(float)) != 0;
        are_close = are_close && std::abs(expected[i] - found[i]) < 0.01f;
    }
    std::printf("numbers that differ: %zu of %zu\n", differing, expected.size());  // none, built with -ffp-contract=off
    return are_close ? 0 : 1;
} catch (std::exception const& error) {
    std::fprintf(stderr, "%s: %s\n", argv[0], error.what());
    return 1;
}
