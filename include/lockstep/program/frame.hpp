// SPDX-License-Identifier: MIT
// Which numbers of a long program wait in memory that its text lays out itself. Left alone, compilers put what does not fit
// into registers where only offsets of four bytes reach; that makes half of all instructions half as long again, and a program
// beyond the instruction cache runs as fast as its bytes arrive. A frame is within a byte's reach of a few pointers.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include <lockstep/program/count.hpp>
#include <lockstep/program/program.hpp>

namespace lockstep {

/// A program of so many operations is long: it has a frame, and its registers in one region (LOCKSTEP_ONE_REGION). With both the
/// environment of Humanoid, of some 20 000, is about a fifth faster, that of HumanoidStandup a tenth, and a compiler takes a
/// quarter less memory. HalfCheetah and grasp, of 3 600 and 13 000, would be 20 and 9 % slower in one region.
inline constexpr std::size_t long_program = 15'000;

/// Numbers of operations.
struct frame_limits {
    std::size_t program = long_program;  ///< of a program that has a frame, at least
    int stretch = 120;                   ///< between two barriers: what was computed before the last is read from the frame
    int distance = 200;                  ///< from a number to its last reader, if it waits in the frame
};

/// The places of numbers in the frame. Those that are never needed at the same time share one.
class frame_plan {
public:
    explicit frame_plan(program const& p, frame_limits const& limits = {})
        : places_(p.nodes.size(), -1), stretches_(p.nodes.size()) {
        if (count_operations(p).total() < limits.program) {
            return;
        }
        std::vector<int> const done = operations_before(p);
        std::vector<int> const last = last_readers(p);
        std::vector<int> busy;  // of each place: until which node
        int begin = 0;
        for (int i = 0; i < p.size(); ++i) {
            bool const follows = p[i].op == operation::phi || p[i].op == operation::variable;  // what opens or closes a block
            bool const is_full = i > 0 && !follows && done[at(i)] - begin >= limits.stretch;
            begin = is_full ? done[at(i)] : begin;
            stretches_[at(i)] = i == 0 ? 0 : stretches_[at(i - 1)] + is_full;
            if (yields_number(p[i].op) && last[at(i)] > i && done[at(last[at(i)])] - done[at(i)] >= limits.distance) {
                auto place = std::find_if(busy.begin(), busy.end(), [&](int until) { return until < i; });
                if (place == busy.end()) {
                    place = busy.insert(place, 0);
                }
                *place = last[at(i)];
                places_[at(i)] = static_cast<int>(place - busy.begin());
            }
        }
        size_ = static_cast<int>(busy.size());
    }

    /// How many places there are; 0: the program has no frame.
    int size() const { return size_; }
    /// Where the node's number waits, or -1.
    int place(int node) const { return places_[at(node)]; }
    /// Which stretch of the program the node belongs to. Between two there is a barrier.
    int stretch(int node) const { return stretches_[at(node)]; }

private:
    static std::size_t at(int i) { return static_cast<std::size_t>(i); }

    static bool yields_number(operation op) {
        return (is_arithmetic(op) && !yields_mask(op)) || op == operation::load || op == operation::lookup;
    }

    static std::vector<int> operations_before(program const& p) {
        std::vector<int> result;
        int count = 0;
        for (node const& n : p.nodes) {
            result.push_back(count);
            count += is_arithmetic(n.op);
        }
        return result;
    }

    /// The node up to which each number is needed: where a loop reads what was computed before it, the loop's end.
    static std::vector<int> last_readers(program const& p) {
        std::vector<int> const enclosing = enclosing_blocks(p);
        std::vector<int> result(p.nodes.size(), -1);
        auto const read = [&](int from, int by) {
            if (from < 0) {
                return;
            }
            for (int block = enclosing[at(by)]; block > from; block = enclosing[at(block)]) {
                by = p[block].op == operation::loop_begin ? p[block].b : by;
            }
            result[at(from)] = std::max(result[at(from)], by);
        };
        for (int i = 0; i < p.size(); ++i) {
            node const& n = p[i];
            read(n.a, i);
            read(n.b, n.op == operation::variable ? p[n.c].b : i);
            read(n.c, i);
        }
        for (program_output const& out : p.outputs) {
            read(out.value, p.size() - 1);
        }
        return result;
    }

    std::vector<int> places_, stretches_;
    int size_ = 0;
};

}  // namespace lockstep
