// SPDX-License-Identifier: MIT
// The records are those of TensorBoard's own writer: tests/io/tensorboard_official.py made the file that they are compared with.
#include <cstddef>
#include <string>

#include <doctest/doctest.h>

#include <lockstep/io/file.hpp>
#include <lockstep/io/storage/event_record.hpp>

namespace ls = lockstep;

namespace {

std::string official() { return ls::read_file(LOCKSTEP_TEST_DATA "/io/tensorboard.official"); }

}  // namespace

TEST_CASE("a version, scalars and hyperparameters have the bytes of the official writer") {
    std::string records = ls::event_record({.wall_time = 1234567890.125, .version = "brain.Event:2"});
    ls::tensorboard_event scalars{.wall_time = 1234567891.25, .step = 5'000'000'000};
    ls::add_scalar(scalars.summary, "rollout/ep_rew_mean", 4321.5F);
    ls::add_scalar(scalars.summary, "train/approx_kl", -0.0078125F);
    records += ls::event_record(scalars);
    ls::protobuf number, entry, start;
    number.number(2, 0.25);
    entry.text(1, "learning_rate");
    entry.message(2, number);
    start.message(1, entry);
    start.text(4, "trial");
    start.number(5, 1234567890.5);
    ls::tensorboard_event hyperparameters{.wall_time = 1234567892.5};
    ls::add_hyperparameters(hyperparameters.summary, start);
    records += ls::event_record(hyperparameters);
    CHECK(records == official());
}

TEST_CASE("records are found one after another, and only whole ones") {
    std::string const file = official();
    std::size_t ends = 0, last = 0;
    for (std::size_t end = ls::end_of_record(file, 0); end != 0; end = ls::end_of_record(file, end)) {
        ++ends;
        last = end;
    }
    CHECK(ends == 3);
    CHECK(last == file.size());
    std::size_t const first = ls::end_of_record(file, 0);
    for (std::size_t size = 0; size < first; ++size) {
        CHECK(ls::end_of_record(file.substr(0, size), 0) == 0);
    }
    CHECK(ls::end_of_record(file, file.size()) == 0);
}

TEST_CASE("a record with a changed byte is none") {
    std::string const file = official();
    std::size_t const first = ls::end_of_record(file, 0);
    for (std::size_t at = 0; at < first; ++at) {
        std::string changed = file;
        changed[at] = static_cast<char>(changed[at] ^ 0x10);
        CHECK(ls::end_of_record(changed, 0) == 0);
    }
}
