// SPDX-License-Identifier: MIT
// The header of a safetensors file (github.com/huggingface/safetensors, README, "Format"): its length in eight bytes, then as
// JSON the type, the shape and the place of each tensor, and texts under keys. The bytes of the tensors follow without gaps.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <lockstep/core/formatted.hpp>
#include <lockstep/core/macros.hpp>
#include <lockstep/io/storage/tensor.hpp>
#include <lockstep/io/text/json_reader.hpp>
#include <lockstep/io/text/quote_json.hpp>

namespace lockstep {

static_assert(std::endian::native == std::endian::little, "lockstep: safetensors files are little-endian");

/// A tensor without its bytes. Its bytes in the file are [begin, end), counted from the end of the header.
struct tensor_place {
    std::string name, type;
    std::vector<std::size_t> shape;
    std::size_t begin = 0, end = 0;

    std::size_t bytes() const { return end - begin; }
};

/// The content of a header: the tensors in the order of their bytes, and texts.
struct safetensors_header {
    std::vector<tensor_place> tensors = {};
    metadata_map metadata = {};

    /// Returns the number of bytes of all tensors together.
    std::size_t data_bytes() const { return tensors.empty() ? 0 : tensors.back().end; }
    /// Returns the tensor `name`, or null if there is none.
    LOCKSTEP_COLD tensor_place const* find(std::string_view name) const {
        for (tensor_place const& place : tensors) {
            if (place.name == name) {
                return &place;
            }
        }
        return nullptr;
    }
};

namespace detail {

LOCKSTEP_COLD inline tensor_place read_tensor_place(std::string const& name, json_reader& reader) {
    tensor_place place{.name = name, .type = {}, .shape = {}};
    std::vector<std::size_t> offsets;
    std::set<std::string> members;
    reader.object([&](std::string const& key) LOCKSTEP_COLD {
        if (!members.insert(key).second) {
            reader.fail("a member twice");
        }
        if (key == "dtype") {
            place.type = reader.string();
        } else if (key == "shape") {
            reader.array([&] { place.shape.push_back(reader.size()); });
        } else if (key == "data_offsets") {
            reader.array([&] { offsets.push_back(reader.size()); });
        } else {
            reader.fail(formatted("the unknown member \"%s\"", key.c_str()));
        }
    });
    if (members.size() != 3 || offsets.size() != 2) {
        reader.fail("a tensor without its dtype, its shape or two data_offsets");
    }
    place.begin = offsets[0];
    place.end = offsets[1];
    return place;
}

/// Throws std::runtime_error if a tensor has an unknown type, does not begin at `end_before`, where the tensor before it ends, or
/// does not have as many bytes as its type and shape require.
LOCKSTEP_COLD inline void check_place(tensor_place const& place, std::size_t end_before) {
    auto const fail = [&](std::string const& problem) {
        throw std::runtime_error(formatted("tensor \"%s\" %s", place.name.c_str(), problem.c_str()));
    };
    auto const type = std::find_if(tensor_types.begin(), tensor_types.end(),
                                   [&](tensor_type const& known) { return known.name == place.type; });
    if (type == tensor_types.end()) {
        fail(formatted("has the unknown type \"%s\"", place.type.c_str()));
    }
    auto const size = byte_count(place.shape, type->size);
    if (place.begin != end_before || place.end < place.begin || place.bytes() != size) {
        fail(
            formatted("lies from byte %zu to %zu, which does not fit its shape or the tensor before it", place.begin, place.end));
    }
}

/// Sorts tensors by the places of their bytes. The C library sorts their begins, ends and indices, as a std::sort is long code.
LOCKSTEP_COLD inline void sort_by_place(std::vector<tensor_place>& tensors) {
    if (tensors.empty()) {
        return;  // std::qsort takes no null
    }
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < tensors.size(); ++i) {
        order.push_back(tensors[i].begin);
        order.push_back(tensors[i].end);
        order.push_back(i);
    }
    std::qsort(order.data(), tensors.size(), 3 * sizeof(std::size_t), [](void const* left, void const* right) {
        auto const *const a = static_cast<std::size_t const*>(left), *const b = static_cast<std::size_t const*>(right);
        int k = 0;
        while (k < 2 && a[k] == b[k]) {
            ++k;
        }
        return (a[k] > b[k]) - (a[k] < b[k]);
    });
    std::vector<tensor_place> sorted;
    for (std::size_t i = 2; i < order.size(); i += 3) {
        sorted.push_back(std::move(tensors[order[i]]));
    }
    tensors.swap(sorted);
}

}  // namespace detail

/// Returns the bytes of a file up to its first tensor.
LOCKSTEP_COLD inline std::string to_bytes(safetensors_header const& header) {
    std::string text = "{";
    if (!header.metadata.empty()) {
        text += "\"__metadata__\":{";
        for (auto const& [key, value] : header.metadata) {
            text += formatted("%s:%s,", quote_json(key).c_str(), quote_json(value).c_str());
        }
        text.back() = '}';
        text += ',';
    }
    for (tensor_place const& place : header.tensors) {
        std::string shape;
        for (std::size_t const extent : place.shape) {
            shape += formatted(shape.empty() ? "%zu" : ",%zu", extent);
        }
        text += formatted("%s:{\"dtype\":\"%s\",\"shape\":[%s],\"data_offsets\":[%zu,%zu]},", quote_json(place.name).c_str(),
                          place.type.c_str(), shape.c_str(), place.begin, place.end);
    }
    if (text.back() == ',') {
        text.pop_back();
    }
    text += '}';
    text.resize((text.size() + 7) / 8 * 8, ' ');  // so that the tensors begin at a multiple of eight bytes

    std::string bytes;
    for (int i = 0; i < 8; ++i) {
        bytes += static_cast<char>(std::uint64_t(text.size()) >> 8 * i & 0xff);
    }
    return bytes + text;
}

/// Returns the byte at which the first tensor begins in a file of `file_bytes` bytes. `first_bytes` must have at least the first
/// nine bytes of the file, or all if there are fewer. Throws std::runtime_error if the file is no safetensors file.
LOCKSTEP_COLD inline std::size_t header_end(std::string_view first_bytes, std::size_t file_bytes) {
    if (first_bytes.size() < 8) {
        throw std::runtime_error("is no safetensors file: it has fewer than 8 bytes");
    }
    std::uint64_t header_size = 0;
    for (std::size_t i = 8; i-- > 0;) {
        header_size = header_size << 8 | static_cast<unsigned char>(first_bytes[i]);
    }
    if (!first_bytes.substr(8).starts_with('{')) {
        throw std::runtime_error("is no safetensors file: its header does not begin with '{'");
    }
    if (header_size > file_bytes - 8) {
        throw std::runtime_error(formatted("is truncated: its header has %llu bytes, of which %zu are there",
                                           static_cast<unsigned long long>(header_size), file_bytes - 8));
    }
    return 8 + static_cast<std::size_t>(header_size);
}

/// Returns the header with this JSON text. Throws std::runtime_error if the text is not valid, or if it does not describe exactly
/// `data_bytes` bytes of tensors.
LOCKSTEP_COLD inline safetensors_header parse_safetensors_header(std::string_view text, std::size_t data_bytes) {
    safetensors_header header;
    std::set<std::string> names;
    json_reader reader(text);
    reader.object([&](std::string const& name) LOCKSTEP_COLD {
        if (name == "__metadata__") {
            reader.object([&](std::string const& key) LOCKSTEP_COLD {
                if (!header.metadata.emplace(std::string(key), reader.string()).second) {
                    reader.fail(formatted("the metadata \"%s\" twice", key.c_str()));
                }
            });
            return;
        }
        header.tensors.push_back(detail::read_tensor_place(name, reader));
        if (!names.insert(name).second) {
            reader.fail(formatted("the tensor \"%s\" twice", name.c_str()));
        }
    });
    reader.end();

    detail::sort_by_place(header.tensors);
    std::size_t end = 0;
    for (tensor_place const& place : header.tensors) {
        detail::check_place(place, end);
        end = place.end;
    }
    if (end > data_bytes) {
        throw std::runtime_error(formatted("is truncated: %zu bytes are missing", end - data_bytes));
    }
    if (end < data_bytes) {
        throw std::runtime_error(formatted("has %zu bytes after its last tensor", data_bytes - end));
    }
    return header;
}

}  // namespace lockstep
