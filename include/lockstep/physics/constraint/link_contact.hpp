// SPDX-License-Identifier: MIT
// Where two links touch. The rows of a contact hold its jacobians only. The contact's force on each link follows from its place
// and normal, which are kept here.
#pragma once

#include <array>
#include <cstddef>
#include <span>

#include <lockstep/core/math.hpp>
#include <lockstep/core/real.hpp>
#include <lockstep/core/spatial.hpp>
#include <lockstep/core/table.hpp>

namespace lockstep::physics {

template <real R>
struct link_contact {
    vec3<R> position, normal;  // m, about the O of the first tree; from the first shape to the second, of length 1
    R first, second;           // the shapes' indices in the model; -1 in lanes that have no contact
    R friction;                // the coefficient of friction; 0: the only row of the contact is its normal
};

/// Returns two tangents and the normal `n`, all of length 1. As in MuJoCo, the first tangent is along y without its part along n.
/// If |n.y| is at least 0.5, z takes the place of y.
template <real R>
std::array<vec3<R>, 3> axes_of(vec3<R> const& n) {
    mask_t<R> const near_y = !(abs(n.y) < R(0.5));
    vec3<R> const axis{R(0), select(near_y, R(0), R(1)), select(near_y, R(1), R(0))};
    vec3<R> const tangent = axis - dot(axis, n) * n;
    vec3<R> const first = rsqrt(max(dot(tangent, tangent), R(1e-30))) * tangent;
    return {first, cross(n, first), n};
}

/// The contacts of a list. In a list of rows (coupled_rows) each contact is in the entry of its first row; in coupled_cones an
/// entry of the list is a contact. A program that reads no contact has no code for them.
template <real R, std::size_t Entries>
class link_contacts {
public:
    link_contact<R> at(R const& entry) const {
        link_contact<R> result;
        std::span<R> const numbers = numbers_of<R>(result);
        for (std::size_t i = 0; i < columns; ++i) {
            numbers[i] = numbers_.at(entry, i);
        }
        return result;
    }

    /// Writes an entry whose index is the same in all lanes.
    void set(R const& entry, link_contact<R> const& c) {
        for (std::size_t i = 0; i < columns; ++i) {
            numbers_.set(entry, i, numbers_of<R>(c)[i]);
        }
    }

    /// Empties an entry: no lane has a contact in it.
    void clear(R const& entry) {
        link_contact<R> none = all_zero<link_contact<R>, R>();
        none.first = none.second = R(-1);
        set(entry, none);
    }

    /// Writes an entry whose index may differ between lanes. Lanes whose index is below zero write nothing.
    void scatter(R const& entry, link_contact<R> const& c) {
        for (std::size_t i = 0; i < columns; ++i) {
            numbers_.scatter(entry, i, numbers_of<R>(c)[i]);
        }
    }

private:
    static constexpr std::size_t columns = sizeof(link_contact<R>) / sizeof(R);

    table<R, Entries, columns> numbers_;
};

}  // namespace lockstep::physics
