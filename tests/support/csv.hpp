// SPDX-License-Identifier: MIT
// Golden numbers: comma-separated files under tests/data/, with comments (#) and one line of names.
#pragma once

#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace support {

/// The numbers of tests/data/<name>, one vector a line. Throws std::runtime_error if there are none.
inline std::vector<std::vector<double>> read_csv(std::string const& name) {
    std::ifstream file(std::string(LOCKSTEP_TEST_DATA) + "/" + name);
    std::vector<std::vector<double>> lines;
    bool names_read = false;
    for (std::string line; std::getline(file, line);) {
        if (line.empty() || line[0] == '#') {
            continue;
        }
        if (!names_read) {
            names_read = true;
            continue;
        }
        std::istringstream cells(line);
        lines.emplace_back();
        for (std::string cell; std::getline(cells, cell, ',');) {
            lines.back().push_back(std::stod(cell));
        }
    }
    if (lines.empty()) {
        throw std::runtime_error("tests/data/" + name + " has no numbers");
    }
    return lines;
}

}  // namespace support
