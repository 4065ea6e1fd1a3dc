// SPDX-License-Identifier: MIT
// The printed text runs in lanes what the plain code runs one by one. printed.hpp is what the printer makes of the
// random kernels below; all their values are small integers, so every way to run them yields the same bits.
#include <filesystem>
#include <random>
#include <vector>

#include <doctest/doctest.h>

#include <lockstep/core/lanes.hpp>
#include <lockstep/program/lanes_header.hpp>
#include <lockstep/program/record.hpp>

#include <tests/program/printed.hpp>
#include <tests/program/random_kernel.hpp>
#include <tests/support/generated.hpp>

namespace ls = lockstep;
namespace text = ls::text;

namespace {

constexpr std::size_t row_count = 5;
constexpr std::uint32_t seeds[] = {98, 177, 225, 522};

template <class V>
void run(std::uint32_t seed, V* rows) {
    switch (seed) {
    case 98: return lockstep_test::printed::kernel_98(rows);
    case 177: return lockstep_test::printed::kernel_177(rows);
    case 225: return lockstep_test::printed::kernel_225(rows);
    default: return lockstep_test::printed::kernel_522(rows);
    }
}

/// Numbers that a loop says it may change, and does not: the program has their literals side by side.
template <ls::real R>
void never_changed(std::span<R> row) {
    R low(-2), high(16);
    ls::repeat_until(
        3, [&] { return ls::any(R(40) < row[0]); },
        [&] {
        row[1] = ls::select(low < high, row[0], row[1]);
        row[2] = ls::max(-low, row[2]);
        row[0] = row[0] + (low + high);
        },
        low, high, row);
}

/// As `run`, with numbers that wait in a frame and literals from a table.
template <class V>
void run_framed(std::uint32_t seed, V* rows) {
    switch (seed) {
    case 98: return lockstep_test::printed::framed_98(rows);
    case 177: return lockstep_test::printed::framed_177(rows);
    case 225: return lockstep_test::printed::framed_225(rows);
    default: return lockstep_test::printed::framed_522(rows);
    }
}

}  // namespace

TEST_CASE("the printed header is what the code records" * doctest::skip(support::other_constants)) {
    std::vector<ls::named_program> programs;
    for (std::uint32_t const seed : seeds) {
        programs.push_back({"kernel_" + std::to_string(seed), ls::record(row_count, [&](std::span<ls::recorded> row) {
                                lockstep_test::random_kernel<ls::recorded>{seed}(row);
                            })});
        ls::frame_limits const limits{.program = 0, .table = 0, .stretch = 3, .distance = 2, .overwritten = 2};
        programs.push_back({"framed_" + std::to_string(seed), programs.back().code, limits});
    }
    programs.push_back({"never_changed", ls::record(row_count, never_changed<ls::recorded>)});
    auto const path = std::filesystem::path(__FILE__).parent_path() / "printed.hpp";
    support::check_generated(path.string(),
                             ls::print_lanes_header(programs, "lockstep_test::printed", "tests/program/random_kernel.hpp"));
}

TEST_CASE_TEMPLATE("printed text equals plain code in every lane", R, float, ls::lanes<4>, ls::lanes<8>, ls::lanes<16>) {
    std::mt19937 draw(1);
    constexpr std::size_t width = ls::width_of<R>;
    for (std::uint32_t const seed : seeds) {
        CAPTURE(seed);
        for (int trial = 0; trial < 50; ++trial) {
            std::vector<R> rows(row_count);
            std::vector<std::vector<double>> plain(width, std::vector<double>(row_count));
            for (std::size_t row = 0; row < row_count; ++row) {
                float packed[width];
                for (std::size_t i = 0; i < width; ++i) {
                    plain[i][row] = static_cast<double>(draw() % 21) - 10;
                    packed[i] = static_cast<float>(plain[i][row]);
                }
                if constexpr (width == 1) {
                    rows[row] = packed[0];
                } else {
                    rows[row] = R::load(packed);
                }
            }
            std::vector<R> framed = rows;
            run(seed, text::rows(std::span<R>(rows)));
            run_framed(seed, text::rows(std::span<R>(framed)));
            for (std::size_t i = 0; i < width; ++i) {
                lockstep_test::random_kernel<double>{seed}(plain[i]);
                for (std::size_t row = 0; row < row_count; ++row) {
                    CHECK(ls::lane(rows[row], i) == static_cast<float>(plain[i][row]));
                    CHECK(ls::lane(framed[row], i) == static_cast<float>(plain[i][row]));
                }
            }
        }
    }
}

TEST_CASE_TEMPLATE("literals that meet no other number are printed for every lane", R, float, ls::lanes<4>, ls::lanes<16>) {
    std::vector<R> rows;
    std::vector<double> plain;
    for (int row = 0; row < static_cast<int>(row_count); ++row) {
        rows.push_back(R(static_cast<float>(row + 1)));
        plain.push_back(row + 1);
    }
    lockstep_test::printed::never_changed(text::rows(std::span<R>(rows)));
    never_changed(std::span<double>(plain));
    for (std::size_t row = 0; row < row_count; ++row) {
        CHECK(ls::lane(rows[row], ls::width_of<R> - 1) == static_cast<float>(plain[row]));
    }
}

TEST_CASE("a fused operation has its signs in its name, so that no operand is negated first") {
    ls::program const p = ls::record(7, [](std::span<ls::recorded> x) {
        x[3] = x[0] * x[1] + x[2];
        x[4] = x[1] - x[0] * x[2];
        x[5] = x[0] * x[0] - x[1];
        x[6] = -(x[1] * x[2] + x[0]);  // no product stands twice, as such a product is not fused
    });
    std::string const text = ls::print_lanes(p, "signs");
    for (char const* name : {"text::fma(", "text::fnma(", "text::fms(", "text::fnms("}) {
        CAPTURE(name);
        CHECK(text.find(name) != std::string::npos);
    }
    CHECK(text.find("-t") == std::string::npos);
}

TEST_CASE("only a long program has its registers in one region and a table of literals, and none that is short a frame") {
    auto const text_of = [](int multiplications, ls::frame_limits const& limits = {}) {
        return ls::print_lanes(ls::record(
                                   1,
                                   [&](std::span<ls::recorded> row) {
            ls::recorded const first = row[0] * ls::recorded(3);
            row[0] = first;
            for (int k = 2; k < multiplications; ++k) {
                row[0] = row[0] * row[0];
            }
            row[0] = row[0] * first;
                                   }),
                               "power", limits);
    };
    auto const begins_at = [&](std::size_t least, char const* sign) {
        CHECK(text_of(static_cast<int>(least) - 1).find(sign) == std::string::npos);
        CHECK(text_of(static_cast<int>(least)).find(sign) != std::string::npos);
    };
    begins_at(ls::long_program, "LOCKSTEP_LONG_RECORDED void power(V* rows)");
    begins_at(ls::framed_program, "V frame[");
    begins_at(ls::long_program, "float const* const literal = ");
    CHECK(text_of(3, {.region = 3}).find("LOCKSTEP_LONG_RECORDED") != std::string::npos);
    CHECK(text_of(3, {.region = 4}).find("LOCKSTEP_LONG_RECORDED") == std::string::npos);
}
