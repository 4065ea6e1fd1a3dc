// SPDX-License-Identifier: MIT
// What a product comes to is tested where it runs: tests/device/opencl_kernels.cpp.
#include <cstddef>
#include <string>

#include <doctest/doctest.h>

#include <lockstep/kernel/text_world.hpp>
#include <lockstep/nn/products/dot.hpp>
#include <lockstep/nn/products/multiply.hpp>
#include <tests/kernel/statements.hpp>

namespace ls = lockstep;
using W = ls::text_world;

namespace {

std::size_t count(std::string const& text, std::string const& part) {
    std::size_t n = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
        ++n;
    }
    return n;
}

ls::written_pointer<ls::written_scalar> pointer(char const* name) {
    return ls::written_pointer<ls::written_scalar>::at(
        ls::kernel_writer::current().add({.text = name, .space = "LS_GLOBAL", .type = "float", .over = ls::spread::uniform}));
}

}  // namespace

TEST_CASE("products of all sizes call one function for each kind of memory, and one that begins at a matrix another") {
    ls::kernel_writer w(16);
    auto const p = pointer("p");
    ls::strided<W const> const m{p, 32};
    W::array<64> scratch;
    for (std::size_t const depth : {4, 5}) {
        ls::multiply<W>({.a = ls::scalars<W>::of(m), .b = m, .depth = depth, .out = {p, 32}}, 0, depth, 32);
    }
    CHECK(count(w.functions(), "LS_PROGRAM void ls_multiply_") == 1);
    ls::multiply<W>({.a = ls::scalars<W>::transposed(m), .b = m, .depth = 4, .out = {scratch + 0, 16}}, 0, 4, 16);
    CHECK(count(w.functions(), "LS_PROGRAM void ls_multiply_") == 2);
    ls::multiply<W>({.a = ls::scalars<W>::of(m), .b = m, .depth = 4, .out = {p, 32}, .start = m}, 0, 4, 16);
    CHECK(count(w.functions(), "LS_PROGRAM void ls_multiply_") == 3);
    CHECK(count(w.body(), "ls_multiply_ggg0(") == 2);
    CHECK(count(w.body(), "ls_multiply_ggs0(") == 1);
    CHECK(count(w.body(), "ls_multiply_gggg(") == 1);
}

TEST_CASE("dot products write whole packs between two barriers") {
    ls::kernel_writer w(16);
    auto const p = pointer("p");
    ls::strided<W const> const m{p, 32};
    ls::dot_rows<W>({.x = m, .weights = m, .bias = nullptr, .out = {p, 32}}, 16, 2, 32);
    ls::dot_rows<W>({.x = m, .weights = m, .bias = p, .out = {p, 32}}, 16, 2, 32);
    CHECK(count(w.functions(), "LS_DEFINE_DOT(ls_dot_gg, LS_GLOBAL, LS_GLOBAL)\n") == 1);
    CHECK(count(w.body(), "LS_BARRIER();") == 4);
    CHECK(count(w.body(), " + LS_N(0.0f), ") == 1);
    CHECK(count(w.body(), "LS_STORE(ls_dot_gg(") == 2);
}

TEST_CASE("a transposition reads after all lanes have written, and lanes read it after it has ended") {
    ls::kernel_writer w(16);
    auto const p = pointer("p"), q = pointer("q");
    ls::transpose(p, 32, q, 16);
    std::string const text = w.body();
    CHECK(text.find("    LS_BARRIER();\n    for (") == 0);
    CHECK(text.ends_with("    }\n    LS_BARRIER();\n"));
}
