// SPDX-License-Identifier: MIT
// pack_page MODULE WORKER PAGE OUTPUT: puts the module and the worker into the page, which then needs no other file.

#include <cstdio>
#include <exception>
#include <span>
#include <stdexcept>
#include <string>

#include <lockstep/io/file.hpp>
#include <lockstep/io/text/base64.hpp>

namespace ls = lockstep;

namespace {

void fill(std::string& page, std::string const& mark, std::string const& content) {
    std::size_t const place = page.find(mark);
    if (place == std::string::npos) {
        throw std::runtime_error("the page has no " + mark);
    }
    page.replace(place, mark.size(), content);
}

}  // namespace

int main(int argc, char** argv) try {
    if (argc != 5) {
        std::fprintf(stderr, "%s MODULE WORKER PAGE OUTPUT\n", argv[0]);
        return 2;
    }
    std::string page = ls::read_file(argv[3]);
    fill(page, "@WORKER@", ls::read_file(argv[2]));
    std::string const module = ls::read_file(argv[1]);
    fill(page, "@MODULE@", ls::base64(std::as_bytes(std::span(module))));
    ls::write_file(argv[4], page);
} catch (std::exception const& error) {
    std::fprintf(stderr, "%s: %s\n", argv[0], error.what());
    return 1;
}
