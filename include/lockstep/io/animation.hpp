// SPDX-License-Identifier: MIT
// The motion of a robot in a file, with all that a viewer needs: the robot's shapes, and their places in every frame.
//
//     {"format": "lockstep.animation.1", "name": "half_cheetah", "seconds_per_frame": 0.05, "ground": 0,
//      "shapes": [{"name": "torso", "body": "torso", "type": "capsule", "size": [0.046, 0.5],
//                  "color": [0.5, 0.5, 0.5, 1]}, ...],
//      "frames": [[x, y, z, qw, qx, qy, qz, ...], ...]}
//
// A frame has seven numbers for each shape, in the order of "shapes": the centre in m and the unit quaternion that turns the
// shape's own axes to the world's, z up. "size" is as in MJCF: for a capsule the radius, then half the length of its cylinder,
// whose axis is the shape's z. "color" is red, green, blue and opacity. Shapes that do not move belong to the body "world". So
// does the shape "target", the place that the robot is to reach, though the target may move. "ground" is the height of the
// ground, or null where there is none.
#pragma once

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <lockstep/core/formatted.hpp>
#include <lockstep/core/lanes.hpp>
#include <lockstep/core/macros.hpp>
#include <lockstep/core/random.hpp>
#include <lockstep/core/real.hpp>
#include <lockstep/core/spatial.hpp>
#include <lockstep/core/vector.hpp>
#include <lockstep/envs/concept/action_bounds.hpp>
#include <lockstep/envs/concept/physical_environment.hpp>
#include <lockstep/envs/environment.hpp>
#include <lockstep/io/file.hpp>
#include <lockstep/io/storage/file_suffix.hpp>
#include <lockstep/io/text/quote_json.hpp>
#include <lockstep/io/viewer/drawn_contacts.hpp>
#include <lockstep/physics/scene.hpp>
#include <lockstep/rl/policy/policy.hpp>

namespace lockstep {

namespace detail {

/// Returns the name of a type of shape in MJCF.
inline char const* name_of(physics::geom_type type) {
    constexpr char const* names[] = {"sphere", "capsule", "cylinder", "box", "ellipsoid"};
    return names[static_cast<std::size_t>(type)];
}

}  // namespace detail

/// The frames of one robot. The robot and the model must outlive the animation.
class animation {
public:
    LOCKSTEP_COLD animation(physics::robot const& robot, physics::model const& model, double seconds_per_frame)
        : label(robot.name),
          scene_(physics::scene_of(robot)),
          robot_(&robot),
          model_(&model),
          seconds_per_frame_(seconds_per_frame) {}

    std::string label;  ///< its title in a viewer; at first the robot's name

    std::size_t size() const { return frames_.size(); }
    physics::scene const& scene() const { return scene_; }
    std::vector<std::vector<physics::pose>> const& frames() const { return frames_; }  ///< [size()][shapes]
    double seconds_per_frame() const { return seconds_per_frame_; }
    bool has_target() const { return has_target_; }                 ///< if so, the target is the last shape
    std::vector<float> const& rewards() const { return rewards_; }  ///< [steps]
    std::vector<float> const& actions() const { return actions_; }  ///< [steps][action_size()]
    std::size_t action_size() const { return rewards_.empty() ? 0 : actions_.size() / rewards_.size(); }
    std::vector<float> const& contacts() const { return contacts_; }  ///< [contacts][6]: place (m), force (N)
    /// Returns the number of contacts up to the end of each frame. Frames after the last one with add_contacts() have none.
    std::vector<std::uint32_t> const& contact_ends() const { return contact_ends_; }

    double weight() const { return weight_of(*model_); }  ///< of the robot, N

    /// Adds a target, a ball of this radius in m, to all frames that follow. Throws std::logic_error if there are frames already.
    LOCKSTEP_COLD void add_target(double radius) {
        if (size() != 0) {
            throw std::logic_error("lockstep::animation: add_target comes after the first frame; call it before");
        }
        scene_.shapes.push_back({.name = "target",
                                 .body = "world",
                                 .type = physics::geom_type::sphere,
                                 .size = {radius},
                                 .paint = {0.9f, 0.2f, 0.2f, 0.5f}});
        has_target_ = true;
    }

    /// Adds a frame with the robot at the positions `qpos`. If there is a target, it is at `target` (m). Throws
    /// std::invalid_argument, naming the frame, if `qpos` does not have the model's number of positions, if a number is not
    /// finite, or if a quaternion is 0.
    LOCKSTEP_COLD void append(std::span<double const> qpos, vec3<double> const& target = {0, 0, 0}) {
        if (qpos.size() != model_->qpos_size()) {
            throw std::invalid_argument(formatted("lockstep::animation: frame %zu has %zu positions, not the robot's %zu", size(),
                                                  qpos.size(), model_->qpos_size()));
        }
        for (double const position : qpos) {
            if (!std::isfinite(position)) {
                throw std::invalid_argument(
                    formatted("lockstep::animation: frame %zu has a position that is not finite", size()));
            }
        }
        auto poses = physics::poses(scene_, *model_, qpos);
        if (has_target_) {
            poses.back().position = target;
        }
        for (auto const& [p, q] : poses) {
            if (!std::isfinite(p.x + p.y + p.z + q.w + q.x + q.y + q.z)) {
                throw std::invalid_argument(formatted("lockstep::animation: frame %zu has a pose that is not finite", size()));
            }
        }
        frames_.push_back(std::move(poses));
    }

    /// Adds the reward and the action of the step that led to the newest frame. Call it after each frame but the first. Throws
    /// std::logic_error if the number of frames is not that of steps, this one included, plus 1, or if the action has another
    /// size than those before.
    LOCKSTEP_COLD void add_step(double reward, std::span<float const> action) {
        if (rewards_.size() + 2 != size() || (!rewards_.empty() && action.size() != action_size())) {
            throw std::logic_error(formatted(
                "lockstep::animation: step %zu comes with %zu actions after %zu frames, not with %zu after %zu", rewards_.size(),
                action.size(), size(), rewards_.empty() ? action.size() : action_size(), rewards_.size() + 2));
        }
        rewards_.push_back(static_cast<float>(reward));
        actions_.insert(actions_.end(), action.begin(), action.end());
    }

    /// Adds the contact forces of the newest frame (io/viewer/drawn_contacts.hpp). `qpos` has the positions of this frame, and
    /// `wrenches`, [bodies][6], the torque (N m) and the force (N) on each body. Throws std::logic_error if there is no frame,
    /// and std::invalid_argument if there are not six numbers for each body.
    LOCKSTEP_COLD void add_contacts(std::span<double const> qpos, std::span<double const> wrenches) {
        if (size() == 0) {
            throw std::logic_error("lockstep::animation: add_contacts comes before the first frame; add a frame first");
        }
        if (wrenches.size() != 6 * model_->robot_bodies.size()) {
            throw std::invalid_argument(formatted("lockstep::animation: frame %zu has %zu numbers of contact forces, not six for "
                                                  "each of %zu bodies",
                                                  size() - 1, wrenches.size(), model_->robot_bodies.size()));
        }
        contact_ends_.resize(size(), contact_ends_.empty() ? 0 : contact_ends_.back());
        for (auto const& [place, force] : drawn_contacts(*robot_, *model_, scene_, frames_.back(), qpos, wrenches)) {
            for (double const number : {place.x, place.y, place.z, force.x, force.y, force.z}) {
                contacts_.push_back(static_cast<float>(number));
            }
        }
        contact_ends_.back() = static_cast<std::uint32_t>(contacts_.size() / 6);
    }

    /// Returns the content of the file. Shapes and frames are rounded to 1e-5: lengths to a hundredth of a millimetre.
    LOCKSTEP_COLD std::string to_json() const {
        std::string text =
            formatted("{\"format\": \"lockstep.animation.1\", \"name\": %s, \"seconds_per_frame\": %.9g, \"ground\": %s,\n",
                      quote_json(scene_.name).c_str(), seconds_per_frame_,
                      scene_.ground ? formatted("%.9g", scene_.ground_height).c_str() : "null");
        text += " \"shapes\": [";
        for (std::size_t i = 0; i < scene_.shapes.size(); ++i) {
            physics::shape const& s = scene_.shapes[i];
            text += formatted("%s\n  {\"name\": %s, \"body\": %s, \"type\": \"%s\", \"size\": [", i > 0 ? "," : "",
                              quote_json(s.name).c_str(), quote_json(s.body).c_str(), detail::name_of(s.type));
            for (double const length : s.size) {
                add(text, length);
            }
            text.back() = ']';
            text += ", \"color\": [";
            for (float const part : s.paint) {
                add(text, part);
            }
            text.back() = ']';
            text += '}';
        }
        text += "],\n \"frames\": [";
        for (std::size_t i = 0; i < size(); ++i) {
            text += i > 0 ? ",\n  [" : "\n  [";
            for (auto const& [p, q] : frames_[i]) {
                for (double const number : {p.x, p.y, p.z, q.w, q.x, q.y, q.z}) {
                    add(text, number);
                }
            }
            text.back() = ']';
        }
        return text + "]}\n";
    }

    /// Replaces the file at `path` by to_json(). Throws std::invalid_argument if `path` has another format's suffix
    /// (check_suffix), and std::runtime_error, naming the file, if it cannot be written.
    void save(std::string const& path) const { write_file(check_suffix(path, ".json"), to_json()); }

private:
    LOCKSTEP_COLD static void add(std::string& text, double number) {
        char digits[400];                                                 // of any double
        double const rounded = std::nearbyint(number * 1e5) / 1e5 + 0.0;  // + 0.0: no "-0"
        text.append(digits, std::to_chars(digits, digits + sizeof digits, rounded, std::chars_format::fixed).ptr).append(1, ',');
    }

    physics::scene scene_;
    physics::robot const* robot_;
    physics::model const* model_;
    double seconds_per_frame_;
    bool has_target_ = false;
    std::vector<std::vector<physics::pose>> frames_;
    std::vector<float> rewards_, actions_, contacts_;
    std::vector<std::uint32_t> contact_ends_;
};

/// Runs one episode and returns it: a frame for the start and one for each step. The episode begins with a reset from `seed`.
/// `act(observation)` must return the action, within the environment's bounds. A robot that varies moves as the one that the
/// episode drew, and has the shapes and places of the original one. Throws std::invalid_argument, as append() does, if a frame
/// has a number that is not finite. (The environment runs in lanes that all do the same, because a program that trains has
/// already compiled the step for lanes. A step for single floats would take more time to compile.)
template <has_robot Env, class Act>
animation animate(Env const& env, Act&& act, std::uint64_t seed = 0) {
    using R = native_lanes;
    animation result(Env::robot, Env::model, Env::dt);
    random<R> draws(seed, words<R>{}, words<R>{});
    auto state = env.reset(draws);
    mask_t<R> ended(false);
    auto const show = [&] {
        std::vector<double> qpos;
        for (R const& position : detail::robot_state(state).qpos) {
            qpos.push_back(position[0]);
        }
        if constexpr (has_target<Env>) {
            auto const place = env.target(state.draw);
            result.append(qpos, {place.x[0], place.y[0], place.z[0]});
        } else {
            result.append(qpos);
        }
        if constexpr (has_contact_forces<Env>) {
            auto const wrenches = env.contact_forces(state);
            std::vector<double> numbers(wrenches.size());
            std::transform(wrenches.begin(), wrenches.end(), numbers.begin(), [](R const& number) { return number[0]; });
            result.add_contacts(qpos, numbers);
        }
    };
    if constexpr (has_target<Env>) {
        result.add_target(env.target_radius);
    }
    show();
    for (std::size_t step = 0; step < Env::episode_limit && !any(ended); ++step) {
        vector<float, Env::observation_size> first;
        auto const observation = env.observe(state);
        std::transform(observation.begin(), observation.end(), first.begin(), [](R const& number) { return number[0]; });
        vector<float, Env::action_size> const chosen = act(first);
        vector<R, Env::action_size> action;
        std::transform(chosen.begin(), chosen.end(), action.begin(), [](float number) { return R(number); });
        auto const next = env.step(state, action);
        state = next.state;
        ended = next.terminated;
        show();
        result.add_step(next.reward[0], chosen);
    }
    return result;
}

/// Runs one episode with the mean actions of a policy, and returns it as the function above does.
template <trained_policy Policy>
    requires has_robot<typename Policy::environment>
animation animate(Policy const& policy, std::uint64_t seed = 0, typename Policy::environment const& env = {}) {
    using Env = typename Policy::environment;
    if constexpr (recurrent<typename Policy::actor>) {
        typename Policy::memory remembered{};
        return animate(
            env, [&](auto const& observation) { return within_bounds<Env>(policy.mean_action(observation, remembered)); }, seed);
    } else {
        return animate(env, [&](auto const& observation) { return within_bounds<Env>(mean_actions(policy, observation)); }, seed);
    }
}

template <class Policy>
    requires(has_policy<Policy> || !has_robot<typename Policy::environment>)
animation animate(Policy const&, auto const&...) {
    static_assert(sizeof(Policy) == 0,
                  "lockstep::animate needs a policy whose environment has robot, model, dt and state::qpos; for a learner, "
                  "pass learner.policy()");
    __builtin_unreachable();
}

}  // namespace lockstep
