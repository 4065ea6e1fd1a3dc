// SPDX-License-Identifier: MIT
// Contacts between two links. The narrow phase tests the pairs of geoms that are near each other in some lane. Each lane has its
// own list of the contacts that it finds. From these lists the first contacts of all lanes go to the coupled rows at once, then
// the second contacts, and so on.
#pragma once

#include <array>
#include <cstddef>
#include <iterator>
#include <vector>

#include <lockstep/core/real.hpp>
#include <lockstep/core/spatial.hpp>
#include <lockstep/core/table.hpp>
#include <lockstep/physics/constraint/impedance.hpp>
#include <lockstep/physics/contact/capsule_cylinder.hpp>
#include <lockstep/physics/contact/narrow_phase.hpp>
#include <lockstep/physics/contact/sphere_box.hpp>
#include <lockstep/physics/dynamics/kinematics.hpp>
#include <lockstep/physics/model.hpp>

namespace lockstep::physics {

/// A list of records, each of Fields numbers. Each lane has a list of its own length.
template <real R, std::size_t Capacity, std::size_t Fields>
class lane_list {
public:
    static constexpr std::size_t capacity = Capacity;

    /// How many records were added in each lane. Records beyond the capacity are counted, but not kept.
    R count = R(0);

    void append(mask_t<R> const& mask, std::array<R, Fields> const& fields) {
        R const entry = select(mask && count < R(Capacity), count, R(-1));
        for (std::size_t i = 0; i < Fields; ++i) {
            records_.scatter(entry, i, fields[i]);
        }
        count = count + select(mask, R(1), R(0));
    }

    /// Returns the record with this index in each lane. In lanes that have no such record it is zeros.
    std::array<R, Fields> at(R const& entry) const {
        mask_t<R> const has = entry < count;
        std::array<R, Fields> result;
        for (std::size_t i = 0; i < Fields; ++i) {
            result[i] = select(has, records_.at(entry, i), R(0));
        }
        return result;
    }

private:
    table<R, Capacity, Fields> records_;
};

/// A contact of two shapes. `first` and `second` are the indices of the shapes in the model.
template <real R>
struct pair_contact {
    mask_t<R> has;   // the lanes that have it
    touch<R> where;  // m, about the O of the first tree
    R inverse_weight, first, second;
};

/// All contacts of one kind, that is, of pairs with the same parameters. For each combination of two types of shapes, one loop
/// tests the pairs that are near. So 109 such pairs need no more recorded text than one pair.
template <real R>
class pair_contacts {
public:
    /// Finds the contacts. `kind` is any pair of the kind. `m` and `kind` must outlive this object.
    pair_contacts(model const& m, kinematics<R> const& k, model::pair const& kind) : model_(m), kind_(kind) {
        for (std::size_t s = 0; s < m.shapes.size(); ++s) {
            place(k, s);
        }
        find(geom_type::sphere, geom_type::sphere);
        find(geom_type::sphere, geom_type::capsule);
        find(geom_type::capsule, geom_type::capsule);
        find(geom_type::capsule, geom_type::cylinder);
        find(geom_type::sphere, geom_type::box);
    }

    R const& count() const { return contacts_.count; }
    static constexpr std::size_t capacity = 24;

    /// Returns contact `entry` in the lanes of `wanted`. Lanes that have no such contact get an inverse weight of 1 and a
    /// distance beyond the margin.
    pair_contact<R> at(R const& entry, mask_t<R> const& wanted = mask_t<R>(true)) const {
        auto const f = contacts_.at(entry);
        mask_t<R> const has = entry < contacts_.count && wanted;
        return {has,
                {{f[0], f[1], f[2]}, {f[3], f[4], f[5]}, select(has, f[6], R(1 + kind_.contact.margin))},
                select(has, f[7], R(1)), f[8], f[9]};
    }

private:
    /// The columns of the table of constants. The table has one entry for each pair.
    enum column : std::size_t {
        first, second, radius_a, radius_b, square_a, square_b, inverse_a, inverse_b, half_b, weight, columns
    };

    /// One pair as numbers.
    struct candidate {
        segment<R> a, b;  // of a sphere: its z, of length 1, is the half axis
        R radius_a, radius_b;
        R square_a, square_b, inverse_a, inverse_b, half_b;  // of half lengths: squares and their inverses
        R weight, first, second;
    };

    void place(kinematics<R> const& k, std::size_t shape) {
        model::shape const& s = model_.shapes[shape];
        mat3<R> const& orientation = k.orientation[s.body];
        vec3<R> center = k.position[s.body] + orientation * constant<R>(s.position);
        if (std::size_t const root = root_of(model_, s.body); root != 0) {
            center = center + (k.origin[root] - k.origin[0]);
        }
        segments_[shape] = {center, orientation * constant<R>(s.half_length * s.axis)};
        vec3<R> const axis = s.type == geom_type::sphere ? orientation * constant<R>(s.axis) : segments_[shape].half_axis;
        R const numbers[] = {center.x, center.y, center.z, axis.x, axis.y, axis.z};
        for (std::size_t i = 0; i < std::size(numbers); ++i) {
            shapes_.set(R(shape), i, numbers[i]);
        }
        if (s.type == geom_type::box) {
            std::size_t place = 0;
            for (vec3<R> const& v : {orientation * constant<R>(s.axes.x), orientation * constant<R>(s.axes.y),
                                     orientation * constant<R>(s.axes.z), constant<R>(s.half_sizes)}) {
                for (R const& number : {v.x, v.y, v.z}) {
                    boxes_.set(R(shape), place++, number);
                }
            }
        }
    }

    segment<R> placed(R const& shape) const {
        auto const number = [&](std::size_t i) { return shapes_.at(shape, i); };
        return {{number(0), number(1), number(2)}, {number(3), number(4), number(5)}};
    }

    placed_box<R> placed_as_box(R const& shape) const {
        auto const number = [&](std::size_t i) { return boxes_.at(shape, i); };
        auto const numbers = [&](std::size_t i) { return vec3<R>{number(i), number(i + 1), number(i + 2)}; };
        return {placed(shape).center, {numbers(0), numbers(3), numbers(6)}, numbers(9)};
    }

    // Finds the pairs of two types that are near in some lane, and then tests these in a loop. The first test allows for more
    // than the rounding of positions and axes, so that the contacts of a lane do not depend on the pairs of other lanes.
    void find(geom_type a, geom_type b) {
        std::vector<double> numbers;
        table<R, max_pairs, 1> near;
        R near_count(0);
        for (model::pair const& p : model_.pairs) {
            model::shape const &one = model_.shapes[p.first], &other = model_.shapes[p.second];
            if (p.is_like(kind_) && one.type == a && other.type == b) {
                segment<R> const &axis = segments_[p.first], &other_axis = segments_[p.second];
                vec3<R> const apart = axis.center - other_axis.center;
                mask_t<R> const centers_near = dot(apart, apart) < R((1 + 1e-4) * p.reach * p.reach);
                auto const note = [&] {
                    near.set(near_count, 0, R(numbers.size() / columns));
                    near_count = near_count + R(1);
                };
                auto const look = [&] {
                    double const reach = one.radius + other.radius + kind_.contact.margin;
                    when(any(axes_may_touch(axis, other_axis, reach, p.reach)), note, near_count);
                };
                if (b == geom_type::sphere || b == geom_type::box) {
                    when(any(centers_near), note, near_count);
                } else {
                    when(any(centers_near), look, near_count);
                }
                double const aa = one.half_length * one.half_length, bb = other.half_length * other.half_length;
                numbers.insert(numbers.end(),
                               {static_cast<double>(p.first), static_cast<double>(p.second), one.radius, other.radius,
                                aa, bb, aa > 0 ? 1 / aa : 0, bb > 0 ? 1 / bb : 0, other.half_length, p.contact.inverse_weight});
            }
        }
        if (numbers.empty()) {
            return;
        }
        constant_table<R, columns> const pairs(numbers);
        R entry(0);
        auto const pass = [&] {
            R const pair = near.at(entry, 0), one = pairs.at(pair, first), other = pairs.at(pair, second);
            find_near(a, b,
                      {placed(one), placed(other), pairs.at(pair, radius_a), pairs.at(pair, radius_b), pairs.at(pair, square_a),
                       pairs.at(pair, square_b), pairs.at(pair, inverse_a), pairs.at(pair, inverse_b), pairs.at(pair, half_b),
                       pairs.at(pair, weight), one, other});
            entry = entry + R(1);
        };
        repeat_until(
            static_cast<int>(numbers.size() / columns), [&] { return !any(entry < near_count); }, pass, entry, contacts_.count);
    }

    void find_near(geom_type a, geom_type b, candidate const& c) {
        if (a == geom_type::capsule && b == geom_type::capsule) {
            find_capsules(c);
        } else if (b == geom_type::cylinder || b == geom_type::box) {
            touch<R> const t = b == geom_type::box ? touch_sphere_box(c.a.center, c.radius_a, placed_as_box(c.second))
                                                   : touch_capsule_cylinder(c.a, c.radius_a, c.b, c.radius_b, c.half_b);
            when(any(t.distance < R(kind_.contact.margin)), [&] { add(mask_t<R>(true), t, c); }, contacts_.count);
        } else {
            vec3<R> const nearest = b == geom_type::sphere ? c.b.center : c.b.at(nearest_place(c.b, c.inverse_b, c.a.center));
            auto const touch = [&] { add_spheres(mask_t<R>(true), c.a.center, nearest, c); };
            when(any(points_may_touch(c.a.center, nearest, c)), touch, contacts_.count);
        }
    }

    // Capsules with parallel axes have two contacts.
    void find_capsules(candidate const& c) {
        segment_product<R> const s(c.a, c.b, c.square_a, c.square_b, c.inverse_a, c.inverse_b);
        places<R> const at = s.nearest();
        vec3<R> const one = c.a.at(at.first), other = c.b.at(at.second);
        mask_t<R> const parallel = s.parallel();
        auto const touch_twice = [&] {
            for (places<R> const& end : s.ends()) {
                add_spheres(parallel, c.a.at(end.first), c.b.at(end.second), c);
            }
        };
        auto const touch = [&] {
            add_spheres(!parallel, one, other, c);
            when(any(parallel), touch_twice, contacts_.count);
        };
        when(any(parallel || points_may_touch(one, other, c)), touch, contacts_.count);
    }

    // Adds the contact of spheres around two points. If the points coincide, for example where axes cross, the normal is
    // perpendicular to both axes.
    void add_spheres(mask_t<R> const& mask, vec3<R> const& a, vec3<R> const& b, candidate const& c) {
        touch<R> t = touch_spheres(a, c.radius_a, b, c.radius_b);
        mask_t<R> const same = mask && t.distance < R(least_distance<R>) - c.radius_a - c.radius_b;
        auto const turn = [&] {
            vec3<R> const normal = normal_across(c.a.half_axis, c.b.half_axis);
            t = select_all<R>(same, touch_along(normal, R(0), a, c.radius_a, c.radius_b), t);
        };
        when(any(same), turn, t);
        add(mask, t, c);
    }

    // Whether spheres around two points may touch. The test needs no root. Rounding never makes it false for spheres that touch.
    mask_t<R> points_may_touch(vec3<R> const& a, vec3<R> const& b, candidate const& c) const {
        vec3<R> const apart = b - a;
        R const reach = c.radius_a + c.radius_b + R(kind_.contact.margin);
        return dot(apart, apart) < R(1 + 1e-5) * (reach * reach);
    }

    void add(mask_t<R> const& mask, touch<R> const& t, candidate const& c) {
        contacts_.append(mask && t.distance < R(kind_.contact.margin),
                         {t.position.x, t.position.y, t.position.z, t.normal.x, t.normal.y, t.normal.z, t.distance, c.weight,
                          c.first, c.second});
    }

    model const& model_;
    model::pair const& kind_;
    std::array<segment<R>, max_geoms> segments_;
    table<R, max_geoms, 6> shapes_;  // centre and half axis of each, as a candidate has them
    table<R, max_geoms, 12> boxes_;  // axes and half sizes
    lane_list<R, capacity, 10> contacts_;
};

}  // namespace lockstep::physics
