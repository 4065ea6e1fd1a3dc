// SPDX-License-Identifier: MIT
// Tensors in a file, in the safetensors format (github.com/huggingface/safetensors, README, "Format"): the length of a
// header in eight bytes, the header as JSON, then the bytes of every tensor without gaps. Python reads and writes the same.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <lockstep/core/macros.hpp>
#include <lockstep/io/file.hpp>
#include <lockstep/io/formatted.hpp>
#include <lockstep/io/json_reader.hpp>
#include <lockstep/io/quote_json.hpp>
#include <lockstep/io/tensor.hpp>

namespace lockstep {

static_assert(std::endian::native == std::endian::little, "lockstep: safetensors files are little-endian");

/// The content of a file.
struct safetensors {
    tensor_map tensors = {};
    std::map<std::string, std::string> metadata = {};
};

namespace detail {

/// A tensor of the header without its bytes, which lie from offsets[0] to offsets[1] behind the header.
struct safetensors_entry {
    tensor described = {};
    std::vector<std::size_t> offsets = {};

    LOCKSTEP_COLD static safetensors_entry read(json_reader& reader) {
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
                reader.fail(formatted("the unknown member \"%s\"", key.c_str()));
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

/// Throws unless a tensor's bytes begin where those before it end and are as many as its type and shape say.
LOCKSTEP_COLD inline void check_place(safetensors_place const& place, std::size_t end_before) {
    std::string const& name = place.tensor->first;
    tensor const& tensor = place.tensor->second;
    auto const fail = [&](std::string const& problem) {
        throw std::runtime_error(formatted("tensor \"%s\" %s", name.c_str(), problem.c_str()));
    };
    auto const type = std::find_if(tensor_types.begin(), tensor_types.end(),
                                   [&](tensor_type const& known) { return known.name == tensor.type; });
    if (type == tensor_types.end()) {
        fail(formatted("has the unknown type \"%s\"", tensor.type.c_str()));
    }
    auto const size = byte_count(tensor.shape, type->size);
    if (place.begin != end_before || place.end < place.begin || place.end - place.begin != size) {
        fail(
            formatted("lies from byte %zu to %zu, which does not fit its shape or the tensor before it", place.begin, place.end));
    }
}

}  // namespace detail

/// The bytes of a file with this content.
LOCKSTEP_COLD inline std::string to_bytes(safetensors const& content) {
    std::string header = "{", data;
    if (!content.metadata.empty()) {
        header += "\"__metadata__\":{";
        for (auto const& [key, value] : content.metadata) {
            header += formatted("%s:%s,", quote_json(key).c_str(), quote_json(value).c_str());
        }
        header.back() = '}';
        header += ',';
    }
    for (auto const& [name, tensor] : content.tensors) {
        std::size_t const begin = data.size();
        data += tensor.bytes;
        std::string shape;
        for (std::size_t const extent : tensor.shape) {
            shape += formatted(shape.empty() ? "%zu" : ",%zu", extent);
        }
        header += formatted("%s:{\"dtype\":\"%s\",\"shape\":[%s],\"data_offsets\":[%zu,%zu]},", quote_json(name).c_str(),
                            tensor.type.c_str(), shape.c_str(), begin, data.size());
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
LOCKSTEP_COLD inline safetensors parse_safetensors(std::string_view bytes) {
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
        throw std::runtime_error(formatted("is truncated: its header has %llu bytes, of which %zu are there",
                                           static_cast<unsigned long long>(header_size), bytes.size()));
    }
    std::string_view const data = bytes.substr(header_size);

    safetensors content;
    std::vector<detail::safetensors_place> places;
    json_reader reader(bytes.substr(0, header_size));
    reader.object([&](std::string const& name) {
        if (name == "__metadata__") {
            reader.object([&](std::string const& key) {
                if (!content.metadata.emplace(key, reader.string()).second) {
                    reader.fail(formatted("the metadata \"%s\" twice", key.c_str()));
                }
            });
            return;
        }
        auto entry = detail::safetensors_entry::read(reader);
        auto const [tensor, is_new] = content.tensors.emplace(name, std::move(entry.described));
        if (!is_new) {
            reader.fail(formatted("the tensor \"%s\" twice", name.c_str()));
        }
        places.push_back({entry.offsets[0], entry.offsets[1], tensor});
    });
    reader.end();

    std::sort(places.begin(), places.end(), [](detail::safetensors_place const& a, detail::safetensors_place const& b) {
        return a.begin < b.begin || (a.begin == b.begin && a.end < b.end);
    });
    std::size_t end = 0;
    for (detail::safetensors_place const& place : places) {
        detail::check_place(place, end);
        end = place.end;
    }
    if (end > data.size()) {
        throw std::runtime_error(formatted("is truncated: %zu bytes are missing", end - data.size()));
    }
    if (end < data.size()) {
        throw std::runtime_error(formatted("has %zu bytes behind its last tensor", data.size() - end));
    }
    for (auto const& [begin, end_of_tensor, tensor] : places) {
        tensor->second.bytes = data.substr(begin, end_of_tensor - begin);
    }
    return content;
}

/// Replaces the file at `path`, wholly or not at all. Throws std::runtime_error, naming it, if it cannot be written.
inline void save_safetensors(std::string const& path, safetensors const& content) { write_file(path, to_bytes(content)); }

/// Throws std::runtime_error, naming the path and the problem, unless there is a whole and valid file.
LOCKSTEP_COLD inline safetensors load_safetensors(std::string const& path) {
    std::string const bytes = read_file(path);
    try {
        return parse_safetensors(bytes);
    } catch (std::runtime_error const& error) {
        throw std::runtime_error(formatted("%s: %s", path.c_str(), error.what()));
    }
}

}  // namespace lockstep
