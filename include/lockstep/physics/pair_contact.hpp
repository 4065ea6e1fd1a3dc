// SPDX-License-Identifier: MIT
// Contacts between two links. Pairs of geoms that are near each other in some lane are looked at closely; what touches
// goes to a list of the lane's own, and from there, contact by contact in all lanes at once, to the coupled rows.
#pragma once

#include <array>
#include <cstddef>
#include <span>

#include <lockstep/core/real.hpp>
#include <lockstep/core/spatial.hpp>
#include <lockstep/core/table.hpp>
#include <lockstep/physics/impedance.hpp>
#include <lockstep/physics/kinematics.hpp>
#include <lockstep/physics/model.hpp>
#include <lockstep/physics/narrow_phase.hpp>

namespace lockstep::physics {

/// The first body of a body's tree.
constexpr std::size_t root_of(model const& m, std::size_t b) {
    while (m.bodies[b].parent != no_body) {
        b = m.bodies[b].parent;
    }
    return b;
}

/// Records of numbers, as many as each lane has.
template <real R, std::size_t Capacity, std::size_t Fields>
class lane_list {
public:
    static constexpr std::size_t capacity = Capacity;

    /// How many were to be added in each lane; there are no more than capacity.
    R count = R(0);

    void append(mask_t<R> const& mask, std::array<R, Fields> const& fields) {
        R const row = select(mask && count < R(Capacity), count, R(-1));
        for (std::size_t i = 0; i < Fields; ++i) {
            records_.scatter(row, i, fields[i]);
        }
        count = count + select(mask, R(1), R(0));
    }

    /// One record in all lanes; zeros where a lane has none.
    std::array<R, Fields> at(R const& row) const {
        mask_t<R> const has = row < count;
        std::array<R, Fields> result;
        for (std::size_t i = 0; i < Fields; ++i) {
            result[i] = select(has, records_.at(row, i), R(0));
        }
        return result;
    }

private:
    table<R, Capacity, Fields> records_;
};

/// A contact of two shapes, by their numbers in the model.
template <real R>
struct pair_contact {
    touch<R> where;  // about the O of the first tree
    R inverse_weight, first, second;
};

/// All contacts of one kind: pairs with the same parameters, but for the links' weights.
template <real R>
class pair_contacts {
public:
    /// kind: any of the pairs.
    pair_contacts(model const& m, kinematics<R> const& k, model::pair const& kind) : model_(m), kinematics_(k), kind_(kind) {
        for (std::size_t s = 0; s < m.shapes.size(); ++s) {
            shapes_[s] = placed(m.shapes[s]);
        }
        for (model::pair const& p : m.pairs) {
            if (is_same_kind(p, kind)) {
                find(p);
            }
        }
        R row(0);
        repeat_until(
            static_cast<int>(special_.capacity), [&] { return !any(row < special_.count); }, [&] { find_special(row); }, row,
            contacts_.count);
    }

    static bool is_same_kind(model::pair const& a, model::pair const& b) {
        impedance own = a.contact;
        own.inverse_weight = b.contact.inverse_weight;
        return a.condim == b.condim && a.friction == b.friction && own == b.contact;
    }

    R const& count() const { return contacts_.count; }
    static constexpr std::size_t capacity = 24;

    /// Contact `row` of every lane; lanes without have an inverse weight of 1 and are far away.
    pair_contact<R> at(R const& row) const {
        auto const f = contacts_.at(row);
        mask_t<R> const has = row < contacts_.count;
        return {{{f[0], f[1], f[2]}, {f[3], f[4], f[5]}, select(has, f[6], R(1 + kind_.contact.margin))},
                select(has, f[7], R(1)), f[8], f[9]};
    }

private:
    segment<R> placed(model::shape const& s) const {
        mat3<R> const& orientation = kinematics_.orientation[s.body];
        vec3<R> center = kinematics_.position[s.body] + orientation * constant<R>(s.position);
        if (std::size_t const root = root_of(model_, s.body); root != 0) {
            center = center + (kinematics_.origin[root] - kinematics_.origin[0]);
        }
        return {center, s.half_length > 0 ? orientation * constant<R>(s.half_length * s.axis) : zero3<R>()};
    }

    void find(model::pair const& p) {
        segment<R> const &a = shapes_[p.first], &b = shapes_[p.second];
        vec3<R> const apart = a.center - b.center;
        when(
            any(dot(apart, apart) < R(p.reach * p.reach)), [&] { find_near(p, a, b); }, contacts_.count, special_.count);
    }

    void find_near(model::pair const& p, segment<R> const& a, segment<R> const& b) {
        model::shape const &first = model_.shapes[p.first], &second = model_.shapes[p.second];
        R const radius_a(first.radius), radius_b(second.radius), weight(p.contact.inverse_weight);
        R const number_a(p.first), number_b(p.second);
        R const aa(first.half_length * first.half_length), bb(second.half_length * second.half_length);
        if (second.type == geom_type::sphere) {
            add(mask_t<R>(true), touch_spheres(a.center, radius_a, b.center, radius_b), weight, number_a, number_b);
        } else if (first.type == geom_type::sphere) {
            vec3<R> const nearest = b.at(nearest_place(b, R(1) / bb, a.center));
            add(mask_t<R>(true), touch_spheres(a.center, radius_a, nearest, radius_b), weight, number_a, number_b);
        } else {
            segment_product<R> const s(a, b, aa, bb);
            places<R> const at = s.nearest();
            touch<R> const t = touch_spheres(a.at(at.first), radius_a, b.at(at.second), radius_b);
            mask_t<R> const special = s.parallel() || t.distance < R(least_distance<R> - first.radius - second.radius);
            add(!special, t, weight, number_a, number_b);
            auto const defer = [&] {
                auto const& [ca, ha] = a;
                auto const& [cb, hb] = b;
                special_.append(special, {ca.x, ca.y, ca.z, ha.x, ha.y, ha.z, cb.x, cb.y, cb.z, hb.x, hb.y, hb.z, aa, bb,
                                            radius_a, radius_b, weight, number_a, number_b});
            };
            when(any(special), defer, special_.count);
        }
    }

    void add(mask_t<R> const& mask, touch<R> const& t, R const& weight, R const& first, R const& second) {
        mask_t<R> const touches = mask && t.distance < R(kind_.contact.margin);
        auto const append = [&] {
            contacts_.append(touches, {t.position.x, t.position.y, t.position.z, t.normal.x, t.normal.y, t.normal.z, t.distance,
                                       weight, first, second});
        };
        when(any(touches), append, contacts_.count);
    }

    // Capsules with parallel axes touch twice; those whose axes cross have a normal of their own.
    void find_special(R& row) {
        auto const f = special_.at(row);
        mask_t<R> const has = row < special_.count;
        segment<R> const a{{f[0], f[1], f[2]}, {f[3], f[4], f[5]}}, b{{f[6], f[7], f[8]}, {f[9], f[10], f[11]}};
        segment_product<R> const s(a, b, select(has, f[12], R(1)), select(has, f[13], R(1)));
        mask_t<R> const parallel = s.parallel();
        touch<R> const crossing =
            touch_along(normal_across(a.half_axis, b.half_axis), R(0), a.at(s.nearest().first), f[14], f[15]);
        add(has && !parallel, crossing, f[16], f[17], f[18]);
        for (places<R> const& at : s.ends()) {
            touch<R> const t = touch_spheres(a.at(at.first), f[14], b.at(at.second), f[15]);
            add(has && parallel, t, f[16], f[17], f[18]);
        }
        row = row + R(1);
    }

    model const& model_;
    kinematics<R> const& kinematics_;
    model::pair const& kind_;
    std::array<segment<R>, max_geoms> shapes_;
    lane_list<R, capacity, 10> contacts_;
    lane_list<R, capacity, 19> special_;
};

/// Where a row of shapes stands in the model; none if first == last.
struct shape_range {
    std::size_t first = 0, last = 0;

    /// 1 in lanes whose shape is one of them, 0 in others.
    template <real R>
    R contains(model const& m, R const& shape) const {
        if (first == last) {
            return R(0);
        }
        R const one(1), none(0);
        R const below = last == m.shapes.size() ? one : select(shape < R(static_cast<double>(last) - 0.5), one, none);
        return first == 0 ? below : select(shape < R(static_cast<double>(first) - 0.5), none, below);
    }
};

constexpr bool is_below(model const& m, std::size_t b, std::size_t ancestor) {
    while (b != no_body && b != ancestor) {
        b = m.bodies[b].parent;
    }
    return b == ancestor;
}

/// The shapes of a body and of all that hangs from it.
constexpr shape_range shapes_below(model const& m, std::size_t body) {
    shape_range result;
    for (std::size_t s = 0; s < m.shapes.size(); ++s) {
        if (is_below(m, m.shapes[s].body, body)) {
            result = {result.first == result.last ? s : result.first, s + 1};
        }
    }
    return result;
}

/// The shapes of a part.
constexpr shape_range shapes_of_part(model const& m, std::size_t part) {
    shape_range result;
    for (std::size_t s = 0; s < m.shapes.size(); ++s) {
        if (m.shapes[s].part == part) {
            result = {result.first == result.last ? s : result.first, s + 1};
        }
    }
    return result;
}

}  // namespace lockstep::physics
