// SPDX-License-Identifier: MIT
// The tests in io/checkpoint.cpp save and load learners. These tests need no learner.
#include <cstddef>
#include <limits>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include <lockstep/device/cpu.hpp>
#include <lockstep/io/storage/checkpoint_file.hpp>

#include <tests/support/temporary_folder.hpp>

namespace ls = lockstep;
using lockstep_test::temporary_folder;
using ls::detail::host_number;
using ls::detail::learner_contents;

namespace {

/// Some numbers and a tensor, as a learner has them.
struct contents_of_test {
    ls::cpu device;
    std::size_t steps = 3;
    float rate = 0.1f;
    double best = -std::numeric_limits<double>::infinity();
    std::size_t steps_when_listed = 0;
    std::vector<std::pair<std::string, ls::cpu::buffer<float>>> buffers;

    explicit contents_of_test(std::vector<std::pair<std::string, std::size_t>> const& sizes) {
        for (auto const& [name, size] : sizes) {
            buffers.emplace_back(name, device.allocate<float>(size));
        }
    }
    learner_contents list() {
        steps_when_listed = steps;
        learner_contents contents{
            .numbers = {host_number::of("steps", steps), host_number::of("rate", rate), host_number::of("best", best)},
            .tensors = {}};
        for (auto& [name, buffer] : buffers) {
            contents.tensors.push_back(ls::detail::device_tensor::of(name, device, buffer));
        }
        return contents;
    }
};

ls::metadata_map const identity = {{"format", std::string(ls::checkpoint_format)},
                                   {"lockstep", "1"},
                                   {"learner", "test"},
                                   {"environment", "none"},
                                   {"networks", "none"},
                                   {"policy", "none"}};

void read(std::string const& path, contents_of_test& to) {
    ls::detail::read_checkpoint(path, identity, [&] { return to.list(); });
}

}  // namespace

TEST_CASE("numbers and tensors come back from the file") {
    temporary_folder const folder;
    contents_of_test saved({{"a", 300'000}, {"b", 1}});  // `a` has two pieces
    for (std::size_t i = 0; i < 300'000; ++i) {
        saved.buffers[0].second.data()[i] = static_cast<float>(i);
    }
    saved.buffers[1].second.data()[0] = -1;
    ls::detail::write_checkpoint(folder / "x.checkpoint", identity, saved.list());

    contents_of_test loaded({{"a", 300'000}, {"b", 1}});
    loaded.steps = 0;
    loaded.rate = 0;
    loaded.best = 0;
    read(folder / "x.checkpoint", loaded);
    CHECK(loaded.steps == 3);
    CHECK(loaded.rate == 0.1f);
    CHECK(loaded.best == -std::numeric_limits<double>::infinity());
    CHECK(loaded.buffers[1].second.data()[0] == -1);
    bool equal = true;
    for (std::size_t i = 0; i < 300'000; ++i) {
        equal = equal && loaded.buffers[0].second.data()[i] == static_cast<float>(i);
    }
    CHECK(equal);
}

TEST_CASE("tensors that do not fit are refused, and the numbers stay, also those that a learner sets when it lists them") {
    temporary_folder const folder;
    std::string const path = folder / "x.checkpoint";
    contents_of_test saved({{"a", 4}, {"b", 2}});
    ls::detail::write_checkpoint(path, identity, saved.list());
    auto const refused = [&](std::vector<std::pair<std::string, std::size_t>> const& sizes, std::string const& problem) {
        contents_of_test other(sizes);
        other.steps = 8;
        CHECK_THROWS_WITH_AS(read(path, other), (path + ": " + problem).c_str(), std::runtime_error);
        CHECK(other.steps == 8);
        CHECK(other.steps_when_listed == 8);
    };
    refused({{"a", 4}}, "has 2 tensors, not 1");
    refused({{"a", 4}, {"c", 2}}, "tensor \"c\" is missing");
    refused({{"a", 4}, {"b", 3}}, "tensor \"b\" is F32 [2], not F32 [3]");
}

TEST_CASE("a number that is missing or no number is refused by its name") {
    temporary_folder const folder;
    std::string const path = folder / "x.checkpoint";
    contents_of_test saved({}), loaded({});
    learner_contents contents = saved.list();
    contents.numbers[0].show = [](void const*) { return std::string("many"); };
    ls::detail::write_checkpoint(path, identity, contents);
    CHECK_THROWS_WITH_AS(read(path, loaded), (path + ": its steps is \"many\", which is no such number").c_str(),
                         std::runtime_error);
    contents.numbers.erase(contents.numbers.begin());
    ls::detail::write_checkpoint(path, identity, contents);
    CHECK_THROWS_WITH_AS(read(path, loaded), (path + ": is not a checkpoint of this learner: its steps is missing").c_str(),
                         std::runtime_error);
}
