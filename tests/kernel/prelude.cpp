// SPDX-License-Identifier: MIT
#include <regex>
#include <set>
#include <string>

#include <doctest/doctest.h>

#include <lockstep/kernel/opencl_text.hpp>
#include <lockstep/kernel/prelude.hpp>

namespace ls = lockstep;

namespace {

std::set<std::string> names(std::string const& text, char const* pattern) {
    std::regex const name(pattern);
    std::set<std::string> result;
    for (std::sregex_iterator i(text.begin(), text.end(), name), end; i != end; ++i) {
        result.insert((*i)[1]);
    }
    return result;
}

}  // namespace

TEST_CASE("both forms of OpenCL define what the prelude asks of a language, and define the same") {
    auto const asked = names(std::string(ls::kernel_prelude) + ls::uniform_prelude, "\\b(LS_[A-Z0-9_]+)");
    CHECK(asked.size() > 10);
    ls::kernel_text const nothing{.name = "k", .functions = {}, .body = {}, .arguments = {}, .constants = {}};
    auto const items = names(ls::opencl_text(nothing, {}), "#define (LS_[A-Z0-9_]+)");
    auto const vectors = names(ls::opencl_text(nothing, {.vectors = true}), "#define (LS_[A-Z0-9_]+)");
    CHECK(items == vectors);
    for (std::string const& name : asked) {
        CAPTURE(name);
        CHECK(vectors.count(name) == 1);
    }
}

TEST_CASE("each function of a pack of numbers has one of what lanes share, except words") {
    auto const of_packs = names(ls::kernel_prelude, "LS_NUMBER (ls_[a-z_]+)\\(");
    auto const shared = names(ls::uniform_prelude, "float (ls_[a-z_]+)1\\(");
    CHECK(of_packs == std::set<std::string>{"ls_exponent", "ls_max", "ls_min", "ls_scale", "ls_flip_first_difference"});
    CHECK(shared == std::set<std::string>{"ls_exponent", "ls_max", "ls_min", "ls_scale"});
}
