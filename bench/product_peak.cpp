// SPDX-License-Identifier: MIT
// What share of a core's multiply-adds the products of a hidden layer reach, for a block of samples as the off-policy learners
// cut it: forward (the backward pass has the same shapes) and the gradient of the weights. Beside it OpenBLAS's sgemm on one
// thread. Weights take turns, as those of an actor and two critics do, so that what the first cache holds of them is lost.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>

#include <dlfcn.h>

#include <lockstep/core/random.hpp>
#include <lockstep/device/cpu.hpp>
#include <lockstep/nn/products/multiply.hpp>

#include "peak.hpp"
#include "timing.hpp"

namespace ls = lockstep;

namespace {

constexpr std::size_t block = 64;

/// OpenBLAS, if the system has it.
class openblas {
public:
    openblas() {
#ifdef __AVX512F__
        // Releases that are older than the processor do not know it, and choose kernels without AVX-512.
        ::setenv("OPENBLAS_CORETYPE", "SKYLAKEX", 1);
#endif
        ::unsetenv("OPENBLAS_L2_SIZE");
        if (void* const library = ::dlopen("libopenblas.so.0", RTLD_NOW)) {
            sgemm_ = reinterpret_cast<sgemm*>(::dlsym(library, "cblas_sgemm"));
            reinterpret_cast<void (*)(int)>(::dlsym(library, "openblas_set_num_threads"))(1);
            core_ = reinterpret_cast<char const* (*)()>(::dlsym(library, "openblas_get_corename"))();
        }
    }
    bool found() const { return sgemm_ != nullptr; }
    char const* core() const { return core_; }

    /// Computes out = a * b, all in rows; a is [rows][depth], or [depth][rows] if it is transposed.
    void multiply(bool transposed, std::size_t rows, std::size_t columns, std::size_t depth, float const* a, float const* b,
                  float* out) const {
        constexpr int row_major = 101, as_it_is = 111, turned = 112;
        auto const number = [](std::size_t n) { return static_cast<int>(n); };
        sgemm_(row_major, transposed ? turned : as_it_is, as_it_is, number(rows), number(columns), number(depth), 1, a,
               number(transposed ? rows : depth), b, number(columns), 0, out, number(columns));
    }

private:
    using sgemm = void(int, int, int, int, int, int, float, float const*, int, float const*, int, float, float*, int);
    sgemm* sgemm_ = nullptr;
    char const* core_ = "";
};

/// A hidden layer of `width` units over as many inputs: a block of samples, the weights, and what is computed from them.
struct layer {
    using numbers = decltype(std::declval<ls::cpu&>().allocate<float>(1));
    numbers inputs, weights, sums, gradient;

    layer(ls::cpu& device, std::size_t width)
        : inputs(device.allocate<float>(block * width)), weights(device.allocate<float>(width * width)),
          sums(device.allocate<float>(block * width)), gradient(device.allocate<float>(width * width)) {
        ls::random<float> draw(1, 0, 0);
        for (numbers* const of : {&inputs, &weights, &sums}) {
            std::generate_n(of->data(), of->size(), [&] { return draw.uniform(-1, 1); });
        }
    }
};

/// Seconds of one product of one layer: the median of rounds over all layers that are long enough for the clock.
template <class Body>
double seconds(std::vector<layer>& layers, std::size_t width, Body&& body) {
    std::size_t const rounds = 1 + 30'000'000 / (layers.size() * block * width * width);
    double const all = bench::median(31, bench::thread_cpu_seconds, [&] {
        for (std::size_t i = 0; i < rounds; ++i) {
            std::ranges::for_each(layers, body);
        }
    });
    return all / static_cast<double>(rounds * layers.size());
}

/// Ends the program if `found` differs from `expected` by more than rounding: the time of another product would say nothing.
void expect_equal(layer::numbers const& found, std::vector<float> const& expected) {
    for (std::size_t i = 0; i < expected.size(); ++i) {
        if (!(std::abs(found.data()[i] - expected[i]) <= 1e-3f)) {
            std::fprintf(stderr, "product_peak: OpenBLAS computes %g where the library computes %g\n",
                         static_cast<double>(found.data()[i]), static_cast<double>(expected[i]));
            std::exit(1);
        }
    }
}

std::vector<float> copy_of(layer::numbers const& of) { return std::vector<float>(of.data(), of.data() + of.size()); }

}  // namespace

int main() {
    ls::cpu device({.threads = 1});
    openblas const blas;
    bench::peak();
    struct result {
        std::size_t width;
        double forward, gradient, blas_forward, blas_gradient;  ///< seconds
    };
    std::vector<result> results;
    for (std::size_t const width : {64, 128, 256, 512}) {
        std::vector<layer> layers;
        for (int i = 0; i < 3; ++i) {
            layers.emplace_back(device, width);
        }
        auto const forward = [&](layer& l) {
            ls::multiply<float>({.a = ls::scalars<float>::of(ls::strided<float>{l.inputs.data(), width}),
                                 .b = {l.weights.data(), width},
                                 .depth = width,
                                 .out = {l.sums.data(), width}},
                                0, block, width);
        };
        auto const gradient = [&](layer& l) {
            ls::multiply<float>({.a = ls::scalars<float>::transposed(ls::strided<float>{l.inputs.data(), width}),
                                 .b = {l.sums.data(), width},
                                 .depth = block,
                                 .out = {l.gradient.data(), width}},
                                0, width, width);
        };
        auto const blas_forward = [&](layer& l) {
            blas.multiply(false, block, width, width, l.inputs.data(), l.weights.data(), l.sums.data());
        };
        auto const blas_gradient = [&](layer& l) {
            blas.multiply(true, width, width, block, l.inputs.data(), l.sums.data(), l.gradient.data());
        };
        result r{.width = width,
                 .forward = seconds(layers, width, forward),
                 .gradient = seconds(layers, width, gradient),
                 .blas_forward = 0,
                 .blas_gradient = 0};
        if (blas.found()) {
            std::vector<float> const sums = copy_of(layers[0].sums), weights = copy_of(layers[0].gradient);
            r.blas_forward = seconds(layers, width, blas_forward);
            expect_equal(layers[0].sums, sums);
            r.blas_gradient = seconds(layers, width, blas_gradient);
            expect_equal(layers[0].gradient, weights);
        }
        results.push_back(r);
        bench::peak();
    }

    double const peak = bench::peak();
    std::printf("products of a hidden layer, blocks of %zu samples, one thread; FMA peak %.1f GFLOP/s\n", block, peak * 1e-9);
    if (blas.found()) {
        std::printf("%-8s %9s %9s   OpenBLAS for %s: forward, gradient\n", "width", "forward", "gradient", blas.core());
    } else {
        std::printf("%-8s %9s %9s   no OpenBLAS; Debian has it in libopenblas0-pthread\n", "width", "forward", "gradient");
    }
    double least = 1;
    for (result const& r : results) {
        auto const share = [&](double of) { return 2.0 * block * static_cast<double>(r.width * r.width) / of / peak; };
        std::printf("%-8zu %7.1f %% %7.1f %%", r.width, 100 * share(r.forward), 100 * share(r.gradient));
        if (blas.found()) {
            std::printf("   %7.1f %% %7.1f %%", 100 * share(r.blas_forward), 100 * share(r.blas_gradient));
        }
        std::printf("\n");
        least = std::min({least, share(r.forward), share(r.gradient)});
    }
    std::printf("product_peak: %.1f %% of a core's FMA peak, at least\n", 100 * least);
}
