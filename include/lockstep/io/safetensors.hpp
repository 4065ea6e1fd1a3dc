// SPDX-License-Identifier: MIT
// Tensors in a file, in the safetensors format (github.com/huggingface/safetensors, README, "Format"): the length of a
// header in eight bytes, the header as JSON, then the bytes of every tensor without gaps. Python reads and writes the same.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <lockstep/io/file.hpp>
#include <lockstep/io/json_reader.hpp>
#include <lockstep/io/tensor.hpp>

namespace lockstep {

static_assert(std::endian::native == std::endian::little, "lockstep: safetensors files are little-endian");

/// The content of a file.
struct safetensors {
    tensor_map tensors = {};
    std::map<std::string, std::string> metadata = {};
};

namespace detail {

inline std::string quote_json(std::string_view text) {
    constexpr std::string_view digits = "0123456789abcdef";
    std::string quoted = "\"";
    for (char const c : text) {
        if (auto const code = static_cast<unsigned char>(c); code < 0x20) {
            quoted += std::string("\\u00") + digits[code >> 4] + digits[code & 15];
        } else {
            quoted += (c == '"' || c == '\\') ? std::string{'\\', c} : std::string{c};
        }
    }
    return quoted + '"';
}

/// One entry of the header: a tensor and where its bytes lie, counted from the header's end.
struct safetensors_entry {
    std::string type = {};
    std::vector<std::size_t> shape = {};
    std::vector<std::size_t> offsets = {};

    static safetensors_entry read(json_reader& reader) {
        safetensors_entry entry;
        std::vector<std::string> members;
        reader.object([&](std::string const& key) {
            if (key == "dtype") {
                entry.type = reader.string();
            } else if (key == "shape") {
                reader.array([&] { entry.shape.push_back(reader.size()); });
            } else if (key == "data_offsets") {
                reader.array([&] { entry.offsets.push_back(reader.size()); });
            } else {
                reader.fail("the unknown member \"" + key + '"');
            }
            members.push_back(key);
        });
        std::ranges::sort(members);
        if (members != std::vector<std::string>{"data_offsets", "dtype", "shape"}) {
            reader.fail("a tensor without exactly one dtype, shape and data_offsets");
        }
        return entry;
    }
};

/// The bytes of the tensor that `entry` describes, which follow the `taken` bytes of those before it.
inline std::string_view safetensors_bytes(safetensors_entry const& entry, std::size_t taken, std::string_view data) {
    auto const type = std::ranges::find(tensor_types, entry.type, &tensor_type::name);
    if (type == tensor_types.end()) {
        throw std::runtime_error("has the unknown type \"" + entry.type + '"');
    }
    auto const size = byte_count(entry.shape, type->size);
    if (entry.offsets.size() != 2 || entry.offsets[0] != taken || entry.offsets[1] < taken || entry.offsets[1] - taken != size) {
        throw std::runtime_error("has the offsets " + shape_text(entry.offsets) + ", which do not fit its shape or its place");
    }
    if (entry.offsets[1] > data.size()) {
        throw std::runtime_error("ends behind the file, which is truncated");
    }
    return data.substr(taken, *size);
}

}  // namespace detail

/// The bytes of a file with this content.
inline std::string to_bytes(safetensors const& content) {
    std::string header = "{", data;
    if (!content.metadata.empty()) {
        header += "\"__metadata__\":{";
        for (auto const& [key, value] : content.metadata) {
            header += detail::quote_json(key) + ':' + detail::quote_json(value) + ',';
        }
        header.back() = '}';
        header += ',';
    }
    for (auto const& [name, tensor] : content.tensors) {
        std::size_t const begin = data.size();
        data += tensor.bytes;
        std::string shape;
        for (std::size_t const extent : tensor.shape) {
            shape += (shape.empty() ? "" : ",") + std::to_string(extent);
        }
        header += detail::quote_json(name) + ":{\"dtype\":\"" + tensor.type + "\",\"shape\":[" + shape + "],\"data_offsets\":[" +
                  std::to_string(begin) + ',' + std::to_string(data.size()) + "]},";
    }
    if (header.back() == ',') {
        header.pop_back();
    }
    header += '}';
    header.resize((header.size() + 7) / 8 * 8, ' ');  // the tensors then lie at multiples of eight bytes

    std::string bytes;
    for (int i = 0; i < 8; ++i) {
        bytes += static_cast<char>(std::uint64_t(header.size()) >> 8 * i & 0xff);
    }
    return bytes + header + data;
}

/// The content of a file with these bytes. Throws std::runtime_error if they are not exactly such a file.
inline safetensors parse_safetensors(std::string_view bytes) {
    if (bytes.size() < 8) {
        throw std::runtime_error("is no safetensors file: it has fewer than 8 bytes");
    }
    std::uint64_t header_size = 0;
    for (std::size_t i = 8; i-- > 0;) {
        header_size = header_size << 8 | static_cast<unsigned char>(bytes[i]);
    }
    bytes.remove_prefix(8);
    if (!bytes.starts_with('{')) {
        throw std::runtime_error("is no safetensors file: its header does not begin with '{'");
    }
    if (header_size > bytes.size()) {
        throw std::runtime_error("is truncated: its header has " + std::to_string(header_size) + " bytes, of which " +
                                 std::to_string(bytes.size()) + " are there");
    }
    std::string_view const data = bytes.substr(header_size);

    safetensors content;
    std::map<std::string, detail::safetensors_entry> entries;
    json_reader reader(bytes.substr(0, header_size));
    reader.object([&](std::string const& name) {
        if (name == "__metadata__") {
            reader.object([&](std::string const& key) {
                if (!content.metadata.emplace(key, reader.string()).second) {
                    reader.fail("the metadata \"" + key + "\" twice");
                }
            });
        } else if (!entries.emplace(name, detail::safetensors_entry::read(reader)).second) {
            reader.fail("the tensor \"" + name + "\" twice");
        }
    });
    reader.end();

    using item = std::pair<std::string, detail::safetensors_entry>;
    std::vector<item> in_order(entries.begin(), entries.end());
    std::ranges::stable_sort(in_order, {}, [](item const& i) { return i.second.offsets; });
    std::size_t taken = 0;
    for (auto const& [name, entry] : in_order) {
        try {
            std::string_view const part = detail::safetensors_bytes(entry, taken, data);
            content.tensors[name] = {entry.type, entry.shape, std::string(part)};
            taken += part.size();
        } catch (std::runtime_error const& error) {
            throw std::runtime_error("tensor \"" + name + "\" " + error.what());
        }
    }
    if (taken != data.size()) {
        throw std::runtime_error("has " + std::to_string(data.size() - taken) + " bytes behind its last tensor");
    }
    return content;
}

/// Replaces the file at `path`, wholly or not at all. Throws std::runtime_error, naming it, if it cannot be written.
inline void save_safetensors(std::filesystem::path const& path, safetensors const& content) { write_file(path, to_bytes(content)); }

/// Throws std::runtime_error, naming the path and the problem, unless there is a whole and valid file.
inline safetensors load_safetensors(std::filesystem::path const& path) {
    std::string const bytes = read_file(path);
    try {
        return parse_safetensors(bytes);
    } catch (std::runtime_error const& error) {
        throw std::runtime_error(path.string() + ": " + error.what());
    }
}

}  // namespace lockstep
