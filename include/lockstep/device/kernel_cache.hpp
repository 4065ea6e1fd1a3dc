// SPDX-License-Identifier: MIT
// Compiled kernels on the disk, so that a program compiles them once and not each time it starts. A cache that fails does no
// harm. A kernel that cannot be read is compiled. If a kernel cannot be written, this is reported once, and the next program
// compiles the kernel again.
#pragma once

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <system_error>
#include <unistd.h>
#include <utility>
#include <vector>

#include <lockstep/core/macros.hpp>

namespace lockstep {

/// A folder of binaries, each with its key. A key contains everything that a binary depends on: text, compiler, version and
/// options. Programs that run at the same time may share a folder.
class kernel_cache {
public:
    /// The default limit for the size of a folder: 1 GiB.
    static constexpr std::uintmax_t common_size = std::uintmax_t(1) << 30;

    /// Keeps binaries in `folder`, which is made when it is needed. If `folder` is empty, binaries are kept in $LOCKSTEP_CACHE,
    /// else in $XDG_CACHE_HOME/lockstep if this is an absolute path, else in $HOME/.cache/lockstep. If none of these variables is
    /// set, nothing is kept. When keep() leaves more than `size` bytes in the folder, it removes the kernels whose last use is
    /// longest ago.
    LOCKSTEP_COLD explicit kernel_cache(std::string folder = "", std::uintmax_t size = common_size)
        : folder_(std::move(folder)), size_(size) {
        auto const variable = [](char const* name) { return std::string(std::getenv(name) == nullptr ? "" : std::getenv(name)); };
        if (folder_.empty()) {
            folder_ = variable("LOCKSTEP_CACHE");
        }
        if (folder_.empty() && variable("XDG_CACHE_HOME").starts_with('/')) {
            folder_ = variable("XDG_CACHE_HOME") + "/lockstep";
        }
        if (folder_.empty() && !variable("HOME").empty()) {
            folder_ = variable("HOME") + "/.cache/lockstep";
        }
    }

    std::string const& folder() const { return folder_; }

    /// Returns the binary that was kept under this key, or nothing if there is none or its file is damaged. Sets the time of the
    /// file, which is the time of its last use.
    LOCKSTEP_COLD std::optional<std::string> find(std::string_view key) const {
        std::ifstream file(path(key), std::ios::binary);
        std::ostringstream read;
        read << file.rdbuf();
        std::string const whole = read.str();
        std::size_t const rest = mark.size() + 3 * sizeof(std::uint64_t) + key.size();
        if (whole.size() < rest || !whole.starts_with(mark) || whole.substr(rest - key.size(), key.size()) != key) {
            return std::nullopt;
        }
        std::string binary = whole.substr(rest);
        if (whole.substr(0, rest) != head(key, binary)) {
            return std::nullopt;
        }
        std::error_code ignored;  // a folder that can only be read keeps the old time
        std::filesystem::last_write_time(path(key), std::filesystem::file_time_type::clock::now(), ignored);
        return binary;
    }

    /// Writes a binary to the file of its key, and removes old kernels if the folder is too large. A reader sees the whole file
    /// or none. If the file cannot be written, problem() says why. The first problem is also written to the standard error.
    LOCKSTEP_COLD void keep(std::string_view key, std::string_view binary) {
        if (folder_.empty()) {
            return report("there is neither LOCKSTEP_CACHE nor HOME");
        }
        std::error_code error;
        std::filesystem::create_directories(folder_, error);
        if (error) {
            return report(folder_ + ": " + error.message());
        }
        std::string const to = path(key);
        std::string partial = to + ".XXXXXX";
        int const number = ::mkstemp(partial.data());
        std::FILE* const file = number < 0 ? nullptr : ::fdopen(number, "wb");
        if (file == nullptr) {
            report(partial + ": " + std::strerror(errno));
            if (number >= 0) {
                ::close(number);
                ::unlink(partial.c_str());
            }
            return;
        }
        std::string const bytes = head(key, binary).append(binary);
        bool const is_written = std::fwrite(bytes.data(), 1, bytes.size(), file) == bytes.size();
        if (std::fclose(file) != 0 || !is_written || std::rename(partial.c_str(), to.c_str()) != 0) {
            report(to + ": " + std::strerror(errno));
            ::unlink(partial.c_str());
        }
        prune(to);
    }

    /// Returns the last reason for which a binary could not be kept. It is empty if all binaries could be kept.
    std::string const& problem() const { return problem_; }

    /// Returns the file of a key. If two keys share a file, it has the binary that was kept last.
    std::string path(std::string_view key) const {
        char name[40];
        std::snprintf(name, sizeof name, "%016llx.kernel", static_cast<unsigned long long>(hash(key)));
        return folder_ + "/" + name;
    }

private:
    static constexpr std::size_t name_length = 16;
    static constexpr std::string_view mark = "lockstep kernel 1\n";

    /// Returns what a file has before the binary: the mark, a checksum of all that follows the checksum, the sizes of key and
    /// binary, the key.
    static std::string head(std::string_view key, std::string_view binary) {
        std::string const sizes = bytes_of(key.size()) + bytes_of(binary.size());
        return std::string(mark) + bytes_of(hash(binary, hash(key, hash(sizes)))) + sizes + std::string(key);
    }
    static std::string bytes_of(std::uint64_t x) { return {reinterpret_cast<char const*>(&x), sizeof x}; }
    /// Returns the hash FNV-1a of `bytes`; `h` is the hash of the bytes before them.
    static std::uint64_t hash(std::string_view bytes, std::uint64_t h = 0xcbf29ce484222325) {
        for (char const c : bytes) {
            h = (h ^ static_cast<unsigned char>(c)) * 0x100000001b3;
        }
        return h;
    }

    /// Removes kernels until the folder holds at most `size_` bytes, those first whose last use is longest ago, but never `kept`.
    /// Also removes partial files that are older than a day: the program that wrote such a file was stopped. Other programs may
    /// remove files at the same time, so a missing file is no error.
    LOCKSTEP_COLD void prune(std::filesystem::path const& kept) const {
        struct entry {
            std::filesystem::file_time_type used;
            std::uintmax_t size;
            std::filesystem::path path;
        };
        std::vector<entry> entries;
        std::uintmax_t sum = 0;
        std::error_code error;
        auto const now = std::filesystem::file_time_type::clock::now();
        for (std::filesystem::directory_iterator at(folder_, error), end; !error && at != end; at.increment(error)) {
            std::string const name = at->path().filename().string();
            std::size_t const ending = name.find(".kernel");
            std::error_code gone;
            entry const found{at->last_write_time(gone), at->file_size(gone), at->path()};
            if (ending != name_length || gone) {
                continue;
            }
            if (name.size() > name_length + std::strlen(".kernel")) {
                if (now - found.used > std::chrono::hours(24)) {
                    std::filesystem::remove(found.path, gone);
                }
            } else {
                sum += found.size;
                entries.push_back(found);
            }
        }
        std::ranges::sort(entries, {}, &entry::used);
        for (entry const& e : entries) {
            if (sum > size_ && e.path != kept) {
                std::error_code gone;
                std::filesystem::remove(e.path, gone);
                sum -= e.size;
            }
        }
    }

    void report(std::string problem) {
        if (problem_.empty()) {
            std::fprintf(stderr, "lockstep: kernels are compiled again the next time, since they cannot be kept: %s\n",
                         problem.c_str());
        }
        problem_ = std::move(problem);
    }

    std::string folder_, problem_;
    std::uintmax_t size_;
};

}  // namespace lockstep
