// SPDX-License-Identifier: MIT
// Generated from tests/program/random_kernel.hpp. Do not edit: record it again.
#pragma once

#include <lockstep/program/text.hpp>

// A value that only a region sets has none before: it is read under the same condition only.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wuninitialized"
#if !defined(__clang__)
#    pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif

namespace lockstep_test::printed {

/// 5 rows in place; operations: 65.
template <class V>
LOCKSTEP_RECORDED void kernel_98(V* rows) {
    namespace text = ::lockstep::text;
    V const t0_0 = rows[0];
    V const t1_0 = rows[1];
    V const t2_0 = rows[2];
    V const t3_0 = rows[3];
    V const t4_0 = rows[4];
    auto const t4_1 = t4_0 <= t2_0;
    auto const t4_2 = t3_0 < t4_0;
    auto const t4_3 = text::either(t4_1, t4_2);
    bool const t4_4 = text::any(t4_3);
    V t7_0 = t0_0;
    V t8_0 = t2_0;
    V t9_0;
    if (t4_4) {
        V const t2_1 = text::fma(t2_0, (4.0f - V{}), (1.0f - V{}));
        V const t2_2 = text::round(t2_1);
        V const t2_3 = text::min((64.0f - V{}), t2_2);
        V const t2_4 = text::max((-64.0f - V{}), t2_3);
        V const t2_5 = t2_4 * 0.25f;
        V const t2_6 = text::round(t2_5);
        V const t2_7 = text::min((64.0f - V{}), t2_6);
        V const t2_8 = text::max((-64.0f - V{}), t2_7);
        V const t2_9 = text::abs(t2_4);
        V const t2_10 = t2_9 + 1.0f;
        V const t2_11 = t2_0 / t2_10;
        V const t2_12 = text::round(t2_11);
        V const t2_13 = text::min((64.0f - V{}), t2_12);
        V const t2_14 = text::max((-64.0f - V{}), t2_13);
        V const t4_5 = text::select(t4_3, t2_14, t2_0);
        V const t4_6 = text::select(t4_3, t2_8, t0_0);
        t7_0 = t4_6;
        t8_0 = t4_5;
        t9_0 = t2_8;
    }
    V t12_0 = t3_0;
    if (t4_4) {
        V const t9_1 = text::select(t4_3, t9_0, t3_0);
        t12_0 = t9_1;
    }
    V const t1_1 = text::abs(t1_0);
    V const t1_2 = t1_1 + 1.0f;
    V const t2_15 = text::min((2.0f - V{}), t2_0);
    V const t2_16 = text::max((-2.0f - V{}), t2_15);
    V const t2_17 = text::scale(t1_2, t2_16);
    V const t2_18 = text::round(t2_17);
    V const t2_19 = text::min((64.0f - V{}), t2_18);
    V const t2_20 = text::max((-64.0f - V{}), t2_19);
    V const t7_1 = t1_0 * t7_0;
    V const t7_2 = text::round(t7_1);
    V const t7_3 = text::min((64.0f - V{}), t7_2);
    V const t7_4 = text::max((-64.0f - V{}), t7_3);
    auto const t8_1 = t8_0 < t7_4;
    auto const t8_2 = text::negate(t8_1);
    bool const t8_3 = text::any(t8_2);
    V t22_0 = t0_0;
    V t23_0;
    if (t8_3) {
        auto const t12_1 = t1_0 < t12_0;
        V const t12_2 = text::with_bit((0.0f - V{}), t12_1, 7);
        V t15_0 = t2_0;
        V t16_0 = t2_0;
        V t17_0 = (0.0f - V{});
        V t18_0 = t12_2;
        for (int pass_t14_0 = 0; pass_t14_0 < 3; ++pass_t14_0) {
            auto const t18_1 = text::differ(t17_0, t18_0);
            bool const t18_2 = !text::any(t18_1);
            if (t18_2) { break; }
            V const t18_3 = text::select(t18_1, t17_0, t18_0);
            V const t15_1 = text::abs(t15_0);
            V const t15_2 = t15_1 + 1.0f;
            V const t15_3 = text::scale(t15_2, (-2.0f - V{}));
            V const t15_4 = text::round(t15_3);
            V const t15_5 = text::min((64.0f - V{}), t15_4);
            V const t15_6 = text::max((-64.0f - V{}), t15_5);
            V const t18_4 = text::select(t18_1, t15_6, t15_0);
            V const t18_5 = text::select(t18_1, t15_0, t16_0);
            auto const t18_6 = t18_5 < t3_0;
            auto const t18_7 = t18_4 < t18_5;
            V const t18_8 = text::with_bit((0.0f - V{}), t18_7, 0);
            V const t18_9 = text::with_bit(t18_8, t18_6, 23);
            V const t18_10 = text::select(t18_1, t18_9, t17_0);
            t15_0 = t18_4;
            t16_0 = t18_5;
            t17_0 = t18_10;
            t18_0 = t18_3;
        }
        V const t16_1 = text::select(t8_1, t0_0, t16_0);
        V const t16_2 = text::abs(t16_0);
        V const t16_3 = t16_2 + 1.0f;
        V const t16_4 = text::exponent(t16_3);
        t22_0 = t16_1;
        t23_0 = t16_4;
    }
    V t26_0 = t4_0;
    if (t8_3) {
        V const t23_1 = text::select(t8_1, t4_0, t23_0);
        t26_0 = t23_1;
    }
    auto const t8_4 = t4_0 <= t8_0;
    bool const t8_5 = text::any(t8_4);
    V t29_0;
    if (t8_5) {
        V const t7_5 = text::min(t0_0, t7_0);
        V const t4_7 = text::abs(t4_0);
        V const t4_8 = t4_7 + 1.0f;
        V const t7_6 = t7_5 / t4_8;
        V const t7_7 = text::round(t7_6);
        V const t7_8 = text::min((64.0f - V{}), t7_7);
        V const t7_9 = text::max((-64.0f - V{}), t7_8);
        t29_0 = t7_9;
    }
    V t32_0 = t26_0;
    if (t8_5) {
        V const t29_1 = text::select(t8_4, t29_0, t26_0);
        t32_0 = t29_1;
    }
    rows[0] = t4_0;
    rows[1] = t2_20;
    rows[2] = t22_0;
    rows[3] = t32_0;
    rows[4] = t26_0;
}

/// 5 rows in place; operations: 65.
template <class V>
LOCKSTEP_RECORDED void framed_98(V* rows) {
    namespace text = ::lockstep::text;
    V frame[256];
    V* const frame0 = text::base(frame + 128);
    alignas(64) static constexpr float literals[256] = {-64.0f, 64.0f, 1.0f, -2.0f, 0.25f, 2.0f, 4.0f};
    float const* const literal = text::base(literals + 128);
    auto const t4_1 = rows[4] <= rows[2];
    auto const t4_2 = rows[3] < rows[4];
    auto const t4_3 = text::either(t4_1, t4_2);
    text::barrier();
    bool const t4_4 = text::any(t4_3);
    frame0[-128] = rows[0];
    frame0[-127] = rows[2];
    if (t4_4) {
        V const t2_1 = text::fma(rows[2], (literal[-122] - V{}), (literal[-126] - V{}));
        V const t2_2 = text::round(t2_1);
        V const t2_3 = text::min((literal[-127] - V{}), t2_2);
        text::barrier();
        V const t2_4 = text::max((literal[-128] - V{}), t2_3);
        frame0[-125] = t2_4;
        V const t2_5 = t2_4 * literal[-124];
        V const t2_6 = text::round(t2_5);
        text::barrier();
        V const t2_7 = text::min((literal[-127] - V{}), t2_6);
        V const t2_8 = text::max((literal[-128] - V{}), t2_7);
        frame0[-126] = t2_8;
        V const t2_9 = text::abs(frame0[-125]);
        text::barrier();
        V const t2_10 = t2_9 + literal[-126];
        V const t2_11 = rows[2] / t2_10;
        V const t2_12 = text::round(t2_11);
        text::barrier();
        V const t2_13 = text::min((literal[-127] - V{}), t2_12);
        V const t2_14 = text::max((literal[-128] - V{}), t2_13);
        V const t4_5 = text::select(t4_3, t2_14, rows[2]);
        frame0[-127] = t4_5;
        text::barrier();
        V const t4_6 = text::select(t4_3, frame0[-126], rows[0]);
        frame0[-128] = t4_6;
    }
    frame0[-125] = rows[3];
    if (t4_4) {
        V const t9_1 = text::select(t4_3, frame0[-126], rows[3]);
        frame0[-125] = t9_1;
    }
    V const t1_1 = text::abs(rows[1]);
    text::barrier();
    V const t1_2 = t1_1 + literal[-126];
    frame0[-126] = t1_2;
    V const t2_15 = text::min((literal[-123] - V{}), rows[2]);
    V const t2_16 = text::max((literal[-125] - V{}), t2_15);
    text::barrier();
    V const t2_17 = text::scale(frame0[-126], t2_16);
    V const t2_18 = text::round(t2_17);
    V const t2_19 = text::min((literal[-127] - V{}), t2_18);
    text::barrier();
    V const t2_20 = text::max((literal[-128] - V{}), t2_19);
    frame0[-126] = t2_20;
    V const t7_1 = rows[1] * frame0[-128];
    V const t7_2 = text::round(t7_1);
    text::barrier();
    V const t7_3 = text::min((literal[-127] - V{}), t7_2);
    V const t7_4 = text::max((literal[-128] - V{}), t7_3);
    auto const t8_1 = frame0[-127] < t7_4;
    text::barrier();
    auto const t8_2 = text::negate(t8_1);
    bool const t8_3 = text::any(t8_2);
    frame0[-124] = rows[0];
    if (t8_3) {
        auto const t12_1 = rows[1] < frame0[-125];
        V const t12_2 = text::with_bit((0.0f - V{}), t12_1, 7);
        text::barrier();
        frame0[-125] = rows[2];
        frame0[-122] = rows[2];
        frame0[-121] = (0.0f - V{});
        frame0[-120] = t12_2;
        for (int pass_t14_0 = 0; pass_t14_0 < 3; ++pass_t14_0) {
            auto const t18_1 = text::differ(frame0[-121], frame0[-120]);
            bool const t18_2 = !text::any(t18_1);
            if (t18_2) { break; }
            V const t18_3 = text::select(t18_1, frame0[-121], frame0[-120]);
            frame0[-120] = t18_3;
            V const t15_1 = text::abs(frame0[-125]);
            text::barrier();
            V const t15_2 = t15_1 + literal[-126];
            V const t15_3 = text::scale(t15_2, (literal[-125] - V{}));
            V const t15_4 = text::round(t15_3);
            text::barrier();
            V const t15_5 = text::min((literal[-127] - V{}), t15_4);
            V const t15_6 = text::max((literal[-128] - V{}), t15_5);
            V const t18_4 = text::select(t18_1, t15_6, frame0[-125]);
            frame0[-119] = t18_4;
            text::barrier();
            V const t18_5 = text::select(t18_1, frame0[-125], frame0[-122]);
            frame0[-122] = t18_5;
            auto const t18_6 = t18_5 < rows[3];
            auto const t18_7 = frame0[-119] < t18_5;
            text::barrier();
            V const t18_8 = text::with_bit((0.0f - V{}), t18_7, 0);
            V const t18_9 = text::with_bit(t18_8, t18_6, 23);
            V const t18_10 = text::select(t18_1, t18_9, frame0[-121]);
            text::barrier();
            frame0[-125] = frame0[-119];
            frame0[-121] = t18_10;
        }
        V const t16_1 = text::select(t8_1, rows[0], frame0[-122]);
        frame0[-124] = t16_1;
        V const t16_2 = text::abs(frame0[-122]);
        V const t16_3 = t16_2 + literal[-126];
        text::barrier();
        V const t16_4 = text::exponent(t16_3);
        frame0[-123] = t16_4;
    }
    frame0[-125] = rows[4];
    if (t8_3) {
        V const t23_1 = text::select(t8_1, rows[4], frame0[-123]);
        frame0[-125] = t23_1;
    }
    auto const t8_4 = rows[4] <= frame0[-127];
    text::barrier();
    bool const t8_5 = text::any(t8_4);
    if (t8_5) {
        V const t7_5 = text::min(rows[0], frame0[-128]);
        frame0[-128] = t7_5;
        V const t4_7 = text::abs(rows[4]);
        V const t4_8 = t4_7 + literal[-126];
        text::barrier();
        V const t7_6 = frame0[-128] / t4_8;
        V const t7_7 = text::round(t7_6);
        V const t7_8 = text::min((literal[-127] - V{}), t7_7);
        text::barrier();
        V const t7_9 = text::max((literal[-128] - V{}), t7_8);
        frame0[-127] = t7_9;
    }
    V t32_0 = frame0[-125];
    if (t8_5) {
        V const t29_1 = text::select(t8_4, frame0[-127], frame0[-125]);
        t32_0 = t29_1;
    }
    V const out0 = rows[4];
    rows[0] = out0;
    rows[1] = frame0[-126];
    rows[2] = frame0[-124];
    rows[3] = t32_0;
    rows[4] = frame0[-125];
}

/// 5 rows in place; operations: 71.
template <class V>
LOCKSTEP_RECORDED void kernel_177(V* rows) {
    namespace text = ::lockstep::text;
    V const t0_0 = rows[0];
    V const t2_0 = rows[2];
    V const t3_0 = rows[3];
    V const t2_1 = -t2_0;
    V t6_0 = t2_1;
    V t7_0 = t3_0;
    V t8_0 = (0.0f - V{});
    V t9_0 = (0.0f - V{});
    for (int pass_t5_0 = 0; pass_t5_0 < 3; ++pass_t5_0) {
        auto const t6_1 = t6_0 < t2_0;
        bool const t6_2 = !text::any(t6_1);
        if (t6_2) { break; }
        V const t6_3 = text::select(t6_1, (2.0f - V{}), t6_0);
        V const t7_1 = text::select(t6_1, t6_0, t7_0);
        auto const t7_2 = t6_3 < t7_1;
        V const t7_3 = text::with_bit((0.0f - V{}), t7_2, 0);
        auto const t7_4 = t7_1 < t2_0;
        V const t7_5 = text::with_bit(t7_3, t7_4, 23);
        V const t9_1 = text::select(t6_1, t7_5, t9_0);
        auto const t9_2 = text::bit(t9_1, 23);
        auto const t9_3 = text::negate(t9_2);
        auto const t9_4 = text::both(t6_1, t9_3);
        V const t9_5 = text::select(t9_4, (1.0f - V{}), (0.0f - V{}));
        V const t9_6 = t8_0 + t9_5;
        t6_0 = t6_3;
        t7_0 = t7_1;
        t8_0 = t9_6;
        t9_0 = t9_1;
    }
    auto const t2_2 = t2_0 < t0_0;
    V const t2_3 = text::with_bit((0.0f - V{}), t2_2, 7);
    V t13_0 = t2_1;
    V t14_0 = t0_0;
    V t15_0 = (0.0f - V{});
    V t16_0 = (0.0f - V{});
    V t17_0 = t2_3;
    for (int pass_t12_0 = 0; pass_t12_0 < 3; ++pass_t12_0) {
        auto const t17_1 = text::differ(t16_0, t17_0);
        bool const t17_2 = !text::any(t17_1);
        if (t17_2) { break; }
        V const t17_3 = text::select(t17_1, t16_0, t17_0);
        V const t17_4 = text::select(t17_1, (-1.0f - V{}), t13_0);
        V const t17_5 = text::select(t17_1, t13_0, t14_0);
        auto const t17_6 = t17_4 < t17_5;
        V const t17_7 = text::with_bit((0.0f - V{}), t17_6, 0);
        auto const t17_8 = t17_5 < t2_0;
        V const t17_9 = text::with_bit(t17_7, t17_8, 23);
        V const t17_10 = text::select(t17_1, t17_9, t16_0);
        auto const t17_11 = text::bit(t17_10, 23);
        auto const t17_12 = text::negate(t17_11);
        auto const t17_13 = text::both(t17_1, t17_12);
        V const t17_14 = text::select(t17_13, (1.0f - V{}), (0.0f - V{}));
        V const t17_15 = t15_0 + t17_14;
        t13_0 = t17_4;
        t14_0 = t17_5;
        t15_0 = t17_15;
        t16_0 = t17_10;
        t17_0 = t17_3;
    }
    V const t0_1 = t0_0 * 0.25f;
    V const t0_2 = text::round(t0_1);
    V const t0_3 = text::min((64.0f - V{}), t0_2);
    V const t0_4 = text::max((-64.0f - V{}), t0_3);
    auto const t3_1 = t0_4 < t3_0;
    auto const t3_2 = text::negate(t3_1);
    bool const t3_3 = text::any(t3_2);
    V t29_0;
    if (t3_3) {
        V t22_0 = t2_1;
        V t23_0 = t6_0;
        V t24_0 = (0.0f - V{});
        V t25_0 = (0.0f - V{});
        for (int pass_t21_0 = 0; pass_t21_0 < 3; ++pass_t21_0) {
            auto const t22_1 = t22_0 < t2_0;
            bool const t22_2 = !text::any(t22_1);
            if (t22_2) { break; }
            V const t22_3 = text::select(t22_1, t7_0, t22_0);
            V const t23_1 = text::select(t22_1, t22_0, t23_0);
            auto const t23_2 = t23_1 < t2_0;
            auto const t23_3 = t22_3 < t23_1;
            V const t23_4 = text::with_bit((0.0f - V{}), t23_3, 0);
            V const t23_5 = text::with_bit(t23_4, t23_2, 23);
            V const t25_1 = text::select(t22_1, t23_5, t25_0);
            auto const t25_2 = text::bit(t25_1, 23);
            auto const t25_3 = text::negate(t25_2);
            auto const t25_4 = text::both(t22_1, t25_3);
            V const t25_5 = text::select(t25_4, (1.0f - V{}), (0.0f - V{}));
            V const t25_6 = t24_0 + t25_5;
            t22_0 = t22_3;
            t23_0 = t23_1;
            t24_0 = t25_6;
            t25_0 = t25_1;
        }
        V const t24_1 = text::fma(t15_0, t24_0, t0_0);
        V const t24_2 = text::round(t24_1);
        V const t24_3 = text::min((64.0f - V{}), t24_2);
        V const t24_4 = text::max((-64.0f - V{}), t24_3);
        t29_0 = t24_4;
    }
    V t32_0 = t6_0;
    if (t3_3) {
        V const t29_1 = text::select(t3_1, t6_0, t29_0);
        t32_0 = t29_1;
    }
    V const t0_5 = t0_0 * 0.125f;
    V const t0_6 = text::round(t0_5);
    V const t0_7 = text::min((64.0f - V{}), t0_6);
    V const t0_8 = text::max((-64.0f - V{}), t0_7);
    auto const t8_1 = t0_8 < t8_0;
    V const t32_1 = t32_0 - (-2.0f);
    V const t32_2 = text::round(t32_1);
    V const t32_3 = text::min((64.0f - V{}), t32_2);
    V const t32_4 = text::max((-64.0f - V{}), t32_3);
    auto const t8_2 = text::negate(t8_1);
    bool const t8_3 = text::any(t8_2);
    V t35_0 = t2_1;
    if (t8_3) {
        V const t32_5 = text::min((2.0f - V{}), t32_4);
        V const t32_6 = text::max((-2.0f - V{}), t32_5);
        V const t32_7 = text::scale((3.0f - V{}), t32_6);
        V const t32_8 = text::round(t32_7);
        V const t32_9 = text::min((64.0f - V{}), t32_8);
        V const t32_10 = text::max((-64.0f - V{}), t32_9);
        V const t32_11 = text::select(t8_1, t2_1, t32_10);
        t35_0 = t32_11;
    }
    rows[0] = t0_8;
    rows[1] = t14_0;
    rows[2] = t0_8;
    rows[3] = t35_0;
    rows[4] = t32_4;
}

/// 5 rows in place; operations: 71.
template <class V>
LOCKSTEP_RECORDED void framed_177(V* rows) {
    namespace text = ::lockstep::text;
    V frame[256];
    V* const frame0 = text::base(frame + 128);
    alignas(64) static constexpr float literals[256] = {-64.0f, 64.0f, 1.0f, -2.0f, 2.0f, -1.0f, 0.125f, 0.25f, 3.0f};
    float const* const literal = text::base(literals + 128);
    V const t2_1 = -rows[2];
    frame0[-128] = t2_1;
    frame0[-124] = t2_1;
    frame0[-127] = rows[3];
    frame0[-126] = (0.0f - V{});
    frame0[-125] = (0.0f - V{});
    for (int pass_t5_0 = 0; pass_t5_0 < 3; ++pass_t5_0) {
        auto const t6_1 = frame0[-124] < rows[2];
        bool const t6_2 = !text::any(t6_1);
        if (t6_2) { break; }
        V const t6_3 = text::select(t6_1, (literal[-124] - V{}), frame0[-124]);
        frame0[-123] = t6_3;
        text::barrier();
        V const t7_1 = text::select(t6_1, frame0[-124], frame0[-127]);
        frame0[-127] = t7_1;
        auto const t7_2 = frame0[-123] < t7_1;
        V const t7_3 = text::with_bit((0.0f - V{}), t7_2, 0);
        frame0[-122] = t7_3;
        text::barrier();
        auto const t7_4 = frame0[-127] < rows[2];
        V const t7_5 = text::with_bit(frame0[-122], t7_4, 23);
        V const t9_1 = text::select(t6_1, t7_5, frame0[-125]);
        frame0[-125] = t9_1;
        text::barrier();
        auto const t9_2 = text::bit(frame0[-125], 23);
        auto const t9_3 = text::negate(t9_2);
        auto const t9_4 = text::both(t6_1, t9_3);
        text::barrier();
        V const t9_5 = text::select(t9_4, (literal[-126] - V{}), (0.0f - V{}));
        V const t9_6 = frame0[-126] + t9_5;
        frame0[-124] = frame0[-123];
        frame0[-126] = t9_6;
    }
    auto const t2_2 = rows[2] < rows[0];
    text::barrier();
    V const t2_3 = text::with_bit((0.0f - V{}), t2_2, 7);
    frame0[-125] = frame0[-128];
    frame0[-123] = rows[0];
    frame0[-122] = (0.0f - V{});
    frame0[-121] = (0.0f - V{});
    frame0[-120] = t2_3;
    for (int pass_t12_0 = 0; pass_t12_0 < 3; ++pass_t12_0) {
        auto const t17_1 = text::differ(frame0[-121], frame0[-120]);
        bool const t17_2 = !text::any(t17_1);
        if (t17_2) { break; }
        V const t17_3 = text::select(t17_1, frame0[-121], frame0[-120]);
        frame0[-120] = t17_3;
        text::barrier();
        V const t17_4 = text::select(t17_1, (literal[-123] - V{}), frame0[-125]);
        frame0[-119] = t17_4;
        V const t17_5 = text::select(t17_1, frame0[-125], frame0[-123]);
        frame0[-123] = t17_5;
        auto const t17_6 = t17_4 < t17_5;
        text::barrier();
        V const t17_7 = text::with_bit((0.0f - V{}), t17_6, 0);
        frame0[-118] = t17_7;
        auto const t17_8 = frame0[-123] < rows[2];
        V const t17_9 = text::with_bit(t17_7, t17_8, 23);
        text::barrier();
        V const t17_10 = text::select(t17_1, t17_9, frame0[-121]);
        frame0[-121] = t17_10;
        auto const t17_11 = text::bit(t17_10, 23);
        auto const t17_12 = text::negate(t17_11);
        text::barrier();
        auto const t17_13 = text::both(t17_1, t17_12);
        V const t17_14 = text::select(t17_13, (literal[-126] - V{}), (0.0f - V{}));
        V const t17_15 = frame0[-122] + t17_14;
        text::barrier();
        frame0[-125] = frame0[-119];
        frame0[-122] = t17_15;
    }
    V const t0_1 = rows[0] * literal[-121];
    V const t0_2 = text::round(t0_1);
    V const t0_3 = text::min((literal[-127] - V{}), t0_2);
    text::barrier();
    V const t0_4 = text::max((literal[-128] - V{}), t0_3);
    auto const t3_1 = t0_4 < rows[3];
    auto const t3_2 = text::negate(t3_1);
    text::barrier();
    bool const t3_3 = text::any(t3_2);
    if (t3_3) {
        frame0[-121] = frame0[-128];
        frame0[-120] = frame0[-124];
        frame0[-119] = (0.0f - V{});
        frame0[-118] = (0.0f - V{});
        for (int pass_t21_0 = 0; pass_t21_0 < 3; ++pass_t21_0) {
            auto const t22_1 = frame0[-121] < rows[2];
            bool const t22_2 = !text::any(t22_1);
            if (t22_2) { break; }
            V const t22_3 = text::select(t22_1, frame0[-127], frame0[-121]);
            frame0[-117] = t22_3;
            V const t23_1 = text::select(t22_1, frame0[-121], frame0[-120]);
            frame0[-120] = t23_1;
            text::barrier();
            auto const t23_2 = frame0[-120] < rows[2];
            auto const t23_3 = frame0[-117] < frame0[-120];
            V const t23_4 = text::with_bit((0.0f - V{}), t23_3, 0);
            text::barrier();
            V const t23_5 = text::with_bit(t23_4, t23_2, 23);
            V const t25_1 = text::select(t22_1, t23_5, frame0[-118]);
            frame0[-118] = t25_1;
            auto const t25_2 = text::bit(t25_1, 23);
            text::barrier();
            auto const t25_3 = text::negate(t25_2);
            auto const t25_4 = text::both(t22_1, t25_3);
            V const t25_5 = text::select(t25_4, (literal[-126] - V{}), (0.0f - V{}));
            text::barrier();
            V const t25_6 = frame0[-119] + t25_5;
            frame0[-121] = frame0[-117];
            frame0[-119] = t25_6;
        }
        V const t24_1 = text::fma(frame0[-122], frame0[-119], rows[0]);
        V const t24_2 = text::round(t24_1);
        text::barrier();
        V const t24_3 = text::min((literal[-127] - V{}), t24_2);
        V const t24_4 = text::max((literal[-128] - V{}), t24_3);
        frame0[-125] = t24_4;
    }
    if (t3_3) {
        V const t29_1 = text::select(t3_1, frame0[-124], frame0[-125]);
        text::barrier();
        frame0[-124] = t29_1;
    }
    V const t0_5 = rows[0] * literal[-122];
    V const t0_6 = text::round(t0_5);
    V const t0_7 = text::min((literal[-127] - V{}), t0_6);
    text::barrier();
    V const t0_8 = text::max((literal[-128] - V{}), t0_7);
    frame0[-127] = t0_8;
    auto const t8_1 = t0_8 < frame0[-126];
    V const t32_1 = frame0[-124] - literal[-125];
    text::barrier();
    V const t32_2 = text::round(t32_1);
    V const t32_3 = text::min((literal[-127] - V{}), t32_2);
    V const t32_4 = text::max((literal[-128] - V{}), t32_3);
    frame0[-126] = t32_4;
    text::barrier();
    auto const t8_2 = text::negate(t8_1);
    bool const t8_3 = text::any(t8_2);
    if (t8_3) {
        V const t32_5 = text::min((literal[-124] - V{}), frame0[-126]);
        V const t32_6 = text::max((literal[-125] - V{}), t32_5);
        text::barrier();
        V const t32_7 = text::scale((literal[-120] - V{}), t32_6);
        V const t32_8 = text::round(t32_7);
        V const t32_9 = text::min((literal[-127] - V{}), t32_8);
        text::barrier();
        V const t32_10 = text::max((literal[-128] - V{}), t32_9);
        V const t32_11 = text::select(t8_1, frame0[-128], t32_10);
        frame0[-128] = t32_11;
    }
    rows[0] = frame0[-127];
    rows[1] = frame0[-123];
    rows[2] = frame0[-127];
    rows[3] = frame0[-128];
    rows[4] = frame0[-126];
}

/// 5 rows in place; operations: 71.
template <class V>
LOCKSTEP_RECORDED void kernel_225(V* rows) {
    namespace text = ::lockstep::text;
    V const t0_0 = rows[0];
    V const t1_0 = rows[1];
    V const t2_0 = rows[2];
    V const t3_0 = rows[3];
    V const t4_0 = rows[4];
    auto const t4_1 = t2_0 < t4_0;
    V const t4_2 = text::with_bit((0.0f - V{}), t4_1, 7);
    V t6_0 = t0_0;
    V t7_0 = t4_0;
    V t8_0 = (0.0f - V{});
    V t9_0 = t4_2;
    for (int pass_t5_0 = 0; pass_t5_0 < 3; ++pass_t5_0) {
        auto const t9_1 = text::differ(t8_0, t9_0);
        bool const t9_2 = !text::any(t9_1);
        if (t9_2) { break; }
        V const t9_3 = text::select(t9_1, t8_0, t9_0);
        V const t9_4 = text::select(t9_1, t7_0, t6_0);
        V const t9_5 = text::select(t9_1, t6_0, t7_0);
        auto const t9_6 = t9_4 < t9_5;
        V const t9_7 = text::with_bit((0.0f - V{}), t9_6, 0);
        auto const t9_8 = t9_5 < t0_0;
        V const t9_9 = text::with_bit(t9_7, t9_8, 23);
        V const t9_10 = text::select(t9_1, t9_9, t8_0);
        t6_0 = t9_4;
        t7_0 = t9_5;
        t8_0 = t9_10;
        t9_0 = t9_3;
    }
    V const t6_1 = t6_0 * (-2.0f);
    V const t6_2 = text::round(t6_1);
    V const t6_3 = text::min((64.0f - V{}), t6_2);
    V const t6_4 = text::max((-64.0f - V{}), t6_3);
    auto const t6_5 = t6_4 < t1_0;
    auto const t6_6 = text::negate(t6_5);
    bool const t6_7 = text::any(t6_6);
    V t28_0 = t1_0;
    V t29_0 = t6_0;
    V t30_0;
    if (t6_7) {
        V const t2_1 = text::abs(t2_0);
        V const t2_2 = t2_1 + 1.0f;
        V const t2_3 = text::scale(t2_2, (2.0f - V{}));
        V const t2_4 = text::round(t2_3);
        V const t2_5 = text::min((64.0f - V{}), t2_4);
        V const t2_6 = text::max((-64.0f - V{}), t2_5);
        V t14_0 = t3_0;
        V t15_0 = t0_0;
        V t16_0 = (0.0f - V{});
        V t17_0 = (0.0f - V{});
        for (int pass_t13_0 = 0; pass_t13_0 < 3; ++pass_t13_0) {
            auto const t14_1 = t14_0 < t1_0;
            bool const t14_2 = !text::any(t14_1);
            if (t14_2) { break; }
            V const t7_1 = t6_4 - t7_0;
            V const t7_2 = text::round(t7_1);
            V const t7_3 = text::min((64.0f - V{}), t7_2);
            V const t7_4 = text::max((-64.0f - V{}), t7_3);
            auto const t7_5 = t6_4 < t7_4;
            V const t7_6 = text::with_bit((0.0f - V{}), t7_5, 1);
            V const t14_3 = text::abs(t14_0);
            V const t14_4 = text::sqrt(t14_3);
            V const t14_5 = text::round(t14_4);
            V const t14_6 = text::min((64.0f - V{}), t14_5);
            V const t14_7 = text::max((-64.0f - V{}), t14_6);
            auto const t14_8 = t7_4 < t14_7;
            auto const t14_9 = t14_7 < t7_4;
            V const t14_10 = text::with_bit((0.0f - V{}), t14_8, 1);
            V const t14_11 = text::with_bit(t14_10, t14_9, 1);
            V const t14_12 = text::flip_first_difference(t14_11, t7_6);
            auto const t14_13 = text::bit(t14_12, 2);
            V const t14_14 = text::select(t14_13, (2.0f - V{}), t0_0);
            V const t14_15 = text::select(t14_1, t14_14, t14_0);
            V const t15_1 = text::select(t14_1, t14_0, t15_0);
            auto const t15_2 = t14_15 < t15_1;
            V const t15_3 = text::with_bit((0.0f - V{}), t15_2, 0);
            auto const t15_4 = t15_1 < t1_0;
            V const t15_5 = text::with_bit(t15_3, t15_4, 23);
            V const t17_1 = text::select(t14_1, t15_5, t17_0);
            auto const t17_2 = text::bit(t17_1, 23);
            auto const t17_3 = text::negate(t17_2);
            auto const t17_4 = text::both(t14_1, t17_3);
            V const t17_5 = text::select(t17_4, (1.0f - V{}), (0.0f - V{}));
            V const t17_6 = t16_0 + t17_5;
            t14_0 = t14_15;
            t15_0 = t15_1;
            t16_0 = t17_6;
            t17_0 = t17_1;
        }
        auto const t2_7 = t2_6 == t2_0;
        V const t2_8 = text::with_bit((0.0f - V{}), t2_7, 7);
        V t21_0 = t4_0;
        V t22_0 = t4_0;
        V t23_0 = (0.0f - V{});
        V t24_0 = t2_8;
        for (int pass_t20_0 = 0; pass_t20_0 < 3; ++pass_t20_0) {
            auto const t24_1 = text::differ(t23_0, t24_0);
            bool const t24_2 = !text::any(t24_1);
            if (t24_2) { break; }
            V const t24_3 = text::select(t24_1, t23_0, t24_0);
            V const t24_4 = text::select(t24_1, t22_0, t21_0);
            V const t24_5 = text::select(t24_1, t21_0, t22_0);
            auto const t24_6 = t24_5 < t15_0;
            auto const t24_7 = t24_4 < t24_5;
            V const t24_8 = text::with_bit((0.0f - V{}), t24_7, 0);
            V const t24_9 = text::with_bit(t24_8, t24_6, 23);
            V const t24_10 = text::select(t24_1, t24_9, t23_0);
            t21_0 = t24_4;
            t22_0 = t24_5;
            t23_0 = t24_10;
            t24_0 = t24_3;
        }
        V const t16_1 = text::abs(t16_0);
        V const t16_2 = t16_1 + 1.0f;
        V const t16_3 = text::exponent(t16_2);
        V const t22_1 = text::select(t6_5, t6_0, t22_0);
        V const t16_4 = text::select(t6_5, t1_0, t16_3);
        t28_0 = t16_4;
        t29_0 = t22_1;
        t30_0 = t16_3;
    }
    V t33_0 = t0_0;
    if (t6_7) {
        V const t30_1 = text::select(t6_5, t0_0, t30_0);
        t33_0 = t30_1;
    }
    rows[0] = t28_0;
    rows[1] = t33_0;
    rows[2] = (-16.0f - V{});
    rows[3] = t33_0;
    rows[4] = t29_0;
}

/// 5 rows in place; operations: 71.
template <class V>
LOCKSTEP_RECORDED void framed_225(V* rows) {
    namespace text = ::lockstep::text;
    V frame[256];
    V* const frame0 = text::base(frame + 128);
    alignas(64) static constexpr float literals[256] = {-64.0f, 64.0f, 1.0f, 2.0f, -2.0f};
    float const* const literal = text::base(literals + 128);
    auto const t4_1 = rows[2] < rows[4];
    V const t4_2 = text::with_bit((0.0f - V{}), t4_1, 7);
    frame0[-125] = rows[0];
    frame0[-128] = rows[4];
    frame0[-127] = (0.0f - V{});
    frame0[-126] = t4_2;
    for (int pass_t5_0 = 0; pass_t5_0 < 3; ++pass_t5_0) {
        auto const t9_1 = text::differ(frame0[-127], frame0[-126]);
        text::barrier();
        bool const t9_2 = !text::any(t9_1);
        if (t9_2) { break; }
        V const t9_3 = text::select(t9_1, frame0[-127], frame0[-126]);
        frame0[-126] = t9_3;
        V const t9_4 = text::select(t9_1, frame0[-128], frame0[-125]);
        frame0[-124] = t9_4;
        V const t9_5 = text::select(t9_1, frame0[-125], frame0[-128]);
        frame0[-128] = t9_5;
        text::barrier();
        auto const t9_6 = frame0[-124] < frame0[-128];
        V const t9_7 = text::with_bit((0.0f - V{}), t9_6, 0);
        frame0[-123] = t9_7;
        auto const t9_8 = frame0[-128] < rows[0];
        text::barrier();
        V const t9_9 = text::with_bit(frame0[-123], t9_8, 23);
        V const t9_10 = text::select(t9_1, t9_9, frame0[-127]);
        frame0[-125] = frame0[-124];
        frame0[-127] = t9_10;
    }
    V const t6_1 = frame0[-125] * literal[-124];
    text::barrier();
    V const t6_2 = text::round(t6_1);
    V const t6_3 = text::min((literal[-127] - V{}), t6_2);
    V const t6_4 = text::max((literal[-128] - V{}), t6_3);
    frame0[-127] = t6_4;
    text::barrier();
    auto const t6_5 = frame0[-127] < rows[1];
    auto const t6_6 = text::negate(t6_5);
    bool const t6_7 = text::any(t6_6);
    frame0[-126] = rows[1];
    if (t6_7) {
        V const t2_1 = text::abs(rows[2]);
        text::barrier();
        V const t2_2 = t2_1 + literal[-126];
        V const t2_3 = text::scale(t2_2, (literal[-125] - V{}));
        V const t2_4 = text::round(t2_3);
        text::barrier();
        V const t2_5 = text::min((literal[-127] - V{}), t2_4);
        V const t2_6 = text::max((literal[-128] - V{}), t2_5);
        frame0[-123] = t2_6;
        frame0[-122] = rows[3];
        frame0[-121] = rows[0];
        frame0[-120] = (0.0f - V{});
        frame0[-119] = (0.0f - V{});
        for (int pass_t13_0 = 0; pass_t13_0 < 3; ++pass_t13_0) {
            auto const t14_1 = frame0[-122] < rows[1];
            text::barrier();
            bool const t14_2 = !text::any(t14_1);
            if (t14_2) { break; }
            V const t7_1 = frame0[-127] - frame0[-128];
            V const t7_2 = text::round(t7_1);
            V const t7_3 = text::min((literal[-127] - V{}), t7_2);
            text::barrier();
            V const t7_4 = text::max((literal[-128] - V{}), t7_3);
            frame0[-118] = t7_4;
            auto const t7_5 = frame0[-127] < t7_4;
            V const t7_6 = text::with_bit((0.0f - V{}), t7_5, 1);
            frame0[-117] = t7_6;
            text::barrier();
            V const t14_3 = text::abs(frame0[-122]);
            V const t14_4 = text::sqrt(t14_3);
            V const t14_5 = text::round(t14_4);
            text::barrier();
            V const t14_6 = text::min((literal[-127] - V{}), t14_5);
            V const t14_7 = text::max((literal[-128] - V{}), t14_6);
            frame0[-116] = t14_7;
            auto const t14_8 = frame0[-118] < t14_7;
            text::barrier();
            auto const t14_9 = frame0[-116] < frame0[-118];
            V const t14_10 = text::with_bit((0.0f - V{}), t14_8, 1);
            V const t14_11 = text::with_bit(t14_10, t14_9, 1);
            text::barrier();
            V const t14_12 = text::flip_first_difference(t14_11, frame0[-117]);
            auto const t14_13 = text::bit(t14_12, 2);
            V const t14_14 = text::select(t14_13, (literal[-125] - V{}), rows[0]);
            text::barrier();
            V const t14_15 = text::select(t14_1, t14_14, frame0[-122]);
            frame0[-118] = t14_15;
            V const t15_1 = text::select(t14_1, frame0[-122], frame0[-121]);
            frame0[-121] = t15_1;
            auto const t15_2 = t14_15 < t15_1;
            text::barrier();
            V const t15_3 = text::with_bit((0.0f - V{}), t15_2, 0);
            frame0[-117] = t15_3;
            auto const t15_4 = frame0[-121] < rows[1];
            V const t15_5 = text::with_bit(t15_3, t15_4, 23);
            text::barrier();
            V const t17_1 = text::select(t14_1, t15_5, frame0[-119]);
            frame0[-119] = t17_1;
            auto const t17_2 = text::bit(t17_1, 23);
            auto const t17_3 = text::negate(t17_2);
            text::barrier();
            auto const t17_4 = text::both(t14_1, t17_3);
            V const t17_5 = text::select(t17_4, (literal[-126] - V{}), (0.0f - V{}));
            V const t17_6 = frame0[-120] + t17_5;
            text::barrier();
            frame0[-122] = frame0[-118];
            frame0[-120] = t17_6;
        }
        auto const t2_7 = frame0[-123] == rows[2];
        V const t2_8 = text::with_bit((0.0f - V{}), t2_7, 7);
        frame0[-128] = rows[4];
        frame0[-127] = rows[4];
        frame0[-123] = (0.0f - V{});
        frame0[-122] = t2_8;
        for (int pass_t20_0 = 0; pass_t20_0 < 3; ++pass_t20_0) {
            auto const t24_1 = text::differ(frame0[-123], frame0[-122]);
            text::barrier();
            bool const t24_2 = !text::any(t24_1);
            if (t24_2) { break; }
            V const t24_3 = text::select(t24_1, frame0[-123], frame0[-122]);
            frame0[-122] = t24_3;
            V const t24_4 = text::select(t24_1, frame0[-127], frame0[-128]);
            frame0[-119] = t24_4;
            V const t24_5 = text::select(t24_1, frame0[-128], frame0[-127]);
            frame0[-127] = t24_5;
            text::barrier();
            auto const t24_6 = frame0[-127] < frame0[-121];
            auto const t24_7 = frame0[-119] < frame0[-127];
            V const t24_8 = text::with_bit((0.0f - V{}), t24_7, 0);
            text::barrier();
            V const t24_9 = text::with_bit(t24_8, t24_6, 23);
            V const t24_10 = text::select(t24_1, t24_9, frame0[-123]);
            frame0[-128] = frame0[-119];
            frame0[-123] = t24_10;
        }
        V const t16_1 = text::abs(frame0[-120]);
        text::barrier();
        V const t16_2 = t16_1 + literal[-126];
        V const t16_3 = text::exponent(t16_2);
        frame0[-124] = t16_3;
        V const t22_1 = text::select(t6_5, frame0[-125], frame0[-127]);
        frame0[-125] = t22_1;
        text::barrier();
        V const t16_4 = text::select(t6_5, rows[1], frame0[-124]);
        frame0[-126] = t16_4;
    }
    V t33_0 = rows[0];
    if (t6_7) {
        V const t30_1 = text::select(t6_5, rows[0], frame0[-124]);
        t33_0 = t30_1;
    }
    rows[0] = frame0[-126];
    rows[1] = t33_0;
    rows[2] = (-16.0f - V{});
    rows[3] = t33_0;
    rows[4] = frame0[-125];
}

/// 5 rows in place; operations: 37.
template <class V>
LOCKSTEP_RECORDED void kernel_522(V* rows) {
    namespace text = ::lockstep::text;
    V const t0_0 = rows[0];
    V const t1_0 = rows[1];
    V const t2_0 = rows[2];
    V const t3_0 = rows[3];
    V const t3_1 = text::abs(t3_0);
    V const t3_2 = t3_1 + 1.0f;
    V const t3_3 = text::exponent(t3_2);
    auto const t3_4 = t1_0 <= t3_3;
    bool const t3_5 = text::any(t3_4);
    V t14_0;
    if (t3_5) {
        V t7_0 = t3_0;
        V t8_0 = t2_0;
        V t9_0 = (0.0f - V{});
        V t10_0 = (0.0f - V{});
        for (int pass_t6_0 = 0; pass_t6_0 < 3; ++pass_t6_0) {
            auto const t7_1 = t7_0 < t3_0;
            bool const t7_2 = !text::any(t7_1);
            if (t7_2) { break; }
            V const t3_6 = text::max((0.0f - V{}), t3_3);
            V const t7_3 = text::select(t7_1, t3_6, t7_0);
            V const t8_1 = text::select(t7_1, t7_0, t8_0);
            auto const t8_2 = t7_3 < t8_1;
            V const t8_3 = text::with_bit((0.0f - V{}), t8_2, 0);
            auto const t8_4 = t8_1 < t3_0;
            V const t8_5 = text::with_bit(t8_3, t8_4, 23);
            V const t10_1 = text::select(t7_1, t8_5, t10_0);
            auto const t10_2 = text::bit(t10_1, 23);
            auto const t10_3 = text::negate(t10_2);
            auto const t10_4 = text::both(t7_1, t10_3);
            V const t10_5 = text::select(t10_4, (1.0f - V{}), (0.0f - V{}));
            V const t10_6 = t9_0 + t10_5;
            t7_0 = t7_3;
            t8_0 = t8_1;
            t9_0 = t10_6;
            t10_0 = t10_1;
        }
        V const t9_1 = text::max(t9_0, t3_0);
        t14_0 = t9_1;
    }
    V t17_0 = t2_0;
    if (t3_5) {
        V const t14_1 = text::select(t3_4, t14_0, t2_0);
        t17_0 = t14_1;
    }
    V t19_0 = t2_0;
    V t20_0 = t0_0;
    V t21_0 = (0.0f - V{});
    V t22_0 = (0.0f - V{});
    for (int pass_t18_0 = 0; pass_t18_0 < 3; ++pass_t18_0) {
        auto const t19_1 = t19_0 < 2.0f;
        bool const t19_2 = !text::any(t19_1);
        if (t19_2) { break; }
        V const t3_7 = text::fma(t0_0, t3_0, t2_0);
        V const t3_8 = text::round(t3_7);
        V const t3_9 = text::min((64.0f - V{}), t3_8);
        V const t3_10 = text::max((-64.0f - V{}), t3_9);
        V const t19_3 = text::select(t19_1, t3_10, t19_0);
        V const t20_1 = text::select(t19_1, t19_0, t20_0);
        auto const t20_2 = t19_3 < t20_1;
        V const t20_3 = text::with_bit((0.0f - V{}), t20_2, 0);
        auto const t20_4 = t20_1 < 2.0f;
        V const t20_5 = text::with_bit(t20_3, t20_4, 23);
        V const t22_1 = text::select(t19_1, t20_5, t22_0);
        auto const t22_2 = text::bit(t22_1, 23);
        auto const t22_3 = text::negate(t22_2);
        auto const t22_4 = text::both(t19_1, t22_3);
        V const t22_5 = text::select(t22_4, (1.0f - V{}), (0.0f - V{}));
        V const t22_6 = t21_0 + t22_5;
        t19_0 = t19_3;
        t20_0 = t20_1;
        t21_0 = t22_6;
        t22_0 = t22_1;
    }
    rows[0] = t21_0;
    rows[1] = t20_0;
    rows[2] = t17_0;
    rows[3] = t19_0;
    rows[4] = t21_0;
}

/// 5 rows in place; operations: 37.
template <class V>
LOCKSTEP_RECORDED void framed_522(V* rows) {
    namespace text = ::lockstep::text;
    V frame[256];
    V* const frame0 = text::base(frame + 128);
    alignas(64) static constexpr float literals[256] = {1.0f, 2.0f, -64.0f, 64.0f};
    float const* const literal = text::base(literals + 128);
    V const t3_1 = text::abs(rows[3]);
    V const t3_2 = t3_1 + literal[-128];
    V const t3_3 = text::exponent(t3_2);
    frame0[-128] = t3_3;
    text::barrier();
    auto const t3_4 = rows[1] <= frame0[-128];
    bool const t3_5 = text::any(t3_4);
    if (t3_5) {
        frame0[-126] = rows[3];
        frame0[-125] = rows[2];
        frame0[-124] = (0.0f - V{});
        frame0[-123] = (0.0f - V{});
        for (int pass_t6_0 = 0; pass_t6_0 < 3; ++pass_t6_0) {
            auto const t7_1 = frame0[-126] < rows[3];
            bool const t7_2 = !text::any(t7_1);
            if (t7_2) { break; }
            V const t3_6 = text::max((0.0f - V{}), frame0[-128]);
            text::barrier();
            V const t7_3 = text::select(t7_1, t3_6, frame0[-126]);
            frame0[-122] = t7_3;
            V const t8_1 = text::select(t7_1, frame0[-126], frame0[-125]);
            frame0[-125] = t8_1;
            auto const t8_2 = t7_3 < t8_1;
            text::barrier();
            V const t8_3 = text::with_bit((0.0f - V{}), t8_2, 0);
            frame0[-121] = t8_3;
            auto const t8_4 = frame0[-125] < rows[3];
            V const t8_5 = text::with_bit(t8_3, t8_4, 23);
            text::barrier();
            V const t10_1 = text::select(t7_1, t8_5, frame0[-123]);
            frame0[-123] = t10_1;
            auto const t10_2 = text::bit(t10_1, 23);
            auto const t10_3 = text::negate(t10_2);
            text::barrier();
            auto const t10_4 = text::both(t7_1, t10_3);
            V const t10_5 = text::select(t10_4, (literal[-128] - V{}), (0.0f - V{}));
            V const t10_6 = frame0[-124] + t10_5;
            text::barrier();
            frame0[-126] = frame0[-122];
            frame0[-124] = t10_6;
        }
        V const t9_1 = text::max(frame0[-124], rows[3]);
        frame0[-127] = t9_1;
    }
    frame0[-128] = rows[2];
    if (t3_5) {
        V const t14_1 = text::select(t3_4, frame0[-127], rows[2]);
        frame0[-128] = t14_1;
    }
    frame0[-127] = rows[2];
    frame0[-126] = rows[0];
    frame0[-125] = (0.0f - V{});
    frame0[-124] = (0.0f - V{});
    for (int pass_t18_0 = 0; pass_t18_0 < 3; ++pass_t18_0) {
        auto const t19_1 = frame0[-127] < literal[-127];
        text::barrier();
        bool const t19_2 = !text::any(t19_1);
        if (t19_2) { break; }
        V const t3_7 = text::fma(rows[0], rows[3], rows[2]);
        V const t3_8 = text::round(t3_7);
        V const t3_9 = text::min((literal[-125] - V{}), t3_8);
        text::barrier();
        V const t3_10 = text::max((literal[-126] - V{}), t3_9);
        V const t19_3 = text::select(t19_1, t3_10, frame0[-127]);
        frame0[-123] = t19_3;
        V const t20_1 = text::select(t19_1, frame0[-127], frame0[-126]);
        frame0[-126] = t20_1;
        text::barrier();
        auto const t20_2 = frame0[-123] < frame0[-126];
        V const t20_3 = text::with_bit((0.0f - V{}), t20_2, 0);
        frame0[-122] = t20_3;
        auto const t20_4 = frame0[-126] < literal[-127];
        text::barrier();
        V const t20_5 = text::with_bit(frame0[-122], t20_4, 23);
        V const t22_1 = text::select(t19_1, t20_5, frame0[-124]);
        frame0[-124] = t22_1;
        auto const t22_2 = text::bit(t22_1, 23);
        text::barrier();
        auto const t22_3 = text::negate(t22_2);
        auto const t22_4 = text::both(t19_1, t22_3);
        V const t22_5 = text::select(t22_4, (literal[-128] - V{}), (0.0f - V{}));
        text::barrier();
        V const t22_6 = frame0[-125] + t22_5;
        frame0[-127] = frame0[-123];
        frame0[-125] = t22_6;
    }
    rows[0] = frame0[-125];
    rows[1] = frame0[-126];
    rows[2] = frame0[-128];
    rows[3] = frame0[-127];
    rows[4] = frame0[-125];
}

/// 5 rows in place; operations: 7.
template <class V>
LOCKSTEP_RECORDED void never_changed(V* rows) {
    namespace text = ::lockstep::text;
    V const t0_0 = rows[0];
    V const t1_0 = rows[1];
    V const t2_0 = rows[2];
    V const t3_0 = rows[3];
    V const t4_0 = rows[4];
    V t6_0 = t0_0;
    V t7_0 = t1_0;
    V t8_0 = t2_0;
    for (int pass_t5_0 = 0; pass_t5_0 < 3; ++pass_t5_0) {
        auto const t6_1 = 40.0f < t6_0;
        bool const t6_2 = text::any(t6_1);
        if (t6_2) { break; }
        V const t_3 = (-2.0f - V{}) + 16.0f;
        V const t6_3 = t6_0 + t_3;
        auto const t_4 = (-2.0f - V{}) < 16.0f;
        V const t7_1 = text::select(t_4, t6_0, t7_0);
        V const t_5 = -(-2.0f - V{});
        V const t8_1 = text::max(t_5, t8_0);
        t6_0 = t6_3;
        t7_0 = t7_1;
        t8_0 = t8_1;
    }
    rows[0] = t6_0;
    rows[1] = t7_0;
    rows[2] = t8_0;
    rows[3] = t3_0;
    rows[4] = t4_0;
}

}  // namespace lockstep_test::printed

#pragma GCC diagnostic pop
