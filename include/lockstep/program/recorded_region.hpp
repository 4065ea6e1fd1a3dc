// SPDX-License-Identifier: MIT
// Records `when` as a region, at whose end phis choose the values, and `repeat_until` as a loop.
#pragma once

#include <concepts>
#include <cstddef>
#include <span>
#include <vector>

#include <lockstep/core/real.hpp>
#include <lockstep/program/recorded.hpp>

namespace lockstep {

namespace detail {

/// Returns pointers to the places of all numbers in `values`: numbers, masks, aggregates of numbers, or spans of numbers.
template <class... Values>
std::vector<int*> places(Values&... values) {
    std::vector<int*> result;
    [[maybe_unused]] auto const add = [&]<class Value>(Value& value) {
        if constexpr (std::same_as<Value, recorded> || std::same_as<Value, recorded_mask>) {
            result.push_back(&value.place);
        } else if constexpr (requires { std::span<recorded>(value); }) {
            for (recorded& x : std::span<recorded>(value)) {
                result.push_back(&x.place);
            }
        } else {
            for (recorded& x : numbers_of<recorded>(value)) {
                result.push_back(&x.place);
            }
        }
    };
    (add(values), ...);
    return result;
}

}  // namespace detail

template <class Body, class... Values>
void recorded_condition::when(Body&& body, Values&... values) const {
    builder& to = recording::current().to();
    to.check(place);
    if (to.is_truth(place)) {
        if (to.is_truth(place, true)) {
            body();
        }
        return;
    }
    std::vector<int*> const changed = detail::places(values...);
    std::vector<int> before;
    for (int const* value : changed) {
        to.check(*value);
        before.push_back(*value);
    }
    int const region = to.open({.op = operation::region_begin, .a = place});
    body();
    for (int const* value : changed) {
        to.check(*value);
    }
    to.close();
    for (std::size_t k = 0; k < changed.size(); ++k) {
        bool const is_free = to[before[k]].op == operation::undefined && to.is_constant(*changed[k]);
        if (to[*changed[k]].op == operation::undefined) {
            *changed[k] = before[k];
        } else if (*changed[k] != before[k] && !is_free) {  // a literal needs no phi if the value before is undefined
            *changed[k] = to.statement({.op = operation::phi, .a = *changed[k], .b = before[k], .c = region});
        }
    }
}

template <class Done, class Body, class... Values>
void recorded_condition::repeat_until(int cap, Done&& done, Body&& body, Values&... values) {
    if (cap <= 0) {
        return;
    }
    if (recording::current().options().unroll) {
        for (int pass = 0; pass < cap; ++pass) {
            (!done()).when(body, values...);
        }
        return;
    }
    builder& to = recording::current().to();
    std::vector<int*> const changed = detail::places(values...);
    int const loop = to.open({.op = operation::loop_begin, .value = static_cast<double>(cap)});
    std::vector<int> variables;
    for (int* value : changed) {
        to.check(*value);
        variables.push_back(*value = to.variable(*value));
    }
    recorded_condition const leave = done();
    to.check(leave.place);
    if (!to.is_truth(leave.place, false)) {
        to.statement({.op = operation::loop_break, .a = leave.place, .b = loop});
    }
    body();
    for (std::size_t k = 0; k < changed.size(); ++k) {
        to.check(*changed[k]);
        to.set_next(variables[k], *changed[k]);
        *changed[k] = variables[k];
    }
    to.close();
}

}  // namespace lockstep
