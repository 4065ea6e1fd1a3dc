// SPDX-License-Identifier: MIT
// Which numbers of a long program wait in memory that its text lays out itself. Left alone, compilers put what does not fit
// into registers where only offsets of four bytes reach; that makes half of all instructions half as long again, and a program
// beyond the instruction cache runs as fast as its bytes arrive. A frame is within a byte's reach of a few pointers.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include <lockstep/program/count.hpp>
#include <lockstep/program/lifetimes.hpp>
#include <lockstep/program/places.hpp>
#include <lockstep/program/program.hpp>

namespace lockstep {

/// A program of so many operations has a frame. Grasp, Fetch and Pusher, of 10 000, 8 000 and 4 500, are then a tenth faster or
/// more, Ant and HalfCheetah, of 8 000 and 3 000, by 4 %; Walker2d and Hopper, of 2 300 and 2 000, are as fast with as without.
inline constexpr std::size_t framed_program = 2'500;

/// One of so many is long: it has its registers in one region (LOCKSTEP_ONE_REGION) as well. With both the environment of
/// Humanoid, of some 15 000, is about a fourth faster, that of HumanoidStandup a tenth, and a compiler takes a quarter less
/// memory. HalfCheetah and grasp would be 20 and 9 % slower in one region. It reads its literals from a table too
/// (program/literals.hpp), by which both are another 2 to 3 % faster; a compiler takes 25 MB more for that.
inline constexpr std::size_t long_program = 12'000;

/// Numbers of operations.
struct frame_limits {
    std::size_t program = framed_program;  ///< of a program that has a frame, at least
    std::size_t table = long_program;      ///< of one that reads its literals from a table, at least
    int stretch = 120;                     ///< between two barriers: what was computed before the last is read from the frame
    int distance = 200;                    ///< from a number to its last reader, if it waits in the frame
    int overwritten = 600;                 ///< the same of phis and variables, where a register is worth more
};

/// The places of numbers in the frame.
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
            bool const overwritten = is_overwritten(p[i].op);  // stands where a block begins or has ended
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
            stretches_.assign(p.nodes.size(), 0);  // barriers would only hinder
        }
    }

    /// How many places there are; 0: the program has no frame.
    int size() const { return size_; }
    /// Where the node's number waits, or -1.
    int place(int node) const { return places_[at(node)]; }
    /// Which stretch of the program the node belongs to. Between two there is a barrier.
    int stretch(int node) const { return stretches_[at(node)]; }

private:
    static std::size_t at(int i) { return static_cast<std::size_t>(i); }

    static bool yields_number(program const& p, int i) {
        operation const op = p[i].op;
        bool const computes = is_arithmetic(op) || op == operation::load || op == operation::lookup || is_overwritten(op);
        return computes && !is_mask(p, i);
    }

    /// Before each node, and at the end.
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
