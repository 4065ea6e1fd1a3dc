// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <cstddef>

#include <lockstep/core/lanes.hpp>
#include <lockstep/physics/constraint/link_contact.hpp>

namespace ls = lockstep;
namespace physics = lockstep::physics;

TEST_CASE("each lane finds the contact that was written to its entry, and none where an entry was cleared") {
    using R = ls::lanes<4>;
    physics::link_contacts<R, 3> contacts;
    for (int entry = 0; entry < 3; ++entry) {
        contacts.clear(R(entry));
    }
    R entry(2);
    entry.set(1, -1);  // writes nothing
    entry.set(3, 0);
    contacts.scatter(entry, {{R(1), R(2), R(3)}, {R(0), R(0), R(1)}, R(4), R(5), R(0.5)});
    contacts.set(R(1), {{R(6), R(7), R(8)}, {R(1), R(0), R(0)}, R(9), R(10), R(0)});
    for (std::size_t lane = 0; lane < 4; ++lane) {
        CHECK(contacts.at(R(0)).first[lane] == (lane == 3 ? 4 : -1));
        CHECK(contacts.at(R(2)).second[lane] == (lane == 0 || lane == 2 ? 5 : -1));
        CHECK(contacts.at(R(1)).position.z[lane] == 8);
        CHECK(contacts.at(R(1)).friction[lane] == 0);
    }
    physics::link_contact<R> const written = contacts.at(R(2));
    CHECK(written.position.x[0] == 1);
    CHECK(written.normal.z[0] == 1);
    CHECK(written.friction[0] == 0.5f);
}
