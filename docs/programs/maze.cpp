// SPDX-License-Identifier: MIT
// An environment with discrete actions and a map: a walker finds the way out of a maze.
// prints: out after 9 steps

#include <cstddef>
#include <cstdio>

#include <lockstep/lockstep.hpp>

namespace ls = lockstep;

struct maze {
    static constexpr std::size_t observation_size = 2, action_size = 1, action_count = 4, episode_limit = 100;
    static constexpr int rows = 6, columns = 6;
    static constexpr char map[rows][columns + 1] = {
        "..#...",  //
        ".#..#.",  //
        "...#..",  //
        ".#..#.",  //
        ".##.##",  //
        "......"};
    template <class R>
    struct state {
        R row, column;
    };

    template <ls::real R>
    state<R> reset(ls::random<R>&) const {
        return {R(0), R(0)};
    }

    template <ls::real R>
    ls::vector<R, 2> observe(state<R> const& s) const {
        return {s.row, s.column};
    }

    template <ls::real R>
    ls::transition<state<R>> step(state<R> const& s, ls::vector<R, 1> const& action) const {
        R const down = ls::select(action[0] == R(0), R(1), ls::select(action[0] == R(1), R(-1), R(0)));
        R const right = ls::select(action[0] == R(2), R(1), ls::select(action[0] == R(3), R(-1), R(0)));
        R const row = ls::clamp(s.row + down, R(0), R(rows - 1));
        R const column = ls::clamp(s.column + right, R(0), R(columns - 1));
        auto is_wall = ls::mask_t<R>(false);
        for (int i = 0; i < rows; ++i) {
            for (int j = 0; j < columns; ++j) {
                if (map[i][j] == '#') {  // the same for all lanes
                    is_wall = is_wall || (row == R(i) && column == R(j));
                }
            }
        }
        state<R> const next{ls::select(is_wall, s.row, row), ls::select(is_wall, s.column, column)};
        return {next, R(-1), next.row == R(0) && next.column == R(columns - 1)};
    }
};
static_assert(ls::check_environment<maze>());

int main() {
    ls::cpu device;
    ls::ppo<maze, ls::cpu> learner(device, {.steps = 300'000, .entropy_coefficient = 0.01f});
    while (!learner.done()) {
        ls::report(learner.iterate());
    }
    std::printf("out after %.0f steps\n", ls::evaluate(device, learner.policy()).mean_length);
}
