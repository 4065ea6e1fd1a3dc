// SPDX-License-Identifier: MIT
// Generated from physics/robots/inverted_pendulum.hpp by physics::substep. Do not edit: record it again.
#pragma once

#include <lockstep/program/text.hpp>

// A value that only a region sets has none before: it is read under the same condition only.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wuninitialized"
#if !defined(__clang__)
#    pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif

namespace lockstep::envs::recorded {

/// 8 rows in place; operations: 172.
template <class V>
LOCKSTEP_RECORDED void inverted_pendulum_substep(V* rows) {
    namespace text = ::lockstep::text;
    V const t0_0 = rows[0];
    V const t1_0 = rows[1];
    V const t2_0 = rows[2];
    V const t3_0 = rows[3];
    V const t4_0 = rows[4];
    V const t5_0 = rows[5];
    V const t6_0 = rows[6];
    V const t7_0 = rows[7];
    V t9_0 = (0.0f - V{});
    V t10_0 = (0.0f - V{});
    V t11_0 = (0.0f - V{});
    V t12_0 = (0.0f - V{});
    V t13_0 = (0.0f - V{});
    V t14_0 = (0.0f - V{});
    V t15_0 = (0.0f - V{});
    V t16_0 = (0.0f - V{});
    V t17_0 = (0.0f - V{});
    V t18_0 = t4_0;
    V t19_0 = t5_0;
    V t20_0 = t6_0;
    for (int pass_t8_0 = 0; pass_t8_0 < 4; ++pass_t8_0) {
        V const t7_1 = text::min((3.0f - V{}), t7_0);
        V const t7_2 = text::max((-3.0f - V{}), t7_1);
        auto const t9_1 = 2.5f < t9_0;
        V const t9_2 = text::select(t9_1, (0.02f - V{}), (0.01f - V{}));
        auto const t9_3 = t9_0 < 0.5f;
        V const t9_4 = text::select(t9_3, (0.0f - V{}), t9_2);
        auto const t9_5 = text::either(t9_1, t9_3);
        V const t9_6 = text::select(t9_5, (0.0033333334f - V{}), (0.006666667f - V{}));
        V const t10_1 = text::fma(t10_0, t9_4, t0_0);
        V const t11_1 = text::fma(t11_0, t9_4, t1_0);
        V const t12_1 = text::fma(t12_0, t9_4, t2_0);
        V const t13_1 = text::fma(t13_0, t9_4, t3_0);
        V const t12_2 = text::fms(t7_2, (100.0f - V{}), t12_1);
        V const t10_2 = t10_1 - (-1.0f);
        V const t10_3 = 1.0f - t10_1;
        V const t10_4 = text::min(t10_2, t10_3);
        auto const t10_5 = t10_4 < 0.0f;
        bool const t10_6 = text::any(t10_5);
        V const t11_2 = t11_1 * 0.31830987f;
        V const t11_3 = text::round(t11_2);
        V const t11_4 = text::fma(t11_3, (-3.1415927f - V{}), t11_1);
        V const t11_5 = text::fma(t11_3, (8.742278e-08f - V{}), t11_4);
        V const t11_6 = t11_5 * t11_5;
        V const t11_7 = text::fma(t11_6, (2.5989752e-06f - V{}), (-0.0001980605f - V{}));
        V const t11_8 = text::fma(t11_6, t11_7, (0.008333009f - V{}));
        V const t11_9 = text::fma(t11_6, t11_8, (-0.16666657f - V{}));
        V const t11_10 = t11_5 * t11_6;
        V const t11_11 = text::fma(t11_9, t11_10, t11_5);
        V const t11_12 = t11_3 * 0.5f;
        V const t11_13 = text::round(t11_12);
        V const t11_14 = text::fma(t11_13, (-2.0f - V{}), t11_3);
        V const t11_15 = t11_14 * (-2.0f);
        V const t11_16 = text::fma(t11_14, t11_15, (1.0f - V{}));
        V const t11_17 = t11_11 * t11_16;
        V const t11_18 = t11_17 * (-5e-04f);
        V const t11_19 = t11_17 * 0.3f;
        V const t11_20 = text::fma(t11_6, (-2.620902e-07f - V{}), (2.477018e-05f - V{}));
        V const t11_21 = text::fma(t11_6, t11_20, (-0.0013888585f - V{}));
        V const t11_22 = text::fma(t11_6, t11_21, (0.041666657f - V{}));
        V const t11_23 = t11_6 * t11_6;
        V const t11_24 = text::fma(t11_6, (-0.5f - V{}), (1.0f - V{}));
        V const t11_25 = text::fma(t11_22, t11_23, t11_24);
        V const t11_26 = t11_16 * t11_25;
        V const t11_27 = text::fma(t11_26, (0.3f - V{}), t11_18);
        V const t11_28 = text::fma(t11_26, (5e-04f - V{}), t11_19);
        V const t11_29 = t11_27 * 5.0185914f;
        V const t11_30 = t11_27 * t11_29;
        V const t11_31 = t11_28 * 5.0185914f;
        V const t11_32 = text::fma(t11_28, t11_31, t11_30);
        V const t11_33 = t11_32 + 0.18874976f;
        V const t13_2 = -t13_1;
        V const t13_3 = t11_28 * t13_1;
        V const t13_4 = t13_1 * t13_3;
        V const t13_5 = t13_4 * (-5.0185914f);
        V const t13_6 = t11_27 * t13_5;
        V const t13_7 = t11_27 * t13_1;
        V const t13_8 = text::fnma(t13_1, t13_7, (9.81f - V{}));
        V const t13_9 = t13_8 * 5.0185914f;
        V const t13_10 = text::fnma(t11_28, t13_9, t13_6);
        V t23_0;
        V t24_0;
        V t25_0;
        V t26_0 = (0.0f - V{});
        if (t10_6) {
            auto const t10_7 = t10_2 < t10_3;
            V const t10_8 = text::select(t10_7, (1.0f - V{}), (-1.0f - V{}));
            V const t10_9 = text::abs(t10_4);
            V const t10_10 = t10_9 * 1000.0f;
            V const t10_11 = text::min(t10_10, (1.0f - V{}));
            V const t10_12 = 1.0f - t10_11;
            V const t10_13 = t10_12 * 2.0f;
            V const t10_14 = t10_13 * t10_13;
            V const t10_15 = text::fma(t10_14, (-0.5f - V{}), (1.0f - V{}));
            V const t10_16 = t10_11 * 2.0f;
            V const t10_17 = t10_16 * t10_16;
            V const t10_18 = t10_17 * 0.5f;
            auto const t10_19 = t10_11 < 0.5f;
            V const t10_20 = text::select(t10_19, t10_18, t10_15);
            V const t10_21 = text::fma(t10_20, (0.05f - V{}), (0.9f - V{}));
            V const t10_22 = 1.0f - t10_21;
            V const t10_23 = t10_22 * 0.08367434f;
            V const t10_24 = t10_21 / t10_23;
            V const t10_25 = text::select(t10_5, t10_24, (0.0f - V{}));
            V const t10_26 = t10_21 * 692.52075f;
            V const t10_27 = t10_4 * t10_26;
            auto const t10_28 = 0.0f < t10_25;
            V const t12_3 = t12_1 * 52.63158f;
            V const t12_4 = text::fma(t10_8, t10_27, t12_3);
            auto const t18_1 = text::bit(t18_0, 0);
            auto const t18_2 = text::both(t10_28, t18_1);
            V const t18_3 = text::with_bit((0.0f - V{}), t18_2, 0);
            t23_0 = t10_8;
            t24_0 = t10_25;
            t25_0 = t12_4;
            t26_0 = t18_3;
        }
        V const t11_34 = t11_1 - (-1.5707964f);
        V const t11_35 = 1.5707964f - t11_1;
        V const t11_36 = text::min(t11_34, t11_35);
        auto const t11_37 = t11_36 < 0.0f;
        bool const t11_38 = text::any(t11_37);
        V t29_0;
        V t30_0;
        V t31_0;
        V t32_0 = (0.0f - V{});
        if (t11_38) {
            auto const t11_39 = t11_34 < t11_35;
            V const t11_40 = text::select(t11_39, (1.0f - V{}), (-1.0f - V{}));
            V const t11_41 = text::abs(t11_36);
            V const t11_42 = t11_41 * 1000.0f;
            V const t11_43 = text::min(t11_42, (1.0f - V{}));
            V const t11_44 = 1.0f - t11_43;
            V const t11_45 = t11_44 * 2.0f;
            V const t11_46 = t11_45 * t11_45;
            V const t11_47 = text::fma(t11_46, (-0.5f - V{}), (1.0f - V{}));
            V const t11_48 = t11_43 * 2.0f;
            V const t11_49 = t11_48 * t11_48;
            V const t11_50 = t11_49 * 0.5f;
            auto const t11_51 = t11_43 < 0.5f;
            V const t11_52 = text::select(t11_51, t11_50, t11_47);
            V const t11_53 = text::fma(t11_52, (0.05f - V{}), (0.9f - V{}));
            V const t11_54 = 1.0f - t11_53;
            V const t11_55 = t11_54 * 2.023913f;
            V const t11_56 = t11_53 / t11_55;
            V const t11_57 = text::select(t11_37, t11_56, (0.0f - V{}));
            V const t11_58 = t11_53 * 692.52075f;
            V const t11_59 = t11_36 * t11_58;
            auto const t11_60 = 0.0f < t11_57;
            V const t13_11 = t13_1 * 52.63158f;
            V const t13_12 = text::fma(t11_40, t11_59, t13_11);
            auto const t19_1 = text::bit(t19_0, 0);
            auto const t19_2 = text::both(t11_60, t19_1);
            V const t19_3 = text::with_bit((0.0f - V{}), t19_2, 0);
            t29_0 = t11_40;
            t30_0 = t11_57;
            t31_0 = t13_12;
            t32_0 = t19_3;
        }
        V t34_0 = (0.0f - V{});
        V t35_0 = t26_0;
        V t36_0 = t32_0;
        V t37_0 = (-1.0f - V{});
        V t38_0 = (-1.0f - V{});
        V t39_0;
        V t40_0;
        V t41_0;
        V t42_0;
        V t43_0;
        V t44_0;
        V t45_0;
        for (int pass_t33_0 = 0; pass_t33_0 < 60; ++pass_t33_0) {
            auto const t37_1 = text::differ(t35_0, t37_0);
            auto const t38_1 = text::differ(t36_0, t38_0);
            auto const t38_2 = text::either(t37_1, t38_1);
            bool const t38_3 = !text::any(t38_2);
            if (t38_3) { break; }
            auto const t34_1 = 9.5f < t34_0;
            bool const t34_2 = text::any(t34_1);
            V t49_0 = t35_0;
            V t50_0 = t36_0;
            if (t34_2) {
                V const t37_2 = text::flip_first_difference(t37_0, t35_0);
                auto const t37_3 = text::differ(t37_0, t35_0);
                V const t38_4 = text::flip_first_difference(t38_0, t36_0);
                V const t38_5 = text::select(t37_3, t38_0, t38_4);
                t49_0 = t37_2;
                t50_0 = t38_5;
            }
            V const t34_3 = t34_0 + 1.0f;
            auto const t50_1 = text::differ(t50_0, t38_0);
            bool const t50_2 = text::any(t50_1);
            V t57_0 = t39_0;
            V t58_0 = t40_0;
            V t59_0 = t41_0;
            V t60_0 = t42_0;
            V t61_0 = t43_0;
            if (t50_2) {
                V t54_0 = (0.0f - V{});
                V t55_0 = t13_2;
                if (t11_38) {
                    auto const t50_3 = text::bit(t50_0, 0);
                    V const t50_4 = text::select(t50_3, t30_0, (0.0f - V{}));
                    V const t50_5 = text::fnms(t31_0, t50_4, t13_1);
                    t54_0 = t50_4;
                    t55_0 = t50_5;
                }
                V const t54_1 = t11_33 + t54_0;
                V const t55_1 = t55_0 - t13_10;
                V const t54_2 = 1.0f / t54_1;
                V const t54_3 = t11_29 * t54_2;
                V const t54_4 = text::fnma(t11_29, t54_3, (5.0185914f - V{}));
                V const t55_2 = text::fma(t54_3, t55_1, t13_5);
                t57_0 = t54_3;
                t58_0 = t54_2;
                t59_0 = t55_1;
                t60_0 = t54_4;
                t61_0 = t55_2;
            }
            V const t60_1 = t60_0 + 10.471975f;
            V t64_0 = (0.0f - V{});
            V t65_0 = t12_2;
            if (t10_6) {
                auto const t49_1 = text::bit(t49_0, 0);
                V const t49_2 = text::select(t49_1, t24_0, (0.0f - V{}));
                V const t49_3 = text::fnma(t25_0, t49_2, t12_2);
                t64_0 = t49_2;
                t65_0 = t49_3;
            }
            V const t64_1 = t60_1 + t64_0;
            V const t64_2 = 1.0f / t64_1;
            V const t65_1 = t65_0 - t61_0;
            V const t65_2 = t64_2 * t65_1;
            V const t59_1 = t58_0 * t59_0;
            V const t65_3 = text::fnma(t57_0, t65_2, t59_1);
            V t68_0 = (0.0f - V{});
            if (t10_6) {
                auto const t24_1 = 0.0f < t24_0;
                V const t65_4 = t25_0 + t65_2;
                V const t65_5 = t23_0 * t65_4;
                auto const t65_6 = t65_5 < 0.0f;
                auto const t65_7 = text::both(t24_1, t65_6);
                V const t65_8 = text::with_bit((0.0f - V{}), t65_7, 0);
                t68_0 = t65_8;
            }
            V t71_0 = (0.0f - V{});
            if (t11_38) {
                auto const t30_1 = 0.0f < t30_0;
                V const t65_9 = t31_0 + t65_3;
                V const t65_10 = t29_0 * t65_9;
                auto const t65_11 = t65_10 < 0.0f;
                auto const t65_12 = text::both(t30_1, t65_11);
                V const t65_13 = text::with_bit((0.0f - V{}), t65_12, 0);
                t71_0 = t65_13;
            }
            t34_0 = t34_3;
            t35_0 = t68_0;
            t36_0 = t71_0;
            t37_0 = t49_0;
            t38_0 = t50_0;
            t39_0 = t57_0;
            t40_0 = t58_0;
            t41_0 = t59_0;
            t42_0 = t60_0;
            t43_0 = t61_0;
            t44_0 = t65_2;
            t45_0 = t65_3;
        }
        auto const t34_4 = 59.5f < t34_0;
        bool const t34_5 = text::any(t34_4);
        V t75_0 = t20_0;
        if (t34_5) {
            auto const t37_4 = text::differ(t35_0, t37_0);
            auto const t38_6 = text::differ(t36_0, t38_0);
            auto const t38_7 = text::either(t37_4, t38_6);
            V const t38_8 = text::select(t38_7, (1.0f - V{}), (0.0f - V{}));
            V const t38_9 = t20_0 + t38_8;
            t75_0 = t38_9;
        }
        V const t9_7 = t9_0 + 1.0f;
        V const t14_1 = text::fma(t9_6, t12_1, t14_0);
        V const t15_1 = text::fma(t9_6, t13_1, t15_0);
        V const t44_1 = text::fma(t9_6, t44_0, t16_0);
        V const t45_1 = text::fma(t9_6, t45_0, t17_0);
        t9_0 = t9_7;
        t10_0 = t12_1;
        t11_0 = t13_1;
        t12_0 = t44_0;
        t13_0 = t45_0;
        t14_0 = t14_1;
        t15_0 = t15_1;
        t16_0 = t44_1;
        t17_0 = t45_1;
        t18_0 = t37_0;
        t19_0 = t38_0;
        t20_0 = t75_0;
    }
    V const t14_2 = t0_0 + t14_0;
    V const t15_2 = t1_0 + t15_0;
    V const t16_1 = t2_0 + t16_0;
    V const t17_1 = t3_0 + t17_0;
    rows[0] = t14_2;
    rows[1] = t15_2;
    rows[2] = t16_1;
    rows[3] = t17_1;
    rows[4] = t18_0;
    rows[5] = t19_0;
    rows[6] = t20_0;
}

}  // namespace lockstep::envs::recorded

#pragma GCC diagnostic pop
