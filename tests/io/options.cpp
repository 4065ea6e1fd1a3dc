// SPDX-License-Identifier: MIT
#include <cstdint>

#include <doctest/doctest.h>

#include <lockstep/io/options.hpp>

namespace ls = lockstep;

namespace {

struct config {
    std::size_t environments = 1024;
    std::size_t steps = 10'000'000;
    float rate = 3e-4f;
    int shift = 0;
    std::string output = "half_cheetah";
    bool overwrite = false;
};

std::vector<ls::option<config>> const options = {
    {"environments", &config::environments, "how many run in lockstep"},
    {"steps", &config::steps, "how many are taken"},
    {"rate", &config::rate, "the learning rate"},
    {"shift", &config::shift, "any whole number"},
    {"output", &config::output, "the files' name without an ending"},
    {"overwrite", &config::overwrite, "whether files may be replaced"},
};

struct explained {
    std::size_t steps = 3;
    float rate = 0.5f;
};

template <class Visit>
constexpr void for_each_member(auto& of, Visit&& visit)
    requires std::same_as<std::remove_cvref_t<decltype(of)>, explained>
{
    visit("steps", of.steps);
    visit("rate", of.rate);
}

std::string_view help_of(explained const&, std::string_view member) {
    return member == "steps" ? "how many are taken" : "";
}

config parse(std::vector<char const*> arguments) {
    arguments.insert(arguments.begin(), "program");
    return ls::parse_options(static_cast<int>(arguments.size()), arguments.data(), options);
}

}  // namespace

TEST_CASE("defaults stand where nothing is said") {
    CHECK(parse({}).environments == 1024);
    CHECK(parse({"--steps", "5"}).output == "half_cheetah");
}

TEST_CASE("values are set, after a space or an equals sign") {
    config const chosen = parse({"--environments", "16", "--rate=0.001", "--output", "a b=c", "--shift", "-3"});
    CHECK(chosen.environments == 16);
    CHECK(chosen.rate == 0.001f);
    CHECK(chosen.output == "a b=c");
    CHECK(chosen.shift == -3);
    CHECK(parse({"--steps", "1", "--steps", "2"}).steps == 2);
}

TEST_CASE("an option that is true or false needs no value") {
    CHECK_FALSE(parse({}).overwrite);
    CHECK(parse({"--overwrite"}).overwrite);
    CHECK(parse({"--overwrite", "true"}).overwrite);
    CHECK_FALSE(parse({"--overwrite", "false"}).overwrite);
    CHECK_FALSE(parse({"--overwrite=false"}).overwrite);
    config const chosen = parse({"--overwrite", "--steps", "5"});
    CHECK(chosen.overwrite);
    CHECK(chosen.steps == 5);
    CHECK_THROWS_WITH_AS(parse({"--overwrite", "5"}), "option --overwrite takes true or false, not \"5\"", std::invalid_argument);
}

TEST_CASE("whole numbers may be written with an exponent") {
    CHECK(parse({"--steps", "5e6"}).steps == 5'000'000);
    CHECK(parse({"--steps", "1.5e3"}).steps == 1500);
    CHECK(parse({"--steps", "9007199254740993"}).steps == 9007199254740993u);
}

TEST_CASE("a value that an option cannot take is named with it") {
    for (char const* value : {"", "x", "-1", "1.5", "1e-1", "1e30", "5x", "nan", "inf", " 5", "99999999999999999999"}) {
        CAPTURE(value);
        std::string const quoted = '"' + std::string(value) + '"';
        CHECK_THROWS_WITH_AS(parse({"--steps", value}), doctest::Contains(quoted.c_str()), std::invalid_argument);
    }
    CHECK_THROWS_WITH_AS(parse({"--steps", "-1"}),
                         "option --steps takes a whole number from 0 to 18446744073709551615, not \"-1\"", std::invalid_argument);
    CHECK_THROWS_WITH_AS(parse({"--rate", "inf"}), "option --rate takes a number from -3.40282e+38 to 3.40282e+38, not \"inf\"",
                         std::invalid_argument);
    CHECK_THROWS_WITH_AS(parse({"--output", ""}), "option --output takes a text that is not empty, not \"\"",
                         std::invalid_argument);
    CHECK_THROWS_WITH_AS(parse({"--shift", "3000000000"}),
                         "option --shift takes a whole number from -2147483648 to 2147483647, not \"3000000000\"",
                         std::invalid_argument);
}

TEST_CASE("a value must follow") {
    CHECK_THROWS_WITH_AS(parse({"--steps"}), "option --steps lacks its value", std::invalid_argument);
}

TEST_CASE("an unknown option is named, and the nearest one suggested") {
    CHECK_THROWS_WITH_AS(parse({"--enviroments", "4"}), "unknown option --enviroments; did you mean --environments?",
                         std::invalid_argument);
    CHECK_THROWS_WITH_AS(parse({"--step=4"}), "unknown option --step; did you mean --steps?", std::invalid_argument);
    CHECK_THROWS_WITH_AS(parse({"steps"}), "unknown option steps; did you mean --steps?", std::invalid_argument);
    CHECK_THROWS_WITH_AS(parse({"--stesp"}), "unknown option --stesp; did you mean --steps?", std::invalid_argument);
    CHECK_THROWS_WITH_AS(parse({"--outptu"}), "unknown option --outptu; did you mean --output?", std::invalid_argument);
    for (char const* unlike : {"-o", "foo", "--", "--rise"}) {
        std::string const all = "unknown option " + std::string(unlike) + "; --help shows all";
        CHECK_THROWS_WITH_AS(parse({unlike, "x"}), all.c_str(), std::invalid_argument);
    }
}

TEST_CASE("an option that shares half of its letters is not suggested") {
    CHECK_THROWS_WITH_AS(ls::detail::refuse_option("--target_rate", {"--target_entropy"}),
                         "unknown option --target_rate; --help shows all", std::invalid_argument);
}

TEST_CASE("a program without options refuses them all") {
    char const* const arguments[] = {"program", "--steps"};
    CHECK_THROWS_WITH_AS(ls::parse_options<config>(2, arguments, {}), "unknown option --steps; there are none",
                         std::invalid_argument);
}

TEST_CASE("the help shows every option and its default") {
    std::string const help = ls::describe_options(options);
    CHECK(help.find("  --environments 1024           how many run in lockstep\n") != std::string::npos);
    CHECK(help.find("--output half_cheetah") != std::string::npos);
}

TEST_CASE("a long line of help goes on under itself") {
    struct one {
        int shift = 0;
    };
    std::string words;
    for (int i = 0; i < 40; ++i) {
        words += std::to_string(1000 + i) + (i < 39 ? " " : "");
    }
    std::vector<ls::option<one>> const long_one = {{"shift", &one::shift, words}, {"nothing_said", &one::shift, ""}};
    std::string const help = ls::describe_options(long_one);
    std::string joined, rest = help;
    std::size_t lines = 0;
    for (; !rest.empty(); ++lines) {
        std::string const line = rest.substr(0, rest.find('\n'));
        CHECK(line.size() <= 110);
        CHECK(line.back() != '\n');
        if (line.starts_with("  --nothing_said")) {
            break;
        }
        joined += (joined.empty() ? "" : " ") + line.substr(32);
        rest.erase(0, line.size() + 1);
    }
    CHECK(joined == words);
    CHECK(lines == 3);
    CHECK(help.ends_with("\n  --nothing_said 0\n"));
}

TEST_CASE("the members of an aggregate are explained by its help_of") {
    std::string const help = ls::describe_options(ls::options_of<explained>());
    CHECK(help == "  --steps 3                     how many are taken\n  --rate 0.5\n");
}

TEST_CASE("the distance between words counts the letters to change") {
    CHECK(ls::detail::edit_distance("kitten", "sitting") == 3);
    CHECK(ls::detail::edit_distance("", "abc") == 3);
    CHECK(ls::detail::edit_distance("same", "same") == 0);
}
