// SPDX-License-Identifier: MIT
// The frame of a long program: memory for numbers that are used late. The program's text lays out this memory itself. Without a
// frame, compilers put numbers that do not fit into registers at places whose offsets take four bytes in an instruction. Half of
// all instructions are then longer by half, and the speed of a program that is longer than the instruction cache depends on the
// number of its bytes. Each place of a frame is so near to one of a few pointers that its offset takes one byte.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include <lockstep/program/count.hpp>
#include <lockstep/program/lifetimes.hpp>
#include <lockstep/program/places.hpp>
#include <lockstep/program/program.hpp>

namespace lockstep {

/// A program with at least this many operations has a frame. With a frame grasp, Fetch and Pusher (10 000, 8 000 and 4 500
/// operations) are at least a tenth faster, and Ant and HalfCheetah (9 600 and 3 000) are 4 % faster. Walker2d and Hopper (2 300
/// and 2 000) are as fast without a frame.
inline constexpr std::size_t framed_program = 2'500;

/// A program with at least this many operations is long. For a long program, the compiler also allocates registers in one region
/// and leaves out more passes (LOCKSTEP_LONG_RECORDED). With a frame and one region Humanoid's environment (17 000 operations) is
/// about a quarter faster and HumanoidStandup's a tenth, and a compiler takes a quarter less memory. In one region, HalfCheetah
/// would be 20 % slower and grasp 9 %. Ant (9 600) is shorter, but a tenth faster in one region, so its text asks for one region.
/// A long program also reads its literals from a table (program/literals.hpp). That makes both humanoids another 2 to 3 % faster,
/// and costs a compiler 25 MB.
inline constexpr std::size_t long_program = 12'000;

/// The limits that decide how the text of a program is laid out. Each is a number of operations (count_operations).
struct frame_limits {
    std::size_t program = framed_program;  ///< a program with at least this many operations has a frame
    std::size_t table = long_program;      ///< a program with at least this many operations reads its literals from a table
    std::size_t region = long_program;     ///< a program with at least this many operations has its registers in one region
    /// A barrier comes after at least this many operations. Numbers from before the last barrier are read from the frame.
    int stretch = 120;
    /// A number waits in the frame if its last reader comes at least this many operations later.
    int distance = 200;
    int overwritten = 600;  ///< in place of `distance` for phis and variables, for which a register is worth more
};

/// The places of a program's numbers in its frame.
class frame_plan {
public:
    explicit frame_plan(program const& p, frame_limits const& limits = {})
        : places_(p.nodes.size(), -1), stretches_(p.nodes.size()) {
        if (count_operations(p).total() < limits.program) {
            return;
        }
        std::vector<int> const done = operations_before(p);
        lifetimes const lives(p);
        std::vector<bool> waits(p.nodes.size());
        int begin = 0;
        for (int i = 0; i < p.size(); ++i) {
            bool const overwritten = is_overwritten(p[i].op);  // its node is where a block begins or has ended
            bool const is_full = i > 0 && !overwritten && done[at(i)] - begin >= limits.stretch;
            begin = is_full ? done[at(i)] : begin;
            stretches_[at(i)] = i == 0 ? 0 : stretches_[at(i - 1)] + is_full;
            int const distance = done[at(lives.end(i) / 2)] - done[at(lives.begin(i) / 2)];
            waits[at(i)] = yields_number(p, i) && distance >= (overwritten ? limits.overwritten : limits.distance);
        }
        places_ = shared_places(p, waits).places();
        for (int const place : places_) {
            size_ = std::max(size_, place + 1);
        }
        if (size_ == 0) {
            stretches_.assign(p.nodes.size(), 0);  // without a frame, barriers would only cost time
        }
    }

    /// Returns the number of places, or 0 if the program has no frame.
    int size() const { return size_; }
    /// Returns the place at which the node's number waits, or -1 if it does not wait in the frame.
    int place(int node) const { return places_[at(node)]; }
    /// Returns the stretch of the program to which the node belongs. There is a barrier between two stretches.
    int stretch(int node) const { return stretches_[at(node)]; }

private:
    static std::size_t at(int i) { return static_cast<std::size_t>(i); }

    static bool yields_number(program const& p, int i) {
        operation const op = p[i].op;
        bool const computes = is_arithmetic(op) || op == operation::load || op == operation::lookup || is_overwritten(op);
        return computes && !is_mask(p, i);
    }

    /// Returns the number of operations before each node, and at the end the number of all operations.
    static std::vector<int> operations_before(program const& p) {
        std::vector<int> result = {0};
        for (node const& n : p.nodes) {
            result.push_back(result.back() + is_arithmetic(n.op));
        }
        return result;
    }

    std::vector<int> places_, stretches_;
    int size_ = 0;
};

}  // namespace lockstep
