// SPDX-License-Identifier: MIT
#include <lockstep/io/storage/file_suffix.hpp>

#include <stdexcept>
#include <string>

#include <doctest/doctest.h>

namespace ls = lockstep;

TEST_CASE("a path may have its own suffix, one that is not known, or none") {
    for (char const* path : {"run.csv", "run.txt", "run", "graph", "of.json/run", "run.html.csv", "run.csv.gz", ".csv", ""}) {
        CHECK(ls::check_suffix(path, ".csv") == path);
    }
}

TEST_CASE("the suffix of another kind of file is an error that says what the file would hold") {
    CHECK_THROWS_WITH_AS(
        ls::check_suffix("out/run.png", ".html"),
        "out/run.png: cannot be written: .png is the suffix of a PNG picture, and the file would hold a page (.html)",
        std::invalid_argument);
    for (std::string const suffix : {".policy", ".checkpoint", ".onnx", ".h", ".js", ".html", ".svg", ".csv", ".json"}) {
        for (std::string const other :
             {".policy", ".checkpoint", ".onnx", ".h", ".js", ".html", ".svg", ".csv", ".json", ".png"}) {
            CAPTURE(other);
            if (other == suffix) {
                CHECK(ls::check_suffix("run" + other, suffix) == "run" + other);
            } else {
                CHECK_THROWS_AS(ls::check_suffix("run" + other, suffix), std::invalid_argument);
            }
        }
    }
}
