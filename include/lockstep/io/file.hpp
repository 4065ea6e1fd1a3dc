// SPDX-License-Identifier: MIT
// Whole files: read at once, and written so that a reader sees the old file or the new one, never half of it.
// Every error names the path and what the system says.
#pragma once

#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace lockstep {

namespace detail {

[[noreturn]] inline void throw_file_error(std::filesystem::path const& path, std::string_view problem, int code = errno) {
    throw std::runtime_error(path.string() + ": " + std::string(problem) + ": " + std::system_category().message(code));
}

/// A file descriptor that is closed when it goes out of scope.
class descriptor {
public:
    explicit descriptor(int number) : number_(number) {}
    descriptor(descriptor const&) = delete;
    descriptor& operator=(descriptor const&) = delete;
    ~descriptor() {
        if (number_ >= 0) {
            ::close(number_);
        }
    }

    int number() const { return number_; }
    /// Closes now, and says whether the system had kept every byte.
    bool close() { return ::close(std::exchange(number_, -1)) == 0; }

private:
    int number_;
};

inline bool write_all(int file, std::string_view bytes) {
    while (!bytes.empty()) {
        ::ssize_t const written = ::write(file, bytes.data(), bytes.size());
        if (written < 0 && errno != EINTR) {
            return false;
        }
        bytes.remove_prefix(written < 0 ? 0 : static_cast<std::size_t>(written));
    }
    return true;
}

}  // namespace detail

/// The bytes of a regular file. Throws std::runtime_error if it cannot be read.
inline std::string read_file(std::filesystem::path const& path) {
    detail::descriptor const file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    struct ::stat status{};
    if (file.number() < 0 || ::fstat(file.number(), &status) != 0) {
        detail::throw_file_error(path, "cannot be read");
    }
    if (!S_ISREG(status.st_mode)) {
        throw std::runtime_error(path.string() + ": is not a file");
    }
    std::string bytes(static_cast<std::size_t>(status.st_size), '\0');
    std::size_t filled = 0;
    while (filled < bytes.size()) {
        ::ssize_t const count = ::read(file.number(), bytes.data() + filled, bytes.size() - filled);
        if (count == 0) {
            throw std::runtime_error(path.string() + ": shrank while it was read");
        }
        if (count < 0 && errno != EINTR) {
            detail::throw_file_error(path, "cannot be read");
        }
        filled += count < 0 ? 0 : static_cast<std::size_t>(count);
    }
    return bytes;
}

/// Replaces the file at `path` with `bytes`: written beside it, brought to the disk, then renamed over it. On any
/// error the old file stays as it was, and std::runtime_error is thrown.
inline void write_file(std::filesystem::path const& path, std::string_view bytes) {
    std::string temporary = path.string() + ".XXXXXX";
    detail::descriptor file(::mkstemp(temporary.data()));
    if (file.number() < 0) {
        detail::throw_file_error(path, "cannot be written");
    }
    auto const fail = [&](int code) {
        ::unlink(temporary.c_str());
        detail::throw_file_error(path, "cannot be written", code);
    };
    ::mode_t const mask = ::umask(0);  // mkstemp gives 0600; an ordinary file has what the mask leaves
    ::umask(mask);
    if (::fchmod(file.number(), 0666 & ~mask) != 0 || !detail::write_all(file.number(), bytes) || ::fsync(file.number()) != 0 ||
        !file.close() || std::rename(temporary.c_str(), path.c_str()) != 0) {
        fail(errno);
    }
}

/// Throws std::runtime_error unless write_file(path, ...) can work: what a long training asks before it starts.
inline void require_writable(std::filesystem::path const& path) {
    std::filesystem::path const folder = path.parent_path() / ".";
    if (::access(folder.c_str(), W_OK | X_OK) != 0) {
        detail::throw_file_error(path, "cannot be written");
    }
    if (std::filesystem::is_directory(path)) {
        detail::throw_file_error(path, "cannot be written", EISDIR);
    }
}

}  // namespace lockstep
