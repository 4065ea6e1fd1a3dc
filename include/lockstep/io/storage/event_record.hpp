// SPDX-License-Identifier: MIT
// Records of TensorBoard's event files: an Event (tensorflow/core/util/event.proto) between its length and its checksums
// (TFRecord).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include <lockstep/core/macros.hpp>
#include <lockstep/io/storage/crc32.hpp>
#include <lockstep/io/storage/protobuf.hpp>

namespace lockstep {

namespace detail {

/// Returns the CRC-32C of the bytes, changed as TFRecord requires it (masked), so that the bytes may contain checksums
/// themselves.
LOCKSTEP_COLD inline std::uint32_t masked_crc32c(std::string_view bytes) {
    crc32c checksum;
    checksum.add(bytes);
    std::uint32_t const value = checksum.value();
    return (value >> 15 | value << 17) + 0xa282ead8u;
}

inline constexpr std::size_t record_frame = 8 + 4 + 4;  ///< the bytes of a record besides its event

}  // namespace detail

/// The content of an event. Members that are empty, and a step of 0, are left out of the record.
struct tensorboard_event {
    double wall_time;  ///< seconds since 1970
    std::uint64_t step = 0;
    std::string_view version = {};  ///< of the file, in its first event
    protobuf summary = {};          ///< the values of the event
};

/// Returns the record of an event.
LOCKSTEP_COLD inline std::string event_record(tensorboard_event const& event) {
    protobuf message;
    message.number(1, event.wall_time);
    if (event.step != 0) {
        message.integer(2, event.step);
    }
    if (!event.version.empty()) {
        message.text(3, event.version);
    }
    if (!event.summary.bytes().empty()) {
        message.message(5, event.summary);
    }
    std::string const length = little_endian(std::uint64_t(message.bytes().size()));
    return length + little_endian(detail::masked_crc32c(length)) + message.bytes() +
           little_endian(detail::masked_crc32c(message.bytes()));
}

/// Adds a number to a summary, under the name `name`.
LOCKSTEP_COLD inline void add_scalar(protobuf& summary, std::string_view name, float number) {
    protobuf value;
    value.text(1, name);
    value.number(2, number);
    summary.message(1, value);
}

/// Adds the hyperparameters of a training, for TensorBoard's page HPARAMS. `start_of_session` is a SessionStartInfo
/// (tensorboard/plugins/hparams/plugin_data.proto): for each hyperparameter a field 1 that has its name in field 1 and a
/// google.protobuf.Value in field 2; the group's name in field 4; the time at which the session began in field 5, in seconds
/// since 1970.
LOCKSTEP_COLD inline void add_hyperparameters(protobuf& summary, protobuf const& start_of_session) {
    protobuf data, plugin, metadata, no_dimensions, no_tensor, value;
    data.message(3, start_of_session);
    plugin.text(1, "hparams");
    plugin.message(2, data);
    metadata.message(1, plugin);
    no_dimensions.text(2, "");
    no_tensor.integer(1, 1);  // DT_FLOAT
    no_tensor.message(2, no_dimensions);
    value.text(1, "_hparams_/session_start_info");
    value.message(8, no_tensor);
    value.message(9, metadata);
    summary.message(1, value);
}

/// Returns the byte of `file` at which the record that begins at byte `begin` ends, or 0 if no whole record begins there.
LOCKSTEP_COLD inline std::size_t end_of_record(std::string_view file, std::size_t begin) {
    auto const number = [&](std::size_t at, std::size_t bytes) {
        std::uint64_t value = 0;
        for (std::size_t i = 0; i < bytes; ++i) {
            value |= std::uint64_t(static_cast<unsigned char>(file[at + i])) << 8 * i;
        }
        return value;
    };
    if (file.size() - begin < detail::record_frame) {
        return 0;
    }
    std::uint64_t const length = number(begin, 8);
    if (number(begin + 8, 4) != detail::masked_crc32c(file.substr(begin, 8)) ||
        length > file.size() - begin - detail::record_frame) {
        return 0;
    }
    std::size_t const end = begin + 12 + static_cast<std::size_t>(length);
    bool const whole = number(end, 4) == detail::masked_crc32c(file.substr(begin + 12, end - begin - 12));
    return whole ? end + 4 : 0;
}

}  // namespace lockstep
