// SPDX-License-Identifier: MIT
// The C++ library of Debian's WebAssembly has no exceptions: one that is thrown ends the program with its message.
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <typeinfo>

extern "C" void* __cxa_allocate_exception(std::size_t size) { return std::malloc(size); }
extern "C" [[noreturn]] void __cxa_throw(void* thrown, std::type_info*, void (*)(void*)) {
    std::fprintf(stderr, "%s\n", static_cast<std::exception*>(thrown)->what());  // the library throws no other
    std::exit(1);
}
