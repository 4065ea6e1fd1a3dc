// SPDX-License-Identifier: MIT
// Orthogonal weights (Saxe, McClelland and Ganguli 2014, "Exact solutions to the nonlinear dynamics of learning in deep linear
// neural networks"): a layer with at least as many outputs as inputs keeps the length of its input.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <lockstep/core/macros.hpp>
#include <lockstep/core/random.hpp>

namespace lockstep {

/// Returns a matrix [rows][columns] whose rows (or columns, if they are fewer) have length `gain` and are orthogonal to each
/// other. The matrix comes from normal numbers of stream `stream` of `seed`, which are orthogonalised.
LOCKSTEP_COLD inline std::vector<double> orthogonal(std::size_t rows, std::size_t columns, double gain, std::uint64_t seed,
                                                    std::uint32_t stream) {
    random<double> draw(seed, stream, 0, draw_purpose::weights);
    std::size_t const count = std::min(rows, columns);
    std::size_t const length = std::max(rows, columns);
    std::vector<double> basis(count * length);
    for (std::size_t i = 0; i < count; ++i) {
        double* const v = basis.data() + i * length;
        std::generate_n(v, length, [&] { return draw.normal(); });
        // Gram-Schmidt. The second pass removes the error of the first one's rounding.
        for (int pass = 0; pass < 2; ++pass) {
            for (std::size_t j = 0; j < i; ++j) {
                double const* const u = basis.data() + j * length;
                double dot = 0;
                for (std::size_t k = 0; k < length; ++k) {
                    dot += u[k] * v[k];
                }
                for (std::size_t k = 0; k < length; ++k) {
                    v[k] -= dot * u[k];
                }
            }
            double square = 0;
            for (std::size_t k = 0; k < length; ++k) {
                square += v[k] * v[k];
            }
            std::transform(v, v + length, v, [norm = std::sqrt(square)](double x) { return x / norm; });
        }
    }
    std::vector<double> matrix(rows * columns);
    for (std::size_t r = 0; r < rows; ++r) {
        for (std::size_t c = 0; c < columns; ++c) {
            matrix[r * columns + c] = gain * (rows <= columns ? basis[r * length + c] : basis[c * length + r]);
        }
    }
    return matrix;
}

}  // namespace lockstep
