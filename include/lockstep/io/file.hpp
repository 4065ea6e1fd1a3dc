// SPDX-License-Identifier: MIT
// Whole files: read at once, and written so that a reader sees the old file or the new one, never half of it.
// Every error names the path and the reason.
#pragma once

#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

#include <lockstep/core/formatted.hpp>
#include <lockstep/core/macros.hpp>

namespace lockstep {

namespace detail {

/// Returns whether `path` is a folder in which this program may not make files.
LOCKSTEP_COLD inline bool is_folder_closed(std::string const& path) {
    struct ::stat status {};
    return ::stat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode) &&
           ::faccessat(AT_FDCWD, path.c_str(), W_OK | X_OK, AT_EACCESS) != 0;
}

[[noreturn]] LOCKSTEP_COLD inline void throw_file_error(std::string const& path, char const* problem, int code = errno) {
    std::size_t const slash = path.find_last_of('/');
    std::string const folder = slash == std::string::npos ? "." : path.substr(0, slash == 0 ? 1 : slash);
    if (code == ENOENT && std::string_view(problem) == "cannot be written" && ::access(folder.c_str(), F_OK) != 0) {
        throw std::runtime_error(formatted("%s: %s: there is no folder %s", path.c_str(), problem, folder.c_str()));
    }
    bool const is_forbidden = code == EACCES || code == EPERM || code == EROFS;
    if (is_forbidden && std::string_view(problem) == "cannot be written" && is_folder_closed(folder)) {
        throw std::runtime_error(
            formatted("%s: %s: the folder %s is not writable: %s", path.c_str(), problem, folder.c_str(), std::strerror(code)));
    }
    throw std::runtime_error(formatted("%s: %s: %s", path.c_str(), problem, std::strerror(code)));
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
    /// Closes the file. Returns false, and sets errno, if the system reports an error, such as bytes that it could not write.
    bool close() { return ::close(std::exchange(number_, -1)) == 0; }

private:
    int number_;
};

LOCKSTEP_COLD inline bool write_all(int file, std::string_view bytes) {
    while (!bytes.empty()) {
        ::ssize_t const written = ::write(file, bytes.data(), bytes.size());
        if (written < 0 && errno != EINTR) {
            return false;
        }
        bytes.remove_prefix(written < 0 ? 0 : static_cast<std::size_t>(written));
    }
    return true;
}

/// Returns the path of the file that `path` leads to: `path` itself, or the end of the chain of links if `path` is a symbolic
/// link. The file need not exist yet. Throws std::runtime_error, naming `path`, if there are 40 links or more, as in a circle of
/// links.
LOCKSTEP_COLD inline std::string behind_links(std::string const& path) {
    std::string target = path;
    for (int links = 0; links < 40; ++links) {  // as many as Linux follows
        char to[4096];
        ::ssize_t const length = ::readlink(target.c_str(), to, sizeof(to));
        if (length < 0) {
            return target;
        }
        std::string_view const named(to, static_cast<std::size_t>(length));
        target = named.starts_with('/') ? "" : target.substr(0, target.find_last_of('/') + 1);  // npos + 1 is 0
        target += named;
    }
    throw_file_error(path, "cannot be written", ELOOP);
}

/// A file beside `path`, named path.partial, that is renamed to `path` when it is complete. If `path` is a symbolic link, the
/// link stays: the file that it names is replaced, and path.partial is beside that file. The destructor removes path.partial if
/// it was not renamed. A path.partial that a killed program has left is overwritten. If another program is writing path.partial,
/// the constructor waits until that program is done. The constructor throws std::runtime_error, naming the path, if the file
/// cannot be made, or if something other than a regular file is at `path`.
class file_beside {
public:
    LOCKSTEP_COLD explicit file_beside(std::string const& path)
        : path_(replaceable(path)), target_(behind_links(path)), name_(target_ + ".partial"), file_(open_alone(name_)) {
        require(file_.number() >= 0);
    }
    LOCKSTEP_COLD ~file_beside() {
        if (!replaced_) {
            ::unlink(name_.c_str());
        }
    }

    /// Adds bytes at the end (append), or writes bytes over the first ones (write_over_begin). Both throw std::runtime_error,
    /// naming the path, if the bytes cannot be written.
    void append(std::string_view bytes) { require(write_all(file_.number(), bytes)); }
    LOCKSTEP_COLD void write_over_begin(std::string_view bytes) {
        require(::lseek(file_.number(), 0, SEEK_SET) == 0 && write_all(file_.number(), bytes));
    }

    /// Waits until every byte is on the disk, then renames the file to its path. Throws std::runtime_error, naming the path, if
    /// that fails.
    LOCKSTEP_COLD void replace() {
        replaced_ = ::fsync(file_.number()) == 0 && std::rename(name_.c_str(), target_.c_str()) == 0;
        require(replaced_);
    }

private:
    LOCKSTEP_COLD void require(bool written) const {
        if (written) {
            return;
        }
        try {
            throw_file_error(target_, "cannot be written");
        } catch (std::runtime_error const& error) {
            throw std::runtime_error(target_ == path_ ? error.what() : path_ + ": is a link; " + error.what());
        }
    }

    /// Returns `path` if a regular file or nothing is there. Otherwise throws std::runtime_error, because a rename would replace
    /// even a device such as /dev/null.
    LOCKSTEP_COLD static std::string const& replaceable(std::string const& path) {
        struct ::stat status {};
        if (::stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode)) {
            if (S_ISDIR(status.st_mode)) {
                throw_file_error(path, "cannot be written", EISDIR);
            }
            throw std::runtime_error(formatted("%s: cannot be written: is not a regular file", path.c_str()));
        }
        return path;
    }

    /// Waits until no other program has locked the file, and locks it. WebAssembly has no locks.
    LOCKSTEP_COLD static int lock([[maybe_unused]] int file) {
#ifdef __wasm__
        return 0;
#else
        return ::flock(file, LOCK_EX);
#endif
    }

    /// Opens a file for one writer: creates or empties it, and waits while another caller of this function has it open. Returns
    /// the descriptor. After an error it sets errno and returns a number below 0. Where files have no locks, it does not wait.
    LOCKSTEP_COLD static int open_alone(std::string const& name) {
        while (true) {
            int const file = ::open(name.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);
            if (file < 0) {
                return file;
            }
            bool const interrupted = lock(file) != 0 && errno == EINTR;
            struct ::stat opened {}, named {};
            bool const is_there = !interrupted && ::fstat(file, &opened) == 0 && ::stat(name.c_str(), &named) == 0 &&
                                  opened.st_ino == named.st_ino;  // else the other program has renamed it already
            if (is_there && ::ftruncate(file, 0) == 0) {
                return file;
            }
            int const code = errno;
            ::close(file);
            if (is_there) {
                errno = code;
                return -1;
            }
        }
    }

    std::string path_, target_, name_;
    descriptor file_;
    bool replaced_ = false;
};

}  // namespace detail

/// A regular file that is read in pieces. All pieces are from the file that was at `path` at construction, even if another file
/// replaces that file meanwhile.
class readable_file {
public:
    /// Opens the file at `path`. Throws std::runtime_error, naming the path, if it cannot be read or is no regular file. It does
    /// not wait for a writer of a pipe.
    LOCKSTEP_COLD explicit readable_file(std::string path)
        : path_(std::move(path)), file_(::open(path_.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)) {
        struct ::stat status {};
        if (file_.number() < 0 || ::fstat(file_.number(), &status) != 0) {
            detail::throw_file_error(path_, "cannot be read");
        }
        if (!S_ISREG(status.st_mode)) {
            throw std::runtime_error(formatted("%s: is not a file", path_.c_str()));
        }
        size_ = static_cast<std::size_t>(status.st_size);
    }

    std::string const& path() const { return path_; }
    std::size_t size() const { return size_; }

    /// Fills `to` with the bytes from byte `begin` on. Throws std::runtime_error, naming the path, if there are fewer bytes or
    /// they cannot be read.
    LOCKSTEP_COLD void read(std::size_t begin, std::span<char> to) const {
        while (!to.empty()) {
            ::ssize_t const count = ::pread(file_.number(), to.data(), to.size(), static_cast<::off_t>(begin));
            if (count == 0) {
                throw std::runtime_error(formatted("%s: shrank while it was read", path_.c_str()));
            }
            if (count < 0 && errno != EINTR) {
                detail::throw_file_error(path_, "cannot be read");
            }
            std::size_t const filled = count < 0 ? 0 : static_cast<std::size_t>(count);
            begin += filled;
            to = to.subspan(filled);
        }
    }

private:
    std::string path_;
    detail::descriptor file_;
    std::size_t size_ = 0;
};

/// Returns the bytes of a regular file. Throws std::runtime_error, naming the path, if the file cannot be read.
LOCKSTEP_COLD inline std::string read_file(std::string const& path) {
    readable_file const file(path);
    std::string bytes(file.size(), '\0');
    file.read(0, bytes);
    return bytes;
}

/// Replaces the file at `path`, or the file that a symbolic link there names, with `bytes`: writes a new file beside it, syncs
/// the new file to the disk, then renames it. On any error the old file stays as it was, and std::runtime_error is thrown. A
/// folder, a pipe or a device at `path` is such an error.
LOCKSTEP_COLD inline void write_file(std::string const& path, std::string_view bytes) {
    detail::file_beside file(path);
    file.append(bytes);
    file.replace();
}

/// Makes a folder at `path` if there is none, and returns `path`. The folder that contains it must exist. Throws
/// std::runtime_error, naming the folder, if this fails.
LOCKSTEP_COLD inline std::string make_folder(std::string path) {
    struct ::stat status {};
    if (::mkdir(path.c_str(), 0777) != 0 && !(errno == EEXIST && ::stat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode))) {
        detail::throw_file_error(path, "cannot be made");
    }
    return path;
}

/// Returns true if there is something at `path`: a file, a folder, or a link to one, be it gone or not.
LOCKSTEP_COLD inline bool is_present(std::string const& path) {
    struct ::stat status {};
    return ::lstat(path.c_str(), &status) == 0;
}

/// Throws std::runtime_error, with `advice` in its message, if there is something at `path`. A training that must not replace the
/// files of another training calls it.
LOCKSTEP_COLD inline void require_absent(std::string const& path, std::string const& advice) {
    if (is_present(path)) {
        throw std::runtime_error(formatted("%s: already exists; %s", path.c_str(), advice.c_str()));
    }
}

/// Throws std::runtime_error if write_file(path, ...) could not work. A long training checks this before it starts.
LOCKSTEP_COLD inline void require_writable(std::string const& path) {
    detail::file_beside const file(path);
}

/// Returns `name`, to which a program adds endings such as ".policy". Throws std::runtime_error if `name` is empty or only a
/// folder, such as `results/` or `..`: the files would be hidden files in that folder.
LOCKSTEP_COLD inline std::string require_file_name(std::string name) {
    std::string_view const last = std::string_view(name).substr(name.find_last_of('/') + 1);  // npos + 1 is 0
    if (last.empty() || last == "." || last == "..") {
        throw std::runtime_error(formatted("%s: names a folder; add a name for the files in it", name.c_str()));
    }
    return name;
}

}  // namespace lockstep
