// SPDX-License-Identifier: MIT
// The world in which a kernel writes its own text.
#pragma once

#include <cstddef>
#include <cstring>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <lockstep/core/vector.hpp>
#include <lockstep/core/world.hpp>
#include <lockstep/kernel/written.hpp>
#include <lockstep/kernel/written_loop.hpp>
#include <lockstep/kernel/written_pointer.hpp>
#include <lockstep/kernel/written_products.hpp>
#include <lockstep/kernel/written_packs.hpp>
#include <lockstep/kernel/written_table.hpp>
#include <lockstep/kernel/written_traits.hpp>

namespace lockstep {

/// A member of a kernel that is a constant of the kernel's text. If the kernel is launched with another value of the member, its
/// text is written again.
template <class T>
struct written_constant : T {
    static_assert(std::is_trivially_copyable_v<T>, "lockstep: a constant of a kernel must be trivially copyable");

    written_constant() requires std::is_empty_v<T> = default;  // its one byte holds no value
    written_constant() : T(*reinterpret_cast<T const*>(kernel_writer::current().objects.constant_bytes(this, sizeof(T)))) {}
};
template <class T>
    requires(std::is_arithmetic_v<T> || std::is_enum_v<T>)
class written_constant<T> {
public:
    using constant_type = T;

    written_constant() { std::memcpy(&value_, kernel_writer::current().objects.constant_bytes(this, sizeof(T)), sizeof(T)); }
    operator T() const { return value_; }

private:
    T value_;
};

/// A 64-bit argument of a kernel, as two words.
struct alignas(8) written_seed {
    written_flag low, high;
};
inline vector<written_flag, 2> split_words(written_seed const& seed) { return {seed.low, seed.high}; }

/// The world in which a kernel writes its own text. Packs have 16 lanes on every device that compiles text, as with AVX-512, so
/// memory has the same layout. CUDA runs two packs in a warp of 32 threads.
struct text_world : written_products {
    using number = written_number;
    using scalar = written_scalar;
    using index = written_index;
    using flag = written_flag;
    using seed = written_seed;
    static constexpr std::size_t width = 16;
    static constexpr bool is_native = false;
    template <class T>
    using pointer = written_pointer<T>;
    template <class T>
    using constant = written_constant<T>;
    template <std::size_t N>
    using array = written_array<N>;

    static written_loop<written_index> range(written_index const& n) { return written_range(n); }
    static written_loop<written_index> downward(written_index const& n) { return written_range(n, true); }
    static written_loop<written_index> lanes() { return written_lanes(); }
    static written_loop<int> forever() { return written_forever(); }
    template <class T>
    static pointer<T> pointer_to(T& in_memory) {
        return written_pointer_to(in_memory);
    }
    /// Opens a loop from 0 to n - 1 and returns its range. The turns of the loop must be independent. If a pack has a team, the
    /// members of the team divide the turns.
    static written_loop<written_index> shared_range(written_index const& n) { return written_shared_range(n); }
    static void barrier() { kernel_writer::current().barrier(); }
};

/// Whether the kernel asks for a team, because matrix products are most of its work. Then a device whose lanes are threads gives
/// each pack more threads than lanes (kernel/prelude.hpp).
template <class Kernel>
inline constexpr bool has_team = requires { requires Kernel::has_team; };

template <>
struct detail::world_of_packs<written_number> {
    using type = text_world;
};

/// The part of a kernel's text that is the same for all devices.
struct kernel_text {
    std::string name;       ///< the name of the kernel, usually that of its functor's template (kernel_name)
    std::string functions;  ///< the functions and constant tables that `body` uses
    std::string body;       ///< the statements of the kernel; its variable `pack` is the number of the pack
    std::vector<kernel_argument> arguments;            ///< the members of the functor that `body` reads
    std::vector<bound_objects::byte_range> constants;  ///< bytes of the functor that the text depends on
    std::size_t scratch = 0;                           ///< the number of floats of scratch for each pack
    bool has_team = false;                             ///< whether a pack has a team on devices whose lanes are threads
};

/// A kernel whose type has a counterpart in every world: in<World> is the same kernel in that world.
template <class Kernel>
concept kernel_of_worlds = requires { typename Kernel::template in<text_world>; };

/// Returns the text of `kernel`, a functor over hosted_world. The text is written while C++ runs the same kernel once in
/// text_world. `name` becomes its name. Throws std::logic_error if a part of the kernel cannot be written as text. The message
/// says which part.
template <class Kernel>
LOCKSTEP_COLD kernel_text write_kernel(Kernel const& kernel, std::string const& name) {
    using functor = typename Kernel::template in<text_world>;
    static_assert(sizeof(functor) == sizeof(Kernel) && alignof(functor) == alignof(Kernel),
                  "lockstep: a kernel's members must be of its world's types (scalar, index, flag, seed, pointer, constant), so that "
                  "it lies alike in all worlds");
    kernel_writer writer(text_world::width, &kernel);
    functor const* const text = writer.objects.bind<functor>([&](bound_objects::leaf const& leaf) {
        std::string const argument = "a" + std::to_string(leaf.offset);
        writer.arguments.push_back({leaf.offset, leaf.type, leaf.is_pointer, leaf.is_constant, argument});
        return writer.add({.text = argument,
                           .space = leaf.is_pointer ? "LS_GLOBAL" : "",
                           .type = leaf.is_pointer ? leaf.type : "",
                           .over = spread::uniform});
    });
    (*text)(written_index::at(writer.add({.text = "pack", .over = spread::uniform})));
    body_text texts = writer.text();
    std::erase_if(writer.arguments, [&](kernel_argument const& a) { return !detail::has_word(texts.statements, a.name); });
    return {name,           std::move(texts.functions), std::move(texts.statements), writer.arguments, writer.objects.constants,
            texts.scratch,  has_team<Kernel>};
}

}  // namespace lockstep
