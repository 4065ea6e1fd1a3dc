// SPDX-License-Identifier: MIT
// The kernels that a device has compiled so far: one for each type of functor and each value of its constant members.
#pragma once

#include <cstddef>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>
#include <typeindex>
#include <unordered_map>
#include <utility>
#include <vector>

#include <lockstep/core/holds.hpp>
#include <lockstep/core/macros.hpp>
#include <lockstep/core/type_name.hpp>
#include <lockstep/kernel/text_world.hpp>

namespace lockstep {

/// Returns the name of a functor's template, such as "advantage_pass" for lockstep::advantage_pass<...>.
template <class Kernel>
std::string kernel_name() {
    std::string_view const type = type_name<Kernel>();
    std::string_view const whole = type.substr(0, type.find('<'));
    return std::string(whole.substr(whole.rfind(':') + 1));
}

/// The kernels that a device has compiled. Compiled is the type of the device's result of compiling a kernel's text. At most one
/// thread may use an object of this type at a time.
template <class Compiled>
class launched_kernels {
public:
    /// Returns the result of compile(text) for this kernel. compile is called only for the first kernel of its type with these
    /// values of constant members. The reference is valid until the next find(). Throws what write_kernel or compile throws.
    template <class Kernel, class Compile>
    Compiled& find(Kernel const& kernel, Compile&& compile) {
        static_assert(
            holds(kernel_of_worlds<Kernel>),
            "lockstep: a device that compiles text needs kernels that are functors over a world, with  template <class World> "
            "using in = ...;  as those of envs/environments.hpp: the text of a lambda is not known");
        static_assert(holds(std::is_trivially_copyable_v<Kernel>), "lockstep: a kernel must be trivially copyable");
        auto const* const bytes = reinterpret_cast<std::byte const*>(&kernel);
        auto& known = by_type_[std::type_index(typeid(Kernel))];
        for (entry& e : known) {
            if (e.is_of(bytes)) {
                return e.compiled;
            }
        }
        kernel_text const text = text_of(kernel);
        entry made{.constants = text.constants, .values = {}, .compiled = compile(text)};
        for (auto const& range : text.constants) {
            made.values.insert(made.values.end(), bytes + range.offset, bytes + range.offset + range.size);
        }
        known.push_back(std::move(made));
        return known.back().compiled;
    }

private:
    template <class Kernel>
    static kernel_text text_of(Kernel const& kernel) {
        if constexpr (kernel_of_worlds<Kernel>) {
            return write_kernel(kernel, kernel_name<Kernel>());
        } else {
            return {};  // so that the assertion in find() is the only error
        }
    }

    struct entry {
        std::vector<bound_objects::byte_range> constants;
        std::vector<std::byte> values;
        Compiled compiled;

        bool is_of(std::byte const* kernel) const {
            std::byte const* value = values.data();
            for (auto const& range : constants) {
                if (std::memcmp(kernel + range.offset, value, range.size) != 0) {
                    return false;
                }
                value += range.size;
            }
            return true;
        }
    };
    std::unordered_map<std::type_index, std::vector<entry>> by_type_;
};

}  // namespace lockstep
