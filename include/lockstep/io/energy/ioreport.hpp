// SPDX-License-Identifier: MIT
// The energy that Apple's processors and the graphics in them use, as macOS counts it in IOReport. Its library, for which Apple
// publishes no header, is loaded while the program runs. This code has run with a library that the tests simulate, and not on
// Apple's hardware yet.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include <lockstep/core/formatted.hpp>
#include <lockstep/core/macros.hpp>
#include <lockstep/device/shared_library.hpp>

namespace lockstep {

/// A meter of the energy that all cores of Apple's processors and their graphics use together, the use of other programs
/// included. Memory and the neural engine are not included.
class ioreport {
public:
    LOCKSTEP_COLD explicit ioreport(std::string const& library = "/usr/lib/libIOReport.dylib",
                      std::string const& foundation = "/System/Library/Frameworks/CoreFoundation.framework/CoreFoundation")
        : library_(library), foundation_(foundation) {
        if (!is_there()) {
            absence_ = formatted("%s: cannot be loaded", (library_ ? foundation : library).c_str());
            return;
        }
        try {
            find_functions();
            subscribe();
        } catch (std::runtime_error const& error) {
            absence_ = error.what();
        }
    }

    /// Returns true if the libraries of macOS are loaded.
    bool is_there() const { return library_ && foundation_; }
    /// Returns the reason why no energy can be measured. The text is empty if energy can be measured.
    std::string const& absence() const { return absence_; }
    /// Returns the names of the counters: "CPU Energy, GPU Energy".
    std::string const& name() const { return name_; }

    /// Returns the energy (J) since this meter was made, or NaN if absence() is not empty or the counters cannot be read any
    /// more.
    LOCKSTEP_COLD double joules() {
        if (!absence_.empty()) {
            return std::nan("");
        }
        try {
            held now = sample();
            held const difference = require(subtract_(last_.get(), now.get(), nullptr), "IOReportCreateSamplesDelta");
            joules_ += read_counters(difference.get()).joules;
            last_ = std::move(now);
        } catch (std::runtime_error const& error) {
            absence_ = error.what();
        }
        return absence_.empty() ? joules_ : std::nan("");
    }

private:
    using object = void const*;  // of CoreFoundation
    struct release {
        void (*call)(object);
        void operator()(object held) const { call(held); }
    };
    using held = std::unique_ptr<void const, release>;
    static constexpr std::uint32_t utf8 = 0x08000100;
    static constexpr std::int64_t invalid = std::numeric_limits<std::int64_t>::min();  // kIOReportInvalidIntValue

    LOCKSTEP_COLD void find_functions() {
        release_ = foundation_["CFRelease"];
        create_text_ = foundation_["CFStringCreateWithCString"];
        get_text_ = foundation_["CFStringGetCString"];
        get_value_ = foundation_["CFDictionaryGetValue"];
        count_ = foundation_["CFArrayGetCount"];
        get_element_ = foundation_["CFArrayGetValueAtIndex"];
        find_channels_ = library_["IOReportCopyChannelsInGroup"];
        subscribe_ = library_["IOReportCreateSubscription"];
        sample_ = library_["IOReportCreateSamples"];
        subtract_ = library_["IOReportCreateSamplesDelta"];
        name_of_ = library_["IOReportChannelGetChannelName"];
        unit_of_ = library_["IOReportChannelGetUnitLabel"];
        number_of_ = library_["IOReportSimpleGetIntegerValue"];
    }

    LOCKSTEP_COLD void subscribe() {
        key_ = text("IOReportChannels");
        held const group = text("Energy Model");
        held const wanted = require(find_channels_(group.get(), nullptr, 0, 0, 0), "IOReportCopyChannelsInGroup");
        object channels = nullptr;
        subscription_ = require(subscribe_(nullptr, wanted.get(), &channels, 0, nullptr), "IOReportCreateSubscription");
        channels_ = require(channels, "IOReportCreateSubscription");
        last_ = sample();
        name_ = read_counters(last_.get()).names;
        if (name_.empty()) {
            throw std::runtime_error("IOReport: there is no counter of a processor's energy");
        }
    }

    LOCKSTEP_COLD held sample() const {
        return require(sample_(subscription_.get(), channels_.get(), nullptr), "IOReportCreateSamples");
    }

    struct counters {
        std::string names;
        double joules = 0;
    };
    /// Returns the sum over the channels of `samples` each of which is the sum of all cores, or of the graphics.
    LOCKSTEP_COLD counters read_counters(object samples) const {
        counters sum;
        object const channels = get_value_(samples, key_.get());
        for (long i = 0; channels != nullptr && i < count_(channels); ++i) {
            object const channel = get_element_(channels, i);
            std::string const counter = words(name_of_(channel));
            if (counter.ends_with("CPU Energy") || counter == "GPU Energy") {  // with two dies "DIE_0_CPU Energy"
                std::int64_t const value = number_of_(channel, nullptr);
                if (value == invalid) {
                    throw std::runtime_error("IOReport: the counter \"" + counter + "\" has no value");
                }
                sum.names += (sum.names.empty() ? "" : ", ") + counter;
                sum.joules += static_cast<double>(value) * unit(words(unit_of_(channel)));
            }
        }
        return sum;
    }

    LOCKSTEP_COLD static double unit(std::string_view label) {
        std::string_view const name = label.substr(0, label.find(' '));
        double const joules = name == "mJ" ? 1e-3 : name == "uJ" ? 1e-6 : name == "nJ" ? 1e-9 : 0;
        if (joules == 0) {
            throw std::runtime_error("IOReport: counts energy in \"" + std::string(label) + "\", which is not known");
        }
        return joules;
    }

    LOCKSTEP_COLD held require(object created, char const* function) const {
        if (created == nullptr) {
            throw std::runtime_error(formatted("IOReport: %s failed", function));
        }
        return held(created, {release_});
    }
    LOCKSTEP_COLD held text(char const* words) const {
        return require(create_text_(nullptr, words, utf8), "CFStringCreateWithCString");
    }
    LOCKSTEP_COLD std::string words(object text) const {
        char copied[128] = "";
        return text != nullptr && get_text_(text, copied, sizeof copied, utf8) != 0 ? copied : "";
    }

    shared_library library_, foundation_;
    void (*release_)(object) = nullptr;
    object (*create_text_)(object, char const*, std::uint32_t) = nullptr;
    unsigned char (*get_text_)(object, char*, long, std::uint32_t) = nullptr;
    object (*get_value_)(object, object) = nullptr;
    long (*count_)(object) = nullptr;
    object (*get_element_)(object, long) = nullptr;
    object (*find_channels_)(object, object, std::uint64_t, std::uint64_t, std::uint64_t) = nullptr;
    object (*subscribe_)(void*, object, object*, std::uint64_t, object) = nullptr;
    object (*sample_)(object, object, object) = nullptr;
    object (*subtract_)(object, object, object) = nullptr;
    object (*name_of_)(object) = nullptr;
    object (*unit_of_)(object) = nullptr;
    std::int64_t (*number_of_)(object, std::uint64_t*) = nullptr;
    held key_, subscription_, channels_, last_;
    std::string name_, absence_;
    double joules_ = 0;
};

}  // namespace lockstep
