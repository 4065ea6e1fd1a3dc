// SPDX-License-Identifier: MIT
// A library like Apple's IOReport and CoreFoundation together, built by the system's compiler. Its counters grow by 2000 mJ of
// the cores and by 500,000,000 nJ of the graphics from one sample to the next.
#pragma once

#include <string>

#include <tests/support/temporary_folder.hpp>
#include <tests/support/temporary_library.hpp>

namespace lockstep_test {

class fake_ioreport {
public:
    /// From the sample number `failing` on, there is none. `flags` are more of the compiler.
    explicit fake_ioreport(int failing = 1000, std::string const& flags = "")
        : path_(support::compile_library(folder_, "enum { FAILING = " + std::to_string(failing) + " };\n" + text,
                                         "-shared -fPIC " + flags)) {}

    std::string const& path() const { return path_; }

private:
    static constexpr char const* text = R"(
#include <cstring>
#ifndef UNIT
#define UNIT "nJ"
#endif
#ifndef NAME
#define NAME "CPU Energy"
#endif
struct object { char const* text; long long number; };
static object channels[4];
static object const names[] = {{NAME, 0}, {"PCPU0", 0}, {"GPU Energy", 0}, {"DRAM", 0}};
static object const units[] = {{"mJ      ", 0}, {"mJ", 0}, {UNIT, 0}, {"mJ", 0}};
static int samples = 0;
static object* create(char const* text, long long number);
extern "C" {
int ioreport_objects = 0;
void CFRelease(object const* o) { --ioreport_objects; delete o; }
object const* CFStringCreateWithCString(void const*, char const* text, unsigned) { return create(text, 0); }
unsigned char CFStringGetCString(object const* o, char* to, long size, unsigned) {
    std::strncpy(to, o->text, size);
    return 1;
}
object const* CFDictionaryGetValue(object const* samples, object const* key) {
    if (std::strcmp(key->text, "IOReportChannels") != 0) return nullptr;
    long long const growth[] = {2000, 700, 500000000, 900};
    for (int i = 0; i < 4; ++i) channels[i].number = samples->number * growth[i];
    return channels;
}
long CFArrayGetCount(object const*) { return 4; }
object const* CFArrayGetValueAtIndex(object const* array, long i) { return array + i; }
object const* IOReportCopyChannelsInGroup(object const* group, object const*, unsigned long, unsigned long, unsigned long) {
    return std::strcmp(group->text, "Energy Model") == 0 ? create("wanted", 0) : nullptr;
}
object const* IOReportCreateSubscription(void*, object const*, object const** subscribed, unsigned long, object const*) {
    *subscribed = create("subscribed", 0);
    return create("subscription", 0);
}
object const* IOReportCreateSamples(object const*, object const*, object const*) {
    return samples >= FAILING ? nullptr : create("samples", ++samples);
}
object const* IOReportCreateSamplesDelta(object const* before, object const* now, object const*) {
    return create("difference", now->number - before->number);
}
object const* IOReportChannelGetChannelName(object const* channel) { return names + (channel - channels); }
object const* IOReportChannelGetUnitLabel(object const* channel) { return units + (channel - channels); }
#ifndef WITHOUT_NUMBERS
#ifndef INVALID_FROM
#define INVALID_FROM 1000
#endif
long long IOReportSimpleGetIntegerValue(object const* channel, unsigned long long* unit) {
    if (unit != nullptr) *unit = 0;
    return samples >= INVALID_FROM ? -9223372036854775807 - 1 : channel->number;
}
#endif
}
static object* create(char const* text, long long number) {
    ++ioreport_objects;
    return new object{text, number};
}
)";

    temporary_folder folder_;
    std::string path_;
};

}  // namespace lockstep_test
