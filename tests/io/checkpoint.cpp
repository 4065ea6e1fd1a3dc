// SPDX-License-Identifier: MIT
#include <array>
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <random>
#include <stdexcept>
#include <string>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

#include <doctest/doctest.h>

#include <lockstep/device/cpu.hpp>
#include <lockstep/envs/cartpole.hpp>
#include <lockstep/envs/inverted_pendulum.hpp>
#include <lockstep/envs/pendulum.hpp>
#include <lockstep/envs/randomized.hpp>
#include <lockstep/io/checkpoint.hpp>
#include <lockstep/io/policy.hpp>
#include <lockstep/io/safetensors.hpp>
#include <lockstep/rl/off_policy/categorical_critic.hpp>
#include <lockstep/rl/policy/convolutional_layers.hpp>
#include <lockstep/rl/ars.hpp>
#include <lockstep/rl/crossq.hpp>
#include <lockstep/rl/ppo.hpp>
#include <lockstep/rl/sac.hpp>
#include <lockstep/rl/td3.hpp>
#include <lockstep/rl/policy/squashed_actions.hpp>

#include <tests/archetype/device.hpp>
#include <tests/envs/catch_ball.hpp>
#include <tests/rl/opencl_learners.hpp>
#include <tests/support/temporary_folder.hpp>

namespace ls = lockstep;
using lockstep_test::temporary_folder;

namespace {

using small = ls::hidden_layers<ls::tanh_activation, 32, 32>;

template <class Device>
using ppo = ls::ppo<ls::envs::pendulum, Device>;

using discrete = ls::ppo<ls::envs::cartpole, ls::cpu, small>;
using recurrent = ls::ppo<ls::envs::pendulum, ls::cpu, ls::recurrent_layers<8, ls::tanh_activation, 16>>;
using seeing = ls::ppo<lockstep_test::catch_ball, ls::cpu, lockstep_test::looking_smoothly>;
using squashed = ls::ppo<ls::envs::pendulum, ls::cpu, small, ls::squashed_actions<ls::envs::pendulum>>;

// These are learners of tests of rl/, which are compiled in the same unit.
using layers = ls::hidden_layers<ls::relu_activation, 32, 32>;
template <class Device>
using sac = ls::sac<ls::envs::pendulum, Device, layers>;

template <class Device>
using td3 = ls::td3<ls::envs::pendulum, Device, layers>;

template <class Device>
using crossq = ls::crossq<ls::envs::pendulum, Device, ls::renormalized_layers<24, 16>, ls::renormalized_layers<32, 48>>;

using categorical = ls::td3<ls::envs::pendulum, ls::cpu, layers, ls::categorical_critic<layers, 11>>;

/// Enough iterations that an episode of each environment ends and another begins.
ls::ppo_config config_of(ls::ppo_config) {
    return {.environments = 32, .steps = 32 * 16 * 30, .seed = 7, .horizon = 16, .epochs = 2, .minibatch = 256,
            .desired_kl = 0.01f};
}
/// So long that the replay buffer runs over.
template <class Config>
Config config_of(Config) {
    Config config{.environments = 16, .steps = 16 * 12 * 30, .seed = 7, .horizon = 12, .warmup = 500, .capacity = 3000,
                  .batch = 32, .n_step = 2, .actor_delay = 2, .updates_per_step = 0.1f, .scale_rewards = true,
                  .priority_exponent = 0.6f};
    if constexpr (Config::method::has_support) {
        config.least_value = -100;
        config.greatest_value = 20;
    }
    return config;
}
template <class Learner>
auto config_of() {
    return config_of(std::remove_cvref_t<decltype(std::declval<Learner&>().config())>{});
}

template <class Learner>
std::vector<float> parameters_of(Learner const& learner) {
    return learner.policy().parameters;
}

/// What a training that is never stopped learns.
template <class Learner, class Device>
std::vector<float> undisturbed(Device& device) {
    Learner learner(device, config_of<Learner>());
    while (!learner.done()) {
        learner.iterate();
    }
    return parameters_of(learner);
}

/// Trains to the end in a process of its own, from the checkpoint if there is one, with a checkpoint an iteration.
template <template <class> class Learner>
[[noreturn]] void train_with_checkpoints(std::string const& path) {
    try {
        ls::cpu device({.threads = 2});
        Learner<ls::cpu> learner(device, config_of<Learner<ls::cpu>>());
        if (std::filesystem::exists(path)) {
            ls::load_checkpoint(path, learner);
        }
        while (!learner.done()) {
            learner.iterate();
            ls::save_checkpoint(path, learner);
        }
        ::_exit(0);
    } catch (std::exception const&) {
        ::_exit(1);
    }
}

/// A training after an iteration, and its checkpoint.
template <class Learner>
struct saved_training {
    temporary_folder folder;
    std::string path = folder / "checkpoint";
    ls::cpu device;
    Learner learner{device, config_of<Learner>()};

    saved_training() {
        learner.iterate();
        ls::save_checkpoint(path, learner);
    }
};

}  // namespace

TEST_CASE_TEMPLATE("a training that goes on elsewhere gives the bits of one that never stopped", Learner, ppo<ls::cpu>, discrete,
                   recurrent, seeing, sac<ls::cpu>, td3<ls::cpu>, crossq<ls::cpu>, categorical) {
    temporary_folder const folder;
    std::string const path = folder / "checkpoint";
    ls::cpu device({.threads = 2}), other({.threads = 1});
    auto const expected = undisturbed<Learner>(device);
    for (std::size_t const stop_after : {1, 9, 30}) {
        {
            Learner first(device, config_of<Learner>());
            for (std::size_t i = 0; i < stop_after; ++i) {
                first.iterate();
            }
            ls::save_checkpoint(path, first);
        }
        Learner second(other, config_of<Learner>());
        second.iterate();  // whatever it did is replaced
        ls::load_checkpoint(path, second);
        CHECK(second.iterations() == stop_after);
        while (!second.done()) {
            second.iterate();
        }
        CHECK(parameters_of(second) == expected);
    }
}

TEST_CASE("a device with memory of its own is saved and restored") {
    temporary_folder const folder;
    archetype::discrete_device discrete;
    ls::cpu device;
    using on_discrete = ppo<archetype::discrete_device>;
    on_discrete learner(discrete, config_of<on_discrete>());
    learner.iterate();
    ls::save_checkpoint(folder / "checkpoint", learner);
    ppo<ls::cpu> on_cpu(device, config_of<ppo<ls::cpu>>());
    ls::load_checkpoint(folder / "checkpoint", on_cpu);
    while (!on_cpu.done()) {
        on_cpu.iterate();
    }
    CHECK(parameters_of(on_cpu) == undisturbed<ppo<ls::cpu>>(device));
}

TEST_CASE("packs are saved environment by environment, whatever their width") {
    saved_training<recurrent> training;
    auto const tensors = ls::load_safetensors(training.path).tensors;
    auto const count = training.learner.config().environments;
    auto const shape = [&](char const* name) { return tensors.at(name).shape; };
    CHECK(shape("environments") == std::vector<std::size_t>{count, 2 + 3 + 3});  // state, observation; episode, length, return
    CHECK(shape("discounted_returns") == std::vector<std::size_t>{count, 1});
    CHECK(shape("memories") == std::vector<std::size_t>{count, recurrent::networks::memory_size});
    auto const* const numbers = reinterpret_cast<float const*>(tensors.at("environments").bytes.data());
    for (std::size_t i = 0; i < count; ++i) {
        float const* const of = numbers + 8 * i;  // sin and cos of the angle are observed, and the speed
        CHECK(of[2] == doctest::Approx(std::cos(of[0])));
        CHECK(of[3] == doctest::Approx(std::sin(of[0])));
        CHECK(of[6] == std::floor(of[6]));  // steps of the episode
    }
}

TEST_CASE("samples of earlier rollouts are saved lane by lane") {
    temporary_folder const folder;
    ls::cpu device;
    auto config = config_of<ppo<ls::cpu>>();
    config.rollouts = 2;
    ppo<ls::cpu> learner(device, config);
    learner.iterate();
    ls::save_checkpoint(folder / "checkpoint", learner);
    auto const tensors = ls::load_safetensors(folder / "checkpoint").tensors;
    CHECK(tensors.at("samples").shape == std::vector<std::size_t>{2 * 16 * config.environments, 3 + 1 + 8});
    CHECK(tensors.at("last_values").shape == std::vector<std::size_t>{2 * config.environments, 1});
    auto const* const numbers = reinterpret_cast<float const*>(tensors.at("samples").bytes.data());
    for (std::size_t row = 0; row < 16 * config.environments; ++row) {  // of the first rollout
        float const* const of = numbers + 12 * row;
        CHECK(of[5] == 1);                                 // the ratio
        CHECK((of[9] == 0 || of[9] == 1));                 // ended
        CHECK(of[11] == doctest::Approx(of[6] + of[10]));  // the target is the value and the advantage
    }
}

template <template <class> class Learner>
void check_killed_training() {
    temporary_folder const folder;
    std::string const path = folder / "checkpoint";
    std::mt19937 random(11);
    std::size_t killed = 0;
    for (bool finished = false; !finished;) {
        ::pid_t const child = ::fork();
        REQUIRE(child >= 0);
        if (child == 0) {
            train_with_checkpoints<Learner>(path);
        }
        // The first few die within milliseconds of a checkpoint; what follows may go to the end.
        if (killed < 8) {
            bool const existed = std::filesystem::exists(path);
            auto const before = existed ? std::filesystem::last_write_time(path) : std::filesystem::file_time_type{};
            while (::waitpid(child, nullptr, WNOHANG) == 0 &&
                   (!std::filesystem::exists(path) || std::filesystem::last_write_time(path) == before)) {
                ::usleep(200);
            }
            ::usleep(static_cast<::useconds_t>(random() % 4000));
            ++killed;
            if (::kill(child, SIGKILL) != 0) {
                finished = true;  // it was done before
                break;
            }
        }
        int status = 0;
        ::waitpid(child, &status, 0);
        if (WIFEXITED(status)) {
            REQUIRE(WEXITSTATUS(status) == 0);
            finished = true;
        }
    }
    ls::cpu device({.threads = 1});
    Learner<ls::cpu> learner(device, config_of<Learner<ls::cpu>>());
    ls::load_checkpoint(path, learner);
    CHECK(killed > 1);
    CHECK(learner.done());
    CHECK(parameters_of(learner) == undisturbed<Learner<ls::cpu>>(device));
}

TEST_CASE("a training killed at random moments loses nothing that a checkpoint holds") {
    check_killed_training<ppo>();
    check_killed_training<sac>();
    check_killed_training<td3>();
    check_killed_training<crossq>();
}

TEST_CASE("steps may change, the rest of the configuration may not") {
    saved_training<ppo<ls::cpu>> training;
    auto& folder = training.folder;
    auto& device = training.device;
    auto& learner = training.learner;

    auto longer = learner.config();
    longer.steps *= 2;
    ppo<ls::cpu> goes_on(device, longer);
    ls::load_checkpoint(folder / "checkpoint", goes_on);
    CHECK(goes_on.total_steps() == learner.total_steps());

    auto other = learner.config();
    other.learning_rate = 1e-3f;
    ppo<ls::cpu> faster(device, other);
    CHECK_THROWS_WITH_AS(ls::load_checkpoint(folder / "checkpoint", faster),
                         doctest::Contains("its config.learning_rate is \"4e-04\", not \"0.001\""), std::runtime_error);
    CHECK(faster.total_steps() == 0);
}

TEST_CASE("sizes that are left open are those of the checkpoint") {
    temporary_folder const folder;
    std::string const path = folder / "checkpoint";
    ls::cpu device;
    ppo<ls::cpu> learner(device, {.steps = 10'000});
    learner.iterate();
    ls::save_checkpoint(path, learner);
    ls::ppo_config const longer = ls::with_sizes_of(path, ls::ppo_config{.steps = 1'000'000});
    CHECK(longer.environments == 16);
    CHECK(longer.horizon == 16);
    CHECK(longer.minibatch == 64);
    ppo<ls::cpu> goes_on(device, longer);
    ls::load_checkpoint(path, goes_on);
    CHECK(goes_on.total_steps() == 256);
    CHECK(ls::with_sizes_of(path, ls::ppo_config{.horizon = 64}).horizon == 64);

    std::string flipped = ls::read_file(path);
    std::string const size = "\"config.environments\":\"16\"";
    flipped[flipped.find(size) + size.size() - 2] ^= 1;
    ls::write_file(path, flipped);
    CHECK_THROWS_WITH_AS(ls::with_sizes_of(path, ls::ppo_config{}), doctest::Contains("checkpoint: its metadata is damaged"),
                         std::runtime_error);

    sac<ls::cpu> other(device, config_of<sac<ls::cpu>>());
    ls::save_checkpoint(path, other);
    ls::sac_config const off_policy = ls::with_sizes_of(path, ls::sac_config{.steps = 9'000});
    CHECK(off_policy.horizon == 12);
    CHECK(off_policy.warmup == 500);
    CHECK_THROWS_WITH_AS(ls::with_sizes_of(path, ls::ppo_config{}),
                         (path + ": is a checkpoint of another learner, sac: its config.minibatch is missing").c_str(),
                         std::runtime_error);
    ls::save(path, learner.policy());
    char const* const reason = "is not a checkpoint: its format is \"lockstep.policy.1\", not \"lockstep.checkpoint.5\"";
    CHECK_THROWS_WITH_AS(ls::with_sizes_of(path, ls::ppo_config{}), doctest::Contains(reason), std::runtime_error);
    CHECK_THROWS_WITH_AS(ls::load_checkpoint(path, learner), doctest::Contains(reason), std::runtime_error);
}

TEST_CASE("a table that cannot be written leaves the checkpoint before") {
    temporary_folder const folder;
    std::string const path = folder / "checkpoint";
    ls::cpu device;
    ppo<ls::cpu> learner(device, config_of<ppo<ls::cpu>>());
    struct {
        bool is_written = true;
        void sync() {}
        bool good() const { return is_written; }
        void require_good() const {
            if (!is_written) {
                throw std::runtime_error("the table");
            }
        }
    } table;
    ls::save_checkpoint(path, learner, table);
    std::string const before = ls::read_file(path);
    learner.iterate();
    table.is_written = false;
    CHECK_THROWS_WITH_AS(ls::save_checkpoint(path, learner, table), "the table", std::runtime_error);
    ls::periodic_checkpoint(path).update(learner, table);
    CHECK(ls::read_file(path) == before);
}

TEST_CASE("the suffix of another format is refused") {
    temporary_folder const folder;
    ls::cpu device;
    ppo<ls::cpu> learner(device, config_of<ppo<ls::cpu>>());
    CHECK_THROWS_WITH_AS(ls::save_checkpoint(folder / "a.policy", learner),
                         doctest::Contains("the file would hold a checkpoint (.checkpoint)"), std::invalid_argument);
}

TEST_CASE("with other steps, learning rates go on along the new line") {
    temporary_folder const folder;
    ls::cpu device;
    auto config = config_of<td3<ls::cpu>>();
    config.steps = 5 * config.horizon * config.environments;
    config.final_rate_share = 0;
    td3<ls::cpu> learner(device, config);
    while (!learner.done()) {
        learner.iterate();
    }
    ls::save_checkpoint(folder / "checkpoint", learner);
    auto const goes_on = [&] {
        td3<ls::cpu> other(device, config);
        ls::load_checkpoint(folder / "checkpoint", other);
        other.iterate();
        return parameters_of(other);
    };
    CHECK(goes_on() == parameters_of(learner));
    config.steps *= 2;
    CHECK(goes_on() != parameters_of(learner));
}

namespace {

/// A class of two classes.
struct bounds {
    std::array<double, 2> low = {-1, -2}, high = {1, 2};
};
/// A pendulum with numbers of its own, none of which has a name to be found.
struct adjustable {
    static constexpr std::size_t observation_size = 3, action_size = 1, episode_limit = 200;
    struct {
        double weight = 1, unused = 0;
        ls::vector<double, 2> range = {-1, 1};
        bounds start = {};
        double unknown = 1;
    } numbers = {};
    template <class R>
    using state = ls::envs::pendulum::state<R>;

    template <ls::real R>
    state<R> reset(ls::random<R>& random) const {
        return ls::envs::pendulum().reset(random);
    }
    template <ls::real R>
    ls::vector<R, 3> observe(state<R> const& s) const {
        return ls::envs::pendulum().observe(s);
    }
    template <ls::real R>
    ls::transition<state<R>> step(state<R> const& s, ls::vector<R, 1> const& action) const {
        auto next = ls::envs::pendulum().step(s, action);
        next.reward *= R(numbers.weight);
        return next;
    }
};

struct any_pole {
    using enum ls::physics::parameter;
    static constexpr ls::physics::variation ranges[] = {{mass, "pole", 0.5, 4}};
};
using balance = ls::randomized<ls::envs::inverted_pendulum, any_pole>;

/// Another whose number has a name.
struct named : adjustable {
    template <class Visit>
    friend constexpr void for_each_member(named const& env, Visit&& visit) {
        visit("weight", env.numbers.weight);
    }
};

template <class Env>
void check_refuses(Env const& first, Env const& second, std::string const& words) {
    temporary_folder const folder;
    ls::cpu device;
    using learner_type = ls::ars<Env, ls::cpu>;  // compiles fastest
    ls::ars_config const config{.directions = 16, .steps = 1};
    learner_type learner(device, config, first);
    ls::save_checkpoint(folder / "checkpoint", learner);
    learner_type same(device, config, first), other(device, config, second);
    CHECK_NOTHROW(ls::load_checkpoint(folder / "checkpoint", same));
    CHECK_THROWS_WITH_AS(ls::load_checkpoint(folder / "checkpoint", other), doctest::Contains(words.c_str()), std::runtime_error);
}

/// Remembers what stood at `path` when it was brought to the disk.
struct watched_table {
    std::string path, stood = "";
    void sync() { stood = std::filesystem::exists(path) ? ls::read_file(path) : "nothing"; }
};

}  // namespace

TEST_CASE("a training does not go on in an environment of other numbers") {
    check_refuses<adjustable>({}, {{.weight = 0.5}}, "its environment.member_1.member_1 is \"1\", not \"0.5\"");
    check_refuses<adjustable>({}, {{.range = {-1, 2}}}, "its environment.member_1.member_3[1] is \"1\", not \"2\"");
    check_refuses<adjustable>({}, {{.unknown = 0.5}}, "its environment.member_1.member_5 is \"1\", not \"0.5\"");
    check_refuses<adjustable>({}, {{.start = {.high = {1, 3}}}},
                              "its environment.member_1.member_4.member_2[1] is \"2\", not \"3\"");
    check_refuses<balance>({}, {{.reset_noise_scale = 0.3}},
                           "its environment.environment.member_1 is \"0.01\", not \"0.3\"");
    named heavy;
    heavy.numbers.weight = 2;
    check_refuses<named>({}, heavy, "its environment.weight is \"1\", not \"2\"");
}

TEST_CASE("tables are brought to the disk before the checkpoint is put in its place") {
    temporary_folder const folder;
    ls::cpu device;
    ppo<ls::cpu> learner(device, config_of<ppo<ls::cpu>>());
    std::string const path = folder / "checkpoint";
    watched_table table{path}, other{path};
    ls::save_checkpoint(path, learner, table, other);
    CHECK(table.stood == "nothing");
    CHECK(other.stood == "nothing");
    std::string const before = ls::read_file(path);
    learner.iterate();
    ls::periodic_checkpoint checkpoint(path);
    checkpoint.update(learner, table);
    CHECK(table.stood == before);
    CHECK(ls::read_file(path) != before);
}

namespace {

/// As a program would that wrote another checkpoint.
void save_with_checksums(std::string const& path, ls::safetensors const& content) {
    ls::safetensors_header header{.metadata = content.metadata};
    for (auto const& [name, tensor] : content.tensors) {
        std::size_t const begin = header.data_bytes();
        header.tensors.push_back({name, tensor.type, tensor.shape, begin, begin + tensor.bytes.size()});
    }
    ls::tensor_writer file(path, header);
    for (auto const& [name, tensor] : content.tensors) {
        file.append(tensor.bytes);
    }
    file.finish();
}

}  // namespace

TEST_CASE("a checkpoint of something else is refused with what differs, and the learner stays as it was") {
    saved_training<ppo<ls::cpu>> training;
    auto& folder = training.folder;
    std::string const& path = training.path;
    auto& device = training.device;
    auto& learner = training.learner;
    auto const policy = parameters_of(learner);
    auto const refuses = [&](ls::safetensors const& content, std::string const& words) {
        save_with_checksums(folder / "other", content);
        CHECK_THROWS_WITH_AS(ls::load_checkpoint(folder / "other", learner), doctest::Contains(words.c_str()),
                             std::runtime_error);
        CHECK(parameters_of(learner) == policy);
    };
    ls::safetensors const saved = ls::load_safetensors(path);
    auto const with = [&](std::string const& key, std::string const& value) {
        ls::safetensors changed = saved;
        changed.metadata[key] = value;
        return changed;
    };
    refuses(with("format", "lockstep.checkpoint.0"), "its format is \"lockstep.checkpoint.0\", not \"lockstep.checkpoint.5\"");
    refuses(with("lockstep", "0.0.9"), "its lockstep is \"0.0.9\"");
    refuses(with("learner", "sac"), "its learner is \"sac\", not \"ppo\"");
    refuses(with("iteration", "-3"), "its iteration is \"-3\", which is no such number");
    ls::safetensors without = saved;
    without.metadata.erase("format");
    refuses(without, "its format is missing");
    without = saved;
    without.metadata.erase("iteration");
    refuses(without, "its iteration is missing");
    without = saved;
    without.tensors.erase("second_moment");
    refuses(without, "tensor \"second_moment\" is missing");
    without = saved;
    without.tensors["parameters"].shape = {1};
    without.tensors["parameters"].bytes.resize(4);
    refuses(without, "tensor \"parameters\" is F32 [1], not F32 [");
    without = saved;
    without.tensors["stray"] = without.tensors["parameters"];
    refuses(without, "has 11 tensors, not 10");

    discrete elsewhere(device, config_of<discrete>());
    CHECK_THROWS_WITH_AS(
        ls::load_checkpoint(path, elsewhere),
        doctest::Contains("its environment is \"lockstep::envs::pendulum\", not \"lockstep::envs::cartpole\""),
        std::runtime_error);
    squashed otherwise(device, config_of<ppo<ls::cpu>>());
    CHECK_THROWS_WITH_AS(ls::load_checkpoint(path, otherwise),
                         doctest::Contains("its policy is \"lockstep.policy.1\", not \"lockstep.squashed_policy.1\""),
                         std::runtime_error);
    CHECK_THROWS_WITH_AS(ls::load_checkpoint(folder / "none", learner), doctest::Contains("none: cannot be read"),
                         std::runtime_error);
}

TEST_CASE("a flipped bit anywhere is noticed, in a tensor with its name, and the learner stays as it was") {
    using learner_type = sac<ls::cpu>;
    saved_training<learner_type> training;
    auto& folder = training.folder;
    auto& learner = training.learner;
    std::string const whole = ls::read_file(folder / "checkpoint");
    auto const header = ls::tensor_reader(folder / "checkpoint").header();
    std::size_t const data = whole.size() - header.data_bytes();
    learner.iterate();
    std::size_t const steps = learner.total_steps();
    auto const policy = parameters_of(learner);
    auto const refuses = [&](std::size_t byte, std::string const& words) {
        CAPTURE(byte);
        std::string flipped = whole;
        flipped[byte] = static_cast<char>(flipped[byte] ^ 4);
        ls::write_file(folder / "flipped", flipped);
        CHECK_THROWS_WITH_AS(ls::load_checkpoint(folder / "flipped", learner), doctest::Contains(words.c_str()),
                             std::runtime_error);
        CHECK(learner.total_steps() == steps);
        CHECK(parameters_of(learner) == policy);
    };
    for (ls::tensor_place const& place : header.tensors) {
        if (place.bytes() > 0) {
            refuses(data + place.begin, "tensor \"" + place.name + "\" is damaged: its checksum is ");
            refuses(data + place.end - 1, "tensor \"" + place.name + "\" is damaged: its checksum is ");
        }
    }
    refuses(whole.find("\"iteration\":\"1\"") + 13, "its metadata is damaged: its checksum is ");
    for (std::size_t byte = 0; byte < data; ++byte) {
        refuses(byte, byte < 8 ? "flipped: " : byte == 8 ? "flipped: is no safetensors file" : " damaged");
    }
}

TEST_CASE("a checkpoint holds of a replay buffer what was filled") {
    temporary_folder const folder;
    ls::cpu device;
    using learner_type = sac<ls::cpu>;
    auto config = config_of<learner_type>();
    config.capacity = 1'000'000;
    config.priority_exponent = 0;
    learner_type learner(device, config);
    learner.iterate();
    ls::save_checkpoint(folder / "checkpoint", learner);
    CHECK(std::filesystem::file_size(folder / "checkpoint") < 200'000);
    std::vector<float> expected;
    learner.iterate();
    expected = parameters_of(learner);
    learner_type other(device, config);
    for (int i = 0; i < 5; ++i) {
        other.iterate();  // fills more places than the checkpoint has
    }
    ls::load_checkpoint(folder / "checkpoint", other);
    other.iterate();
    CHECK(parameters_of(other) == expected);
}

TEST_CASE("on a full disk the checkpoint before stays whole") {
    saved_training<ppo<ls::cpu>> training;
    auto& folder = training.folder;
    std::string const& path = training.path;
    auto& learner = training.learner;
    std::string const before = ls::read_file(path);
    learner.iterate();

    ::rlimit limit{};
    REQUIRE(::getrlimit(RLIMIT_FSIZE, &limit) == 0);
    ::rlimit const full{.rlim_cur = before.size() / 2, .rlim_max = limit.rlim_max};
    auto const handler = std::signal(SIGXFSZ, SIG_IGN);
    REQUIRE(::setrlimit(RLIMIT_FSIZE, &full) == 0);
    CHECK_THROWS_WITH_AS(ls::save_checkpoint(path, learner), doctest::Contains("cannot be written: File too large"),
                         std::runtime_error);
    REQUIRE(::setrlimit(RLIMIT_FSIZE, &limit) == 0);
    std::signal(SIGXFSZ, handler);

    CHECK(ls::read_file(path) == before);
    CHECK(folder.names() == std::vector<std::string>{"checkpoint"});
}
