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
LOCKSTEP_NOINLINE void kernel_98(V* rows) {
    namespace text = ::lockstep::text;
    V const t0 = rows[0];
    V const t1 = rows[1];
    V const t2 = rows[2];
    V const t3 = rows[3];
    V const t4 = rows[4];
    auto const t14 = t4 <= t2;
    auto const t15 = t3 < t4;
    auto const t16 = text::either(t14, t15);
    bool const t17 = text::any(t16);
    V t36 = t0;
    V t37 = t2;
    V t38;
    if (t17) {
        V const t19 = text::fma(t2, (4.0f - V{}), (1.0f - V{}));
        V const t20 = text::round(t19);
        V const t21 = text::min((64.0f - V{}), t20);
        V const t22 = text::max((-64.0f - V{}), t21);
        V const t23 = text::abs(t22);
        V const t24 = t23 + 1.0f;
        V const t25 = t2 / t24;
        V const t26 = text::round(t25);
        V const t27 = text::min((64.0f - V{}), t26);
        V const t28 = text::max((-64.0f - V{}), t27);
        V const t29 = t22 * 0.25f;
        V const t30 = text::round(t29);
        V const t31 = text::min((64.0f - V{}), t30);
        V const t32 = text::max((-64.0f - V{}), t31);
        V const t33 = text::select(t16, t32, t0);
        V const t34 = text::select(t16, t28, t2);
        t36 = t33;
        t37 = t34;
        t38 = t32;
    }
    V t42 = t3;
    if (t17) {
        V const t40 = text::select(t16, t38, t3);
        t42 = t40;
    }
    V const t43 = t1 * t36;
    V const t44 = text::round(t43);
    V const t45 = text::min((64.0f - V{}), t44);
    V const t46 = text::max((-64.0f - V{}), t45);
    V const t47 = text::min((2.0f - V{}), t2);
    V const t48 = text::max((-2.0f - V{}), t47);
    V const t49 = text::abs(t1);
    V const t50 = t49 + 1.0f;
    V const t51 = text::scale(t50, t48);
    V const t52 = text::round(t51);
    V const t53 = text::min((64.0f - V{}), t52);
    V const t54 = text::max((-64.0f - V{}), t53);
    auto const t55 = t37 < t46;
    auto const t56 = text::negate(t55);
    bool const t57 = text::any(t56);
    V t89 = t0;
    V t90;
    if (t57) {
        auto const t59 = t1 < t42;
        V const t60 = text::with_bit((0.0f - V{}), t59, 7);
        V t62 = t2;
        V t63 = t2;
        V t64 = (0.0f - V{});
        V t65 = t60;
        for (int pass61 = 0; pass61 < 3; ++pass61) {
            auto const t66 = text::differ(t64, t65);
            bool const t67 = !text::any(t66);
            if (t67) { break; }
            V const t69 = text::abs(t62);
            V const t70 = t69 + 1.0f;
            V const t71 = text::scale(t70, (-2.0f - V{}));
            V const t72 = text::round(t71);
            V const t73 = text::min((64.0f - V{}), t72);
            V const t74 = text::max((-64.0f - V{}), t73);
            V const t75 = text::select(t66, t74, t62);
            V const t76 = text::select(t66, t62, t63);
            auto const t77 = t76 < t3;
            auto const t78 = t75 < t76;
            V const t79 = text::with_bit((0.0f - V{}), t78, 0);
            V const t80 = text::with_bit(t79, t77, 23);
            V const t81 = text::select(t66, t64, t65);
            V const t82 = text::select(t66, t80, t64);
            t62 = t75;
            t63 = t76;
            t64 = t82;
            t65 = t81;
        }
        V const t84 = text::abs(t63);
        V const t85 = t84 + 1.0f;
        V const t86 = text::exponent(t85);
        V const t87 = text::select(t55, t0, t63);
        t89 = t87;
        t90 = t86;
    }
    V t94 = t4;
    if (t57) {
        V const t92 = text::select(t55, t4, t90);
        t94 = t92;
    }
    auto const t95 = t4 <= t37;
    bool const t96 = text::any(t95);
    V t106;
    if (t96) {
        V const t98 = text::min(t0, t36);
        V const t99 = text::abs(t4);
        V const t100 = t99 + 1.0f;
        V const t101 = t98 / t100;
        V const t102 = text::round(t101);
        V const t103 = text::min((64.0f - V{}), t102);
        V const t104 = text::max((-64.0f - V{}), t103);
        t106 = t104;
    }
    V t110 = t94;
    if (t96) {
        V const t108 = text::select(t95, t106, t94);
        t110 = t108;
    }
    rows[0] = t4;
    rows[1] = t54;
    rows[2] = t89;
    rows[3] = t110;
    rows[4] = t94;
}

/// 5 rows in place; operations: 65.
template <class V>
LOCKSTEP_NOINLINE void framed_98(V* rows) {
    namespace text = ::lockstep::text;
    V frame[256];
    V* const frame0 = text::base(frame + 128);
    alignas(64) static constexpr float literals[256] = {-64.0f, 64.0f, 1.0f, -2.0f, 0.25f, 2.0f, 4.0f};
    float const* const literal = text::base(literals + 128);
    auto const t14 = rows[4] <= rows[2];
    auto const t15 = rows[3] < rows[4];
    auto const t16 = text::either(t14, t15);
    text::barrier();
    bool const t17 = text::any(t16);
    frame0[-128] = rows[0];
    frame0[-127] = rows[2];
    if (t17) {
        V const t19 = text::fma(rows[2], (literal[-122] - V{}), (literal[-126] - V{}));
        V const t20 = text::round(t19);
        V const t21 = text::min((literal[-127] - V{}), t20);
        text::barrier();
        V const t22 = text::max((literal[-128] - V{}), t21);
        frame0[-125] = t22;
        V const t23 = text::abs(t22);
        V const t24 = t23 + literal[-126];
        text::barrier();
        V const t25 = rows[2] / t24;
        V const t26 = text::round(t25);
        V const t27 = text::min((literal[-127] - V{}), t26);
        text::barrier();
        V const t28 = text::max((literal[-128] - V{}), t27);
        frame0[-124] = t28;
        V const t29 = frame0[-125] * literal[-124];
        V const t30 = text::round(t29);
        text::barrier();
        V const t31 = text::min((literal[-127] - V{}), t30);
        V const t32 = text::max((literal[-128] - V{}), t31);
        frame0[-126] = t32;
        V const t33 = text::select(t16, t32, rows[0]);
        frame0[-128] = t33;
        text::barrier();
        V const t34 = text::select(t16, frame0[-124], rows[2]);
        frame0[-127] = t34;
    }
    frame0[-125] = rows[3];
    if (t17) {
        V const t40 = text::select(t16, frame0[-126], rows[3]);
        frame0[-125] = t40;
    }
    V const t43 = rows[1] * frame0[-128];
    text::barrier();
    V const t44 = text::round(t43);
    V const t45 = text::min((literal[-127] - V{}), t44);
    V const t46 = text::max((literal[-128] - V{}), t45);
    frame0[-126] = t46;
    text::barrier();
    V const t47 = text::min((literal[-123] - V{}), rows[2]);
    V const t48 = text::max((literal[-125] - V{}), t47);
    frame0[-124] = t48;
    V const t49 = text::abs(rows[1]);
    text::barrier();
    V const t50 = t49 + literal[-126];
    V const t51 = text::scale(t50, frame0[-124]);
    V const t52 = text::round(t51);
    text::barrier();
    V const t53 = text::min((literal[-127] - V{}), t52);
    V const t54 = text::max((literal[-128] - V{}), t53);
    frame0[-124] = t54;
    auto const t55 = frame0[-127] < frame0[-126];
    text::barrier();
    auto const t56 = text::negate(t55);
    bool const t57 = text::any(t56);
    frame0[-126] = rows[0];
    if (t57) {
        auto const t59 = rows[1] < frame0[-125];
        V const t60 = text::with_bit((0.0f - V{}), t59, 7);
        text::barrier();
        frame0[-125] = rows[2];
        frame0[-122] = rows[2];
        frame0[-121] = (0.0f - V{});
        frame0[-120] = t60;
        for (int pass61 = 0; pass61 < 3; ++pass61) {
            auto const t66 = text::differ(frame0[-121], frame0[-120]);
            bool const t67 = !text::any(t66);
            if (t67) { break; }
            V const t69 = text::abs(frame0[-125]);
            V const t70 = t69 + literal[-126];
            text::barrier();
            V const t71 = text::scale(t70, (literal[-125] - V{}));
            V const t72 = text::round(t71);
            V const t73 = text::min((literal[-127] - V{}), t72);
            text::barrier();
            V const t74 = text::max((literal[-128] - V{}), t73);
            V const t75 = text::select(t66, t74, frame0[-125]);
            frame0[-119] = t75;
            V const t76 = text::select(t66, frame0[-125], frame0[-122]);
            frame0[-122] = t76;
            text::barrier();
            auto const t77 = frame0[-122] < rows[3];
            auto const t78 = frame0[-119] < frame0[-122];
            V const t79 = text::with_bit((0.0f - V{}), t78, 0);
            text::barrier();
            V const t80 = text::with_bit(t79, t77, 23);
            frame0[-118] = t80;
            V const t81 = text::select(t66, frame0[-121], frame0[-120]);
            frame0[-120] = t81;
            V const t82 = text::select(t66, t80, frame0[-121]);
            text::barrier();
            frame0[-125] = frame0[-119];
            frame0[-121] = t82;
        }
        V const t84 = text::abs(frame0[-122]);
        V const t85 = t84 + literal[-126];
        V const t86 = text::exponent(t85);
        frame0[-123] = t86;
        text::barrier();
        V const t87 = text::select(t55, rows[0], frame0[-122]);
        frame0[-126] = t87;
    }
    frame0[-125] = rows[4];
    if (t57) {
        V const t92 = text::select(t55, rows[4], frame0[-123]);
        frame0[-125] = t92;
    }
    auto const t95 = rows[4] <= frame0[-127];
    text::barrier();
    bool const t96 = text::any(t95);
    if (t96) {
        V const t98 = text::min(rows[0], frame0[-128]);
        frame0[-128] = t98;
        V const t99 = text::abs(rows[4]);
        V const t100 = t99 + literal[-126];
        text::barrier();
        V const t101 = frame0[-128] / t100;
        V const t102 = text::round(t101);
        V const t103 = text::min((literal[-127] - V{}), t102);
        text::barrier();
        V const t104 = text::max((literal[-128] - V{}), t103);
        frame0[-127] = t104;
    }
    V t110 = frame0[-125];
    if (t96) {
        V const t108 = text::select(t95, frame0[-127], frame0[-125]);
        t110 = t108;
    }
    V const out0 = rows[4];
    rows[0] = out0;
    rows[1] = frame0[-124];
    rows[2] = frame0[-126];
    rows[3] = t110;
    rows[4] = frame0[-125];
}

/// 5 rows in place; operations: 71.
template <class V>
LOCKSTEP_NOINLINE void kernel_177(V* rows) {
    namespace text = ::lockstep::text;
    V const t0 = rows[0];
    V const t1 = rows[2];
    V const t2 = rows[3];
    V const t14 = -t1;
    V t16 = t14;
    V t17 = t2;
    V t18 = (0.0f - V{});
    V t19 = (0.0f - V{});
    for (int pass15 = 0; pass15 < 3; ++pass15) {
        auto const t20 = t16 < t1;
        bool const t21 = !text::any(t20);
        if (t21) { break; }
        V const t23 = text::select(t20, (2.0f - V{}), t16);
        V const t24 = text::select(t20, t16, t17);
        auto const t25 = t24 < t1;
        auto const t26 = t23 < t24;
        V const t27 = text::with_bit((0.0f - V{}), t26, 0);
        V const t28 = text::with_bit(t27, t25, 23);
        V const t29 = text::select(t20, t28, t19);
        auto const t30 = text::bit(t29, 23);
        auto const t31 = text::negate(t30);
        auto const t32 = text::both(t20, t31);
        V const t33 = text::select(t32, (1.0f - V{}), (0.0f - V{}));
        V const t34 = t18 + t33;
        t16 = t23;
        t17 = t24;
        t18 = t34;
        t19 = t29;
    }
    auto const t36 = t1 < t0;
    V const t37 = text::with_bit((0.0f - V{}), t36, 7);
    V t39 = t14;
    V t40 = t0;
    V t41 = (0.0f - V{});
    V t42 = (0.0f - V{});
    V t43 = t37;
    for (int pass38 = 0; pass38 < 3; ++pass38) {
        auto const t44 = text::differ(t42, t43);
        bool const t45 = !text::any(t44);
        if (t45) { break; }
        V const t47 = text::select(t44, (-1.0f - V{}), t39);
        V const t48 = text::select(t44, t39, t40);
        auto const t49 = t48 < t1;
        auto const t50 = t47 < t48;
        V const t51 = text::with_bit((0.0f - V{}), t50, 0);
        V const t52 = text::with_bit(t51, t49, 23);
        V const t53 = text::select(t44, t42, t43);
        V const t54 = text::select(t44, t52, t42);
        auto const t55 = text::bit(t54, 23);
        auto const t56 = text::negate(t55);
        auto const t57 = text::both(t44, t56);
        V const t58 = text::select(t57, (1.0f - V{}), (0.0f - V{}));
        V const t59 = t41 + t58;
        t39 = t47;
        t40 = t48;
        t41 = t59;
        t42 = t54;
        t43 = t53;
    }
    V const t61 = t0 * 0.25f;
    V const t62 = text::round(t61);
    V const t63 = text::min((64.0f - V{}), t62);
    V const t64 = text::max((-64.0f - V{}), t63);
    auto const t65 = t64 < t2;
    auto const t66 = text::negate(t65);
    bool const t67 = text::any(t66);
    V t95;
    if (t67) {
        V t70 = t14;
        V t71 = t16;
        V t72 = (0.0f - V{});
        V t73 = (0.0f - V{});
        for (int pass69 = 0; pass69 < 3; ++pass69) {
            auto const t74 = t70 < t1;
            bool const t75 = !text::any(t74);
            if (t75) { break; }
            V const t77 = text::select(t74, t17, t70);
            V const t78 = text::select(t74, t70, t71);
            auto const t79 = t78 < t1;
            auto const t80 = t77 < t78;
            V const t81 = text::with_bit((0.0f - V{}), t80, 0);
            V const t82 = text::with_bit(t81, t79, 23);
            V const t83 = text::select(t74, t82, t73);
            auto const t84 = text::bit(t83, 23);
            auto const t85 = text::negate(t84);
            auto const t86 = text::both(t74, t85);
            V const t87 = text::select(t86, (1.0f - V{}), (0.0f - V{}));
            V const t88 = t72 + t87;
            t70 = t77;
            t71 = t78;
            t72 = t88;
            t73 = t83;
        }
        V const t90 = text::fma(t41, t72, t0);
        V const t91 = text::round(t90);
        V const t92 = text::min((64.0f - V{}), t91);
        V const t93 = text::max((-64.0f - V{}), t92);
        t95 = t93;
    }
    V t99 = t16;
    if (t67) {
        V const t97 = text::select(t65, t16, t95);
        t99 = t97;
    }
    V const t100 = t99 - (-2.0f);
    V const t101 = text::round(t100);
    V const t102 = text::min((64.0f - V{}), t101);
    V const t103 = text::max((-64.0f - V{}), t102);
    V const t104 = t0 * 0.125f;
    V const t105 = text::round(t104);
    V const t106 = text::min((64.0f - V{}), t105);
    V const t107 = text::max((-64.0f - V{}), t106);
    auto const t108 = t107 < t18;
    auto const t109 = text::negate(t108);
    bool const t110 = text::any(t109);
    V t120 = t14;
    if (t110) {
        V const t112 = text::min((2.0f - V{}), t103);
        V const t113 = text::max((-2.0f - V{}), t112);
        V const t114 = text::scale((3.0f - V{}), t113);
        V const t115 = text::round(t114);
        V const t116 = text::min((64.0f - V{}), t115);
        V const t117 = text::max((-64.0f - V{}), t116);
        V const t118 = text::select(t108, t14, t117);
        t120 = t118;
    }
    rows[0] = t107;
    rows[1] = t40;
    rows[2] = t107;
    rows[3] = t120;
    rows[4] = t103;
}

/// 5 rows in place; operations: 71.
template <class V>
LOCKSTEP_NOINLINE void framed_177(V* rows) {
    namespace text = ::lockstep::text;
    V frame[256];
    V* const frame0 = text::base(frame + 128);
    alignas(64) static constexpr float literals[256] = {-64.0f, 64.0f, 1.0f, -2.0f, 2.0f, -1.0f, 0.125f, 0.25f, 3.0f};
    float const* const literal = text::base(literals + 128);
    V const t14 = -rows[2];
    frame0[-128] = t14;
    frame0[-127] = t14;
    frame0[-126] = rows[3];
    frame0[-125] = (0.0f - V{});
    frame0[-124] = (0.0f - V{});
    for (int pass15 = 0; pass15 < 3; ++pass15) {
        auto const t20 = frame0[-127] < rows[2];
        bool const t21 = !text::any(t20);
        if (t21) { break; }
        V const t23 = text::select(t20, (literal[-124] - V{}), frame0[-127]);
        frame0[-123] = t23;
        text::barrier();
        V const t24 = text::select(t20, frame0[-127], frame0[-126]);
        frame0[-126] = t24;
        auto const t25 = t24 < rows[2];
        auto const t26 = frame0[-123] < t24;
        text::barrier();
        V const t27 = text::with_bit((0.0f - V{}), t26, 0);
        V const t28 = text::with_bit(t27, t25, 23);
        V const t29 = text::select(t20, t28, frame0[-124]);
        frame0[-124] = t29;
        text::barrier();
        auto const t30 = text::bit(frame0[-124], 23);
        auto const t31 = text::negate(t30);
        auto const t32 = text::both(t20, t31);
        text::barrier();
        V const t33 = text::select(t32, (literal[-126] - V{}), (0.0f - V{}));
        V const t34 = frame0[-125] + t33;
        frame0[-127] = frame0[-123];
        frame0[-125] = t34;
    }
    auto const t36 = rows[2] < rows[0];
    text::barrier();
    V const t37 = text::with_bit((0.0f - V{}), t36, 7);
    frame0[-124] = frame0[-128];
    frame0[-123] = rows[0];
    frame0[-122] = (0.0f - V{});
    frame0[-121] = (0.0f - V{});
    frame0[-120] = t37;
    for (int pass38 = 0; pass38 < 3; ++pass38) {
        auto const t44 = text::differ(frame0[-121], frame0[-120]);
        bool const t45 = !text::any(t44);
        if (t45) { break; }
        V const t47 = text::select(t44, (literal[-123] - V{}), frame0[-124]);
        frame0[-119] = t47;
        text::barrier();
        V const t48 = text::select(t44, frame0[-124], frame0[-123]);
        frame0[-123] = t48;
        auto const t49 = t48 < rows[2];
        auto const t50 = frame0[-119] < t48;
        text::barrier();
        V const t51 = text::with_bit((0.0f - V{}), t50, 0);
        V const t52 = text::with_bit(t51, t49, 23);
        frame0[-118] = t52;
        V const t53 = text::select(t44, frame0[-121], frame0[-120]);
        frame0[-120] = t53;
        text::barrier();
        V const t54 = text::select(t44, frame0[-118], frame0[-121]);
        frame0[-121] = t54;
        auto const t55 = text::bit(t54, 23);
        auto const t56 = text::negate(t55);
        text::barrier();
        auto const t57 = text::both(t44, t56);
        V const t58 = text::select(t57, (literal[-126] - V{}), (0.0f - V{}));
        V const t59 = frame0[-122] + t58;
        text::barrier();
        frame0[-124] = frame0[-119];
        frame0[-122] = t59;
    }
    V const t61 = rows[0] * literal[-121];
    V const t62 = text::round(t61);
    V const t63 = text::min((literal[-127] - V{}), t62);
    text::barrier();
    V const t64 = text::max((literal[-128] - V{}), t63);
    auto const t65 = t64 < rows[3];
    auto const t66 = text::negate(t65);
    text::barrier();
    bool const t67 = text::any(t66);
    if (t67) {
        frame0[-121] = frame0[-128];
        frame0[-120] = frame0[-127];
        frame0[-119] = (0.0f - V{});
        frame0[-118] = (0.0f - V{});
        for (int pass69 = 0; pass69 < 3; ++pass69) {
            auto const t74 = frame0[-121] < rows[2];
            bool const t75 = !text::any(t74);
            if (t75) { break; }
            V const t77 = text::select(t74, frame0[-126], frame0[-121]);
            frame0[-117] = t77;
            V const t78 = text::select(t74, frame0[-121], frame0[-120]);
            frame0[-120] = t78;
            text::barrier();
            auto const t79 = frame0[-120] < rows[2];
            auto const t80 = frame0[-117] < frame0[-120];
            V const t81 = text::with_bit((0.0f - V{}), t80, 0);
            text::barrier();
            V const t82 = text::with_bit(t81, t79, 23);
            V const t83 = text::select(t74, t82, frame0[-118]);
            frame0[-118] = t83;
            auto const t84 = text::bit(t83, 23);
            text::barrier();
            auto const t85 = text::negate(t84);
            auto const t86 = text::both(t74, t85);
            V const t87 = text::select(t86, (literal[-126] - V{}), (0.0f - V{}));
            text::barrier();
            V const t88 = frame0[-119] + t87;
            frame0[-121] = frame0[-117];
            frame0[-119] = t88;
        }
        V const t90 = text::fma(frame0[-122], frame0[-119], rows[0]);
        V const t91 = text::round(t90);
        text::barrier();
        V const t92 = text::min((literal[-127] - V{}), t91);
        V const t93 = text::max((literal[-128] - V{}), t92);
        frame0[-124] = t93;
    }
    V t99 = frame0[-127];
    if (t67) {
        V const t97 = text::select(t65, frame0[-127], frame0[-124]);
        text::barrier();
        t99 = t97;
    }
    V const t100 = t99 - literal[-125];
    V const t101 = text::round(t100);
    V const t102 = text::min((literal[-127] - V{}), t101);
    text::barrier();
    V const t103 = text::max((literal[-128] - V{}), t102);
    frame0[-127] = t103;
    V const t104 = rows[0] * literal[-122];
    V const t105 = text::round(t104);
    text::barrier();
    V const t106 = text::min((literal[-127] - V{}), t105);
    V const t107 = text::max((literal[-128] - V{}), t106);
    frame0[-126] = t107;
    auto const t108 = t107 < frame0[-125];
    text::barrier();
    auto const t109 = text::negate(t108);
    bool const t110 = text::any(t109);
    if (t110) {
        V const t112 = text::min((literal[-124] - V{}), frame0[-127]);
        V const t113 = text::max((literal[-125] - V{}), t112);
        text::barrier();
        V const t114 = text::scale((literal[-120] - V{}), t113);
        V const t115 = text::round(t114);
        V const t116 = text::min((literal[-127] - V{}), t115);
        text::barrier();
        V const t117 = text::max((literal[-128] - V{}), t116);
        V const t118 = text::select(t108, frame0[-128], t117);
        frame0[-128] = t118;
    }
    rows[0] = frame0[-126];
    rows[1] = frame0[-123];
    rows[2] = frame0[-126];
    rows[3] = frame0[-128];
    rows[4] = frame0[-127];
}

/// 5 rows in place; operations: 71.
template <class V>
LOCKSTEP_NOINLINE void kernel_225(V* rows) {
    namespace text = ::lockstep::text;
    V const t0 = rows[0];
    V const t1 = rows[1];
    V const t2 = rows[2];
    V const t3 = rows[3];
    V const t4 = rows[4];
    auto const t13 = t2 < t4;
    V const t14 = text::with_bit((0.0f - V{}), t13, 7);
    V t16 = t0;
    V t17 = t4;
    V t18 = (0.0f - V{});
    V t19 = t14;
    for (int pass15 = 0; pass15 < 3; ++pass15) {
        auto const t20 = text::differ(t18, t19);
        bool const t21 = !text::any(t20);
        if (t21) { break; }
        V const t23 = text::select(t20, t17, t16);
        V const t24 = text::select(t20, t16, t17);
        auto const t25 = t24 < t0;
        auto const t26 = t23 < t24;
        V const t27 = text::with_bit((0.0f - V{}), t26, 0);
        V const t28 = text::with_bit(t27, t25, 23);
        V const t29 = text::select(t20, t18, t19);
        V const t30 = text::select(t20, t28, t18);
        t16 = t23;
        t17 = t24;
        t18 = t30;
        t19 = t29;
    }
    V const t32 = t16 * (-2.0f);
    V const t33 = text::round(t32);
    V const t34 = text::min((64.0f - V{}), t33);
    V const t35 = text::max((-64.0f - V{}), t34);
    auto const t36 = t35 < t1;
    auto const t37 = text::negate(t36);
    bool const t38 = text::any(t37);
    V t110 = t1;
    V t111 = t16;
    V t112;
    if (t38) {
        V const t40 = text::abs(t2);
        V const t41 = t40 + 1.0f;
        V const t42 = text::scale(t41, (2.0f - V{}));
        V const t43 = text::round(t42);
        V const t44 = text::min((64.0f - V{}), t43);
        V const t45 = text::max((-64.0f - V{}), t44);
        V t47 = t3;
        V t48 = t0;
        V t49 = (0.0f - V{});
        V t50 = (0.0f - V{});
        for (int pass46 = 0; pass46 < 3; ++pass46) {
            auto const t51 = t47 < t1;
            bool const t52 = !text::any(t51);
            if (t52) { break; }
            V const t54 = text::abs(t47);
            V const t55 = text::sqrt(t54);
            V const t56 = text::round(t55);
            V const t57 = text::min((64.0f - V{}), t56);
            V const t58 = text::max((-64.0f - V{}), t57);
            V const t59 = t35 - t17;
            V const t60 = text::round(t59);
            V const t61 = text::min((64.0f - V{}), t60);
            V const t62 = text::max((-64.0f - V{}), t61);
            auto const t63 = t58 < t62;
            auto const t64 = t62 < t58;
            V const t65 = text::with_bit((0.0f - V{}), t64, 1);
            V const t66 = text::with_bit(t65, t63, 1);
            auto const t67 = t35 < t62;
            V const t68 = text::with_bit((0.0f - V{}), t67, 1);
            V const t69 = text::turn_first(t66, t68);
            auto const t70 = text::bit(t69, 2);
            V const t71 = text::select(t70, (2.0f - V{}), t0);
            V const t72 = text::select(t51, t71, t47);
            V const t73 = text::select(t51, t47, t48);
            auto const t74 = t73 < t1;
            auto const t75 = t72 < t73;
            V const t76 = text::with_bit((0.0f - V{}), t75, 0);
            V const t77 = text::with_bit(t76, t74, 23);
            V const t78 = text::select(t51, t77, t50);
            auto const t79 = text::bit(t78, 23);
            auto const t80 = text::negate(t79);
            auto const t81 = text::both(t51, t80);
            V const t82 = text::select(t81, (1.0f - V{}), (0.0f - V{}));
            V const t83 = t49 + t82;
            t47 = t72;
            t48 = t73;
            t49 = t83;
            t50 = t78;
        }
        auto const t85 = t45 == t2;
        V const t86 = text::with_bit((0.0f - V{}), t85, 7);
        V t88 = t4;
        V t89 = t4;
        V t90 = (0.0f - V{});
        V t91 = t86;
        for (int pass87 = 0; pass87 < 3; ++pass87) {
            auto const t92 = text::differ(t90, t91);
            bool const t93 = !text::any(t92);
            if (t93) { break; }
            V const t95 = text::select(t92, t89, t88);
            V const t96 = text::select(t92, t88, t89);
            auto const t97 = t96 < t48;
            auto const t98 = t95 < t96;
            V const t99 = text::with_bit((0.0f - V{}), t98, 0);
            V const t100 = text::with_bit(t99, t97, 23);
            V const t101 = text::select(t92, t90, t91);
            V const t102 = text::select(t92, t100, t90);
            t88 = t95;
            t89 = t96;
            t90 = t102;
            t91 = t101;
        }
        V const t104 = text::abs(t49);
        V const t105 = t104 + 1.0f;
        V const t106 = text::exponent(t105);
        V const t107 = text::select(t36, t1, t106);
        V const t108 = text::select(t36, t16, t89);
        t110 = t107;
        t111 = t108;
        t112 = t106;
    }
    V t116 = t0;
    if (t38) {
        V const t114 = text::select(t36, t0, t112);
        t116 = t114;
    }
    rows[0] = t110;
    rows[1] = t116;
    rows[2] = (-16.0f - V{});
    rows[3] = t116;
    rows[4] = t111;
}

/// 5 rows in place; operations: 71.
template <class V>
LOCKSTEP_NOINLINE void framed_225(V* rows) {
    namespace text = ::lockstep::text;
    V frame[256];
    V* const frame0 = text::base(frame + 128);
    alignas(64) static constexpr float literals[256] = {-64.0f, 64.0f, 1.0f, 2.0f, -2.0f};
    float const* const literal = text::base(literals + 128);
    auto const t13 = rows[2] < rows[4];
    V const t14 = text::with_bit((0.0f - V{}), t13, 7);
    frame0[-125] = rows[0];
    frame0[-128] = rows[4];
    frame0[-127] = (0.0f - V{});
    frame0[-126] = t14;
    for (int pass15 = 0; pass15 < 3; ++pass15) {
        auto const t20 = text::differ(frame0[-127], frame0[-126]);
        text::barrier();
        bool const t21 = !text::any(t20);
        if (t21) { break; }
        V const t23 = text::select(t20, frame0[-128], frame0[-125]);
        frame0[-124] = t23;
        V const t24 = text::select(t20, frame0[-125], frame0[-128]);
        frame0[-128] = t24;
        auto const t25 = t24 < rows[0];
        text::barrier();
        auto const t26 = frame0[-124] < frame0[-128];
        V const t27 = text::with_bit((0.0f - V{}), t26, 0);
        V const t28 = text::with_bit(t27, t25, 23);
        frame0[-123] = t28;
        text::barrier();
        V const t29 = text::select(t20, frame0[-127], frame0[-126]);
        frame0[-126] = t29;
        V const t30 = text::select(t20, frame0[-123], frame0[-127]);
        frame0[-125] = frame0[-124];
        frame0[-127] = t30;
    }
    V const t32 = frame0[-125] * literal[-124];
    text::barrier();
    V const t33 = text::round(t32);
    V const t34 = text::min((literal[-127] - V{}), t33);
    V const t35 = text::max((literal[-128] - V{}), t34);
    frame0[-127] = t35;
    text::barrier();
    auto const t36 = frame0[-127] < rows[1];
    auto const t37 = text::negate(t36);
    bool const t38 = text::any(t37);
    frame0[-126] = rows[1];
    if (t38) {
        V const t40 = text::abs(rows[2]);
        text::barrier();
        V const t41 = t40 + literal[-126];
        V const t42 = text::scale(t41, (literal[-125] - V{}));
        V const t43 = text::round(t42);
        text::barrier();
        V const t44 = text::min((literal[-127] - V{}), t43);
        V const t45 = text::max((literal[-128] - V{}), t44);
        frame0[-123] = t45;
        frame0[-122] = rows[3];
        frame0[-121] = rows[0];
        frame0[-120] = (0.0f - V{});
        frame0[-119] = (0.0f - V{});
        for (int pass46 = 0; pass46 < 3; ++pass46) {
            auto const t51 = frame0[-122] < rows[1];
            text::barrier();
            bool const t52 = !text::any(t51);
            if (t52) { break; }
            V const t54 = text::abs(frame0[-122]);
            V const t55 = text::sqrt(t54);
            V const t56 = text::round(t55);
            text::barrier();
            V const t57 = text::min((literal[-127] - V{}), t56);
            V const t58 = text::max((literal[-128] - V{}), t57);
            frame0[-118] = t58;
            V const t59 = frame0[-127] - frame0[-128];
            text::barrier();
            V const t60 = text::round(t59);
            V const t61 = text::min((literal[-127] - V{}), t60);
            V const t62 = text::max((literal[-128] - V{}), t61);
            frame0[-117] = t62;
            text::barrier();
            auto const t63 = frame0[-118] < frame0[-117];
            auto const t64 = frame0[-117] < frame0[-118];
            V const t65 = text::with_bit((0.0f - V{}), t64, 1);
            text::barrier();
            V const t66 = text::with_bit(t65, t63, 1);
            frame0[-118] = t66;
            auto const t67 = frame0[-127] < frame0[-117];
            V const t68 = text::with_bit((0.0f - V{}), t67, 1);
            text::barrier();
            V const t69 = text::turn_first(frame0[-118], t68);
            auto const t70 = text::bit(t69, 2);
            V const t71 = text::select(t70, (literal[-125] - V{}), rows[0]);
            text::barrier();
            V const t72 = text::select(t51, t71, frame0[-122]);
            frame0[-118] = t72;
            V const t73 = text::select(t51, frame0[-122], frame0[-121]);
            frame0[-121] = t73;
            auto const t74 = t73 < rows[1];
            text::barrier();
            auto const t75 = frame0[-118] < frame0[-121];
            V const t76 = text::with_bit((0.0f - V{}), t75, 0);
            V const t77 = text::with_bit(t76, t74, 23);
            text::barrier();
            V const t78 = text::select(t51, t77, frame0[-119]);
            frame0[-119] = t78;
            auto const t79 = text::bit(t78, 23);
            auto const t80 = text::negate(t79);
            text::barrier();
            auto const t81 = text::both(t51, t80);
            V const t82 = text::select(t81, (literal[-126] - V{}), (0.0f - V{}));
            V const t83 = frame0[-120] + t82;
            text::barrier();
            frame0[-122] = frame0[-118];
            frame0[-120] = t83;
        }
        auto const t85 = frame0[-123] == rows[2];
        V const t86 = text::with_bit((0.0f - V{}), t85, 7);
        frame0[-128] = rows[4];
        frame0[-127] = rows[4];
        frame0[-123] = (0.0f - V{});
        frame0[-122] = t86;
        for (int pass87 = 0; pass87 < 3; ++pass87) {
            auto const t92 = text::differ(frame0[-123], frame0[-122]);
            text::barrier();
            bool const t93 = !text::any(t92);
            if (t93) { break; }
            V const t95 = text::select(t92, frame0[-127], frame0[-128]);
            frame0[-119] = t95;
            V const t96 = text::select(t92, frame0[-128], frame0[-127]);
            frame0[-127] = t96;
            auto const t97 = t96 < frame0[-121];
            text::barrier();
            auto const t98 = frame0[-119] < frame0[-127];
            V const t99 = text::with_bit((0.0f - V{}), t98, 0);
            V const t100 = text::with_bit(t99, t97, 23);
            frame0[-118] = t100;
            text::barrier();
            V const t101 = text::select(t92, frame0[-123], frame0[-122]);
            frame0[-122] = t101;
            V const t102 = text::select(t92, frame0[-118], frame0[-123]);
            frame0[-128] = frame0[-119];
            frame0[-123] = t102;
        }
        V const t104 = text::abs(frame0[-120]);
        text::barrier();
        V const t105 = t104 + literal[-126];
        V const t106 = text::exponent(t105);
        frame0[-124] = t106;
        V const t107 = text::select(t36, rows[1], t106);
        frame0[-126] = t107;
        text::barrier();
        V const t108 = text::select(t36, frame0[-125], frame0[-127]);
        frame0[-125] = t108;
    }
    V t116 = rows[0];
    if (t38) {
        V const t114 = text::select(t36, rows[0], frame0[-124]);
        t116 = t114;
    }
    rows[0] = frame0[-126];
    rows[1] = t116;
    rows[2] = (-16.0f - V{});
    rows[3] = t116;
    rows[4] = frame0[-125];
}

/// 5 rows in place; operations: 37.
template <class V>
LOCKSTEP_NOINLINE void kernel_522(V* rows) {
    namespace text = ::lockstep::text;
    V const t0 = rows[0];
    V const t1 = rows[1];
    V const t2 = rows[2];
    V const t3 = rows[3];
    V const t10 = text::abs(t3);
    V const t11 = t10 + 1.0f;
    V const t12 = text::exponent(t11);
    auto const t13 = t1 <= t12;
    bool const t14 = text::any(t13);
    V t40;
    if (t14) {
        V t17 = t3;
        V t18 = t2;
        V t19 = (0.0f - V{});
        V t20 = (0.0f - V{});
        for (int pass16 = 0; pass16 < 3; ++pass16) {
            auto const t21 = t17 < t3;
            bool const t22 = !text::any(t21);
            if (t22) { break; }
            V const t24 = text::max((0.0f - V{}), t12);
            V const t25 = text::select(t21, t24, t17);
            V const t26 = text::select(t21, t17, t18);
            auto const t27 = t26 < t3;
            auto const t28 = t25 < t26;
            V const t29 = text::with_bit((0.0f - V{}), t28, 0);
            V const t30 = text::with_bit(t29, t27, 23);
            V const t31 = text::select(t21, t30, t20);
            auto const t32 = text::bit(t31, 23);
            auto const t33 = text::negate(t32);
            auto const t34 = text::both(t21, t33);
            V const t35 = text::select(t34, (1.0f - V{}), (0.0f - V{}));
            V const t36 = t19 + t35;
            t17 = t25;
            t18 = t26;
            t19 = t36;
            t20 = t31;
        }
        V const t38 = text::max(t19, t3);
        t40 = t38;
    }
    V t44 = t2;
    if (t14) {
        V const t42 = text::select(t13, t40, t2);
        t44 = t42;
    }
    V t46 = t2;
    V t47 = t0;
    V t48 = (0.0f - V{});
    V t49 = (0.0f - V{});
    for (int pass45 = 0; pass45 < 3; ++pass45) {
        auto const t50 = t46 < 2.0f;
        bool const t51 = !text::any(t50);
        if (t51) { break; }
        V const t53 = text::fma(t0, t3, t2);
        V const t54 = text::round(t53);
        V const t55 = text::min((64.0f - V{}), t54);
        V const t56 = text::max((-64.0f - V{}), t55);
        V const t57 = text::select(t50, t56, t46);
        V const t58 = text::select(t50, t46, t47);
        auto const t59 = t58 < 2.0f;
        auto const t60 = t57 < t58;
        V const t61 = text::with_bit((0.0f - V{}), t60, 0);
        V const t62 = text::with_bit(t61, t59, 23);
        V const t63 = text::select(t50, t62, t49);
        auto const t64 = text::bit(t63, 23);
        auto const t65 = text::negate(t64);
        auto const t66 = text::both(t50, t65);
        V const t67 = text::select(t66, (1.0f - V{}), (0.0f - V{}));
        V const t68 = t48 + t67;
        t46 = t57;
        t47 = t58;
        t48 = t68;
        t49 = t63;
    }
    rows[0] = t48;
    rows[1] = t47;
    rows[2] = t44;
    rows[3] = t46;
    rows[4] = t48;
}

/// 5 rows in place; operations: 37.
template <class V>
LOCKSTEP_NOINLINE void framed_522(V* rows) {
    namespace text = ::lockstep::text;
    V frame[256];
    V* const frame0 = text::base(frame + 128);
    alignas(64) static constexpr float literals[256] = {1.0f, 2.0f, -64.0f, 64.0f};
    float const* const literal = text::base(literals + 128);
    V const t10 = text::abs(rows[3]);
    V const t11 = t10 + literal[-128];
    V const t12 = text::exponent(t11);
    frame0[-128] = t12;
    text::barrier();
    auto const t13 = rows[1] <= frame0[-128];
    bool const t14 = text::any(t13);
    if (t14) {
        frame0[-126] = rows[3];
        frame0[-125] = rows[2];
        frame0[-124] = (0.0f - V{});
        frame0[-123] = (0.0f - V{});
        for (int pass16 = 0; pass16 < 3; ++pass16) {
            auto const t21 = frame0[-126] < rows[3];
            bool const t22 = !text::any(t21);
            if (t22) { break; }
            V const t24 = text::max((0.0f - V{}), frame0[-128]);
            text::barrier();
            V const t25 = text::select(t21, t24, frame0[-126]);
            frame0[-122] = t25;
            V const t26 = text::select(t21, frame0[-126], frame0[-125]);
            frame0[-125] = t26;
            auto const t27 = t26 < rows[3];
            text::barrier();
            auto const t28 = frame0[-122] < frame0[-125];
            V const t29 = text::with_bit((0.0f - V{}), t28, 0);
            V const t30 = text::with_bit(t29, t27, 23);
            text::barrier();
            V const t31 = text::select(t21, t30, frame0[-123]);
            frame0[-123] = t31;
            auto const t32 = text::bit(t31, 23);
            auto const t33 = text::negate(t32);
            text::barrier();
            auto const t34 = text::both(t21, t33);
            V const t35 = text::select(t34, (literal[-128] - V{}), (0.0f - V{}));
            V const t36 = frame0[-124] + t35;
            text::barrier();
            frame0[-126] = frame0[-122];
            frame0[-124] = t36;
        }
        V const t38 = text::max(frame0[-124], rows[3]);
        frame0[-127] = t38;
    }
    frame0[-128] = rows[2];
    if (t14) {
        V const t42 = text::select(t13, frame0[-127], rows[2]);
        frame0[-128] = t42;
    }
    frame0[-127] = rows[2];
    frame0[-126] = rows[0];
    frame0[-125] = (0.0f - V{});
    frame0[-124] = (0.0f - V{});
    for (int pass45 = 0; pass45 < 3; ++pass45) {
        auto const t50 = frame0[-127] < literal[-127];
        text::barrier();
        bool const t51 = !text::any(t50);
        if (t51) { break; }
        V const t53 = text::fma(rows[0], rows[3], rows[2]);
        V const t54 = text::round(t53);
        V const t55 = text::min((literal[-125] - V{}), t54);
        text::barrier();
        V const t56 = text::max((literal[-126] - V{}), t55);
        V const t57 = text::select(t50, t56, frame0[-127]);
        frame0[-123] = t57;
        V const t58 = text::select(t50, frame0[-127], frame0[-126]);
        frame0[-126] = t58;
        text::barrier();
        auto const t59 = frame0[-126] < literal[-127];
        auto const t60 = frame0[-123] < frame0[-126];
        V const t61 = text::with_bit((0.0f - V{}), t60, 0);
        text::barrier();
        V const t62 = text::with_bit(t61, t59, 23);
        V const t63 = text::select(t50, t62, frame0[-124]);
        frame0[-124] = t63;
        auto const t64 = text::bit(t63, 23);
        text::barrier();
        auto const t65 = text::negate(t64);
        auto const t66 = text::both(t50, t65);
        V const t67 = text::select(t66, (literal[-128] - V{}), (0.0f - V{}));
        text::barrier();
        V const t68 = frame0[-125] + t67;
        frame0[-127] = frame0[-123];
        frame0[-125] = t68;
    }
    rows[0] = frame0[-125];
    rows[1] = frame0[-126];
    rows[2] = frame0[-128];
    rows[3] = frame0[-127];
    rows[4] = frame0[-125];
}

/// 5 rows in place; operations: 7.
template <class V>
LOCKSTEP_NOINLINE void never_changed(V* rows) {
    namespace text = ::lockstep::text;
    V const t0 = rows[0];
    V const t1 = rows[1];
    V const t2 = rows[2];
    V const t3 = rows[3];
    V const t4 = rows[4];
    V t9 = t0;
    V t10 = t1;
    V t11 = t2;
    for (int pass8 = 0; pass8 < 3; ++pass8) {
        auto const t12 = 40.0f < t9;
        bool const t13 = text::any(t12);
        if (t13) { break; }
        auto const t15 = (-2.0f - V{}) < 16.0f;
        V const t16 = text::select(t15, t9, t10);
        V const t17 = -(-2.0f - V{});
        V const t18 = text::max(t17, t11);
        V const t19 = (-2.0f - V{}) + 16.0f;
        V const t20 = t9 + t19;
        t9 = t20;
        t10 = t16;
        t11 = t18;
    }
    rows[0] = t9;
    rows[1] = t10;
    rows[2] = t11;
    rows[3] = t3;
    rows[4] = t4;
}

}  // namespace lockstep_test::printed

#pragma GCC diagnostic pop
