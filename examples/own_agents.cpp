// SPDX-License-Identifier: MIT
// An environment of your own with several agents: three agents on a plane must cover three places, each agent a different one. It
// follows simple_spread of the particle environments of Lowe et al. 2017. docs/own_agents.md explains it.

#include <cstddef>
#include <cstdio>
#include <exception>

#include <lockstep/lockstep.hpp>

namespace ls = lockstep;

constexpr ls::ppo_config defaults{.steps = 1'000'000};

struct spread {
    static constexpr std::size_t agent_count = 3;
    static constexpr std::size_t observation_size = agent_count * 12, action_size = agent_count * 2, episode_limit = 25;
    static constexpr double discount = 0.95;

    template <class R>
    struct state {
        ls::vector<R, 6> places, agents, speeds;  // x and y of each
    };

    template <ls::real R>
    state<R> reset(ls::random<R>& random) const {
        state<R> start;
        for (std::size_t i = 0; i < 6; ++i) {
            start.places[i] = random.uniform(R(-1), R(1));
            start.agents[i] = random.uniform(R(-1), R(1));
            start.speeds[i] = R(0);
        }
        return start;
    }

    // An agent sees its speed, and from where it is, the places and the other agents.
    template <ls::real R>
    ls::vector<R, observation_size> observe(state<R> const& now) const {
        ls::vector<R, observation_size> all;
        for (std::size_t agent = 0; agent < agent_count; ++agent) {
            ls::vector<R, 12> own;
            for (std::size_t axis = 0; axis < 2; ++axis) {
                R const here = now.agents[2 * agent + axis];
                own[axis] = now.speeds[2 * agent + axis];
                for (std::size_t place = 0; place < 3; ++place) {
                    own[2 + 2 * place + axis] = now.places[2 * place + axis] - here;
                }
                for (std::size_t other = 1; other < 3; ++other) {
                    own[6 + 2 * other + axis] = now.agents[2 * after(agent, other) + axis] - here;
                }
            }
            ls::set_part(all, agent, own);
        }
        return all;
    }

    // What an agent does not see, but its critic does: the other agents' speeds.
    static constexpr std::size_t privileged_observation_size = agent_count * 4;
    template <ls::real R>
    ls::vector<R, privileged_observation_size> observe_privileged(state<R> const& now) const {
        ls::vector<R, privileged_observation_size> all;
        for (std::size_t agent = 0; agent < agent_count; ++agent) {
            for (std::size_t i = 0; i < 4; ++i) {
                all[4 * agent + i] = now.speeds[2 * after(agent, 1 + i / 2) + i % 2];
            }
        }
        return all;
    }

    // Each action pushes its agent. The reward of all: minus the sum of the places' distances from their nearest agents.
    template <ls::real R>
    ls::transition<state<R>> step(state<R> const& before, ls::vector<R, action_size> const& action) const {
        state<R> next = before;
        next.speeds = R(0.75) * before.speeds + R(0.5) * action;
        next.agents = before.agents + R(0.1) * next.speeds;
        R reward(0);
        for (std::size_t place = 0; place < 3; ++place) {
            R nearest(100);
            for (std::size_t agent = 0; agent < agent_count; ++agent) {
                R const x = next.agents[2 * agent] - next.places[2 * place];
                R const y = next.agents[2 * agent + 1] - next.places[2 * place + 1];
                nearest = ls::min(nearest, x * x + y * y);
            }
            reward = reward - ls::sqrt(nearest);
        }
        return {next, reward, R(0) < R(0)};
    }

private:
    static constexpr std::size_t after(std::size_t agent, std::size_t n) { return (agent + n) % agent_count; }
};
static_assert(ls::check_environment<spread>() && ls::check_privileged<spread>());

int main(int argc, char** argv) try {
    auto const config = ls::parse_options(argc, argv, ls::options_of<ls::ppo_config>(), defaults);
    ls::cpu device;
    ls::ppo<spread, ls::cpu> learner(device, config);
    ls::require_writable("spread.policy");
    ls::require_absent("spread.policy", "move or remove it to train anew");
    double const before = ls::evaluate(device, learner.policy()).mean_return;
    while (!learner.done()) {
        ls::report(learner.iterate());
    }
    ls::save("spread.policy", learner.policy());
    auto const policy = ls::load<ls::ppo_policy<spread>>("spread.policy");
    std::printf("return %.1f, %.1f before the training\n", ls::evaluate(device, policy).mean_return, before);

    // The same policy on the host, asked once for each agent.
    spread const env;
    ls::random<float> random(config.seed, 0, 0);
    auto now = env.reset(random);
    float sum = 0;
    for (std::size_t step = 0; step < spread::episode_limit; ++step) {
        auto const next = env.step(now, ls::within_bounds<spread>(ls::mean_actions(policy, env.observe(now))));
        sum += next.reward;
        now = next.state;
    }
    std::printf("one episode on the host: %.1f\n", static_cast<double>(sum));
} catch (std::exception const& error) {
    std::fprintf(stderr, "%s: %s\n", argv[0], error.what());
    return 1;
}
