// SPDX-License-Identifier: MIT
// A folder that TensorBoard shows: `tensorboard --logdir FOLDER` draws each column of a table over the steps, also while the
// table grows.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <lockstep/core/clock.hpp>
#include <lockstep/core/formatted.hpp>
#include <lockstep/core/macros.hpp>
#include <lockstep/io/csv.hpp>
#include <lockstep/io/file.hpp>
#include <lockstep/io/member_list.hpp>
#include <lockstep/io/storage/event_record.hpp>
#include <lockstep/io/storage/growing_file.hpp>
#include <lockstep/io/storage/protobuf.hpp>

namespace lockstep {

/// Returns the name of a column of metrics in TensorBoard. If Stable-Baselines3 logs the same number, the name is that of
/// Stable-Baselines3, so that one picture shows trainings of both. A column that is not in this list keeps its own name.
LOCKSTEP_COLD inline std::string_view tensorboard_name(std::string_view column) {
    static constexpr char const* names[][2] = {
        {"iteration", "time/iterations"},
        {"total_steps", "time/total_steps"},
        {"seconds", "time/time_elapsed"},
        {"steps_per_second", "time/fps"},
        {"episode_return", "rollout/ep_rew_mean"},
        {"episode_length", "rollout/ep_len_mean"},
        {"episodes", "rollout/episodes"},
        {"nonfinite_episodes", "rollout/nonfinite_episodes"},
        {"best_return", "rollout/best_return"},
        {"return_deviation", "rollout/return_deviation"},
        {"policy_loss", "train/policy_loss"},
        {"value_loss", "train/value_loss"},
        {"critic_loss", "train/critic_loss"},
        {"value", "train/value"},
        {"outside_support", "train/outside_support"},
        {"entropy", "train/entropy"},
        {"temperature", "train/ent_coef"},
        {"approximate_kl", "train/approx_kl"},
        {"clip_fraction", "train/clip_fraction"},
        {"explained_variance", "train/explained_variance"},
        {"learning_rate", "train/learning_rate"},
        {"updates", "train/n_updates"},
        {"joules_per_million_steps", "costs/joules_per_million_steps"},
        {"price_per_million_steps", "costs/price_per_million_steps"},
    };
    for (auto const& [own, shown] : names) {
        if (column == own) {
            return shown;
        }
    }
    return column;
}

/// A file of TensorBoard's events, one event for each row of a table. The column `steps` is the axis; without such a column the
/// axis is the number of the row. Every other column is a curve. A NaN means that a number is not known, and is left out. The
/// file stores numbers as floats.
template <table_row Row>
class tensorboard : public growing_file {
public:
    /// Makes the folder at `folder` if there is none, and replaces the file of this class in it. If `rows` is above 0, the file
    /// keeps its first `rows` rows and continues after them. If `rows` is 0, the configuration of an earlier training in the
    /// folder is removed. Throws std::runtime_error, naming the file or the folder, if it cannot be written, or if the file has
    /// fewer than `rows` rows.
    explicit tensorboard(std::string const& folder, std::size_t rows = 0) : tensorboard(folder, rows, folder) {}

    /// Like the constructor above, but takes the first `rows` rows from the folder at `from`. The folder at `from` stays
    /// unchanged, unless it is the folder at `folder`. If its file is missing and `lost` is left_empty, the file begins with
    /// `rows` events without numbers, which TensorBoard does not show.
    LOCKSTEP_COLD tensorboard(std::string const& folder, std::size_t rows, std::string const& from,
                              lost_rows lost = lost_rows::refused)
        : growing_file(path_in(make_folder(folder), "rows"), rows, path_in(from, "rows"), end_of_row,
                       lost == lost_rows::left_empty ? empty_rows(rows) : ""),
          folder_(folder), rows_(rows) {
        if (rows == 0) {
            ::unlink(path_in(folder, "configuration").c_str());  // of an earlier training
            write(empty_rows(0));
            require_good();
        }
    }

    /// Adds a row. The row survives a crash of the program. If the row cannot be written, good() is false from then on
    /// (io/storage/growing_file.hpp). If a full disk cuts a row off, readers ignore this row.
    LOCKSTEP_COLD void append(Row const& row) {
        tensorboard_event event{.wall_time = unix_seconds(), .step = ++rows_};
        for_each_column(row, [&](std::string_view name, auto value) { add(event, name, static_cast<double>(value)); });
        write(event_record(event));
    }

    /// Writes the configuration for TensorBoard's page HPARAMS: the members that for_each_member(config, visit) visits. Throws
    /// std::runtime_error, naming the file, if it cannot be written.
    template <class Config>
    void show_configuration(Config const& config) {
        show_configuration(list_members(config));
    }
    LOCKSTEP_COLD void show_configuration(std::vector<listed_member> const& members) {
        protobuf start;
        for (listed_member const& member : members) {
            protobuf number, entry;
            if (member.is_truth()) {
                number.integer(4, member.type->number(member.address) != 0);
            } else if (member.type->number != nullptr) {
                number.number(2, member.type->number(member.address));
            } else {
                number.text(3, member.type->show(member.address));
            }
            entry.text(1, member.name);
            entry.message(2, number);
            start.message(1, entry);
        }
        start.text(4, folder_);
        double const time = unix_seconds();
        start.number(5, time);
        tensorboard_event event{.wall_time = time};
        add_hyperparameters(event.summary, start);
        write_file(path_in(folder_, "configuration"),
                   event_record({.wall_time = time, .version = version}) + event_record(event));
    }

private:
    static constexpr std::string_view version = "brain.Event:2";

    /// A reader reads the files of a folder in the order of their names, and may not return to an earlier one. So "configuration"
    /// comes before "rows", which grows.
    LOCKSTEP_COLD static std::string path_in(std::string const& folder, char const* what) {
        return folder + "/events.out.tfevents.lockstep." + what;
    }

    /// Returns the beginning of a file, and `rows` events without numbers.
    LOCKSTEP_COLD static std::string empty_rows(std::size_t rows) {
        double const now = unix_seconds();
        std::string text = event_record({.wall_time = now, .version = version});
        std::string const row = event_record({.wall_time = now});
        for (std::size_t i = 0; i < rows; ++i) {
            text += row;
        }
        return text;
    }

    LOCKSTEP_COLD static void add(tensorboard_event& event, std::string_view name, double value) {
        if (name == "steps") {
            event.step = static_cast<std::uint64_t>(value);
        } else if (!std::isnan(value)) {
            add_scalar(event.summary, tensorboard_name(name), static_cast<float>(value));
        }
    }

    LOCKSTEP_COLD static std::size_t end_of_row(std::string const& path, std::string const& text, std::size_t rows) {
        std::size_t end = end_of_record(text, 0);
        if (end == 0) {
            throw std::runtime_error(formatted("%s: is no event file of TensorBoard", path.c_str()));
        }
        for (std::size_t row = 0; row < rows; ++row) {
            end = end_of_record(text, end);
            if (end == 0) {
                throw std::runtime_error(
                    formatted("%s: has %zu whole rows; %zu are needed to continue", path.c_str(), row, rows));
            }
        }
        return end;
    }

    std::string folder_;
    std::uint64_t rows_;
};

}  // namespace lockstep
