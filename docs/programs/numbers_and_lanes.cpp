// SPDX-License-Identifier: MIT
// Functions of a number type, computed for one ball or planet and for a pack of them.
// prints: 0 of [0-9]+ balls and planets differ

#include <cstdio>
#include <cstring>

#include <lockstep/lockstep.hpp>

namespace ls = lockstep;

template <class R>
struct ball {
    R height, speed;  // m, m/s
};

/// A hundredth of a second of free fall, and a bounce off the ground.
template <ls::real R>
ball<R> fall(ball<R> const& b) {
    constexpr double gravity = 9.81, dt = 0.01, bounce = 0.8;
    R const speed = b.speed - R(gravity * dt);
    R const height = b.height + R(dt) * speed;
    auto const below = height < R(0);  // a bool, or one truth value for each lane
    return {ls::select(below, -height, height), ls::select(below, R(-bounce) * speed, speed)};
}

/// The angle at which a planet is, by Kepler's equation: angle - eccentricity sin(angle) = mean.
template <ls::real R>
R planet_angle(R const& mean, R const& eccentricity) {
    R angle = mean, change(1);
    ls::repeat_until(
        20, [&] { return !ls::any(R(1e-6) < ls::abs(change)); },
        [&] {
            auto const goes_on = R(1e-6) < ls::abs(change);
            R const error = angle - eccentricity * ls::sin(angle) - mean;
            change = ls::select(goes_on, error / (R(1) - eccentricity * ls::cos(angle)), change);
            angle = ls::select(goes_on, angle - change, angle);
        },
        angle, change);
    return angle;
}

int main() {
    ball<ls::native_lanes> pack{};
    for (std::size_t lane = 0; lane < ls::native_width; ++lane) {
        pack.height.set(lane, 1 + 0.1f * static_cast<float>(lane));
    }

    std::size_t differing = 0;
    ball<ls::native_lanes> together = pack;
    for (int step = 0; step < 500; ++step) {
        together = fall(together);
    }
    for (std::size_t lane = 0; lane < ls::native_width; ++lane) {
        ball<float> alone{pack.height[lane], pack.speed[lane]};
        for (int step = 0; step < 500; ++step) {
            alone = fall(alone);
        }
        float const height = together.height[lane];
        differing += std::memcmp(&height, &alone.height, sizeof(float)) != 0;
    }

    auto const angles = planet_angle(pack.height, ls::native_lanes(0.8));
    for (std::size_t lane = 0; lane < ls::native_width; ++lane) {
        float const angle = angles[lane], expected = planet_angle(pack.height[lane], 0.8f);
        differing += std::memcmp(&angle, &expected, sizeof(float)) != 0;
    }
    std::printf("%zu of %d balls and planets differ\n", differing, 2 * ls::native_width);
}
