// SPDX-License-Identifier: MIT
// A library like NVIDIA's NVML with the cards that the test states, built by the system's compiler. A card's counter grows by
// 1500 mJ at each reading.
#pragma once

#include <string>

#include <tests/support/temporary_folder.hpp>
#include <tests/support/temporary_library.hpp>

namespace lockstep_test {

class fake_nvml {
public:
    /// `energy_result` is that of the third and later readings of a counter, `flags` are more of the compiler.
    explicit fake_nvml(int cards, int initialize_result = 0, int energy_result = 0, std::string const& flags = "")
        : path_(support::compile_library(folder_,
                                         "enum { CARDS = " + std::to_string(cards) +
                                             ", INITIALIZE = " + std::to_string(initialize_result) +
                                             ", ENERGY = " + std::to_string(energy_result) + " };\n" + text,
                                         "-shared -fPIC " + flags)) {}

    std::string const& path() const { return path_; }

private:
    static constexpr char const* text = R"(
struct card { unsigned long long millijoules; int readings; };
static card cards[8];
extern "C" {
int nvml_users = 0;
int nvmlInit_v2() { nvml_users += INITIALIZE == 0; return INITIALIZE; }
int nvmlShutdown() { --nvml_users; return 0; }
int nvmlDeviceGetCount_v2(unsigned* count) { *count = CARDS; return 0; }
int nvmlDeviceGetHandleByIndex_v2(unsigned i, card** handle) { *handle = &cards[i]; return i < CARDS ? 0 : 2; }
int nvmlDeviceGetName(card* c, char* name, unsigned) {
    char const text[] = "card 0";
    for (int i = 0; i < 7; ++i) name[i] = text[i];
    name[5] += (char)(c - cards);
    return 0;
}
#ifndef WITHOUT_ENERGY
int nvmlDeviceGetTotalEnergyConsumption(card* c, unsigned long long* energy) {
    *energy = c->millijoules += 1500;
#ifdef LACKING
    if (c - cards == LACKING) return 3;
#endif
    return ++c->readings < 3 ? 0 : ENERGY;
}
#endif
char const* nvmlErrorString(int result) { return result == 3 ? "Not Supported" : result == 9 ? "Driver Not Loaded" : "?"; }
}
)";

    temporary_folder folder_;
    std::string path_;
};

}  // namespace lockstep_test
