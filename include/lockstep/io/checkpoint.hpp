// SPDX-License-Identifier: MIT
// A learner in a file, from which it continues as if it had never stopped. The file is safetensors. It has a tensor for the
// filled part of each buffer of the device, and counters, configuration and types in the metadata.
//
//     format "lockstep.checkpoint.5"   learner "lockstep::ppo"   environment "lockstep::envs::hopper"   networks ...
//     config.learning_rate "0.0007"    iteration "120"           parameters F32 [11021]   environments F32 [1024, 26] ...
#pragma once

#include <algorithm>
#include <cstddef>
#include <map>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <lockstep/core/clock.hpp>
#include <lockstep/core/formatted.hpp>
#include <lockstep/core/macros.hpp>
#include <lockstep/io/member_list.hpp>
#include <lockstep/io/storage/buffer_pieces.hpp>
#include <lockstep/io/storage/checkpoint_identity.hpp>
#include <lockstep/io/storage/file_suffix.hpp>
#include <lockstep/io/storage/safetensors_header.hpp>
#include <lockstep/io/storage/tensor.hpp>
#include <lockstep/io/storage/tensor_stream.hpp>
#include <lockstep/io/text/parse_number.hpp>
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

/// Throws std::runtime_error unless `file` is a checkpoint of this format whose metadata are as they were written.
LOCKSTEP_COLD inline void check_format(std::string const& path, tensor_reader const& file) {
    expect_checkpoint(path, file.header().metadata);
    expect_metadata(path, file.header().metadata, "format", checkpoint_format);
    file.check_metadata();
}

template <class Number>
LOCKSTEP_COLD void read_number(std::string const& path, std::map<std::string, std::string> const& metadata, std::string_view key,
                               Number& to) {
    std::string const& text = find_metadata(path, metadata, key);
    if (!parse_number(text, to)) {
        refuse_checkpoint(path, formatted("its %s is \"%s\", which is no such number", std::string(key).c_str(), text.c_str()));
    }
}

/// Throws std::runtime_error, naming the path, if `found` is null or does not have the type and the shape of `expected`.
LOCKSTEP_COLD inline void check_place(std::string const& path, tensor_place const* found, tensor_place const& expected) {
    try {
        if (found == nullptr) {
            refuse_missing_tensor(expected.name);
        }
        require_tensor(expected.name, found->type, found->shape, expected.type, expected.shape);
    } catch (std::runtime_error const& error) {
        refuse_checkpoint(path, error.what());
    }
}

/// A copy of the numbers of a learner. The destructor puts them back into the learner, unless forget() was called.
template <class Learner>
class numbers_before {
public:
    explicit numbers_before(Learner& learner) : learner_(learner) {
        exchange([&](auto const& number) { before_.push_back(show_option(number)); });
    }
    numbers_before(numbers_before const&) = delete;
    numbers_before& operator=(numbers_before const&) = delete;
    ~numbers_before() {
        std::size_t i = 0;
        exchange([&](auto& number) {
            if (i < before_.size()) {
                parse_number(before_[i++], number);
            }
        });
    }

    void forget() { before_.clear(); }

private:
    template <class Visit>
    void exchange(Visit visit) {
        learner_.for_each_entry([&]<class Entry>(std::string_view, Entry& entry) LOCKSTEP_COLD {
            if constexpr (std::is_arithmetic_v<Entry>) {
                visit(entry);
            }
        });
    }

    Learner& learner_;
    std::vector<std::string> before_;
};

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
    safetensors_header header{.metadata = detail::checkpoint_identity(learner)};
    learner.for_each_entry([&]<class Entry>(std::string_view name, Entry& entry) LOCKSTEP_COLD {
        if constexpr (std::is_arithmetic_v<Entry>) {
            header.metadata.emplace(std::string(name), detail::show_option(entry));
        } else {
            tensor_place place = detail::place_of(name, entry);
            place.begin = header.data_bytes();
            place.end += place.begin;
            header.tensors.push_back(std::move(place));
        }
    });
    (detail::sync(tables), ...);
    tensor_writer file(path, std::move(header));
    auto const append = [&](std::span<char> bytes) LOCKSTEP_COLD { file.append({bytes.data(), bytes.size()}); };
    learner.for_each_entry([&]<class Entry>(std::string_view, Entry& entry) LOCKSTEP_COLD {
        if constexpr (!std::is_arithmetic_v<Entry>) {
            detail::read_tensor(learner.device(), entry, append);
        }
    });
    file.finish();
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
    tensor_reader const file(path);
    detail::check_format(path, file);
    auto const& metadata = file.header().metadata;
    detail::check_identity(path, metadata, detail::checkpoint_identity(learner));

    detail::numbers_before before(learner);
    learner.for_each_entry([&]<class Entry>(std::string_view name, Entry& entry) LOCKSTEP_COLD {
        if constexpr (std::is_arithmetic_v<Entry>) {
            detail::read_number(path, metadata, name, entry);
        }
    });
    std::size_t expected = 0;
    learner.for_each_entry([&]<class Entry>(std::string_view name, Entry& entry) LOCKSTEP_COLD {
        if constexpr (!std::is_arithmetic_v<Entry>) {
            ++expected;
            detail::check_place(path, file.header().find(name), detail::place_of(name, entry));
        }
    });
    if (std::size_t const found = file.header().tensors.size(); found != expected) {
        detail::refuse_checkpoint(path, formatted("has %zu tensors, not %zu", found, expected));
    }
    file.check_tensors();

    before.forget();
    tensor_place const* place = nullptr;
    std::size_t begin = 0;  // of what is left of the tensor
    auto const fill = [&](std::span<char> bytes) LOCKSTEP_COLD {
        file.read(*place, begin, bytes);
        begin += bytes.size();
    };
    learner.for_each_entry([&]<class Entry>(std::string_view name, Entry& entry) LOCKSTEP_COLD {
        if constexpr (!std::is_arithmetic_v<Entry>) {
            place = file.header().find(name);
            begin = 0;
            detail::write_tensor(learner.device(), entry, fill);
        }
    });
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
    for_each_size(config, [&](std::string_view name, std::size_t& size) LOCKSTEP_COLD {
        if (size == 0) {
            detail::read_number(path, file.header().metadata, "config." + std::string(name), size);
        }
    });
    return config;
}

}  // namespace lockstep
