// SPDX-License-Identifier: MIT
// Whatever the text, reading MJCF ends in a robot or in a sentence. As a test this runs a corpus and mutations of it;
// with libFuzzer it searches: clang++ -std=c++20 -O1 -g -fsanitize=fuzzer,address,undefined -D LOCKSTEP_LIBFUZZER
// -I include -I . tests/fuzz/mjcf.cpp -o fuzz_mjcf && ./fuzz_mjcf -max_len=4096 NEW_FOLDER tests/data/mjcf
#ifndef LOCKSTEP_LIBFUZZER
#    include <doctest/doctest.h>
#endif

#include <algorithm>
#include <cfenv>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <lockstep/physics/compile.hpp>
#include <lockstep/physics/mjcf/read_mjcf.hpp>

namespace physics = lockstep::physics;

namespace {

enum class outcome { robot, refused, too_large, broken };

outcome read_anything(std::string_view text) {
    std::feclearexcept(FE_ALL_EXCEPT);
    try {
        std::vector<std::string> ignored;
        physics::robot const robot = physics::read_mjcf(text, &ignored);
        physics::model const model = physics::compile(robot);
        bool whole = model.bodies.size() > 0 && model.bodies.size() <= robot.bodies.size();
        for (double const x : model.initial_qpos) {
            whole = whole && std::isfinite(x);
        }
        for (physics::model::body const& b : model.bodies) {
            whole = whole && b.mass > 0 && std::isfinite(b.mass) && std::isfinite(b.inertia.xx);
        }
        return whole ? outcome::robot : outcome::broken;
    } catch (std::length_error const&) {
        return outcome::too_large;  // for the model's active-set words, which compile counts
    } catch (std::runtime_error const& error) {
        // At compile time a division by zero after the mistake would be the error in its place.
        bool const finite = std::fetestexcept(FE_DIVBYZERO | FE_INVALID | FE_OVERFLOW) == 0;
        return finite && std::string_view(error.what()).substr(0, 11) == "MJCF, line " ? outcome::refused : outcome::broken;
    } catch (std::invalid_argument const& error) {  // what shows once the mass matrix is known
        std::string_view const sentence = error.what();
        bool const known = sentence.find("without an armature it has no inertia") != sentence.npos ||
                           sentence.find("the centre of mass of neither can move") != sentence.npos;
        return known ? outcome::refused : outcome::broken;
    } catch (std::exception const&) {
        return outcome::broken;
    }
}

}  // namespace

#ifdef LOCKSTEP_LIBFUZZER

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    if (read_anything({reinterpret_cast<char const*>(data), size}) == outcome::broken) {
        std::abort();
    }
    return 0;
}

#else

namespace {

std::vector<std::string> read_corpus() {
    std::vector<std::filesystem::path> paths;
    for (auto const& entry : std::filesystem::directory_iterator(LOCKSTEP_TEST_DATA "/mjcf")) {
        paths.push_back(entry.path());
    }
    std::sort(paths.begin(), paths.end());
    std::vector<std::string> texts;
    for (auto const& path : paths) {
        std::ifstream file(path);
        texts.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
    }
    return texts;
}

class mutator {
public:
    explicit mutator(std::vector<std::string> const& corpus) : corpus_(corpus) {}

    std::string next() {
        std::string text = corpus_[below(corpus_.size())];
        for (std::size_t changes = 1 + below(3); changes > 0; --changes) {
            change(text);
        }
        return text;
    }

private:
    std::size_t below(std::size_t end) {
        state_ = state_ * 6364136223846793005u + 1442695040888963407u;
        return (state_ >> 33) % (end > 0 ? end : 1);
    }

    void change(std::string& text) {
        constexpr char const* words[] = {"0", "-1", "1e300",        "nan",   "",       "'", "\"",
                                         "<", "/>", "class='leg' ", "-1e15", "1e-200", "\n"};
        std::size_t const at = below(text.size()), length = below(40);
        std::string const& other = corpus_[below(corpus_.size())];
        switch (below(5)) {
        case 0: text.erase(at, length); break;
        case 1: text.insert(at, words[below(std::size(words))]); break;
        case 2: text.insert(at, other.substr(below(other.size()), length)); break;
        case 3: text.replace(at, 1, 1, static_cast<char>(below(256))); break;
        case 4: replace_value(text, at, words[below(std::size(words))]); break;
        }
    }

    // What most often still is XML.
    void replace_value(std::string& text, std::size_t at, std::string const& value) {
        std::size_t const open = text.find("=\"", at), close = open == text.npos ? text.npos : text.find('"', open + 2);
        if (close != text.npos) {
            text.replace(open + 2, close - open - 2, value);
        }
    }

    std::vector<std::string> const& corpus_;
    std::uint64_t state_ = 1;
};

}  // namespace

TEST_CASE("the corpus is read or refused") {
    auto const corpus = read_corpus();
    REQUIRE(corpus.size() >= 5);
    int robots = 0;
    for (std::string const& text : corpus) {
        outcome const result = read_anything(text);
        CHECK(result != outcome::broken);
        robots += result == outcome::robot ? 1 : 0;
    }
    CHECK(robots >= 4);
}

TEST_CASE("so are 30000 mutations of it") {
    auto const corpus = read_corpus();
    mutator mutate(corpus);
    int count[4] = {0, 0, 0, 0};
    for (int n = 0; n < 30000; ++n) {
        std::string const text = mutate.next();
        outcome const result = read_anything(text);
        ++count[static_cast<int>(result)];
        if (result == outcome::broken) {
            MESSAGE(text);
        }
    }
    CHECK(count[static_cast<int>(outcome::broken)] == 0);
    CHECK(count[static_cast<int>(outcome::robot)] > 1000);
    CHECK(count[static_cast<int>(outcome::refused)] > 1000);
}

#endif
