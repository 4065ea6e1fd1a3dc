// SPDX-License-Identifier: MIT
// Kernels whose texts are compiled and run as tests: one for each construct of the text, and those of environments.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <lockstep/core/math.hpp>
#include <lockstep/core/random.hpp>
#include <lockstep/core/vector.hpp>
#include <lockstep/envs/environments.hpp>
#include <lockstep/kernel/hosted_world.hpp>
#include <lockstep/kernel/launched_kernel.hpp>
#include <lockstep/kernel/native_world.hpp>
#include <lockstep/kernel/text_world.hpp>

namespace support {

/// Loops of a given length, branches that some row needs, a constant, an exit of a loop and one of the kernel. A lane's numbers do
/// not depend on how many lanes a row has.
template <class W>
struct control_kernel {
    template <class World>
    using in = control_kernel<World>;
    using R = typename W::number;

    typename W::index steps, stop;
    typename W::scalar factor, least;
    typename W::template constant<int> limit;
    typename W::template pointer<R const> x;  ///< [rows][steps]
    typename W::template pointer<R> y;        ///< [rows]

    void operator()(typename W::index const& row) const {
        R sum(0);
        for (auto const i : W::range(steps)) {
            R const v = x[row * steps + i];
            sum = fma(R(factor), v, sum);
            lockstep::when(any(R(limit) < sum), [&] { sum = select(R(limit) < sum, sum - R(limit), sum); });
            if (lockstep::breaks(i == stop)) break;
        }
        for (auto const i : W::downward(steps)) {
            sum = sum * R(0.5) + max(x[row * steps + i], min(sum, R(1)));
        }
        y[row] = sum;
        if (lockstep::leaves(factor < least)) return;
        y[row] = sqrt(abs(sum)) / (R(1) + round(sum) * round(sum)) + exp(sum) + log(abs(sum) + R(1)) + sin(sum) + tanh(sum);
    }
};

/// Scratch that lanes write for each other, and numbers that are the same in all lanes.
template <class W, std::size_t Size = 256>
struct scratch_kernel {
    template <class World>
    using in = scratch_kernel<World, Size>;
    using R = typename W::number;

    typename W::index width;
    typename W::template pointer<R const> x;                   ///< [rows]
    typename W::template pointer<typename W::scalar> sums;     ///< [rows], of blocks of 4 lanes; see below
    typename W::template pointer<R> turned;                    ///< [rows], the lanes in the reverse order

    void operator()(typename W::index const& row) const {
        typename W::template array<Size> numbers;
        auto const data = numbers.data();
        store_row(x[row], data + width);
        W::barrier();
        R reversed(0);
        for (auto const l : W::lanes()) {
            set_lane(reversed, l, data[width + (width - l - 1)]);
        }
        turned[row] = reversed;
        typename W::scalar sum(0);
        for (auto const l : W::range(width)) {
            sum = sum + data[width + l];
        }
        sums[row] = sum;
    }
};

/// Philox: products of 64 bits, and the number of each lane.
template <class W>
struct random_kernel {
    template <class World>
    using in = random_kernel<World>;
    using R = typename W::number;

    typename W::seed seed;
    typename W::template pointer<lockstep::vector<R, 3>> y;  ///< [rows]

    void operator()(typename W::index const& row) const {
        lockstep::random<R> draws(seed, lockstep::environment_index<R>(row), lockstep::words<R>{});
        y[row][0] = draws.uniform(R(-1), R(1));
        y[row][1] = draws.normal();
        y[row][2] = draws.uniform(R(0), R(1));
    }
};

/// The text of a kernel for rows of Width lanes.
template <std::size_t Width, class Kernel>
lockstep::kernel_text text_of(Kernel const& kernel) {
    return lockstep::write_kernel<Width>(kernel, lockstep::kernel_name<Kernel>());
}

struct named_text {
    std::string name;
    lockstep::kernel_text text;
};

/// A step of an environment, as environments<Env> launches it.
template <class Env, std::size_t Width>
named_text step_text(std::string const& name, Env const& env = {}) {
    lockstep::environments_step<Env, lockstep::hosted_world<Width>> kernel{};
    kernel.env = env;
    return {name, text_of<Width>(kernel)};
}
template <class Env, std::size_t Width>
named_text reset_text(std::string const& name, Env const& env = {}) {
    lockstep::environments_reset<Env, lockstep::hosted_world<Width>> kernel{};
    kernel.env = env;
    return {name, text_of<Width>(kernel)};
}

}  // namespace support
