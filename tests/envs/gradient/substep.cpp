// SPDX-License-Identifier: MIT
// How the backward passes of substeps are put together. That each is right is tested with its robot.
#include <lockstep/envs/gradient/substep.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <random>
#include <span>
#include <vector>

#include <doctest/doctest.h>

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/word.hpp>
#include <lockstep/envs/gradient/ant.hpp>
#include <lockstep/envs/gradient/half_cheetah.hpp>
#include <lockstep/physics/robots/ant.hpp>
#include <lockstep/physics/robots/half_cheetah.hpp>
#include <tests/support/recorded_substep.hpp>

namespace ls = lockstep;
namespace envs = lockstep::envs;
namespace physics = lockstep::physics;

namespace {

using R = ls::lanes<4>;

physics::model const& ant = physics::ant_model;
constexpr std::size_t own = physics::substep_size(physics::ant_model);
constexpr std::size_t evaluated = physics::evaluated_substep_size(physics::ant_model);
constexpr std::size_t with_forces = physics::contact_force_size(physics::ant_model);

template <std::size_t Size, std::size_t Count>
using ant_function = envs::gradient_of_stages<physics::ant_model, Size, envs::recorded::ant_gradient, R, Count>;
template <std::size_t Count>
using cheetah_function = envs::half_cheetah_text::with_backward_pass<R, Count>;

bool equal(std::span<R const> a, std::span<R const> b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](R const& x, R const& y) { return !ls::any(ls::differ(x, y)); });
}

std::vector<R> random_numbers(std::size_t count) {
    std::mt19937 draw(5);
    std::vector<R> result(count);
    std::generate(result.begin(), result.end(), [&] { return R(static_cast<double>(draw() >> 8) * 0x1p-23 - 1); });
    return result;
}

/// Two substeps with one backward pass leave, to the bit, what two backward passes of one substep leave, one after the other.
template <class Two, class One>
void check_chain(physics::model const& m, char const* file, std::size_t size) {
    auto const states = support::read_csv(file);
    for (std::size_t n = 0; n < states.size(); n += 10) {
        std::vector<R> together = support::substep_rows_of<R>(m, states[n]);
        together.resize(size, R(0));
        std::vector<R> apart = together, saved(Two::saved_size), first(One::saved_size), second(One::saved_size);
        Two::forward(together.data(), saved.data());
        One::forward(apart.data(), first.data());
        One::forward(apart.data(), second.data());
        CHECK(equal(together, apart));

        together = apart = random_numbers(size);
        Two::backward(saved.data(), together.data());
        One::backward(second.data(), apart.data());
        One::backward(first.data(), apart.data());
        CHECK(equal(together, apart));
    }
}

}  // namespace

TEST_CASE("the backward pass of two substeps is that of one after the other") {
    check_chain<cheetah_function<2>, cheetah_function<1>>(physics::half_cheetah_model, "physics/half_cheetah_contact.csv",
                                                physics::substep_size(physics::half_cheetah_model));
    check_chain<ant_function<with_forces, 2>, ant_function<with_forces, 1>>(ant, "physics/ant_contact.csv", with_forces);
}

TEST_CASE("a substep with a backward pass is the recorded one: HalfCheetah's to the bit, Ant's to rounding") {
    physics::model const& cheetah = physics::half_cheetah_model;
    for (auto const& state : support::read_csv("physics/half_cheetah_contact.csv")) {
        std::vector<R> found = support::substep_rows_of<R>(cheetah, state), expected = found;
        std::vector<R> saved(cheetah_function<1>::saved_size);
        cheetah_function<1>::forward(found.data(), saved.data());
        envs::half_cheetah_text{}(ls::text::rows(std::span<R>(expected)));
        CHECK(equal(found, expected));
    }
    for (auto const& state : support::read_csv("physics/ant_contact.csv")) {
        std::vector<R> found = support::substep_rows_of<R>(ant, state);
        found.resize(with_forces, R(0));
        std::vector<R> expected = found, saved(ant_function<with_forces, 1>::saved_size);
        ant_function<with_forces, 1>::forward(found.data(), saved.data());
        envs::ant_text{}(ls::text::rows(std::span<R>(expected)));
        double error = 0, size = 0;
        for (std::size_t i = 0; i < ant.qpos_size(); ++i) {
            error = std::max(error, std::abs(static_cast<double>(ls::lane(found[i] - expected[i], 0))));
            size = std::max(size, std::abs(static_cast<double>(ls::lane(expected[i], 0))));
        }
        CHECK(error < 1e-4 * size);
    }
}

TEST_CASE("stages yield as much of the last evaluation as is asked, and take back its gradient") {
    auto const states = support::read_csv("physics/ant_contact.csv");
    for (std::size_t n = 0; n < states.size(); n += 10) {
        std::vector<R> all = support::substep_rows_of<R>(ant, states[n]);
        all.resize(with_forces, R(0));
        std::vector<R> some = all, few = all, saved(ant_function<own, 2>::saved_size);
        few.resize(own);
        some.resize(evaluated);
        ant_function<own, 2>::forward(few.data(), saved.data());
        ant_function<evaluated, 2>::forward(some.data(), saved.data());
        ant_function<with_forces, 2>::forward(all.data(), saved.data());
        CHECK(equal(some, std::span(all).first(evaluated)));
        CHECK(equal(few, std::span(all).first(own)));

        few = random_numbers(own);
        some = all = few;
        some.resize(evaluated, R(0));
        all.resize(with_forces, R(0));
        ant_function<own, 2>::backward(saved.data(), few.data());
        ant_function<evaluated, 2>::backward(saved.data(), some.data());
        ant_function<with_forces, 2>::backward(saved.data(), all.data());
        CHECK(equal(few, std::span(some).first(own)));
        CHECK(equal(few, std::span(all).first(own)));
        all = random_numbers(with_forces);
        ant_function<with_forces, 2>::backward(saved.data(), all.data());
        CHECK_FALSE(equal(few, std::span(all).first(own)));
        CHECK(std::all_of(all.begin() + own, all.end(), [](R const& x) { return !ls::any(x != R(0)); }));
    }
}
