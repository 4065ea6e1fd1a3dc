// SPDX-License-Identifier: MIT
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <string>

#include <doctest/doctest.h>

#include <lockstep/core/math.hpp>
#include <lockstep/io/export/c_functions.hpp>
#include <lockstep/io/file.hpp>
#include <tests/support/temporary_folder.hpp>

namespace ls = lockstep;

TEST_CASE("exp, tanh and the square root are as exact as they say, for all numbers that layers meet") {
    lockstep_test::temporary_folder const here;
    std::string const body = "int main(void) {\n"
                             "    for (int i = -4000; i <= 4000; ++i) {\n"
                             "        const float x = 0.0225f * (float)i;\n"
                             "        printf(\"%.9g %.9g %.9g %.9g\\n\", (double)x, (double)@exp(x), (double)@tanh(x),\n"
                             "               (double)@square_root(@exp(x)));\n"
                             "    }\n"
                             "    return 0;\n"
                             "}\n";
    ls::write_file(here / "main.c", "#include <stdio.h>\n" + ls::with_functions(ls::detail::c_functions, body, "our_", "f"));
    char const* const compiler = std::getenv("CXX");
    std::string const build =
        std::string(compiler != nullptr ? compiler : "c++") + " -x c -std=c99 -O1 -Wall -Wextra -Werror main.c";
    REQUIRE(std::system(("cd '" + here.path().string() + "' && " + build + " -o main && ./main > out").c_str()) == 0);
    std::ifstream out(here / "out");
    double x = 0, exp = 0, tanh = 0, root = 0;
    int lines = 0;
    for (; out >> x >> exp >> tanh >> root; ++lines) {
        if (x > -87 && x < 88) {
            CHECK(std::abs(exp / std::exp(x) - 1) < 3e-7);
            CHECK(std::abs(root / std::sqrt(exp) - 1) < 3e-7);
        }
        CHECK(std::abs(tanh - static_cast<double>(ls::tanh(static_cast<float>(x)))) < 3e-7);
    }
    CHECK(lines == 8001);
}
