// SPDX-License-Identifier: MIT
// Generated from physics/robots/inverted_double_pendulum.hpp by physics::evaluated_substep. Do not edit: record it again.
#pragma once

#include <lockstep/program/text.hpp>

// A value that only a region sets has none before: it is read under the same condition only.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wuninitialized"
#if !defined(__clang__)
#    pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif

namespace lockstep::envs::recorded {

/// 18 rows in place; operations: 211.
template <class V>
LOCKSTEP_RECORDED void inverted_double_pendulum_substep(V* rows) {
    namespace text = ::lockstep::text;
    V const t0_0 = rows[0];
    V const t1_0 = rows[1];
    V const t2_0 = rows[2];
    V const t3_0 = rows[3];
    V const t4_0 = rows[4];
    V const t5_0 = rows[5];
    V const t6_0 = rows[6];
    V const t7_0 = rows[7];
    V const t8_0 = rows[8];
    V t19_0 = (0.0f - V{});
    V t20_0 = (0.0f - V{});
    V t21_0 = (0.0f - V{});
    V t22_0 = (0.0f - V{});
    V t23_0;
    V t24_0;
    V t25_0;
    V t26_0;
    V t27_0;
    V t28_0;
    V t29_0 = (0.0f - V{});
    V t30_0 = (0.0f - V{});
    V t31_0 = (0.0f - V{});
    V t32_0 = (0.0f - V{});
    V t33_0 = (0.0f - V{});
    V t34_0 = (0.0f - V{});
    V t35_0 = (0.0f - V{});
    V t36_0 = (0.0f - V{});
    V t37_0 = (0.0f - V{});
    V t38_0 = t6_0;
    V t39_0 = t7_0;
    for (int pass_t18_0 = 0; pass_t18_0 < 4; ++pass_t18_0) {
        V const t8_1 = text::min((1.0f - V{}), t8_0);
        V const t8_2 = text::max((-1.0f - V{}), t8_1);
        V const t8_3 = t8_2 * 500.0f;
        auto const t19_1 = 2.5f < t19_0;
        V const t19_2 = text::select(t19_1, (0.01f - V{}), (0.005f - V{}));
        auto const t19_3 = t19_0 < 0.5f;
        V const t19_4 = text::select(t19_3, (0.0f - V{}), t19_2);
        auto const t19_5 = text::either(t19_1, t19_3);
        V const t19_6 = text::select(t19_5, (0.0016666667f - V{}), (0.0033333334f - V{}));
        V const t20_1 = text::fma(t20_0, t19_4, t0_0);
        V const t21_1 = text::fma(t21_0, t19_4, t1_0);
        V const t22_1 = text::fma(t22_0, t19_4, t2_0);
        V const t20_2 = t20_1 - (-1.0f);
        V const t20_3 = 1.0f - t20_1;
        V const t20_4 = text::min(t20_2, t20_3);
        auto const t20_5 = t20_4 < 0.01f;
        bool const t20_6 = text::any(t20_5);
        V const t21_2 = t21_1 * 0.31830987f;
        V const t21_3 = text::round(t21_2);
        V const t21_4 = text::fma(t21_3, (-3.1415927f - V{}), t21_1);
        V const t21_5 = text::fma(t21_3, (8.742278e-08f - V{}), t21_4);
        V const t21_6 = t21_5 * t21_5;
        V const t21_7 = text::fma(t21_6, (-2.620902e-07f - V{}), (2.477018e-05f - V{}));
        V const t21_8 = text::fma(t21_6, t21_7, (-0.0013888585f - V{}));
        V const t21_9 = text::fma(t21_6, t21_8, (0.041666657f - V{}));
        V const t21_10 = t21_6 * t21_6;
        V const t21_11 = text::fma(t21_6, (-0.5f - V{}), (1.0f - V{}));
        V const t21_12 = text::fma(t21_9, t21_10, t21_11);
        V const t21_13 = t21_3 * 0.5f;
        V const t21_14 = text::round(t21_13);
        V const t21_15 = text::fma(t21_14, (-2.0f - V{}), t21_3);
        V const t21_16 = t21_15 * (-2.0f);
        V const t21_17 = text::fma(t21_15, t21_16, (1.0f - V{}));
        V const t21_18 = t21_12 * t21_17;
        V const t21_19 = text::fma(t21_6, (2.5989752e-06f - V{}), (-0.0001980605f - V{}));
        V const t21_20 = text::fma(t21_6, t21_19, (0.008333009f - V{}));
        V const t21_21 = text::fma(t21_6, t21_20, (-0.16666657f - V{}));
        V const t21_22 = t21_5 * t21_6;
        V const t21_23 = text::fma(t21_21, t21_22, t21_5);
        V const t21_24 = t21_17 * t21_23;
        V const t21_25 = t21_24 * 0.6f;
        V const t21_26 = t21_18 * 0.6f;
        V const t21_27 = t21_18 * (-0.6f);
        V const t21_28 = t21_24 * 1.2596216f;
        V const t21_29 = t21_24 * 0.3f;
        V const t21_30 = t21_28 * t21_29;
        V const t21_31 = t21_18 * 1.2596216f;
        V const t21_32 = t21_18 * 0.3f;
        V const t21_33 = text::fma(t21_31, t21_32, t21_30);
        V const t21_34 = t21_33 + 0.15497068f;
        V const t22_2 = t22_1 * 0.31830987f;
        V const t22_3 = text::round(t22_2);
        V const t22_4 = text::fma(t22_3, (-3.1415927f - V{}), t22_1);
        V const t22_5 = text::fma(t22_3, (8.742278e-08f - V{}), t22_4);
        V const t22_6 = t22_5 * t22_5;
        V const t22_7 = text::fma(t22_6, (2.5989752e-06f - V{}), (-0.0001980605f - V{}));
        V const t22_8 = text::fma(t22_6, t22_7, (0.008333009f - V{}));
        V const t22_9 = text::fma(t22_6, t22_8, (-0.16666657f - V{}));
        V const t22_10 = t22_5 * t22_6;
        V const t22_11 = text::fma(t22_9, t22_10, t22_5);
        V const t22_12 = t22_3 * 0.5f;
        V const t22_13 = text::round(t22_12);
        V const t22_14 = text::fma(t22_13, (-2.0f - V{}), t22_3);
        V const t22_15 = t22_14 * (-2.0f);
        V const t22_16 = text::fma(t22_14, t22_15, (1.0f - V{}));
        V const t22_17 = t22_11 * t22_16;
        V const t22_18 = t21_18 * t22_17;
        V const t22_19 = t21_24 * t22_17;
        V const t22_20 = text::fma(t22_6, (-2.620902e-07f - V{}), (2.477018e-05f - V{}));
        V const t22_21 = text::fma(t22_6, t22_20, (-0.0013888585f - V{}));
        V const t22_22 = text::fma(t22_6, t22_21, (0.041666657f - V{}));
        V const t22_23 = t22_6 * t22_6;
        V const t22_24 = text::fma(t22_6, (-0.5f - V{}), (1.0f - V{}));
        V const t22_25 = text::fma(t22_22, t22_23, t22_24);
        V const t22_26 = t22_16 * t22_25;
        V const t22_27 = text::fma(t21_24, t22_26, t22_18);
        V const t22_28 = text::fms(t21_18, t22_26, t22_19);
        V const t22_29 = text::fma(t22_28, (0.3f - V{}), t21_26);
        V const t22_30 = text::fma(t22_27, (0.3f - V{}), t21_25);
        V const t22_31 = t22_30 * 4.1987386f;
        V const t22_32 = t22_30 * t22_31;
        V const t22_33 = t22_29 * 4.1987386f;
        V const t22_34 = text::fma(t22_29, t22_33, t22_32);
        V const t22_35 = t22_34 + 0.15497068f;
        V const t22_36 = t22_30 * (-4.1987386f);
        V const t29_1 = text::fma(t29_0, t19_4, t3_0);
        V const t29_2 = text::fma(t29_1, (-0.05f - V{}), t8_3);
        V const t30_1 = text::fma(t30_0, t19_4, t4_0);
        V const t31_1 = text::fma(t31_0, t19_4, t5_0);
        V const t30_2 = t21_29 * t30_1;
        V const t30_3 = text::fnma(t30_1, t30_2, (-1e-05f - V{}));
        V const t30_4 = t30_3 * 4.1987386f;
        V const t30_5 = t21_32 * t30_4;
        V const t30_6 = t21_32 * t30_1;
        V const t30_7 = text::fnma(t30_1, t30_6, (9.81f - V{}));
        V const t30_8 = t30_7 * 4.1987386f;
        V const t30_9 = text::fnma(t21_29, t30_8, t30_5);
        V const t30_10 = t30_1 * (-0.05f);
        V const t31_2 = t21_27 * t31_1;
        V const t31_3 = t30_1 + t31_1;
        V const t31_4 = text::fma(t22_29, t31_3, t31_2);
        V const t31_5 = text::fnma(t30_1, t31_2, (9.81f - V{}));
        V const t31_6 = text::fnma(t31_3, t31_4, t31_5);
        V const t31_7 = t31_6 * 4.1987386f;
        V const t31_8 = t22_30 * t31_7;
        V const t31_9 = t21_25 * t31_1;
        V const t31_10 = text::fnma(t22_30, t31_3, t31_9);
        V const t31_11 = text::fma(t30_1, t31_9, (-1e-05f - V{}));
        V const t31_12 = text::fma(t31_3, t31_10, t31_11);
        V const t31_13 = t31_12 * 4.1987386f;
        V const t31_14 = text::fms(t22_29, t31_13, t31_8);
        V const t31_15 = t31_1 * (-0.05f);
        V t42_0;
        V t43_0;
        V t44_0;
        V t45_0 = (0.0f - V{});
        if (t20_6) {
            auto const t20_7 = t20_2 < t20_3;
            V const t20_8 = text::select(t20_7, (1.0f - V{}), (-1.0f - V{}));
            V const t20_9 = t20_4 - 0.01f;
            V const t20_10 = text::abs(t20_9);
            V const t20_11 = t20_10 * 1000.0f;
            V const t20_12 = text::min(t20_11, (1.0f - V{}));
            V const t20_13 = 1.0f - t20_12;
            V const t20_14 = t20_13 * 2.0f;
            V const t20_15 = t20_14 * t20_14;
            V const t20_16 = text::fma(t20_15, (-0.5f - V{}), (1.0f - V{}));
            V const t20_17 = t20_12 * 2.0f;
            V const t20_18 = t20_17 * t20_17;
            V const t20_19 = t20_18 * 0.5f;
            auto const t20_20 = t20_12 < 0.5f;
            V const t20_21 = text::select(t20_20, t20_19, t20_16);
            V const t20_22 = text::fma(t20_21, (0.05f - V{}), (0.9f - V{}));
            V const t20_23 = 1.0f - t20_22;
            V const t20_24 = t20_23 * 0.08467262f;
            V const t20_25 = t20_22 / t20_24;
            V const t20_26 = t20_22 * 2770.083f;
            V const t20_27 = t20_9 * t20_26;
            auto const t20_28 = t20_9 < 0.0f;
            V const t20_29 = text::select(t20_28, t20_25, (0.0f - V{}));
            auto const t20_30 = 0.0f < t20_29;
            V const t29_3 = t29_1 * 105.26316f;
            V const t29_4 = text::fma(t20_8, t20_27, t29_3);
            auto const t38_1 = text::bit(t38_0, 0);
            auto const t38_2 = text::both(t20_30, t38_1);
            V const t38_3 = text::with_bit((0.0f - V{}), t38_2, 0);
            t42_0 = t20_8;
            t43_0 = t20_29;
            t44_0 = t29_4;
            t45_0 = t38_3;
        }
        V t47_0 = (0.0f - V{});
        V t48_0 = t45_0;
        V t49_0 = (-1.0f - V{});
        V t50_0;
        V t51_0;
        V t52_0;
        for (int pass_t46_0 = 0; pass_t46_0 < 60; ++pass_t46_0) {
            auto const t49_1 = text::differ(t48_0, t49_0);
            bool const t49_2 = !text::any(t49_1);
            if (t49_2) { break; }
            auto const t47_1 = 9.5f < t47_0;
            bool const t47_2 = text::any(t47_1);
            V t56_0 = t48_0;
            if (t47_2) {
                V const t49_3 = text::flip_first_difference(t49_0, t48_0);
                t56_0 = t49_3;
            }
            V const t22_37 = text::fma(t21_18, (-2.5192432f - V{}), t22_33);
            V const t22_38 = text::fma(t21_24, (2.5192432f - V{}), t22_36);
            V const t22_39 = t21_27 * t22_33;
            V const t22_40 = text::fma(t21_25, t22_36, t22_39);
            V const t22_41 = t22_35 + t22_40;
            V const t22_42 = t21_27 * t22_37;
            V const t22_43 = text::fma(t21_25, t22_38, t22_42);
            V const t22_44 = t22_41 + t22_43;
            V const t22_45 = 1.0f / t22_44;
            V const t31_16 = t21_27 * t31_13;
            V const t31_17 = text::fma(t21_25, t31_7, t31_16);
            V const t31_18 = t31_14 + t31_17;
            V const t31_19 = t31_15 - t31_18;
            V const t22_46 = t22_41 * t22_45;
            V const t22_47 = text::fnma(t22_41, t22_46, t22_35);
            V const t22_48 = t21_34 + t22_47;
            V const t22_49 = 1.0f / t22_48;
            V const t22_50 = text::fnma(t22_37, t22_46, t22_33);
            V const t22_51 = t21_31 + t22_50;
            V const t31_20 = text::fma(t22_46, t31_19, t31_14);
            V const t31_21 = t30_9 + t31_20;
            V const t31_22 = t30_10 - t31_21;
            V const t22_52 = t22_49 * t22_51;
            V const t22_53 = t22_37 * t22_45;
            V const t22_54 = text::fnma(t22_37, t22_53, (4.1987386f - V{}));
            V const t22_55 = t22_54 + 4.1987386f;
            V const t22_56 = text::fnma(t22_51, t22_52, t22_55);
            V const t22_57 = t22_56 + 10.471975f;
            V const t31_23 = text::fma(t22_53, t31_19, t31_13);
            V const t31_24 = t30_4 + t31_23;
            V const t31_25 = text::fma(t22_52, t31_22, t31_24);
            V const t31_26 = t31_25 + (-0.00010471976f);
            V const t47_3 = t47_0 + 1.0f;
            V t59_0 = (0.0f - V{});
            V t60_0 = t29_2;
            if (t20_6) {
                auto const t56_1 = text::bit(t56_0, 0);
                V const t56_2 = text::select(t56_1, t43_0, (0.0f - V{}));
                V const t56_3 = text::fnma(t44_0, t56_2, t29_2);
                t59_0 = t56_2;
                t60_0 = t56_3;
            }
            V const t31_27 = t22_49 * t31_22;
            V const t59_1 = t22_57 + t59_0;
            V const t60_1 = t60_0 - t31_26;
            V const t59_2 = 1.0f / t59_1;
            V const t60_2 = t59_2 * t60_1;
            V const t60_3 = text::fnma(t22_52, t60_2, t31_27);
            V const t60_4 = t22_53 * t60_2;
            V const t60_5 = text::fma(t22_46, t60_3, t60_4);
            V const t60_6 = text::fms(t22_45, t31_19, t60_5);
            V t63_0 = (0.0f - V{});
            if (t20_6) {
                auto const t43_1 = 0.0f < t43_0;
                V const t60_7 = t44_0 + t60_2;
                V const t60_8 = t42_0 * t60_7;
                auto const t60_9 = t60_8 < 0.0f;
                auto const t60_10 = text::both(t43_1, t60_9);
                V const t60_11 = text::with_bit((0.0f - V{}), t60_10, 0);
                t63_0 = t60_11;
            }
            t47_0 = t47_3;
            t48_0 = t63_0;
            t49_0 = t56_0;
            t50_0 = t60_2;
            t51_0 = t60_3;
            t52_0 = t60_6;
        }
        auto const t47_4 = 59.5f < t47_0;
        bool const t47_5 = text::any(t47_4);
        V t67_0 = t39_0;
        if (t47_5) {
            auto const t49_4 = text::differ(t48_0, t49_0);
            V const t49_5 = text::select(t49_4, (1.0f - V{}), (0.0f - V{}));
            V const t49_6 = t39_0 + t49_5;
            t67_0 = t49_6;
        }
        V const t19_7 = t19_0 + 1.0f;
        V const t32_1 = text::fma(t19_6, t29_1, t32_0);
        V const t33_1 = text::fma(t19_6, t30_1, t33_0);
        V const t34_1 = text::fma(t19_6, t31_1, t34_0);
        V const t50_1 = text::fma(t19_6, t50_0, t35_0);
        V const t51_1 = text::fma(t19_6, t51_0, t36_0);
        V const t52_1 = text::fma(t19_6, t52_0, t37_0);
        t19_0 = t19_7;
        t20_0 = t29_1;
        t21_0 = t30_1;
        t22_0 = t31_1;
        t23_0 = t20_1;
        t24_0 = t21_1;
        t25_0 = t22_1;
        t26_0 = t29_1;
        t27_0 = t30_1;
        t28_0 = t31_1;
        t29_0 = t50_0;
        t30_0 = t51_0;
        t31_0 = t52_0;
        t32_0 = t32_1;
        t33_0 = t33_1;
        t34_0 = t34_1;
        t35_0 = t50_1;
        t36_0 = t51_1;
        t37_0 = t52_1;
        t38_0 = t49_0;
        t39_0 = t67_0;
    }
    V const t32_2 = t0_0 + t32_0;
    V const t33_2 = t1_0 + t33_0;
    V const t34_2 = t2_0 + t34_0;
    V const t35_1 = t3_0 + t35_0;
    V const t36_1 = t4_0 + t36_0;
    V const t37_1 = t5_0 + t37_0;
    rows[0] = t32_2;
    rows[1] = t33_2;
    rows[2] = t34_2;
    rows[3] = t35_1;
    rows[4] = t36_1;
    rows[5] = t37_1;
    rows[6] = t38_0;
    rows[7] = t39_0;
    rows[9] = t23_0;
    rows[10] = t24_0;
    rows[11] = t25_0;
    rows[12] = t26_0;
    rows[13] = t27_0;
    rows[14] = t28_0;
    rows[15] = t29_0;
    rows[16] = t30_0;
    rows[17] = t31_0;
}

}  // namespace lockstep::envs::recorded

#pragma GCC diagnostic pop
