// SPDX-License-Identifier: MIT
#include <memory>
#include <string>
#include <type_traits>

#include <doctest/doctest.h>

#include <lockstep/core/function_ref.hpp>

namespace ls = lockstep;

namespace {

int twice(ls::function_ref<int(int)> function, int x) { return function(function(x)); }

struct counter {
    int operator()(int) { return 0; }  // not const
};

}  // namespace

TEST_CASE("a reference calls the function object itself") {
    int calls = 0;
    auto const add_three = [&](int x) {
        ++calls;
        return x + 3;
    };
    CHECK(twice(add_three, 1) == 7);
    CHECK(calls == 2);
}

TEST_CASE("a copy of a reference refers to the same function object") {
    int calls = 0;
    auto const count = [&] { ++calls; };
    ls::function_ref<void()> const first = count;
    ls::function_ref<void()> const second = first;
    second();
    CHECK(calls == 1);
}

TEST_CASE("a reference without a result drops that of the function") {
    int calls = 0;
    auto const count = [&] { return ++calls; };
    ls::function_ref<void()> const function = count;
    function();
    CHECK(calls == 1);
}

TEST_CASE("arguments and results are moved through, never copied") {
    auto const append = [](std::unique_ptr<std::string> text) {
        *text += "!";
        return text;
    };
    ls::function_ref<std::unique_ptr<std::string>(std::unique_ptr<std::string>)> const function = append;
    CHECK(*function(std::make_unique<std::string>("go")) == "go!");
}

TEST_CASE("a reference takes what can be called as a constant with these arguments") {
    CHECK(std::is_convertible_v<int (*)(int), ls::function_ref<int(int)>>);
    CHECK(std::is_convertible_v<short (*)(long), ls::function_ref<int(int)>>);
    CHECK(!std::is_convertible_v<counter, ls::function_ref<int(int)>>);
    CHECK(!std::is_convertible_v<int (*)(char const*), ls::function_ref<int(int)>>);
}
