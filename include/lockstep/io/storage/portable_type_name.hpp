// SPDX-License-Identifier: MIT
// The name of a type, the same for g++ and clang, for files that another compiler's program reads. It comes from the name that
// the Itanium C++ ABI gives to the type. core/type_name.hpp has the compiler's own spelling: clang leaves out arguments that are
// the defaults, g++ does not.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <memory>
#include <string>
#include <typeinfo>

#include <cxxabi.h>

#include <lockstep/core/macros.hpp>
#include <lockstep/core/type_name.hpp>

namespace lockstep {

namespace detail {

template <class T>
struct named_type {};  // T may be incomplete, and a type_info drops the const of a type

/// Returns the name of T, where `type` is named_type<T>.
LOCKSTEP_COLD inline std::string demangled_argument(std::type_info const& type) {
    int status = 0;
    std::unique_ptr<char, void (*)(void*)> const demangled(abi::__cxa_demangle(type.name(), nullptr, nullptr, &status),
                                                           std::free);
    std::string name = status == 0 ? demangled.get() : type.name();
    for (std::size_t at = name.find("> >"); at != name.npos; at = name.find("> >", at)) {
        name.erase(at + 1, 1);  // libraries differ in this space
    }
    std::size_t const begin = name.find('<') + 1;
    return begin == 0 ? name : name.substr(begin, name.size() - begin - 1);
}

}  // namespace detail

/// Returns the name of T with all its namespaces and template arguments, the same for g++ and clang. For example
/// "lockstep::hidden_layers<lockstep::tanh_activation, 64ul, 64ul>". With -fno-rtti the name is that of type_name.
template <class T>
std::string portable_type_name() {
#ifdef __GXX_RTTI
    return detail::demangled_argument(typeid(detail::named_type<T>));
#else
    return std::string(type_name<T>());
#endif
}

}  // namespace lockstep
