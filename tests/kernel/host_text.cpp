// SPDX-License-Identifier: MIT
// Kernels by the system's compiler have the bits of the kernels that our own build made.
#include <cstddef>
#include <string>

#include <doctest/doctest.h>

#include <lockstep/device/cpu.hpp>
#include <lockstep/device/flush_denormals.hpp>
#include <lockstep/envs/inverted_pendulum.hpp>
#include <lockstep/envs/pendulum.hpp>
#include <lockstep/kernel/host_text.hpp>
#include <lockstep/kernel/hosted_world.hpp>
#include <lockstep/kernel/launched_kernel.hpp>

#include <tests/support/on_device.hpp>
#include <tests/support/temporary_library.hpp>

namespace ls = lockstep;

namespace {

/// The processor, with kernels of their text.
class text_processor : public ls::cpu {
public:
    using world = ls::hosted_world;
    static constexpr std::size_t width = world::width;

    template <class Kernel>
    void for_each(std::size_t n, Kernel const& kernel) {
        ls::host_kernel* const function = kernels_.find(kernel, [](ls::kernel_text const& text) -> ls::host_kernel* {
            return support::temporary_library(ls::host_text(text), ls::host_flags)["lockstep_kernel"];
        });
        ls::flush_denormals const mode;
        function(0, n / 2, &kernel);
        function(n / 2, n, &kernel);
    }

private:
    ls::launched_kernels<ls::host_kernel*> kernels_;
};

}  // namespace

TEST_CASE("kernels have the processor's bits") {
    text_processor device;
    support::on_device(device).check_kernels();
}

TEST_CASE("lanes share scratch") {
    text_processor device;
    support::on_device(device).check_scratch<256>();
}

TEST_CASE_TEMPLATE("environments have the processor's bits", Env, ls::envs::pendulum, ls::envs::inverted_pendulum) {
    text_processor device;
    support::on_device(device).template check_environment<Env>();
}

TEST_CASE("a text says its arguments by their places in the functor") {
    lockstep_test::constants<ls::hosted_world> const kernel{};
    std::string const text = ls::host_text(support::text_of(kernel));
    CHECK(text.find("float* const a0") != text.npos);
    CHECK(text.find("*(float* const*)((char const*)functor + 0)") != text.npos);
    CHECK(text.find("ls_scratch[") == text.npos);
    CHECK(ls::host_text(support::text_of(support::scratch_kernel<ls::hosted_world>{})).find("alignas(64) float ls_scratch[256]") !=
          text.npos);
}
