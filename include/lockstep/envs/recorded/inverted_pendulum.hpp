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
LOCKSTEP_NOINLINE void inverted_pendulum_substep(V* rows) {
    namespace text = ::lockstep::text;
    V const t0 = rows[0];
    V const t1 = rows[1];
    V const t2 = rows[2];
    V const t3 = rows[3];
    V const t4 = rows[4];
    V const t5 = rows[5];
    V const t6 = rows[6];
    V const t7 = rows[7];
    V t55 = (0.0f - V{});
    V t56 = (0.0f - V{});
    V t57 = (0.0f - V{});
    V t58 = (0.0f - V{});
    V t59 = (0.0f - V{});
    V t60 = (0.0f - V{});
    V t61 = (0.0f - V{});
    V t62 = (0.0f - V{});
    V t63 = (0.0f - V{});
    V t64 = t4;
    V t65 = t5;
    V t66 = t6;
    for (int pass54 = 0; pass54 < 4; ++pass54) {
        auto const t67 = t55 < 0.5f;
        auto const t68 = 2.5f < t55;
        V const t69 = text::select(t68, (0.02f - V{}), (0.01f - V{}));
        V const t70 = text::select(t67, (0.0f - V{}), t69);
        auto const t71 = text::either(t67, t68);
        V const t72 = text::select(t71, (0.0033333334f - V{}), (0.006666667f - V{}));
        V const t73 = text::fma(t58, t70, t2);
        V const t74 = text::fma(t59, t70, t3);
        V const t75 = text::fma(t56, t70, t0);
        V const t76 = text::fma(t57, t70, t1);
        V const t77 = t76 * 0.31830987f;
        V const t78 = text::round(t77);
        V const t79 = text::fma(t78, (-3.1415927f - V{}), t76);
        V const t80 = text::fma(t78, (8.742278e-08f - V{}), t79);
        V const t81 = t78 * 0.5f;
        V const t82 = text::round(t81);
        V const t83 = text::fma(t82, (-2.0f - V{}), t78);
        V const t84 = t83 * (-2.0f);
        V const t85 = text::fma(t83, t84, (1.0f - V{}));
        V const t86 = t80 * t80;
        V const t87 = text::fma(t86, (2.5989752e-06f - V{}), (-0.0001980605f - V{}));
        V const t88 = text::fma(t86, t87, (0.008333009f - V{}));
        V const t89 = text::fma(t86, t88, (-0.16666657f - V{}));
        V const t90 = t80 * t86;
        V const t91 = text::fma(t89, t90, t80);
        V const t92 = t85 * t91;
        V const t93 = text::fma(t86, (-0.5f - V{}), (1.0f - V{}));
        V const t94 = text::fma(t86, (-2.620902e-07f - V{}), (2.477018e-05f - V{}));
        V const t95 = text::fma(t86, t94, (-0.0013888585f - V{}));
        V const t96 = text::fma(t86, t95, (0.041666657f - V{}));
        V const t97 = t86 * t86;
        V const t98 = text::fma(t96, t97, t93);
        V const t99 = t85 * t98;
        V const t100 = t92 * 0.3f;
        V const t101 = text::fma(t99, (5e-04f - V{}), t100);
        V const t102 = t92 * (-5e-04f);
        V const t103 = text::fma(t99, (0.3f - V{}), t102);
        V const t104 = t101 * 5.0185914f;
        V const t105 = t103 * 5.0185914f;
        V const t106 = t103 * t105;
        V const t107 = text::fma(t101, t104, t106);
        V const t108 = t107 + 0.18874976f;
        V const t109 = t74 * t103;
        V const t110 = t74 * t101;
        V const t111 = t74 * t110;
        V const t112 = text::fma(-t74, t109, (9.81f - V{}));
        V const t113 = t111 * (-5.0185914f);
        V const t114 = t112 * 5.0185914f;
        V const t115 = t103 * t113;
        V const t116 = text::fma(-t101, t114, t115);
        V const t117 = -t74;
        V const t118 = text::min((3.0f - V{}), t7);
        V const t119 = text::max((-3.0f - V{}), t118);
        V const t120 = text::fma(t119, (100.0f - V{}), -t73);
        V const t121 = 1.0f - t75;
        V const t122 = t75 - (-1.0f);
        V const t123 = text::min(t122, t121);
        auto const t124 = t123 < 0.0f;
        bool const t125 = text::any(t124);
        V t155;
        V t156;
        V t157;
        V t158 = (0.0f - V{});
        if (t125) {
            V const t127 = text::abs(t123);
            V const t128 = t127 * 1000.0f;
            V const t129 = text::min(t128, (1.0f - V{}));
            V const t130 = t129 * 2.0f;
            V const t131 = t130 * t130;
            V const t132 = t131 * 0.5f;
            V const t133 = 1.0f - t129;
            V const t134 = t133 * 2.0f;
            V const t135 = t134 * t134;
            V const t136 = text::fma(t135, (-0.5f - V{}), (1.0f - V{}));
            auto const t137 = t129 < 0.5f;
            V const t138 = text::select(t137, t132, t136);
            V const t139 = text::fma(t138, (0.05f - V{}), (0.9f - V{}));
            V const t140 = 1.0f - t139;
            V const t141 = t140 * 0.08367434f;
            V const t142 = t139 / t141;
            V const t143 = text::select(t124, t142, (0.0f - V{}));
            V const t144 = t139 * 692.52075f;
            V const t145 = t123 * t144;
            auto const t146 = t122 < t121;
            V const t147 = text::select(t146, (1.0f - V{}), (-1.0f - V{}));
            V const t148 = t73 * 52.63158f;
            V const t149 = text::fma(t145, t147, t148);
            auto const t150 = text::bit(t64, 0);
            auto const t151 = 0.0f < t143;
            auto const t152 = text::both(t150, t151);
            V const t153 = text::with_bit((0.0f - V{}), t152, 0);
            t155 = t147;
            t156 = t143;
            t157 = t149;
            t158 = t153;
        }
        V const t159 = 1.5707964f - t76;
        V const t160 = t76 - (-1.5707964f);
        V const t161 = text::min(t160, t159);
        auto const t162 = t161 < 0.0f;
        bool const t163 = text::any(t162);
        V t193;
        V t194;
        V t195;
        V t196 = (0.0f - V{});
        if (t163) {
            V const t165 = text::abs(t161);
            V const t166 = t165 * 1000.0f;
            V const t167 = text::min(t166, (1.0f - V{}));
            V const t168 = t167 * 2.0f;
            V const t169 = t168 * t168;
            V const t170 = t169 * 0.5f;
            V const t171 = 1.0f - t167;
            V const t172 = t171 * 2.0f;
            V const t173 = t172 * t172;
            V const t174 = text::fma(t173, (-0.5f - V{}), (1.0f - V{}));
            auto const t175 = t167 < 0.5f;
            V const t176 = text::select(t175, t170, t174);
            V const t177 = text::fma(t176, (0.05f - V{}), (0.9f - V{}));
            V const t178 = 1.0f - t177;
            V const t179 = t178 * 2.023913f;
            V const t180 = t177 / t179;
            V const t181 = text::select(t162, t180, (0.0f - V{}));
            V const t182 = t177 * 692.52075f;
            V const t183 = t161 * t182;
            auto const t184 = t160 < t159;
            V const t185 = text::select(t184, (1.0f - V{}), (-1.0f - V{}));
            V const t186 = t74 * 52.63158f;
            V const t187 = text::fma(t183, t185, t186);
            auto const t188 = text::bit(t65, 0);
            auto const t189 = 0.0f < t181;
            auto const t190 = text::both(t188, t189);
            V const t191 = text::with_bit((0.0f - V{}), t190, 0);
            t193 = t185;
            t194 = t181;
            t195 = t187;
            t196 = t191;
        }
        V t198 = (0.0f - V{});
        V t199 = t158;
        V t200 = t196;
        V t201 = (-1.0f - V{});
        V t202 = (-1.0f - V{});
        V t203;
        V t204;
        V t205;
        V t206;
        V t207;
        V t208;
        V t209;
        for (int pass197 = 0; pass197 < 60; ++pass197) {
            auto const t210 = text::differ(t199, t201);
            auto const t211 = text::differ(t200, t202);
            auto const t212 = text::either(t210, t211);
            bool const t213 = !text::any(t212);
            if (t213) { break; }
            auto const t215 = 9.5f < t198;
            bool const t216 = text::any(t215);
            V t223 = t199;
            V t224 = t200;
            if (t216) {
                V const t218 = text::turn_first(t201, t199);
                auto const t219 = text::differ(t201, t199);
                V const t220 = text::turn_first(t202, t200);
                V const t221 = text::select(t219, t202, t220);
                t223 = t218;
                t224 = t221;
            }
            V const t225 = t198 + 1.0f;
            auto const t226 = text::differ(t224, t202);
            bool const t227 = text::any(t226);
            V t243 = t203;
            V t244 = t204;
            V t245 = t205;
            V t246 = t206;
            V t247 = t207;
            if (t227) {
                V t234 = (0.0f - V{});
                V t235 = t117;
                if (t163) {
                    auto const t230 = text::bit(t224, 0);
                    V const t231 = text::select(t230, t194, (0.0f - V{}));
                    V const t232 = text::fma(-t195, t231, -t74);
                    t234 = t231;
                    t235 = t232;
                }
                V const t236 = t108 + t234;
                V const t237 = 1.0f / t236;
                V const t238 = t235 - t116;
                V const t239 = t105 * t237;
                V const t240 = text::fma(-t105, t239, (5.0185914f - V{}));
                V const t241 = text::fma(t238, t239, t113);
                t243 = t239;
                t244 = t237;
                t245 = t238;
                t246 = t240;
                t247 = t241;
            }
            V const t248 = t246 + 10.471975f;
            V t254 = (0.0f - V{});
            V t255 = t120;
            if (t125) {
                auto const t250 = text::bit(t223, 0);
                V const t251 = text::select(t250, t156, (0.0f - V{}));
                V const t252 = text::fma(-t157, t251, t120);
                t254 = t251;
                t255 = t252;
            }
            V const t256 = t248 + t254;
            V const t257 = 1.0f / t256;
            V const t258 = t255 - t247;
            V const t259 = t257 * t258;
            V const t260 = t244 * t245;
            V const t261 = text::fma(-t243, t259, t260);
            V t270 = (0.0f - V{});
            if (t125) {
                V const t263 = t157 + t259;
                V const t264 = t155 * t263;
                auto const t265 = t264 < 0.0f;
                auto const t266 = 0.0f < t156;
                auto const t267 = text::both(t265, t266);
                V const t268 = text::with_bit((0.0f - V{}), t267, 0);
                t270 = t268;
            }
            V t279 = (0.0f - V{});
            if (t163) {
                V const t272 = t195 + t261;
                V const t273 = t193 * t272;
                auto const t274 = t273 < 0.0f;
                auto const t275 = 0.0f < t194;
                auto const t276 = text::both(t274, t275);
                V const t277 = text::with_bit((0.0f - V{}), t276, 0);
                t279 = t277;
            }
            t198 = t225;
            t199 = t270;
            t200 = t279;
            t201 = t223;
            t202 = t224;
            t203 = t243;
            t204 = t244;
            t205 = t245;
            t206 = t246;
            t207 = t247;
            t208 = t259;
            t209 = t261;
        }
        auto const t281 = 59.5f < t198;
        bool const t282 = text::any(t281);
        V t290 = t66;
        if (t282) {
            auto const t284 = text::differ(t199, t201);
            auto const t285 = text::differ(t200, t202);
            auto const t286 = text::either(t284, t285);
            V const t287 = text::select(t286, (1.0f - V{}), (0.0f - V{}));
            V const t288 = t66 + t287;
            t290 = t288;
        }
        V const t291 = text::fma(t72, t73, t60);
        V const t292 = text::fma(t72, t208, t62);
        V const t293 = text::fma(t72, t74, t61);
        V const t294 = text::fma(t72, t209, t63);
        V const t295 = t55 + 1.0f;
        t55 = t295;
        t56 = t73;
        t57 = t74;
        t58 = t208;
        t59 = t209;
        t60 = t291;
        t61 = t293;
        t62 = t292;
        t63 = t294;
        t64 = t201;
        t65 = t202;
        t66 = t290;
    }
    V const t297 = t0 + t60;
    V const t298 = t1 + t61;
    V const t299 = t2 + t62;
    V const t300 = t3 + t63;
    rows[0] = t297;
    rows[1] = t298;
    rows[2] = t299;
    rows[3] = t300;
    rows[4] = t64;
    rows[5] = t65;
    rows[6] = t66;
}

}  // namespace lockstep::envs::recorded

#pragma GCC diagnostic pop
