// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <type_traits>
#include <vector>

#include <doctest/doctest.h>

#include <lockstep/core/random.hpp>
#include <lockstep/rl/ppo/sample.hpp>
#include <lockstep/rl/ppo/through_time.hpp>
#include <tests/support/plain_rollout.hpp>

namespace ls = lockstep;

namespace {

template <class T>
struct setting {
    using R = ls::native_pack<T>;
    using network = ls::basic_recurrent_mlp<T, ls::tanh_activation, 2, 2, 4, 16>;
    using sample = ls::sample<R, 3, 1>;
    static constexpr std::size_t width = ls::width_of<R>, group_packs = ls::group_packs<T>, group = group_packs * width;
    static constexpr std::size_t packs = 3 * group_packs, horizon = 7, pack = group_packs;  // the second of three groups

    std::vector<T> parameters = std::vector<T>(network::parameter_count);
    std::vector<T> transposed_weights = std::vector<T>(network::transposed_count + 1);
    std::vector<sample> samples{packs * horizon};
    std::vector<std::array<R, 5>> memory = std::vector<std::array<R, 5>>(group_packs);
    std::vector<T> numbers = std::vector<T>(network::sequence::count(group * horizon));
    std::vector<T> gradient = std::vector<T>(network::parameter_count);

    setting() {
        ls::random<float> random(2, 0, 0);
        network::initialize(5, 1, 1, parameters.data());
        support::for_each_parameter<network>([&](std::size_t at) { parameters[at] += static_cast<T>(0.2f * random.normal()); });
        network::transpose_weights(parameters.data(), transposed_weights.data());
        auto const draw = [&](R& number) {
            T normal[width];
            std::generate_n(normal, width, [&] { return static_cast<T>(random.normal()); });
            number = ls::load_pack<R>(normal);
        };
        for (sample& s : samples) {
            for (R& number : ls::numbers_of<R>(s)) {
                draw(number);
            }
            s.ended = ls::select(R(1) < s.ended, R(1), R(0));
        }
        for (auto& remembered : memory) {
            for (R& number : remembered) {
                draw(number);
            }
        }
    }

    /// Of reward * output 0 + value * output 1, summed over the samples of the group.
    void differentiate(bool more) {
        ls::group_of_samples<ls::world_t<T>, sample, std::array<R, 5>> const source{samples.data(), pack, packs, horizon,
                                                                                    memory.data(), 1};
        // Blocks of two steps: the last is smaller.
        ls::through_time<2, 2 * group, network>(
            source, numbers.data(), parameters.data(), gradient.data(), more,
            [&](std::size_t step, std::size_t count, bool add, auto place, auto finish) {
                using head = typename network::head;
                typename head::template workspace<2 * group> work;
                work.prepare();
                place(work);
                head::forward(parameters.data(), transposed_weights.data(), work, count * group);
                for (std::size_t r = 0; r < count * group_packs; ++r) {
                    sample const& s = samples[source.pack(step, r)];
                    ls::store_pack(s.reward, work.output_gradients + r * width);
                    ls::store_pack(s.value, work.output_gradients + 2 * group + r * width);
                }
                head::backward(parameters.data(), transposed_weights.data(), work, count * group);
                head::gradient(work, count * group, gradient.data(), add);
                finish(work);
            });
    }

    double loss(support::numbers const& p) const {
        support::plain_rollout<network> plain(p);
        double sum = 0;
        for (std::size_t e = 0; e < group; ++e) {
            std::size_t const place = pack + e / width;
            auto const number = [l = e % width](R const& x) { return static_cast<double>(ls::lane(x, l)); };
            support::seen seen;
            for (std::size_t u = 0; u < network::memory_size; ++u) {
                seen.memory.push_back(number(memory[e / width][1 + u]));
            }
            for (std::size_t t = 0; t < horizon; ++t) {
                sample const& s = samples[t * packs + place];
                seen.observations.push_back({number(s.observation[0]), number(s.observation[1])});
                seen.ended.push_back(number(s.ended) != 0);
            }
            auto const outputs = plain.forward(seen);
            for (std::size_t t = 0; t < horizon; ++t) {
                sample const& s = samples[t * packs + place];
                sum += number(s.reward) * outputs[t][0] + number(s.value) * outputs[t][1];
            }
        }
        return sum;
    }
};

}  // namespace

TEST_CASE_TEMPLATE("the gradient through a rollout, its ends and its blocks agrees with central differences", T, float, double) {
    bool const exact = std::is_same_v<T, double>;
    setting<T> s;
    s.differentiate(false);
    support::numbers const p(s.parameters.begin(), s.parameters.end());
    auto const once = s.gradient;
    s.differentiate(true);
    double const step = exact ? 1e-5 : 1e-6;
    support::for_each_parameter<typename setting<T>::network>([&](std::size_t at) {
        auto above = p, below = p;
        above[at] += step;
        below[at] -= step;
        double const slope = (s.loss(above) - s.loss(below)) / (2 * step);
        CHECK(std::abs(static_cast<double>(once[at]) - slope) < (exact ? 1e-7 : 1e-4) * std::max(1.0, std::abs(slope)));
        CHECK(s.gradient[at] == doctest::Approx(2 * once[at]).epsilon(exact ? 1e-12 : 1e-4));
    });
}
