// SPDX-License-Identifier: MIT
// A file that grows by whole rows during a training, and that a resumed training continues. If the disk is full, the file ends,
// but the program goes on.
#pragma once

#include <cerrno>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include <lockstep/core/formatted.hpp>
#include <lockstep/core/macros.hpp>
#include <lockstep/io/file.hpp>

namespace lockstep {

/// What happens if the file is missing whose rows a resumed training needs: an error, or empty rows in their places.
enum class lost_rows { refused, left_empty };

/// The base of csv and tensorboard, which add rows by write(). If a row cannot be written, write() does not throw, so that a full
/// disk stops no training. From then on good() is false, and require_good() and close() throw.
class growing_file {
public:
    /// Writes the rows to the disk, so that they survive a power cut. If that fails, the file ends as if the disk were full.
    LOCKSTEP_COLD void sync() {
        // A pipe and other files without a disk answer EINVAL, and need no sync.
        if (error_ == 0 && ::fdatasync(file_.number()) != 0 && errno != EINVAL) {
            error_ = errno;
        }
    }

    /// Returns whether every row was written. A training that needs its table checks this.
    bool good() const { return error_ == 0; }

    /// Throws std::runtime_error, naming the file, if a row could not be written.
    LOCKSTEP_COLD void require_good() const {
        if (error_ != 0) {
            detail::throw_file_error(path_, "cannot be written", error_);
        }
    }

    /// Closes the file. Call it at most once, and write no rows afterwards. Throws std::runtime_error, naming the file, if a row
    /// could not be written.
    LOCKSTEP_COLD void close() {
        if (error_ == 0 && !file_.close()) {
            error_ = errno;
        }
        require_good();
    }

protected:
    /// Returns where the first `rows` rows end in `text`, the text of the file at `from`, or throws.
    using end_of_rows = std::size_t (*)(std::string const& from, std::string const& text, std::size_t rows);

    /// Replaces the file at `path` by an empty one or, if `rows` is above 0, by the first `rows` rows of the file at `from`. The
    /// file at `from` stays unchanged, unless it is the same file. `end` finds these rows. If the file at `from` is missing, the
    /// file begins with `instead`, which stands for these rows. Throws std::runtime_error, naming the file, if the file cannot be
    /// written, or if the file at `from` is missing and `instead` is empty.
    LOCKSTEP_COLD growing_file(std::string const& path, std::size_t rows, std::string const& from, end_of_rows end,
                               std::string const& instead)
        : path_(path),
          file_(::open(path.c_str(),
                       O_WRONLY | O_CLOEXEC | (begins_with(path, rows, from, end, instead) ? O_APPEND : O_CREAT | O_TRUNC),
                       0666)) {
        if (file_.number() < 0) {
            detail::throw_file_error(path_, "cannot be written");
        }
    }

    /// Adds bytes at the end. When this returns the operating system has them, so they survive a crash of the program. If they
    /// cannot be written (the disk is full), these bytes and all later bytes are left out.
    LOCKSTEP_COLD void write(std::string_view bytes) {
        if (error_ == 0 && !detail::write_all(file_.number(), bytes)) {
            error_ = errno;
        }
    }

private:
    /// Makes the file at `path` with the first `rows` rows of `from`, or with `instead`. Returns false, and makes nothing, if
    /// `rows` is 0.
    LOCKSTEP_COLD static bool begins_with(std::string const& path, std::size_t rows, std::string const& from, end_of_rows find,
                                          std::string const& instead) {
        if (rows == 0) {
            return false;
        }
        if (::access(from.c_str(), F_OK) != 0 && errno == ENOENT) {
            if (instead.empty()) {
                throw std::runtime_error(formatted("%s: is missing; %zu of its rows are needed to continue: use a copy of it, or "
                                                   "leave them empty by --overwrite (ls::lost_rows::left_empty)",
                                                   from.c_str(), rows));
            }
            write_file(path, instead);
            return true;
        }
        std::string const text = read_file(from);
        std::size_t const end = find(from, text, rows);
        if (path != from) {
            write_file(path, text.substr(0, end));
        } else if (::truncate(path.c_str(), static_cast<::off_t>(end)) != 0) {
            detail::throw_file_error(path, "cannot be written");
        }
        return true;
    }

    std::string path_;
    detail::descriptor file_;
    int error_ = 0;  ///< errno of the first row that could not be written; 0 if there is none
};

}  // namespace lockstep
