// SPDX-License-Identifier: MIT
// What share of the processor's multiply-adds the networks of PPO reach: forward, back and into the weights for a
// minibatch cut into fixed slices, each slice with a gradient of its own; and the same network written with Eigen.
#include <algorithm>
#include <cstdio>
#include <memory>
#include <vector>

#include <Eigen/Core>

#include <lockstep/core/random.hpp>
#include <lockstep/device/cpu.hpp>
#include <lockstep/nn/mlp.hpp>

#include "operations.hpp"
#include "peak.hpp"
#include "timing.hpp"

namespace ls = lockstep;

namespace {

constexpr std::size_t block = 256;
constexpr std::size_t slices = 8;

/// One slice of the minibatch: kernel(slice).
template <class Network>
struct learn {
    float const* parameters;
    float const* transposed_weights;
    float const* inputs;            ///< [slices][In][block]
    float const* output_gradients;  ///< [slices][Out][block]
    float* gradients;               ///< [slices][parameter_count]

    void operator()(std::size_t slice) const {
        typename Network::template workspace<block> work;
        work.prepare();
        std::copy_n(inputs + slice * Network::input_size * block, Network::input_size * block, work.inputs);
        std::copy_n(output_gradients + slice * Network::output_size * block, Network::output_size * block, work.output_gradients);
        Network::forward(parameters, transposed_weights, work, block);
        Network::backward(parameters, transposed_weights, work, block);
        Network::gradient(work, block, gradients + slice * Network::parameter_count);
    }
};

/// The same of one block with Eigen: features in rows, samples in columns.
class eigen_network {
public:
    eigen_network(std::vector<Eigen::Index> const& sizes) : h_(sizes.size()), d_(sizes.size()) {
        for (std::size_t l = 0; l + 1 < sizes.size(); ++l) {
            weights_.push_back(Eigen::MatrixXf::Random(sizes[l + 1], sizes[l]) * 0.2f);
            biases_.push_back(Eigen::VectorXf::Zero(sizes[l + 1]));
        }
        weight_gradients_ = weights_;
        bias_gradients_ = biases_;
        h_[0] = Eigen::MatrixXf::Random(sizes.front(), block);
        d_.back() = Eigen::MatrixXf::Random(sizes.back(), block);
    }

    void operator()() {
        std::size_t const layers = weights_.size();
        for (std::size_t l = 0; l < layers; ++l) {
            h_[l + 1].noalias() = weights_[l] * h_[l];
            h_[l + 1].colwise() += biases_[l];
            if (l + 1 < layers) {
                h_[l + 1] = h_[l + 1].array().tanh();
            }
        }
        for (std::size_t l = layers; l-- > 0;) {
            weight_gradients_[l].noalias() = d_[l + 1] * h_[l].transpose();
            bias_gradients_[l] = d_[l + 1].rowwise().sum();
            if (l > 0) {
                d_[l].noalias() = weights_[l].transpose() * d_[l + 1];
                d_[l].array() *= 1 - h_[l].array().square();
            }
        }
    }

private:
    std::vector<Eigen::MatrixXf> weights_, weight_gradients_, h_, d_;
    std::vector<Eigen::VectorXf> biases_, bias_gradients_;
};

/// Seconds a call at its best, with repeats long enough for the clock.
template <class Body>
double seconds(double (*clock)(), Body&& body) {
    constexpr int calls = 5;
    return bench::best(
               200, clock,
               [&] {
        for (int i = 0; i < calls; ++i) {
            body();
        }
               }) /
        calls;
}

struct result {
    double operations;                           ///< of a minibatch
    double one_core, all_cores, eigen_one_core;  ///< seconds
};

template <class Network>
result measure(ls::cpu& device, std::vector<Eigen::Index> const& sizes) {
    auto parameters = device.allocate<float>(Network::parameter_count);
    auto transposed_weights = device.allocate<float>(Network::transposed_count);
    auto inputs = device.allocate<float>(slices * Network::input_size * block);
    auto output_gradients = device.allocate<float>(slices * Network::output_size * block);
    auto gradients = device.allocate<float>(slices * Network::parameter_count);
    Network::initialize(1, 1.4, 0.01, parameters.data());
    Network::transpose_weights(parameters.data(), transposed_weights.data());
    ls::random<float> draw(1, 0, 0);
    std::generate_n(inputs.data(), inputs.size(), [&] { return draw.normal(); });
    std::generate_n(output_gradients.data(), output_gradients.size(), [&] { return draw.normal(); });
    learn<Network> const kernel{parameters.data(), transposed_weights.data(), inputs.data(), output_gradients.data(),
                                gradients.data()};
    eigen_network eigen(sizes);
    return {
        .operations = bench::learning_operations<Network>() * block * slices,
        .one_core = slices * seconds(bench::thread_cpu_seconds, [&] { kernel(0); }),
        .all_cores = seconds(bench::wall_seconds, [&] { device.for_each(slices, kernel); }),
        .eigen_one_core = slices * seconds(bench::thread_cpu_seconds, eigen),
    };
}

void print(char const* name, result const& r, double peak_of_one, double peak_of_all) {
    auto const percent = [&](double seconds, double peak) { return 100 * r.operations / seconds / peak; };
    std::printf("%-22s %8.1f us %5.1f %%   %8.1f us %5.1f %%   %8.1f us %5.1f %%\n", name, 1e6 * r.one_core,
                percent(r.one_core, peak_of_one), 1e6 * r.all_cores, percent(r.all_cores, peak_of_all), 1e6 * r.eigen_one_core,
                percent(r.eigen_one_core, peak_of_one));
}

}  // namespace

int main() {
    ls::cpu device;
    bench::peak();
    bench::peak(device.threads());
    auto const actor = measure<ls::mlp<ls::tanh_activation, 17, 6, 64, 64>>(device, {17, 64, 64, 6});
    auto const critic = measure<ls::mlp<ls::tanh_activation, 17, 1, 64, 64>>(device, {17, 64, 64, 1});
    double const peak_of_one = bench::peak();
    double const peak_of_all = bench::peak(device.threads());
    std::printf(
        "forward, backward and gradient, tanh, minibatch %zu in slices of %zu; FMA peak %.1f GFLOP/s of a core, %.1f of %zu\n",
        slices * block, block, peak_of_one * 1e-9, peak_of_all * 1e-9, device.threads());
    std::printf("%-22s %-20s   %-20s   %s\n", "", "one core", "all cores", "Eigen, one core");
    print("17-64-64-6", actor, peak_of_one, peak_of_all);
    print("17-64-64-1", critic, peak_of_one, peak_of_all);
    result const both{actor.operations + critic.operations, actor.one_core + critic.one_core, actor.all_cores + critic.all_cores,
                      actor.eigen_one_core + critic.eigen_one_core};
    print("both", both, peak_of_one, peak_of_all);
    std::printf("mlp_peak: %.1f %% of the FMA peak\n", 100 * both.operations / both.all_cores / peak_of_all);
}
