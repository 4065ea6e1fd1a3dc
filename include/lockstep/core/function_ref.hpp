// SPDX-License-Identifier: MIT
// A reference to a function object of any type. Code that takes one is compiled once, and not for each function.
#pragma once

#include <type_traits>
#include <utility>

namespace lockstep {

template <class Signature>
class function_ref;

/// Refers to a function object, which must outlive the reference. Calls it as a constant, as C++26's
/// std::function_ref<Signature const> does.
template <class Result, class... Arguments>
class function_ref<Result(Arguments...)> {
public:
    template <class Function>
        requires(!std::is_same_v<Function, function_ref> && std::is_object_v<Function> &&
                 std::is_invocable_r_v<Result, Function const&, Arguments...>)
    function_ref(Function const& function)
        : function_(&function), call_([](void const* object, Arguments... arguments) -> Result {
              return static_cast<Result>((*static_cast<Function const*>(object))(std::forward<Arguments>(arguments)...));
          }) {}

    Result operator()(Arguments... arguments) const { return call_(function_, std::forward<Arguments>(arguments)...); }

private:
    void const* function_;
    Result (*call_)(void const*, Arguments...);
};

}  // namespace lockstep
