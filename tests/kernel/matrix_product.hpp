// SPDX-License-Identifier: MIT
// Products of matrices by a pack with a team, for devices whose products may have other bits than the processor's.
#pragma once

#include <cmath>
#include <cstddef>
#include <type_traits>
#include <vector>

#include <doctest/doctest.h>

#include <lockstep/device/to_host.hpp>
#include <lockstep/nn/products/multiply.hpp>
#include <tests/kernel/run.hpp>

namespace lockstep_test {

/// What a product begins with, and how its first factor lies.
struct product_form {
    bool is_transposed = false, has_start = false, has_bias = false;  ///< a bias is one row as the start of all
};

/// The form of the subcase that runs, for a test that tries all of them.
inline product_form form_of_subcase() {
    product_form form;
    SUBCASE("") {}
    SUBCASE("transposed") { form.is_transposed = true; }
    SUBCASE("with a start") { form.has_start = true; }
    SUBCASE("with one row as the start of all") { form.has_bias = true; }
    return form;
}

/// A product of Rows x Depth and Depth x Columns numbers. Matrices have room for 80 x 80.
template <class W, std::size_t Rows, std::size_t Depth, std::size_t Columns>
struct matrix_product {
    template <class World>
    using in = matrix_product<World, Rows, Depth, Columns>;
    static constexpr bool has_team = true;
    static constexpr std::size_t rows = Rows, depth = Depth, columns = Columns, stride = 80, size = stride * stride;
    using T = std::conditional_t<W::is_native, float, W>;
    using pointer = typename W::template pointer<typename W::scalar>;
    pointer a, b, start, out;
    typename W::template constant<bool> is_transposed, has_start, has_bias;

    void operator()(typename W::index const& pack) const {
        using strided = lockstep::strided<T const>;
        auto const all = pack * size;
        strided const left{a + all, stride};
        auto const factor = is_transposed ? lockstep::scalars<T>::transposed(left) : lockstep::scalars<T>::of(left);
        lockstep::product<T> product{.a = factor, .b = strided{b + all, stride}, .depth = depth, .out = {out + all, stride}};
        if (has_start) {
            product.start = strided{start + all, stride};
        }
        if (has_bias) {
            product.start = strided{start + all, 0};
        }
        lockstep::multiply<T>(product, 0, rows, columns);
    }
};

/// Numbers of two products, and their distances from the exact ones, relative to the sum of all magnitudes in a sum.
struct product_results {
    std::vector<float> found;    ///< [2][rows][columns]
    std::vector<double> errors;  ///< likewise
};

template <class Kernel, class Device>
product_results run_product(Device& device, product_form const& form) {
    constexpr std::size_t count = 2, stride = Kernel::stride;
    auto const a = kernel_numbers(count * Kernel::size, 1), b = kernel_numbers(count * Kernel::size, 2),
               start = kernel_numbers(count * Kernel::size, 3);
    auto const upload = [&](std::vector<float> const& x) {
        auto buffer = device.template allocate<float>(x.size());
        device.copy(x, buffer);
        return buffer;
    };
    auto of_a = upload(a), of_b = upload(b), of_start = upload(start);
    auto out = device.template allocate<float>(count * Kernel::size);
    device.for_each(count, Kernel{of_a.data(), of_b.data(), of_start.data(), out.data(), form.is_transposed, form.has_start,
                                  form.has_bias});
    auto const all = lockstep::to_host(device, out);
    product_results result;
    for (std::size_t i = 0; i < count * Kernel::rows * Kernel::columns; ++i) {
        std::size_t const c = i % Kernel::columns, r = i / Kernel::columns % Kernel::rows;
        std::size_t const first = i / Kernel::columns / Kernel::rows * Kernel::size;
        std::size_t const at = first + r * stride + c;
        double sum = form.has_start ? start[at] : form.has_bias ? start[first + c] : 0, most = std::abs(sum);
        for (std::size_t k = 0; k < Kernel::depth; ++k) {
            double const left = a[first + (form.is_transposed ? k * stride + r : r * stride + k)];
            double const right = b[first + k * stride + c];
            sum += left * right;
            most += std::abs(left * right);
        }
        result.found.push_back(all[at]);
        result.errors.push_back(std::abs(all[at] - sum) / most);
    }
    return result;
}

}  // namespace lockstep_test
