// SPDX-License-Identifier: MIT
// What a learner must have in common with a checkpoint from which it continues: types, the configuration and the numbers of the
// environment, all as text.
#pragma once

#include <concepts>
#include <cstddef>
#include <iterator>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>

#include <lockstep/core/formatted.hpp>
#include <lockstep/core/macros.hpp>
#include <lockstep/io/member_list.hpp>
#include <lockstep/io/members.hpp>
#include <lockstep/io/storage/portable_type_name.hpp>
#include <lockstep/io/storage/tensor.hpp>
#include <lockstep/version.hpp>

namespace lockstep {

inline constexpr std::string_view checkpoint_format = "lockstep.checkpoint.5";

namespace detail {

LOCKSTEP_COLD inline std::string library_version() {
    return formatted("%d.%d.%d", LOCKSTEP_VERSION_MAJOR, LOCKSTEP_VERSION_MINOR, LOCKSTEP_VERSION_PATCH);
}

struct ignore_member {
    void operator()(std::string_view, auto const&) const {}
};

template <class T>
concept textual = std::is_class_v<T> && (std::is_convertible_v<T const&, std::string> ||
                                         std::is_convertible_v<T const&, std::string_view>);
/// A range whose elements are of another type than the range. The elements of a std::filesystem::path are paths again, so their
/// text would never end.
template <class T>
concept list_of_others = requires(T const& value) {
    std::begin(value) != std::end(value);
    requires !std::same_as<std::remove_cvref_t<decltype(*std::begin(value))>, T>;
};
template <class T>
concept optional_value = requires(T const& value) {
    value.has_value();
    *value;
};
template <class T>
concept tuple_like = requires { std::tuple_size<T>::value; };

inline constexpr std::string_view not_compared = "not compared";

/// Calls add(name, text) for every number in `value`. If for_each_member(value, visit) names the members, a name is such as
/// "environment.dt". Otherwise names have the members' places: "environment.member_1" is the first member,
/// "environment.member_1[0]" the first element of an array. If the members cannot be read, it calls add("environment.members",
/// "not compared").
template <class T, class Add>
LOCKSTEP_COLD void add_numbers(std::string const& name, T const& value, Add const& add) {
    std::size_t place = 0;
    auto const add_member = [&](auto const& x) { add_numbers(formatted("%s.member_%zu", name.c_str(), ++place), x, add); };
    if constexpr (std::is_arithmetic_v<T>) {
        add(name, show_option(value));
    } else if constexpr (std::is_enum_v<T>) {
        add(name, show_option(static_cast<std::underlying_type_t<T>>(value)));
    } else if constexpr (requires { for_each_member(value, ignore_member()); }) {
        for_each_member(value, [&](std::string_view member, auto const& x) {
            add_numbers(formatted("%s.%.*s", name.c_str(), static_cast<int>(member.size()), member.data()), x, add);
        });
    } else if constexpr (textual<T>) {
        if constexpr (std::is_convertible_v<T const&, std::string>) {
            add(name, static_cast<std::string>(value));
        } else {
            add(name, std::string(static_cast<std::string_view>(value)));
        }
    } else if constexpr (list_of_others<T>) {
        for (auto const& x : value) {
            add_numbers(formatted("%s[%zu]", name.c_str(), place++), x, add);
        }
    } else if constexpr (optional_value<T>) {
        if (value.has_value()) {
            add_numbers(name, *value, add);
        } else {
            add(name, "none");
        }
    } else if constexpr (tuple_like<T>) {
        std::apply([&](auto const&... members) { (add_member(members), ...); }, value);
    } else if constexpr (member_count<T> > 0) {
        visit_members(value, add_member);
    } else if constexpr (!std::is_empty_v<T>) {
        add(name + ".members", std::string(not_compared));
    }
}

/// Returns, by their keys, the texts that must be the same in a checkpoint and in the learner that goes on from it. config.steps
/// is left out: a training may go on with more or fewer steps.
template <class Learner>
LOCKSTEP_COLD metadata_map checkpoint_identity(Learner const& learner) {
    metadata_map identity;
    auto const add = [&](std::string_view key, std::string_view value) LOCKSTEP_COLD {
        identity.emplace(std::string(key), std::string(value));
    };
    add("format", checkpoint_format);
    add("lockstep", library_version());
    add("learner", Learner::name);
    add("environment", portable_type_name<typename Learner::environment>());
    add("networks", portable_type_name<typename Learner::networks>());
    add("policy", Learner::policy_type::format);
    for (listed_member const& member : list_members(learner.config())) {
        if (member.name != "steps") {
            add("config." + std::string(member.name), member.type->show(member.address));
        }
    }
    add_numbers("environment", learner.env(), add);
    return identity;
}

[[noreturn]] LOCKSTEP_COLD inline void refuse_checkpoint(std::string const& path, std::string const& problem) {
    throw std::runtime_error(formatted("%s: %s", path.c_str(), problem.c_str()));
}

LOCKSTEP_COLD inline std::string const& find_metadata(std::string const& path, metadata_map const& metadata,
                                                      std::string_view key) {
    auto const found = metadata.find(std::string(key));
    if (found == metadata.end()) {
        refuse_checkpoint(path, formatted("is not a checkpoint of this learner: its %s is missing", std::string(key).c_str()));
    }
    return found->second;
}

LOCKSTEP_COLD inline void expect_metadata(std::string const& path, metadata_map const& metadata, std::string_view key,
                                          std::string_view value) {
    if (std::string const& saved = find_metadata(path, metadata, key); saved != value) {
        refuse_checkpoint(path, formatted("is a checkpoint of another training: its %s is \"%s\", not \"%s\"",
                                          std::string(key).c_str(), saved.c_str(), std::string(value).c_str()));
    }
}

/// Throws std::runtime_error if a file with this metadata is not a checkpoint of any version. A policy, for example, is none.
LOCKSTEP_COLD inline void expect_checkpoint(std::string const& path, metadata_map const& metadata) {
    std::string const& format = find_metadata(path, metadata, "format");
    if (!format.starts_with("lockstep.checkpoint.")) {
        refuse_checkpoint(path, formatted("is not a checkpoint: its format is \"%s\", not \"%s\"", format.c_str(),
                                          std::string(checkpoint_format).c_str()));
    }
}

LOCKSTEP_COLD inline void check_identity(std::string const& path, metadata_map const& metadata, metadata_map const& identity) {
    auto const expect = [&](std::string const& key, std::string const& value) { expect_metadata(path, metadata, key, value); };
    for (char const* key : {"format", "lockstep", "learner", "environment", "policy", "networks"}) {
        expect(key, identity.at(key));  // the coarse differences first, because they explain the finer ones
    }
    for (auto const& [key, value] : identity) {
        expect(key, value);
    }
    for (auto const& [key, value] : metadata) {  // a list in this environment may be shorter than in the checkpoint
        if ((key.starts_with("environment.") || key.starts_with("environment[")) && !identity.contains(key)) {
            refuse_checkpoint(path, formatted("is a checkpoint of another training: its %s is \"%s\", and here there is none",
                                              key.c_str(), value.c_str()));
        }
    }
}

}  // namespace detail

}  // namespace lockstep
