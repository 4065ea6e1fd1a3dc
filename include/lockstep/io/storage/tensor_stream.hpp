// SPDX-License-Identifier: MIT
// A file of tensors (io/storage/safetensors_header.hpp) that is written and read piece by piece, so that no copy of it is needed
// in memory. Its metadata have checksums (io/storage/tensor_checksums.hpp).
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include <lockstep/core/formatted.hpp>
#include <lockstep/core/macros.hpp>
#include <lockstep/io/file.hpp>
#include <lockstep/io/storage/crc32.hpp>
#include <lockstep/io/storage/safetensors_header.hpp>
#include <lockstep/io/storage/tensor_checksums.hpp>

namespace lockstep {

/// A writer of a file of tensors. It replaces the file at `path`, wholly or not at all. Append the bytes of the tensors, one
/// tensor after the other, then call finish(). Every member throws std::runtime_error, naming the path, if the file cannot be
/// written.
class tensor_writer {
public:
    LOCKSTEP_COLD tensor_writer(std::string const& path, safetensors_header header) : file_(path), header_(std::move(header)) {
        for (tensor_place const& place : header_.tensors) {
            header_.metadata[detail::tensor_checksum_key(place.name)] = detail::checksum_text({});
        }
        header_.metadata[std::string(detail::metadata_checksum_key)] = detail::checksum_text({});
        file_.append(to_bytes(header_));
    }

    /// Writes the next bytes of the current tensor, or the first bytes of the next tensor. One call must not have bytes of both.
    LOCKSTEP_COLD void append(std::string_view bytes) {
        file_.append(bytes);
        while (tensor_ + 1 < header_.tensors.size() && written_ == header_.tensors[tensor_].end) {
            ++tensor_;
            checksum_ = {};
        }
        checksum_.add(bytes);
        written_ += bytes.size();
        header_.metadata[detail::tensor_checksum_key(header_.tensors.at(tensor_).name)] = detail::checksum_text(checksum_);
    }

    /// Writes the checksums and renames the file to its path. Throws std::logic_error if not all bytes of the tensors were given.
    LOCKSTEP_COLD void finish() {
        if (written_ != header_.data_bytes()) {
            throw std::logic_error(formatted("tensor_writer: %zu bytes of %zu were given", written_, header_.data_bytes()));
        }
        header_.metadata[std::string(detail::metadata_checksum_key)] = detail::checksum_of_metadata(header_.metadata);
        file_.write_over_begin(to_bytes(header_));  // it is as long as before: a checksum always has eight digits
        file_.replace();
    }

private:
    detail::file_beside file_;
    safetensors_header header_;
    std::size_t tensor_ = 0, written_ = 0;
    crc32 checksum_;  ///< of the tensor that is being written
};

/// A reader of a file that a tensor_writer wrote. The constructor throws std::runtime_error, naming the path and the problem, if
/// the file cannot be read or its header is not valid. Only check_metadata() and check_tensors() compare the checksums.
class tensor_reader {
public:
    LOCKSTEP_COLD explicit tensor_reader(std::string const& path) : file_(path) {
        try {
            std::string first(std::min<std::size_t>(file_.size(), 9), '\0');
            file_.read(0, first);
            data_ = header_end(first, file_.size());
            std::string text(data_ - 8, '\0');
            file_.read(8, text);
            parse(text);
        } catch (std::runtime_error const& error) {
            refuse(error.what());
        }
    }

    safetensors_header const& header() const { return header_; }

    /// Returns whether the metadata have a checksum, as those of a tensor_writer have.
    bool has_checksum() const { return detail::count_checksums(header_.metadata) != 0; }

    /// Fills `to` with bytes of a tensor of the header, from byte `begin` of the tensor on. Throws std::runtime_error if they
    /// cannot be read.
    void read(tensor_place const& place, std::size_t begin, std::span<char> to) const {
        file_.read(data_ + place.begin + begin, to);
    }

    /// Throws std::runtime_error if the metadata or the name of a tensor have changed since they were written, or if the metadata
    /// or a tensor have no checksum.
    LOCKSTEP_COLD void check_metadata() const {
        try {
            detail::require_metadata_checksum(header_.metadata);
            for (tensor_place const& place : header_.tensors) {
                detail::find_tensor_checksum(header_.metadata, place.name);
            }
        } catch (std::runtime_error const& error) {
            refuse(error.what());
        }
    }

    /// Throws std::runtime_error if the bytes of a tensor have changed since they were written, or have no checksum.
    LOCKSTEP_COLD void check_tensors() const {
        try {
            for (tensor_place const& place : header_.tensors) {
                detail::require_tensor_checksum(header_.metadata, place.name, detail::checksum_text(checksum_of(place)));
            }
        } catch (std::runtime_error const& error) {
            refuse(error.what());
        }
    }

private:
    [[noreturn]] LOCKSTEP_COLD void refuse(std::string const& problem) const {
        throw std::runtime_error(problem.starts_with(file_.path()) ? problem : file_.path() + ": " + problem);
    }
    LOCKSTEP_COLD void parse(std::string const& text) {
        try {
            header_ = parse_safetensors_header(text, file_.size() - data_);
        } catch (std::runtime_error const& error) {
            refuse(formatted("%s; the file is damaged: use a copy of it", error.what()));
        }
    }
    LOCKSTEP_COLD crc32 checksum_of(tensor_place const& place) const {
        crc32 checksum;
        std::string piece;
        for (std::size_t begin = 0; begin < place.bytes(); begin += piece.size()) {
            piece.resize(std::min<std::size_t>(place.bytes() - begin, 1 << 18));
            read(place, begin, piece);
            checksum.add(piece);
        }
        return checksum;
    }

    readable_file file_;
    safetensors_header header_;
    std::size_t data_ = 0;  ///< where the bytes of the tensors begin
};

}  // namespace lockstep
