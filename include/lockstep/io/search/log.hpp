// SPDX-License-Identifier: MIT
// What a search leaves on the disk while it runs, for TensorBoard, pandas and examples/upload_to_wandb.py.
#pragma once

#include <cstddef>
#include <exception>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <lockstep/core/formatted.hpp>
#include <lockstep/core/macros.hpp>
#include <lockstep/io/csv.hpp>
#include <lockstep/io/file.hpp>
#include <lockstep/io/search/sweep.hpp>
#include <lockstep/io/tensorboard.hpp>

namespace lockstep {

/// Returns the path of the folder of one training in the folder of a search.
LOCKSTEP_COLD inline std::string search_folder(std::string const& logs, std::size_t candidate, std::size_t seed) {
    return formatted("%s/candidate_%zu.seed_%zu", logs.c_str(), candidate, seed);
}

/// The log of a search: a folder with a subfolder candidate_N.seed_S for each training. A subfolder has the training's metrics as
/// `metrics.csv` and as events of TensorBoard, and its configuration. `tensorboard --logdir FOLDER` shows all trainings together.
/// Beside the subfolders, `search.csv` has a row for each evaluation: candidate, steps, return (mean over seeds; nan if a
/// training failed), and the values of the swept options.
template <class Learner>
class search_log {
public:
    using metrics = decltype(std::declval<Learner&>().iterate());

    /// Makes the folder if there is none. Throws std::runtime_error, naming the folder, if it cannot be made, or if it has the
    /// table of an earlier search.
    LOCKSTEP_COLD explicit search_log(std::string folder) : folder_(make_folder(std::move(folder))) {
        require_absent(folder_ + "/search.csv", "a search begins in another folder");
    }

    /// Opens the files of a training. Call it when the training begins or continues. If a file cannot be written, the next call
    /// of `evaluated` throws.
    LOCKSTEP_COLD void begin(std::size_t candidate, std::size_t seed, Learner& learner) {
        try {
            if (table_) {
                table_->close();
                events_->close();
            }
            std::string const at = make_folder(search_folder(folder_, candidate, seed));
            table_.emplace(at + "/metrics.csv", learner.iterations());
            events_.emplace(at, learner.iterations());
            events_->show_configuration(learner.config());
        } catch (std::exception const&) {
            error_ = std::current_exception();
            table_.reset();
        }
    }

    /// Adds an iteration of the training for which begin() was called last.
    void append(metrics const& m) {
        if (table_) {
            table_->append(m);
            events_->append(m);
        }
    }

    /// Adds the evaluation of a candidate after `steps` steps to search.csv. Throws std::runtime_error, naming the file, if this
    /// file or a file of the candidate's trainings could not be written.
    template <class Config>
    LOCKSTEP_COLD void evaluated(std::size_t candidate, std::size_t steps, double mean_return,
                                 std::vector<swept_option<Config>> const& swept, Config const& config) {
        if (error_) {
            std::rethrow_exception(error_);
        }
        if (table_) {
            table_->require_good();
            events_->require_good();
        }
        std::string names = "candidate,steps,return", row = formatted("%zu,%zu,%.9g", candidate, steps, mean_return);
        for (auto const& option : swept) {
            names += "," + std::string(option.set.name);
            row += "," + option.set.show(config);
        }
        rows_ += row + "\n";
        write_file(folder_ + "/search.csv", names + "\n" + rows_);
    }

private:
    std::string folder_, rows_;
    std::optional<csv<metrics>> table_;  ///< of the training that began last
    std::optional<tensorboard<metrics>> events_;
    std::exception_ptr error_;
};

}  // namespace lockstep
