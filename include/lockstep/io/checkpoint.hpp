// SPDX-License-Identifier: MIT
// A learner in a file, from which it continues as if it had never stopped. The file is safetensors. It has a tensor for the
// filled part of each buffer of the device, and counters, configuration and types in the metadata.
//
//     format "lockstep.checkpoint.5"   learner "lockstep::ppo"   environment "lockstep::envs::hopper"   networks ...
//     config.learning_rate "0.0007"    iteration "120"           parameters F32 [11021]   environments F32 [1024, 26] ...
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

#include <lockstep/core/clock.hpp>
#include <lockstep/core/macros.hpp>
#include <lockstep/io/storage/checkpoint_file.hpp>
#include <lockstep/io/storage/checkpoint_identity.hpp>
#include <lockstep/io/storage/file_suffix.hpp>
#include <lockstep/io/storage/learner_contents.hpp>
#include <lockstep/io/storage/tensor_stream.hpp>
#include <lockstep/rl/learner.hpp>

namespace lockstep {

namespace detail {

/// Returns whether all rows of a table that is saved with a checkpoint were written. A table without a function good() counts as
/// written.
template <class Table>
bool is_good(Table const& table) {
    if constexpr (requires { table.good(); }) {
        return table.good();
    } else {
        return true;
    }
}
template <class Table>
LOCKSTEP_COLD void sync(Table& table) {
    table.sync();
    if constexpr (requires { table.require_good(); }) {
        table.require_good();
    }
}

}  // namespace detail

/// Replaces the file at `path` with the learner, wholly or not at all: a program that is killed leaves this checkpoint or the one
/// before. The learner's memory is written in pieces of 1 MiB, each tensor with a checksum (io/storage/tensor_stream.hpp). The
/// tables (io/csv.hpp) are written to the disk first, so that even after a power cut no table lacks rows from before the
/// checkpoint. If a table could not be written, the function throws that error, and the earlier checkpoint stays. Throws
/// std::invalid_argument if `path` has another format's suffix (check_suffix), and std::runtime_error, naming the file, if the
/// file cannot be written.
template <class Learner, class... Tables>
LOCKSTEP_COLD void save_checkpoint(std::string const& path, Learner& learner, Tables&... tables) {
    static_assert(check_learner<Learner>());
    check_suffix(path, ".checkpoint");
    (detail::sync(tables), ...);
    detail::write_checkpoint(path, detail::checkpoint_identity(learner), detail::learner_contents::of(learner));
}

/// A checkpoint that is renewed every `interval` seconds. It is renewed less often if saving would take more than a twentieth of
/// the time.
class periodic_checkpoint {
public:
    explicit periodic_checkpoint(std::string path, double interval = 60) : path_(std::move(path)), interval_(interval) {}

    /// Saves the learner and its tables (save_checkpoint) at the first call, and then whenever `interval` has passed. It saves
    /// nothing if a table could not be written. It throws as save_checkpoint does.
    template <class Learner, class... Tables>
    void update(Learner& learner, Tables&... tables) {
        double const begin = steady_seconds();
        if (begin >= due_ && (detail::is_good(tables) && ...)) {
            save_checkpoint(path_, learner, tables...);
            double const end = steady_seconds();
            due_ = end + std::max(interval_, 19 * (end - begin));
        }
    }

private:
    std::string path_;
    double interval_;  ///< in seconds
    double due_ = 0;
};

/// Restores the learner that was saved at `path`. `learner` must have the types of the saved learner, the numbers of its
/// environment and, except `steps`, its configuration. Throws std::runtime_error, naming the path and the problem, if the file
/// cannot be read, is damaged, or differs from `learner` in one of these. The learner is then unchanged, unless the disk fails
/// between the check of the tensors and their use. The numbers of your own environment are compared in one of two ways. If there
/// is a for_each_member(environment, visit), as for ppo_config, the visited members are compared by name. Otherwise the members
/// of an aggregate are compared by their places, and so are the members of its members. An aggregate may have at most 24 members,
/// and no bases or anonymous unions. Private members, bases and targets of pointers are not compared: the metadata then has
/// "environment.members" "not compared".
template <class Learner>
LOCKSTEP_COLD void load_checkpoint(std::string const& path, Learner& learner) {
    static_assert(check_learner<Learner>());
    detail::read_checkpoint(path, detail::checkpoint_identity(learner),
                            [&]() LOCKSTEP_COLD { return detail::learner_contents::of(learner); });
    learner.device().synchronize();
}

/// Returns `config`, in which each size that was 0 (rl/ppo/sizes.hpp, rl/off_policy/sizes.hpp) has the value of the training that
/// was saved at `path`. Use it to continue that training with other `steps`. Throws std::runtime_error, naming the path, if the
/// file is no checkpoint of this library's format, if its metadata are damaged, or if it lacks such a size.
template <class Config>
    requires requires(Config& config) { for_each_size(config, detail::any_entry{}); }
LOCKSTEP_COLD Config with_sizes_of(std::string const& path, Config config) {
    tensor_reader const file(path);
    detail::check_format(path, file);
    auto const& metadata = file.header().metadata;
    for_each_size(config, [&](std::string_view name, std::size_t& size) LOCKSTEP_COLD {
        std::string const key = "config." + std::string(name);
        detail::expect_size(path, metadata, key);
        if (size == 0) {
            detail::read_number(path, metadata, key, detail::host_number::of(name, size));
        }
    });
    return config;
}

}  // namespace lockstep
