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

/// A tensor of the header without its bytes, which lie from offsets[0] to offsets[1] behind the header.
struct safetensors_entry {
    tensor described = {};
    std::vector<std::size_t> offsets = {};

    static safetensors_entry read(json_reader& reader) {
        safetensors_entry entry;
        bool type = false, shape = false, offsets = false;
        auto const first = [&](bool& seen) {
            if (std::exchange(seen, true)) {
                reader.fail("a member twice");
            }
        };
        reader.object([&](std::string const& key) {
            if (key == "dtype") {
                first(type);
                entry.described.type = reader.string();
            } else if (key == "shape") {
                first(shape);
                reader.array([&] { entry.described.shape.push_back(reader.size()); });
            } else if (key == "data_offsets") {
                first(offsets);
                reader.array([&] { entry.offsets.push_back(reader.size()); });
            } else {
                reader.fail("the unknown member \"" + key + '"');
            }
        });
        if (!type || !shape || !offsets || entry.offsets.size() != 2) {
            reader.fail("a tensor without its dtype, its shape or two data_offsets");
        }
        return entry;
    }
};

/// Where a tensor's bytes lie.
struct safetensors_place {
    std::size_t begin, end;
    tensor_map::iterator tensor;
};

/// Takes the bytes of a tensor, which must be the next of `data` and as many as its type and shape say.
inline void take_bytes(safetensors_place const& place, std::size_t taken, std::string_view data) {
    auto& [name, tensor] = *place.tensor;
    auto const fail = [&](std::string const& problem) { throw std::runtime_error("tensor \"" + name + "\" " + problem); };
    auto const type = std::ranges::find(tensor_types, tensor.type, &tensor_type::name);
    if (type == tensor_types.end()) {
        fail("has the unknown type \"" + tensor.type + '"');
    }
    auto const size = byte_count(tensor.shape, type->size);
    if (place.begin != taken || place.end < place.begin || place.end - place.begin != size) {
        fail("lies from byte " + std::to_string(place.begin) + " to " + std::to_string(place.end) +
             ", which does not fit its shape or the tensor before it");
    }
    if (place.end > data.size()) {
        fail("is truncated");
    }
    tensor.bytes = data.substr(place.begin, *size);
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
            shape.append(shape.empty() ? "" : ",").append(std::to_string(extent));
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
    std::vector<detail::safetensors_place> places;
    json_reader reader(bytes.substr(0, header_size));
    reader.object([&](std::string const& name) {
        if (name == "__metadata__") {
            reader.object([&](std::string const& key) {
                if (!content.metadata.emplace(key, reader.string()).second) {
                    reader.fail("the metadata \"" + key + "\" twice");
                }
            });
            return;
        }
        auto entry = detail::safetensors_entry::read(reader);
        auto const [tensor, is_new] = content.tensors.emplace(name, std::move(entry.described));
        if (!is_new) {
            reader.fail("the tensor \"" + name + "\" twice");
        }
        places.push_back({entry.offsets[0], entry.offsets[1], tensor});
    });
    reader.end();

    std::ranges::sort(places, [](auto const& a, auto const& b) { return a.begin < b.begin || (a.begin == b.begin && a.end < b.end); });
    std::size_t taken = 0;
    for (detail::safetensors_place const& place : places) {
        detail::take_bytes(place, taken, data);
        taken = place.end;
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
