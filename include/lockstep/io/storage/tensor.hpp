// SPDX-License-Identifier: MIT
// Arrays of numbers with a name, a type and a shape known at run time, as files of weights contain them.
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <lockstep/core/formatted.hpp>
#include <lockstep/core/macros.hpp>

namespace lockstep {

/// A type of numbers: its name in files, and the size of one number in bytes.
struct tensor_type {
    std::string_view name;
    std::size_t size;
};
inline constexpr std::array<tensor_type, 11> tensor_types = {{{"BOOL", 1},
                                                              {"U8", 1},
                                                              {"I8", 1},
                                                              {"U16", 2},
                                                              {"I16", 2},
                                                              {"U32", 4},
                                                              {"I32", 4},
                                                              {"F32", 4},
                                                              {"U64", 8},
                                                              {"I64", 8},
                                                              {"F64", 8}}};

/// T models tensor_element if its values can be put in a tensor and read from it.
template <class T>
concept tensor_element =
    std::same_as<T, float> || std::same_as<T, double> || std::same_as<T, std::uint32_t> || std::same_as<T, std::uint64_t>;

/// The name of a C++ type in files.
template <tensor_element T>
inline constexpr std::string_view tensor_type_of = std::same_as<T, float>           ? "F32"
                                                   : std::same_as<T, double>        ? "F64"
                                                   : std::same_as<T, std::uint32_t> ? "U32"
                                                                                    : "U64";

/// Returns the product of the extents times `size`, or std::nullopt if the result is too large for std::size_t.
LOCKSTEP_COLD inline std::optional<std::size_t> byte_count(std::span<std::size_t const> shape, std::size_t size) {
    if (std::find(shape.begin(), shape.end(), std::size_t(0)) != shape.end()) {
        return 0;
    }
    for (std::size_t const extent : shape) {
        if (size > std::numeric_limits<std::size_t>::max() / extent) {
            return std::nullopt;
        }
        size *= extent;
    }
    return size;
}

/// Returns the shape as people write it: "[64, 17]".
LOCKSTEP_COLD inline std::string shape_text(std::span<std::size_t const> shape) {
    std::string text = "[";
    for (std::size_t const extent : shape) {
        text += formatted(text.size() == 1 ? "%zu" : ", %zu", extent);
    }
    return text + ']';
}

/// An array: the name of its type, its shape and its bytes, row-major and little-endian.
struct tensor {
    std::string type;
    std::vector<std::size_t> shape;
    std::string bytes;
};
using tensor_map = std::map<std::string, tensor>;
/// Texts under keys, as they stand beside the tensors of a file.
using metadata_map = std::map<std::string, std::string>;

/// Returns a tensor of these values. Throws std::invalid_argument if the number of values is not that of the shape.
template <tensor_element T>
LOCKSTEP_COLD tensor make_tensor(std::vector<std::size_t> shape, std::span<T const> values) {
    if (byte_count(shape, sizeof(T)) != values.size_bytes()) {
        throw std::invalid_argument(
            formatted("a tensor of shape %s cannot have %zu values", shape_text(shape).c_str(), values.size()));
    }
    std::string bytes(values.size_bytes(), '\0');
    std::copy_n(reinterpret_cast<char const*>(values.data()), bytes.size(), bytes.data());
    return {std::string(tensor_type_of<T>), std::move(shape), std::move(bytes)};
}

/// Throws std::runtime_error if the tensor `name` does not have the type `type` and the shape `shape`. The message has the types
/// and shapes that were found and expected.
LOCKSTEP_COLD inline void require_tensor(std::string const& name, std::string_view found_type,
                                         std::vector<std::size_t> const& found_shape, std::string_view type,
                                         std::vector<std::size_t> const& shape) {
    if (found_type != type || found_shape != shape) {
        std::string const found = std::string(found_type) + ' ' + shape_text(found_shape);
        throw std::runtime_error(formatted("tensor \"%s\" is %s, not %s %s", name.c_str(), found.c_str(),
                                           std::string(type).c_str(), shape_text(shape).c_str()));
    }
}

[[noreturn]] LOCKSTEP_COLD inline void refuse_missing_tensor(std::string const& name) {
    throw std::runtime_error(formatted("tensor \"%s\" is missing", name.c_str()));
}

/// Returns the tensor `name`. Throws std::runtime_error if the tensor is missing or has another type or shape.
LOCKSTEP_COLD inline tensor const& find_tensor(tensor_map const& tensors, std::string const& name, std::string_view type,
                                               std::vector<std::size_t> const& shape) {
    auto const found = tensors.find(name);
    if (found == tensors.end()) {
        refuse_missing_tensor(name);
    }
    tensor const& t = found->second;
    require_tensor(name, t.type, t.shape, type, shape);
    return t;
}

/// Copies the tensor `name` to `values`. Throws std::runtime_error if the tensor is missing, if it does not have this shape and
/// the type T, or if `values` has another number of elements.
template <tensor_element T>
LOCKSTEP_COLD void read_tensor(tensor_map const& tensors, std::string const& name, std::vector<std::size_t> const& shape,
                               std::span<T> values) {
    std::string const& bytes = find_tensor(tensors, name, tensor_type_of<T>, shape).bytes;
    if (bytes.size() != values.size_bytes()) {
        throw std::runtime_error(
            formatted("tensor \"%s\" has %zu bytes, not %zu", name.c_str(), bytes.size(), values.size_bytes()));
    }
    std::copy_n(bytes.data(), bytes.size(), reinterpret_cast<char*>(values.data()));
}

}  // namespace lockstep
