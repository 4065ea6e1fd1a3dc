// SPDX-License-Identifier: MIT
// The functions of C that an exported policy (io/export/c_header.hpp) may call, in single precision and without any library.
#pragma once

#include <array>

#include <lockstep/io/export/source_text.hpp>

namespace lockstep::detail {

inline constexpr std::array<printed_function, 15> c_functions = {{
    {"clamp", R"(
static inline float @clamp(float x, float low, float high) {
    return x < low ? low : x > high ? high : x;
}
)"},
    {"exp", R"(
/* 2^k times a polynomial, with x = k log(2) + rest; 0 below -87, and no larger than at 88. */
static inline float @exp(float x) {
    float rest, sum, base, power = 1.0f;
    int k, n;
    if (x != x) {
        return x;
    }
    if (x < -87.0f) {
        return 0.0f;
    }
    x = x > 88.0f ? 88.0f : x;
    k = (int)(x * 1.44269504f + (x < 0.0f ? -0.5f : 0.5f));
    rest = x - (float)k * 0.693359375f;
    rest = rest + (float)k * 2.12194440e-4f;
    sum = 0.0083333333f + rest * (0.0013888889f + rest * 1.98412698e-4f);
    sum = 1.0f + rest * (1.0f + rest * (0.5f + rest * (0.166666667f + rest * (0.0416666667f + rest * sum))));
    base = k < 0 ? 0.5f : 2.0f;
    for (n = k < 0 ? -k : k; n > 0; n /= 2) {
        power *= n % 2 != 0 ? base : 1.0f;
        base = n > 1 ? base * base : base;
    }
    return sum * power;
}
)"},
    {"tanh", R"(
/* As Lockstep computes it: within 4.5e-7. */
static inline float @tanh(float x) {
    float z;
    x = @clamp(x, -8.0f, 8.0f);
    z = x * x;
    return TANH;
}
)"},
    {"logistic", R"(
static inline float @logistic(float x) {
    return 0.5f + 0.5f * @tanh(0.5f * x);
}
)"},
    {"sigmoid", R"(
static inline float @sigmoid(float x) {
    return 1.0f / (1.0f + @exp(-x));
}
)"},
    {"relu", R"(
static inline float @relu(float x) {
    return x < 0.0f ? 0.0f : x;
}
)"},
    {"elu", R"(
static inline float @elu(float x) {
    return x > 0.0f ? x : @exp(x) - 1.0f;
}
)"},
    {"silu", R"(
static inline float @silu(float x) {
    return x * @logistic(x);
}
)"},
    {"gelu_tanh", R"(
static inline float @gelu_tanh(float x) {
    return 0.5f * x * (1.0f + @tanh(0.797884561f * (x + 0.044715f * x * x * x)));
}
)"},
    {"square_root", R"(
/* Newton's method from above, until it falls no more; x > 0. */
static inline float @square_root(float x) {
    float root = x > 1.0f ? x : 1.0f, next = 0.5f * (root + x / root);
    while (next < root) {
        root = next;
        next = 0.5f * (root + x / root);
    }
    return root;
}
)"},
    {"dot", R"(
/* start + the sum of weight[i] x[i]. */
static inline float @dot(const float *weight, const float *x, long count, float start) {
    for (long i = 0; i < count; ++i) {
        start += weight[i] * x[i];
    }
    return start;
}
)"},
    {"dense", R"(
/* weight: [outputs][inputs] */
static inline void @dense(const float *weight, const float *bias, long inputs, long outputs, const float *from,
                         float *to) {
    for (long o = 0; o < outputs; ++o) {
        to[o] = @dot(weight + o * inputs, from, inputs, bias[o]);
    }
}
)"},
    {"layer_norm", R"(
static inline void @layer_norm(const float *gain, const float *shift, long count, float epsilon, float *x) {
    float mean = 0.0f, variance = 0.0f, scale;
    for (long i = 0; i < count; ++i) {
        mean += x[i];
    }
    mean /= (float)count;
    for (long i = 0; i < count; ++i) {
        variance += (x[i] - mean) * (x[i] - mean);
    }
    scale = 1.0f / @square_root(variance / (float)count + epsilon);
    for (long i = 0; i < count; ++i) {
        x[i] = gain[i] * ((x[i] - mean) * scale) + shift[i];
    }
}
)"},
    {"convolution", R"(
/* weight: [filters][channels][size][size]; images: [row][column][channel] */
static inline void @convolution(const float *weight, const float *bias, long rows, long columns, long channels, long filters,
                                long size, long stride, const float *from, float *to) {
    for (long row = 0; row + size <= rows; row += stride) {
        for (long column = 0; column + size <= columns; column += stride) {
            for (long filter = 0; filter < filters; ++filter) {
                const float *of_filter = weight + filter * channels * size * size;
                float sum = bias[filter];
                for (long i = 0; i < size; ++i) {
                    for (long j = 0; j < size; ++j) {
                        const float *pixel = from + ((row + i) * columns + column + j) * channels;
                        for (long channel = 0; channel < channels; ++channel) {
                            sum += of_filter[(channel * size + i) * size + j] * pixel[channel];
                        }
                    }
                }
                *to++ = sum;
            }
        }
    }
}
)"},
    {"recurrence", R"(
/* Gated recurrent units; rows of the weights in the order reset, update, candidate. The memory becomes that of the next step. */
static inline void @recurrence(const float *input_weight, const float *input_bias, const float *memory_weight,
                               const float *memory_bias, long inputs, long units, const float *from, float *memory, float *to) {
    for (long u = 0; u < units; ++u) {
        float sums[3], recalled[3], candidate, update;
        for (long gate = 0; gate < 3; ++gate) {
            const long row = gate * units + u;
            sums[gate] = @dot(input_weight + row * inputs, from, inputs, input_bias[row]);
            recalled[gate] = @dot(memory_weight + row * units, memory, units, memory_bias[row]);
        }
        update = @sigmoid(sums[1] + recalled[1]);
        candidate = 2.0f * @sigmoid(2.0f * (sums[2] + @sigmoid(sums[0] + recalled[0]) * recalled[2])) - 1.0f;
        to[u] = candidate + update * (memory[u] - candidate);
    }
    for (long u = 0; u < units; ++u) {
        memory[u] = to[u];
    }
}
)"},
}};

}  // namespace lockstep::detail
