// SPDX-License-Identifier: MIT
// From a robot's facts to the tables of its dynamics: what MuJoCo's compiler does (MuJoCo documentation, "Modeling"),
// at compile time or at run time.
#pragma once

#include <array>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>

#include <lockstep/physics/active_set.hpp>
#include <lockstep/physics/fluid_box.hpp>
#include <lockstep/physics/inverse_weight.hpp>
#include <lockstep/physics/mass.hpp>
#include <lockstep/physics/model.hpp>
#include <lockstep/physics/pair_finder.hpp>
#include <lockstep/physics/robot.hpp>
#include <lockstep/physics/touching.hpp>

namespace lockstep::physics {

/// Where a body of the robot is in the model: the body that it is, or is fused into, and its place in that body's frame.
struct placement {
    std::size_t body = no_body;
    vec3<double> position = {0, 0, 0};
    mat3<double> orientation = identity3<double>();
};

/// Throws std::invalid_argument that names the part. Not constexpr: at compile time the call is the error.
[[noreturn]] inline void refuse(std::string_view kind, std::string_view name, std::string_view reason) {
    std::string message = "lockstep::physics::compile: ";
    message.append(kind).append(" \"").append(name).append("\" ").append(reason);
    throw std::invalid_argument(message);
}

/// The index of the parent of body b: one of the bodies before b.
constexpr std::size_t index_of_parent(robot const& r, std::size_t b) {
    for (std::size_t parent = 0; parent < b; ++parent) {
        if (r.bodies[parent].name == r.bodies[b].parent) {
            return parent;
        }
    }
    refuse("body", r.bodies[b].name, "has a parent that is not a body before it");
}

/// softness -> impedance. MuJoCo keeps the time constant above two steps and the impedance inside (0, 1).
constexpr impedance impedance_of(softness const& s, double timestep, double inverse_weight) {
    auto const inside = [](double x) { return x < 0.0001 ? 0.0001 : x > 0.9999 ? 0.9999 : x; };
    impedance result{.dmin = inside(s.solimp[0]),
                     .dmax = inside(s.solimp[1]),
                     .width = s.solimp[2] > 0 ? s.solimp[2] : 0,
                     .midpoint = inside(s.solimp[3]),
                     .power = s.solimp[4] > 1 ? s.solimp[4] : 1,
                     .margin = s.margin,
                     .inverse_weight = inverse_weight};
    double const dmax = result.dmax;
    if (s.solref[0] > 0) {
        double const time = s.solref[0] > 2 * timestep ? s.solref[0] : 2 * timestep;
        result.stiffness = 1 / (dmax * dmax * time * time * s.solref[1] * s.solref[1]);
        result.damping = 2 / (dmax * time);
    } else {
        result.stiffness = -s.solref[0] / (dmax * dmax);
        result.damping = -s.solref[1] / dmax;
    }
    return result;
}

class compiler {
public:
    constexpr explicit compiler(robot const& r) : robot_(r) {
        model_.timestep = r.timestep;
        model_.gravity = r.gravity;
        model_.density = r.density;
        model_.viscosity = r.viscosity;
        model_.integrator = r.integrator;
        model_.parts = r.bodies.size();
    }

    constexpr model run() {
        for (std::size_t b = 0; b < robot_.bodies.size(); ++b) {
            add_body(b);
        }
        set_masses();
        if (robot_.density > 0 || robot_.viscosity > 0) {
            add_boxes();
        }
        model_.planar = is_planar();
        reference_pose const pose(model_);
        for (std::size_t i = 0; i < model_.dofs.size(); ++i) {
            model_.dofs[i].inverse_weight = pose.of_dof(i);
            model_.dofs[i].limit.inverse_weight = model_.dofs[i].inverse_weight;
        }
        for (std::size_t b = 0; b < robot_.bodies.size(); ++b) {
            add_points(b, pose);
        }
        add_pairs(pose);
        add_motors();
        find_coupled_dofs(model_);
        find_limbs(model_);
        assign_rows(model_);
        return model_;
    }

private:
    constexpr void add_body(std::size_t b) {
        body const& given = robot_.bodies[b];
        bool const root = given.parent.empty();
        placement const parent = root ? placement{} : placed_[index_of_parent(robot_, b)];
        vec3<double> const position = parent.position + parent.orientation * given.position;
        mat3<double> const orientation = parent.orientation * rotation(given.orientation);
        if (given.joints.size() == 0) {
            if (root) {
                refuse("body", given.name, "has neither a parent nor a joint: it would be welded to the world");
            }
            placed_[b] = {parent.body, position, orientation};
            return;
        }
        placed_[b] = {model_.bodies.size(), zero3<double>(), identity3<double>()};
        quaternion<double> const& q = given.orientation;
        model::body result{.parent = parent.body,
                           .position = position,
                           .orientation = orientation,
                           .turned = q.x != 0 || q.y != 0 || q.z != 0,
                           .first_dof = model_.dofs.size()};
        for (joint const& j : given.joints) {
            add_joint(j, root, result, given);
        }
        model_.bodies.push_back(result);
    }

    constexpr void add_joint(joint const& j, bool root, model::body& owner, body const& given) {
        model::dof d{.body = model_.bodies.size(), .anchor = j.position, .damping = j.damping, .armature = j.armature};
        auto const push = [&](dof_type type, std::size_t index, vec3<double> const& axis) {
            d.type = type, d.index = index, d.axis = axis;
            model_.dofs.push_back(d);
            ++owner.dof_count;
        };
        std::array<vec3<double>, 3> const axes = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
        if (j.type == joint_type::slide || j.type == joint_type::hinge) {
            bool const slide = j.type == joint_type::slide;
            d.qpos = model_.qpos_size();
            d.reference = j.reference, d.stiffness = j.stiffness, d.spring_reference = j.spring_reference;
            d.limited = j.limited, d.range = j.range, d.limit = impedance_of(j.limit, robot_.timestep, 0);
            d.moves_tree = slide && root && only_translations(owner);
            double const length = compile_time::sqrt(dot(j.axis, j.axis));
            if (!(length > 0)) {
                refuse("joint", j.name, "has an axis of no length");
            }
            push(slide ? dof_type::slide : dof_type::hinge, 0, (1 / length) * j.axis);
            model_.initial_qpos.push_back(j.reference);
            return;
        }
        if (j.limited || j.stiffness != 0) {
            refuse("joint", j.name, "is a ball or free joint: it can have no limit and no spring here");
        }
        if (j.type == joint_type::free) {
            if (!root || given.joints.size() != 1) {
                refuse("joint", j.name, "is free: it must be the only joint of a body of the world");
            }
            owner.free = true;
            d.moves_tree = true;
            for (std::size_t k = 0; k < 3; ++k) {
                d.qpos = model_.qpos_size();
                push(dof_type::translation, k, axes[k]);
                model_.initial_qpos.push_back(k == 0 ? given.position.x : k == 1 ? given.position.y : given.position.z);
            }
            d.moves_tree = false;
        }
        d.qpos = model_.qpos_size();
        quaternion<double> const q = owner.free ? given.orientation : quaternion<double>{1, 0, 0, 0};
        for (std::size_t k = 0; k < 3; ++k) {
            push(dof_type::rotation, k, axes[k]);
        }
        for (double const x : {q.w, q.x, q.y, q.z}) {
            model_.initial_qpos.push_back(x);
        }
    }

    constexpr bool only_translations(model::body const& owner) const {
        for (std::size_t i = owner.first_dof; i < model_.dofs.size(); ++i) {
            if (!model_.dofs[i].moves_tree) {
                return false;
            }
        }
        return true;
    }

    constexpr void set_masses() {
        std::array<rigid, max_bodies> sums{};
        double total = 0;
        for (std::size_t b = 0; b < robot_.bodies.size(); ++b) {
            rigid const part = rigid_of(robot_.bodies[b]);
            total += part.mass;
            sums[placed_[b].body] = sums[placed_[b].body] + placed(placed_[b].position, placed_[b].orientation, part);
        }
        if (robot_.total_mass > 0 && !(total > 0)) {
            refuse("robot", robot_.name, "has a total_mass to be scaled to, but no geom with a mass");
        }
        double const scale = robot_.total_mass > 0 ? robot_.total_mass / total : 1;
        for (std::size_t b = 0; b < model_.bodies.size(); ++b) {
            rigid const sum = scaled(scale, sums[b]);
            model_.bodies[b].mass = sum.mass;
            model_.bodies[b].center = sum.center;
            model_.bodies[b].inertia = sum.inertia;
        }
        for (std::size_t b = 0; b < robot_.bodies.size(); ++b) {
            for (geom const& g : robot_.bodies[b].geoms) {
                find_symmetry(model_.bodies[placed_[b].body], placed_[b].orientation * g.axis);
            }
        }
    }

    // MuJoCo's axes of a body with one geom are the geom's own, its z turned the shortest way.
    constexpr void add_boxes() {
        for (std::size_t b = 0; b < robot_.bodies.size(); ++b) {
            body const& given = robot_.bodies[b];
            rigid const part = rigid_of(given);
            if (part.mass > 0) {
                placement const& at = placed_[b];
                mat3<double> const axes = given.geoms.size() == 1 ? turned_to(given.geoms[0].axis) : principal_axes(part.inertia);
                model_.boxes.push_back({at.body, at.position + at.orientation * part.center, at.orientation * axes,
                                        inertia_box(part.mass, part.inertia, axes)});
            }
        }
    }

    // An inertia that turns like one about an axis costs half as much to turn.
    constexpr static void find_symmetry(model::body& b, vec3<double> const& axis) {
        double const along = dot(axis, b.inertia * axis);
        double const across = 0.5 * (b.inertia.xx + b.inertia.yy + b.inertia.zz - along);
        symmetric3<double> const turned = axisymmetric(across, along - across, axis), &given = b.inertia;
        for (double const difference : {turned.xx - given.xx, turned.yy - given.yy, turned.zz - given.zz, turned.xy - given.xy,
                                        turned.xz - given.xz, turned.yz - given.yz}) {
            if (difference > 1e-13 * across || difference < -1e-13 * across) {
                return;
            }
        }
        b.axisymmetric = true, b.across = across, b.along = along, b.axis = axis;
    }

    constexpr bool is_planar() const {
        for (model::dof const& d : model_.dofs) {
            bool const across = d.axis.x == 0 && d.axis.z == 0;
            bool const fits = d.type == dof_type::slide ? d.axis.y == 0 : d.type == dof_type::hinge && across;
            if (!fits || d.anchor.y != 0) {
                return false;
            }
        }
        for (body const& b : robot_.bodies) {
            bool flat = b.position.y == 0 && b.orientation.x == 0 && b.orientation.z == 0;
            flat = flat && b.inertia.center.y == 0 && b.inertia.about_center.xy == 0 && b.inertia.about_center.yz == 0;
            for (geom const& g : b.geoms) {
                flat = flat && g.position.y == 0 && (g.axis.y == 0 || g.type == geom_type::sphere);
            }
            if (!flat) {
                return false;
            }
        }
        return true;
    }

    constexpr void add_points(std::size_t b, reference_pose const& pose) {
        placement const& at = placed_[b];
        double const weight = point_weight(b, pose);
        for (geom const& g : robot_.bodies[b].geoms) {
            contact_pair const touch = ground_pair(robot_, robot_.bodies[b].name, g);
            if (touch.condim == 0) {
                continue;
            }
            bool const capsule = g.type == geom_type::capsule;
            vec3<double> const axis = at.orientation * g.axis, center = at.position + at.orientation * g.position;
            model::point p{.body = at.body,
                           .part = b,
                           .axis = axis,
                           .along_axis = capsule && !model_.planar,
                           .radius = g.radius,
                           .condim = touch.condim,
                           .friction = touch.friction,
                           .contact = contact_impedance(touch, g.name, weight)};
            for (double const end : {1.0, -1.0}) {
                if (capsule || end > 0) {
                    p.position = capsule ? center + (end * g.half_length) * axis : center;
                    model_.points.push_back(p);
                }
            }
        }
    }

    /// What a point of the body meets.
    constexpr double point_weight(std::size_t b, reference_pose const& pose) const {
        placement const& at = placed_[b];
        return pose.of_point(at.body, at.position + at.orientation * rigid_of(robot_.bodies[b]).center);
    }

    constexpr void add_pairs(reference_pose const& pose) {
        pair_finder const found(robot_);
        std::array<double, max_bodies> weights{};
        for (std::size_t b = 0; b < robot_.bodies.size(); ++b) {
            weights[b] = found.touches(b) ? point_weight(b, pose) : 0;
            for (std::size_t i = 0; i < robot_.bodies[b].geoms.size(); ++i) {
                if (found.touches(b, i)) {
                    geom const& g = robot_.bodies[b].geoms[i];
                    placement const& at = placed_[b];
                    model_.shapes.push_back({at.body, b, g.type, at.position + at.orientation * g.position,
                                             at.orientation * g.axis, g.radius, g.half_length});
                }
            }
        }
        for (pair_finder::match const& p : found) {
            model::shape const &a = model_.shapes[p.first], &b = model_.shapes[p.second];
            double const reach = a.radius + a.half_length + b.radius + b.half_length + p.touch.contact.margin;
            model_.pairs.push_back({p.first, p.second, p.touch.condim, p.touch.friction, reach,
                                    contact_impedance(p.touch, p.touch.first, weights[a.part] + weights[b.part])});
        }
    }

    /// weight: the inverse inertia of the two bodies at the contact.
    constexpr impedance contact_impedance(contact_pair const& touch, std::string_view name, double weight) const {
        if (touch.condim != 1 && touch.condim != 3) {
            refuse("geom", name, "has contacts of a condim that is neither 1 nor 3");
        }
        // An edge n + mu t of the pyramid, with R scaled so that the pyramid is as stiff as the cone it replaces.
        double const mu = touch.friction, edge = weight * (1 + mu * mu) * 2 * mu * mu;
        return impedance_of(touch.contact, robot_.timestep, touch.condim == 3 ? edge : weight);
    }

    constexpr void add_motors() {
        for (actuator const& a : robot_.actuators) {
            model_.motors.push_back({dof_of_joint(a.joint), a.gear, a.control_range[0], a.control_range[1]});
        }
    }

    constexpr std::size_t dof_of_joint(std::string_view name) const {
        std::size_t dof = 0;
        for (body const& b : robot_.bodies) {
            for (joint const& j : b.joints) {
                if (j.name == name && (j.type == joint_type::slide || j.type == joint_type::hinge)) {
                    return dof;
                }
                dof += j.type == joint_type::free ? 6 : j.type == joint_type::ball ? 3 : 1;
            }
        }
        refuse("actuator", name, "moves no slide or hinge of that name");
    }

    robot const& robot_;
    model model_;
    std::array<placement, max_bodies> placed_{};
};

/// The dynamics' tables of a robot. Throws std::invalid_argument (at compile time: does not compile) for what is not supported.
constexpr model compile(robot const& r) { return compiler(r).run(); }

}  // namespace lockstep::physics
