// SPDX-License-Identifier: MIT
// Trainings for a web page: what worker.js calls. Compiled to WebAssembly; page.html says how it looks.

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <memory>
#include <string>
#include <typeinfo>

#include <lockstep/device/cpu.hpp>
#include <lockstep/envs/concept/environment_name.hpp>
#include <lockstep/envs/half_cheetah.hpp>
#include <lockstep/envs/pendulum.hpp>
#include <lockstep/io/animation.hpp>
#include <lockstep/io/policy.hpp>
#include <lockstep/io/safetensors.hpp>
#include <lockstep/io/viewer.hpp>
#include <lockstep/physics/compile.hpp>
#include <lockstep/rl/ppo.hpp>

namespace ls = lockstep;

namespace {

/// How the pendulum is drawn: its environment has no robot.
constexpr ls::physics::robot pendulum_robot = {
    .name = "pendulum",
    .bodies = {{.name = "pole",
                .joints = {{.name = "hinge", .axis = {0, 1, 0}}},
                .geoms = {ls::physics::capsule_between("pole", {0, 0, 0}, {0, 0, 1}, {.radius = 0.05})}}}};
constexpr ls::physics::model pendulum_model = ls::physics::compile(pendulum_robot);

/// One episode of the mean actions of a policy.
template <class Policy>
ls::animation animate_pendulum(Policy const& policy) {
    ls::envs::pendulum const env;
    ls::animation result(pendulum_robot, pendulum_model, 0.05);
    ls::random<float> draws(0, 0, 0);
    auto now = env.reset(draws);
    result.append(std::array{static_cast<double>(now.angle)});
    for (std::size_t step = 0; step < env.episode_limit; ++step) {
        auto const action = ls::within_bounds<ls::envs::pendulum>(policy.mean_action(env.observe(now)));
        auto const next = env.step(now, action);
        now = next.state;
        result.append(std::array{static_cast<double>(now.angle)});
        result.add_step(next.reward, action);
    }
    return result;
}

class training {
public:
    virtual ~training() = default;
    virtual ls::ppo_metrics iterate() = 0;
    virtual bool done() const = 0;
    virtual std::string policy_file() = 0;
    virtual std::string viewer_page() = 0;
};

template <class Env>
class ppo_training : public training {
public:
    explicit ppo_training(ls::ppo_config const& config) : device_({.threads = 1}), learner_(device_, config) {}

    ls::ppo_metrics iterate() override { return learner_.iterate(); }
    bool done() const override { return learner_.done(); }
    std::string policy_file() override { return ls::to_bytes(ls::to_safetensors(learner_.policy())); }
    std::string viewer_page() override {
        ls::animation episode = [&] {
            if constexpr (ls::physical_environment<Env>) {
                return ls::animate(learner_.policy());
            } else {
                return animate_pendulum(learner_.policy());
            }
        }();
        episode.label = "after " + std::to_string(learner_.total_steps()) + " steps";
        return ls::viewer_page({episode}, {.title = std::string(ls::readable_environment(ls::environment_name<Env>()))});
    }

private:
    ls::cpu device_;
    ls::ppo<Env, ls::cpu> learner_;
};

std::unique_ptr<training> current;
ls::ppo_metrics latest{};
std::string text;

}  // namespace

#define EXPORT(name) extern "C" [[clang::export_name(#name)]]

EXPORT(start) void start(int environment, double steps, double learning_rate, double seed) {
    ls::ppo_config const config = {.steps = static_cast<std::size_t>(steps),
                                   .seed = static_cast<std::uint64_t>(seed),
                                   .learning_rate = static_cast<float>(learning_rate)};
    if (environment == 0) {
        current = std::make_unique<ppo_training<ls::envs::half_cheetah>>(config);
    } else {
        current = std::make_unique<ppo_training<ls::envs::pendulum>>(config);
    }
}

/// One iteration. 1: the training goes on, 0: it is done.
EXPORT(iterate) int iterate() {
    latest = current->iterate();
    return current->done() ? 0 : 1;
}
EXPORT(steps) double steps() { return static_cast<double>(latest.steps); }
/// NaN in an iteration in which no episode ended.
EXPORT(episode_return) double episode_return() { return latest.episode_return; }
EXPORT(default_learning_rate) double default_learning_rate() { return ls::ppo_config{}.learning_rate; }

/// Texts are read by their address and size, which are valid until the next text.
EXPORT(write_policy) void write_policy() { text = current->policy_file(); }
EXPORT(write_viewer) void write_viewer() { text = current->viewer_page(); }
EXPORT(text_begin) char const* text_begin() { return text.data(); }
EXPORT(text_size) std::size_t text_size() { return text.size(); }

// The C++ library of Debian's WebAssembly has no exceptions: one that is thrown becomes an error of JavaScript, with its message.
extern "C" [[clang::import_module("page"), clang::import_name("fail")]] void fail(char const* message, std::size_t size);
extern "C" void* __cxa_allocate_exception(std::size_t size) { return std::malloc(size); }
extern "C" [[noreturn]] void __cxa_throw(void* thrown, std::type_info*, void (*)(void*)) {
    std::string const message = static_cast<std::exception*>(thrown)->what();  // the library throws no other
    fail(message.data(), message.size());
    std::abort();
}
