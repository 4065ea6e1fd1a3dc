// SPDX-License-Identifier: MIT
// A device of Metal: Apple's graphics processors, in plain C++ without a header or a library of Apple's. It has not run on
// Apple's hardware yet. The tests have a simulated Metal, which runs the kernels' texts on the processor.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <lockstep/core/macros.hpp>
#include <lockstep/device/compiling_device.hpp>
#include <lockstep/device/device.hpp>
#include <lockstep/device/metal/memory.hpp>
#include <lockstep/device/metal/objective_c.hpp>
#include <lockstep/kernel/hosted_world.hpp>
#include <lockstep/kernel/metal_text.hpp>
#include <lockstep/kernel/text_world.hpp>

namespace lockstep {

struct metal_config {
    std::string device = {};   ///< the device's number, from 0, or a part of its name; empty: the first device
    double time_limit = 1800;  ///< seconds that up to 64 launches may take; 0: no limit
    /// True: the products of PPO's updates, and most of those of SAC, TD3 and CrossQ, run on simdgroup matrices of floats. Apple
    /// does not say in which order these matrices add numbers, nor how they round. So trainings may have other bits than the
    /// processor's, and other bits on each kind of device. A published test of an M4 (2026) found the processor's order and
    /// rounding; nobody promises that. Lockstep itself has run on no device of Apple's. Needs the family Apple 7 (M1, A14 or
    /// newer).
    bool simdgroup_matrices = false;
};

namespace detail {

/// A device of Metal, its memory and its compiler.
class metal_backend : public metal_memory {
public:
    /// Throws std::runtime_error if there is no Metal or no such device, or if simdgroup_matrices is true and the device has
    /// none.
    LOCKSTEP_COLD explicit metal_backend(metal_config const& config)
        : metal_memory(choose_metal_device(config.device), config.time_limit), has_matrices_(config.simdgroup_matrices) {
        if (has_matrices_ && !is_apple7()) {
            objc_pool const pool;
            throw std::runtime_error("lockstep::metal: metal_config.simdgroup_matrices needs a device of the family Apple 7 (M1, "
                                     "A14 or newer), to which " + text_of(send<void*>(device.get(), "name")) +
                                     " does not belong");
        }
    }

    struct kernel {
        std::string name;
        objc_object pipeline;
        metal_arguments arguments;
        metal_form form;
        std::size_t threadgroup_scratch, global_scratch;  ///< floats a pack; one of them is 0
        std::size_t threads;                              ///< of a threadgroup
        bool exchanges_in_memory;
    };

    /// Compiles the text of a kernel. Throws std::runtime_error with the compiler's message if the text does not compile. Keeps
    /// nothing on the disk, because macOS itself keeps what it compiled, for each program. An MTLBinaryArchive would not help: it
    /// holds pipelines, not libraries, so the text would still be compiled.
    LOCKSTEP_COLD kernel compile(kernel_text const& text) {
        objc_pool const pool;
        std::size_t const most = send<std::size_t>(device.get(), "maxThreadgroupMemoryLength");
        metal_form const form{.device_scratch = text.scratch * sizeof(float) + exchange_size > most,
                              .simd_exchange = is_apple7(),
                              .simdgroup_matrices = has_matrices_};
        auto const refuse = [&](void* error) {
            throw std::runtime_error("lockstep::metal: the kernel " + text.name + " does not compile: " +
                                     text_of_error(error).substr(0, 4000));
        };
        void* error = nullptr;
        auto const library = objc_object::own(
            send<void*>(device.get(), "newLibraryWithSource:options:error:", objc_string(metal_text(text, form)),
                        compile_options().get(), &error));
        if (!library) {
            refuse(error);
        }
        auto const function = objc_object::own(
            send<void*>(library.get(), "newFunctionWithName:", objc_string(metal_function_name(text))));
        auto pipeline = objc_object::own(
            function ? send<void*>(device.get(), "newComputePipelineStateWithFunction:error:", function.get(), &error) : nullptr);
        if (!pipeline) {
            refuse(error);
        }
        return {text.name, std::move(pipeline), metal_arguments_of(text, form), form, form.device_scratch ? 0 : text.scratch,
                form.device_scratch ? text.scratch : 0, metal_threads_of(text), lockstep::exchanges_in_memory(text, form)};
    }

    void launch(kernel const& k, std::size_t n, std::byte const* functor, std::uintptr_t scratch) {
        objc_pool const pool;
        std::vector<place> places;
        for (kernel_argument const& a : k.arguments.pointers) {
            std::uintptr_t at = 0;
            std::memcpy(&at, functor + a.offset, sizeof at);
            places.push_back(find(at));
        }
        std::array<std::byte, 4096> numbers{};  // as many bytes as a kernel may have
        for (auto const& [number, at] : k.arguments.numbers) {
            std::memcpy(numbers.data() + at, functor + number.offset, number.type == "size_t" ? 8 : 4);
        }
        if (k.form.device_scratch) {
            places.push_back(find(scratch));
        }

        void* const into = encoder();
        send(into, "setComputePipelineState:", k.pipeline.get());
        if (k.arguments.numbers_size > 0) {
            void const* const bytes = numbers.data();
            send(into, "setBytes:length:atIndex:", bytes, k.arguments.numbers_size, std::size_t(0));
        }
        for (std::size_t i = 0; i < places.size(); ++i) {
            send(into, "setBuffer:offset:atIndex:", places[i].buffer, places[i].begin, i + 1);
        }
        if (k.threadgroup_scratch > 0) {
            send(into, "setThreadgroupMemoryLength:atIndex:", k.threadgroup_scratch * sizeof(float), std::size_t(0));
        }
        if (k.exchanges_in_memory) {
            send(into, "setThreadgroupMemoryLength:atIndex:", exchange_size, std::size_t(1));
        }
        struct size {  // MTLSize
            std::size_t width, height, depth;
        };
        send(into, "dispatchThreadgroups:threadsPerThreadgroup:", size{n, 1, 1}, size{k.threads, 1, 1});
        launched(k.name);
    }

private:
    static constexpr std::size_t exchange_size = hosted_world::width * sizeof(float);

    /// Returns true if the device belongs to the family Apple 7 or a newer one. Its simdgroups have 32 lanes, can exchange
    /// numbers, and have matrices.
    bool is_apple7() const {
        long const apple7 = 1007;
        return send<bool>(device.get(), "supportsFamily:", apple7);
    }

    /// Returns options for IEEE arithmetic, because Metal's default is fast mathematics.
    LOCKSTEP_COLD static objc_object compile_options() {
        auto const& runtime = objective_c::get();
        auto options = objc_object::own(send<void*>(runtime.get_class("MTLCompileOptions"), "new"));
        send(options.get(), "setLanguageVersion:", std::size_t(3) << 16);
        if (send<bool>(options.get(), "respondsToSelector:", runtime.get_selector("setMathMode:"))) {
            long const safe = 0, precise = 1;
            send(options.get(), "setMathMode:", safe);
            send(options.get(), "setMathFloatingPointFunctions:", precise);
        } else {  // before macOS 15
            send(options.get(), "setFastMathEnabled:", false);
        }
        return options;
    }

    bool has_matrices_;
};

}  // namespace detail

/// A device of Metal. The first launch of a kernel writes its text and compiles it. All work is queued, in order. After
/// synchronize(), host_view(buffer) shows the device's memory itself.
///
///     ls::metal device;                     // the first device
///     ls::metal device({.device = "M1"});
class metal : public compiling_device<detail::metal_backend> {
public:
    /// Throws std::runtime_error if there is no Metal or no such device, or if the device lacks what `config` asks for.
    LOCKSTEP_COLD explicit metal(metal_config const& config = {})
        : compiling_device(std::make_shared<detail::metal_backend>(config)) {}
};
static_assert(device<metal>);

}  // namespace lockstep
