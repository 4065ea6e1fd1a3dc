// SPDX-License-Identifier: MIT
#include <cmath>
#include <cstddef>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

#include <doctest/doctest.h>

#include <lockstep/core/lanes.hpp>
#include <lockstep/device/buffer_of_packs.hpp>
#include <lockstep/device/buffer_slices.hpp>
#include <lockstep/device/cpu.hpp>
#include <lockstep/io/storage/learner_contents.hpp>

#include <tests/archetype/learner.hpp>

namespace ls = lockstep;
using ls::detail::learner_contents;

namespace {

/// A learner whose table is filled as its number says.
struct filling {
    ls::cpu computer;
    std::size_t steps = 2;
    double loss = 0.1;
    ls::cpu::buffer<float> table = computer.allocate<float>(40);
    ls::cpu::buffer<ls::lanes<4>> packs = computer.allocate<ls::lanes<4>>(3);

    ls::cpu& device() { return computer; }
    template <class Visit>
    void for_each_entry(Visit&& visit) {
        visit("steps", steps);
        visit("loss", loss);
        ls::buffer_slices const filled{table, 4, 10, steps};
        visit("table", filled);
        ls::visit_packs(visit, "packs", packs, 4);
    }
};

std::vector<std::string> names_of(learner_contents const& contents) {
    std::vector<std::string> names;
    for (ls::detail::host_number const& number : contents.numbers) {
        names.push_back(number.name);
    }
    for (ls::detail::device_tensor const& tensor : contents.tensors) {
        names.push_back(tensor.place.name);
    }
    return names;
}

}  // namespace

TEST_CASE("the contents of a learner are its numbers and its tensors") {
    ls::cpu device;
    archetype::learner learner(device);
    CHECK(names_of(learner_contents::of(learner)) == std::vector<std::string>{"steps", "counts"});
    filling other;
    CHECK(names_of(learner_contents::of(other)) == std::vector<std::string>{"steps", "loss", "table", "packs"});
}

TEST_CASE("a tensor is as long as the numbers say when it is listed") {
    filling learner;
    CHECK(learner_contents::of(learner).tensors.at(0).place.shape == std::vector<std::size_t>{4, 2});
    CHECK(learner_contents::of(learner).tensors.at(1).place.shape == std::vector<std::size_t>{12, 1});
    learner.steps = 7;
    CHECK(learner_contents::of(learner).tensors.at(0).place.shape == std::vector<std::size_t>{4, 7});
}

TEST_CASE_TEMPLATE("the text of a number keeps its value, also if it is not finite", T, float, double, std::size_t, int) {
    std::vector<T> values = {0, 1, std::numeric_limits<T>::max(), std::numeric_limits<T>::lowest()};
    if constexpr (std::is_floating_point_v<T>) {
        values.insert(values.end(), {T(0.1), std::numeric_limits<T>::infinity(), -std::numeric_limits<T>::infinity()});
    }
    T number{};
    auto const entry = ls::detail::host_number::of("number", number);
    for (T const value : values) {
        number = value;
        std::string const text = entry.show(entry.address);
        number = 7;
        CHECK(entry.parse(text, entry.address));
        CHECK(number == value);
    }
    CHECK(!entry.parse("many", entry.address));
}

TEST_CASE("the text of a number that is none keeps that") {
    double number = std::numeric_limits<double>::quiet_NaN();
    auto const entry = ls::detail::host_number::of("number", number);
    std::string const text = entry.show(entry.address);
    number = 7;
    CHECK(entry.parse(text, entry.address));
    CHECK(std::isnan(number));
}
