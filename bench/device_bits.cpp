// SPDX-License-Identifier: MIT
// Small trainings with fixed seeds. Each prints a line "NAME HASH": the hash of the bits of its metrics, its policy and the
// policy's evaluation. Arguments are a folder and the names of trainings; without names, all are run. In the middle each training
// writes the checkpoint NAME.checkpoint into the folder. It goes on from the checkpoint that was there before, if there was one,
// which must have the same numbers.
// The script device_bits builds this for one instruction set after another, with LOCKSTEP_BITS_OPENCL for a device of OpenCL and
// LOCKSTEP_BITS_CUDA for one of CUDA, and compares the lines.
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <memory>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>

#if defined(LOCKSTEP_BITS_OPENCL)
#    include <lockstep/device/opencl.hpp>
#elif defined(LOCKSTEP_BITS_CUDA)
#    include <lockstep/device/cuda.hpp>
#endif
#include <lockstep/device/cpu.hpp>
#include <lockstep/envs/ant.hpp>
#include <lockstep/envs/cartpole.hpp>
#include <lockstep/envs/half_cheetah.hpp>
#include <lockstep/envs/pendulum.hpp>
#include <lockstep/envs/reachers.hpp>
#include <lockstep/io/checkpoint.hpp>
#include <lockstep/io/file.hpp>
#include <lockstep/io/safetensors.hpp>
#include <lockstep/nn/convolutional_mlp.hpp>
#include <lockstep/nn/layer_norm.hpp>
#include <lockstep/rl/crossq.hpp>
#include <lockstep/rl/evaluate.hpp>
#include <lockstep/rl/off_policy/categorical_critic.hpp>
#include <lockstep/rl/policy/convolutional_layers.hpp>
#include <lockstep/rl/policy/squashed_actions.hpp>
#include <lockstep/rl/ppo.hpp>
#include <lockstep/rl/sac.hpp>
#include <lockstep/rl/td3.hpp>
#include <tests/envs/catch_ball.hpp>

namespace ls = lockstep;

namespace {

#if defined(LOCKSTEP_BITS_OPENCL)
using device_type = ls::opencl;
ls::opencl make_device() {
    return ls::opencl();
}
#elif defined(LOCKSTEP_BITS_CUDA)
using device_type = ls::cuda;
ls::cuda make_device() {
    return ls::cuda();
}
#else
using device_type = ls::cpu;
ls::cpu make_device() {
#    ifdef __wasm__
    return ls::cpu();  // has one thread
#    else
    return ls::cpu({.threads = 2});
#    endif
}
#endif

/// FNV-1a of the bits of numbers, of 64 bits each.
struct hash {
    std::uint64_t value = 0xcbf29ce484222325u;

    void add(std::uint64_t bits) {
        for (int i = 0; i < 8; ++i, bits >>= 8) {
            value = (value ^ (bits & 0xffu)) * 0x100000001b3u;
        }
    }
    /// All that is no number counts alike: processors differ in the bits of a NaN.
    void add(double x) { add(x == x ? std::bit_cast<std::uint64_t>(x) : std::uint64_t(1)); }
};

std::string folder;                // of checkpoints
std::set<std::string_view> asked;  // the names of trainings; none for all

/// Returns a new learner that goes on from the checkpoint in the folder, or from `learner` if there is none. Writes `learner` to
/// the folder. Throws std::runtime_error if it has other numbers than the checkpoint that was there.
template <class Learner, class Device>
std::unique_ptr<Learner> handed_over(char const* name, Device& device, Learner& learner) {
    std::string const path = folder + "/" + name + ".checkpoint", own = folder + "/own.checkpoint";
    ls::save_checkpoint(own, learner);
    auto next = std::make_unique<Learner>(device, learner.config());
    if (ls::is_present(path)) {
        ls::load_checkpoint(path, *next);
        auto const before = ls::load_safetensors(path).tensors;
        for (auto const& [tensor, content] : ls::load_safetensors(own).tensors) {
            if (content.bytes != before.at(tensor).bytes) {
                throw std::runtime_error(std::string(name) + ": " + tensor + " differs from that of the variant before");
            }
        }
    } else {
        ls::load_checkpoint(own, *next);
    }
    if (std::rename(own.c_str(), path.c_str()) != 0) {
        throw std::runtime_error(path + " cannot be written");
    }
    return next;
}

/// Trains to the end if it is asked for.
template <class Learner>
void train(char const* name, typename Learner::config_type const& config) {
    if (!asked.empty() && !asked.contains(name)) {
        return;
    }
    auto device = make_device();
    auto learner = std::make_unique<Learner>(device, config);
    hash bits;
    std::size_t handed_over_at = config.steps / 2;
    if constexpr (requires { config.warmup; }) {
        handed_over_at = (config.warmup + config.steps) / 2;  // after the first updates
    }
    bool is_own = true;
    while (!learner->done()) {
        auto const metrics = learner->iterate();
        for_each_column(metrics, [&](std::string_view column, auto value) {
            if (column.find("second") == column.npos) {
                bits.add(static_cast<double>(value));
            }
        });
        if (is_own && learner->total_steps() >= handed_over_at) {
            is_own = false;
            learner = handed_over(name, device, *learner);
        }
    }
    auto const policy = learner->policy();
    for (float const parameter : policy.parameters) {
        bits.add(static_cast<double>(parameter));
    }
    auto const reached = ls::evaluate(device, policy, {.episodes = 20});
    bits.add(reached.mean_return);
    bits.add(reached.standard_error);
    std::printf("%s %016llx\n", name, static_cast<unsigned long long>(bits.value));
    std::fflush(stdout);
}

using looking = ls::convolutional_layers<ls::convolutions<ls::filters{8, 3}, ls::filters{20, 2, 2}>, ls::relu_activation, 32>;

/// In slices of fifteen groups; where something is remembered, of one or two groups of environments.
template <class Env, class Hidden = ls::hidden_layers<ls::tanh_activation, 64, 64>, class Actions = ls::default_actions<Env>>
void train_ppo(char const* name, std::size_t rollouts = 1) {
    using actor = typename ls::actor_critic<Env, Hidden, Actions>::actor;
    ls::ppo_config config{.environments = 96, .steps = 8'000, .horizon = 15, .epochs = 3, .minibatch = 720,
                          .rollouts = rollouts};
    if constexpr (ls::recurrent<actor>) {
        config.environments = 288;
        config.minibatch = config.environments * config.horizon;
    }
    config.entropy_coefficient = 0.01f;
    train<ls::ppo<Env, device_type, Hidden, Actions>>(name, config);
}

/// Episodes of the pendulum end; minibatches are no whole groups.
template <class Learner>
typename Learner::config_type off_policy_config() {
    return {.environments = 16, .steps = 6'400, .warmup = 4'800, .capacity = 4'000, .batch = 72, .updates_per_step = 0.1f};
}

void train_off_policy() {
    using env = ls::envs::pendulum;
    using layers = ls::hidden_layers<ls::relu_activation, 40, 24>;

    using sac = ls::sac<env, device_type, layers>;
    train<sac>("sac", off_policy_config<sac>());

    using td3 = ls::td3<env, device_type, layers>;
    auto plain = off_policy_config<td3>();
    plain.n_step = 3;
    plain.scale_rewards = true;
    train<td3>("td3_n_step", plain);

    auto with_priorities = plain;
    with_priorities.priority_exponent = 0.6f;
    train<td3>("td3_priorities_n_step", with_priorities);

    using seeing_sac = ls::sac<lockstep_test::steer_to_ball, device_type, looking>;
    train<seeing_sac>("sac_convolutional", off_policy_config<seeing_sac>());

    using distribution = ls::categorical_critic<layers, 21>;
    using categorical = ls::sac<env, device_type, layers, distribution>;
    auto between = off_policy_config<categorical>();
    between.least_value = -200;
    between.greatest_value = 10;
    between.priority_exponent = 0.6f;
    train<categorical>("sac_categorical_priorities", between);

    using renormalized = ls::renormalized_layers<40, 24>;
    using crossq = ls::sac<env, device_type, renormalized, renormalized>;
    auto renormalizing = off_policy_config<crossq>();
    renormalizing.renorm_warmup = 60;
    train<crossq>("crossq", renormalizing);

    using renormalized_distribution = ls::categorical_critic<renormalized, 21, ls::value_target::mean>;
    using categorical_crossq = ls::td3<env, device_type, layers, renormalized_distribution>;
    auto both = off_policy_config<categorical_crossq>();
    both.least_value = -200;
    both.greatest_value = 10;
    both.renorm_warmup = 60;
    train<categorical_crossq>("td3_crossq_categorical", both);
}

}  // namespace

int main(int argc, char** argv) try {
    if (argc < 2) {
        std::fputs("device_bits: give a folder for checkpoints\n", stderr);
        return 2;
    }
    folder = argv[1];
    asked.insert(argv + 2, argv + argc);
    using ls::envs::cartpole, ls::envs::half_cheetah, ls::envs::pendulum, lockstep_test::catch_ball;
    using normalized = ls::hidden_layers<ls::layer_norm<ls::silu_activation>, 40, 24>;
    using remembering = ls::recurrent_layers<24, ls::tanh_activation, 32>;
    train_ppo<pendulum>("ppo_pendulum");
    train_ppo<half_cheetah>("ppo_half_cheetah");
    train_ppo<ls::envs::ant>("ppo_ant");  // observes contact forces
    train_ppo<ls::envs::ant>("ppo_earlier_rollouts", 2);
    train_ppo<half_cheetah, normalized, ls::squashed_actions<half_cheetah>>("ppo_squashed_layer_norm");
    train_ppo<cartpole>("ppo_categorical");
    train_ppo<pendulum, remembering>("ppo_recurrent");
    train_ppo<cartpole, remembering>("ppo_recurrent_categorical");
    train_ppo<catch_ball, looking>("ppo_convolutional");
    train_ppo<ls::envs::reachers>("ppo_agents");
    train_off_policy();
} catch (std::exception const& error) {
    std::fprintf(stderr, "device_bits: %s\n", error.what());
    return 1;
}
