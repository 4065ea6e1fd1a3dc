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

/// 7 rows in place; operations: 192.
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
    V t52 = text::constant<V>(0.0f);
    V t53 = text::constant<V>(0.0f);
    V t54 = text::constant<V>(0.0f);
    V t55 = text::constant<V>(0.0f);
    V t56 = text::constant<V>(0.0f);
    V t57 = text::constant<V>(0.0f);
    V t58 = text::constant<V>(0.0f);
    V t59 = text::constant<V>(0.0f);
    V t60 = text::constant<V>(0.0f);
    V t61 = t4;
    V t62 = t5;
    for (int pass51 = 0; pass51 < 4; ++pass51) {
        auto const t63 = t52 < 0.5f;
        auto const t64 = 2.5f < t52;
        V const t65 = text::select(t64, text::constant<V>(0.02f), text::constant<V>(0.01f));
        V const t66 = text::select(t63, text::constant<V>(0.0f), t65);
        auto const t67 = text::either(t63, t64);
        V const t68 = text::select(t67, text::constant<V>(0.0033333334f), text::constant<V>(0.006666667f));
        V const t69 = t53 * t66;
        V const t70 = t55 * t66;
        V const t71 = t2 + t70;
        V const t72 = t54 * t66;
        V const t73 = t56 * t66;
        V const t74 = t3 + t73;
        V const t75 = t0 + t69;
        V const t76 = t1 + t72;
        V const t77 = t76 * 0.31830987f;
        V const t78 = text::round(t77);
        V const t79 = text::fma(t78, text::constant<V>(-3.1415927f), t76);
        V const t80 = text::fma(t78, text::constant<V>(8.742278e-08f), t79);
        V const t81 = t78 * 0.5f;
        V const t82 = text::round(t81);
        V const t83 = text::fma(t82, text::constant<V>(-2.0f), t78);
        V const t84 = t83 * (-2.0f);
        V const t85 = text::fma(t83, t84, text::constant<V>(1.0f));
        V const t86 = t80 * t80;
        V const t87 = text::fma(t86, text::constant<V>(2.5989752e-06f), text::constant<V>(-0.0001980605f));
        V const t88 = text::fma(t86, t87, text::constant<V>(0.008333009f));
        V const t89 = text::fma(t86, t88, text::constant<V>(-0.16666657f));
        V const t90 = t80 * t86;
        V const t91 = text::fma(t89, t90, t80);
        V const t92 = t85 * t91;
        V const t93 = text::fma(t86, text::constant<V>(-0.5f), text::constant<V>(1.0f));
        V const t94 = text::fma(t86, text::constant<V>(-2.620902e-07f), text::constant<V>(2.477018e-05f));
        V const t95 = text::fma(t86, t94, text::constant<V>(-0.0013888585f));
        V const t96 = text::fma(t86, t95, text::constant<V>(0.041666657f));
        V const t97 = t86 * t86;
        V const t98 = text::fma(t96, t97, t93);
        V const t99 = t85 * t98;
        V const t100 = t92 * 0.3f;
        V const t101 = t99 * 5e-04f;
        V const t102 = t100 + t101;
        V const t103 = t99 * 0.3f;
        V const t104 = t92 * (-5e-04f);
        V const t105 = t103 + t104;
        V const t106 = t102 * 5.0185914f;
        V const t107 = t105 * 5.0185914f;
        V const t108 = t102 * t106;
        V const t109 = t105 * t107;
        V const t110 = t108 + t109;
        V const t111 = t110 + 0.18874976f;
        V const t112 = t74 * t105;
        V const t113 = t74 * t102;
        V const t114 = t74 * t113;
        V const t115 = t74 * t112;
        V const t116 = 9.81f - t115;
        V const t117 = t114 * (-5.0185914f);
        V const t118 = t116 * 5.0185914f;
        V const t119 = t102 * t118;
        V const t120 = t105 * t117;
        V const t121 = t120 - t119;
        V const t122 = -t74;
        V const t123 = text::min(text::constant<V>(3.0f), t6);
        V const t124 = text::max(text::constant<V>(-3.0f), t123);
        V const t125 = t124 * 100.0f;
        V const t126 = t125 - t71;
        V const t127 = 1.0f - t75;
        V const t128 = t75 - (-1.0f);
        V const t129 = text::min(t128, t127);
        auto const t130 = t129 < 0.0f;
        bool const t131 = text::any(t130);
        V t168;
        V t169;
        V t170;
        V t171 = text::constant<V>(0.0f);
        if (t131) {
            V const t133 = text::abs(t129);
            V const t134 = t133 * 1000.0f;
            V const t135 = text::min(t134, text::constant<V>(1.0f));
            V const t136 = t135 * 2.0f;
            V const t137 = t136 * t136;
            V const t138 = t137 * 0.5f;
            V const t139 = 1.0f - t135;
            V const t140 = t139 * 2.0f;
            V const t141 = t140 * t140;
            V const t142 = t141 * 0.5f;
            V const t143 = 1.0f - t142;
            auto const t144 = t135 < 0.5f;
            V const t145 = text::select(t144, t138, t143);
            V const t146 = t145 * 0.05f;
            V const t147 = t146 + 0.9f;
            V const t148 = 1.0f - t147;
            V const t149 = t148 * 0.08367434f;
            V const t150 = t147 / t149;
            V const t151 = text::select(t130, t150, text::constant<V>(0.0f));
            V const t152 = t147 * 692.52075f;
            V const t153 = t129 * t152;
            auto const t154 = t128 < t127;
            V const t155 = text::select(t154, text::constant<V>(1.0f), text::constant<V>(-1.0f));
            V const t156 = t153 * t155;
            V const t157 = t71 * 52.63158f;
            V const t158 = t156 + t157;
            auto const t159 = text::bit(t61, 0);
            auto const t160 = 0.0f < t151;
            auto const t161 = text::both(t159, t160);
            V const t162 = t155 * t158;
            auto const t163 = t162 < 0.0f;
            auto const t164 = text::both(t160, t163);
            V const t165 = text::with_bit(text::constant<V>(0.0f), t164, 0);
            V const t166 = text::with_bit(t165, t161, 0);
            t168 = t155;
            t169 = t151;
            t170 = t158;
            t171 = t166;
        }
        V const t172 = 1.5707964f - t76;
        V const t173 = t76 - (-1.5707964f);
        V const t174 = text::min(t173, t172);
        auto const t175 = t174 < 0.0f;
        bool const t176 = text::any(t175);
        V t213;
        V t214;
        V t215;
        V t216 = text::constant<V>(0.0f);
        if (t176) {
            V const t178 = text::abs(t174);
            V const t179 = t178 * 1000.0f;
            V const t180 = text::min(t179, text::constant<V>(1.0f));
            V const t181 = t180 * 2.0f;
            V const t182 = t181 * t181;
            V const t183 = t182 * 0.5f;
            V const t184 = 1.0f - t180;
            V const t185 = t184 * 2.0f;
            V const t186 = t185 * t185;
            V const t187 = t186 * 0.5f;
            V const t188 = 1.0f - t187;
            auto const t189 = t180 < 0.5f;
            V const t190 = text::select(t189, t183, t188);
            V const t191 = t190 * 0.05f;
            V const t192 = t191 + 0.9f;
            V const t193 = 1.0f - t192;
            V const t194 = t193 * 2.023913f;
            V const t195 = t192 / t194;
            V const t196 = text::select(t175, t195, text::constant<V>(0.0f));
            V const t197 = t192 * 692.52075f;
            V const t198 = t174 * t197;
            auto const t199 = t173 < t172;
            V const t200 = text::select(t199, text::constant<V>(1.0f), text::constant<V>(-1.0f));
            V const t201 = t198 * t200;
            V const t202 = t74 * 52.63158f;
            V const t203 = t201 + t202;
            auto const t204 = text::bit(t62, 0);
            auto const t205 = 0.0f < t196;
            auto const t206 = text::both(t204, t205);
            V const t207 = t200 * t203;
            auto const t208 = t207 < 0.0f;
            auto const t209 = text::both(t205, t208);
            V const t210 = text::with_bit(text::constant<V>(0.0f), t209, 0);
            V const t211 = text::with_bit(t210, t206, 0);
            t213 = t200;
            t214 = t196;
            t215 = t203;
            t216 = t211;
        }
        V t218 = t171;
        V t219 = t216;
        V t220 = text::constant<V>(-1.0f);
        V t221 = text::constant<V>(-1.0f);
        V t222;
        V t223;
        V t224;
        V t225;
        V t226;
        V t227;
        V t228;
        for (int pass217 = 0; pass217 < 12; ++pass217) {
            auto const t229 = text::differ(t218, t220);
            auto const t230 = text::differ(t219, t221);
            auto const t231 = text::either(t229, t230);
            bool const t232 = !text::any(t231);
            if (t232) { break; }
            bool const t234 = text::any(t230);
            V t253 = t222;
            V t254 = t223;
            V t255 = t224;
            V t256 = t225;
            V t257 = t226;
            if (t234) {
                V t242 = text::constant<V>(0.0f);
                V t243 = t122;
                if (t176) {
                    auto const t237 = text::bit(t219, 0);
                    V const t238 = text::select(t237, t214, text::constant<V>(0.0f));
                    V const t239 = t215 * t238;
                    V const t240 = t122 - t239;
                    t242 = t238;
                    t243 = t240;
                }
                V const t244 = t111 + t242;
                V const t245 = 1.0f / t244;
                V const t246 = t243 - t121;
                V const t247 = t107 * t245;
                V const t248 = t107 * t247;
                V const t249 = 5.0185914f - t248;
                V const t250 = t246 * t247;
                V const t251 = t117 + t250;
                t253 = t247;
                t254 = t245;
                t255 = t246;
                t256 = t249;
                t257 = t251;
            }
            V const t258 = t256 + 10.471975f;
            V t265 = text::constant<V>(0.0f);
            V t266 = t126;
            if (t131) {
                auto const t260 = text::bit(t218, 0);
                V const t261 = text::select(t260, t169, text::constant<V>(0.0f));
                V const t262 = t170 * t261;
                V const t263 = t126 - t262;
                t265 = t261;
                t266 = t263;
            }
            V const t267 = t258 + t265;
            V const t268 = 1.0f / t267;
            V const t269 = t266 - t257;
            V const t270 = t268 * t269;
            V const t271 = t254 * t255;
            V const t272 = t253 * t270;
            V const t273 = t271 - t272;
            V t282 = text::constant<V>(0.0f);
            if (t131) {
                V const t275 = t170 + t270;
                V const t276 = t168 * t275;
                auto const t277 = t276 < 0.0f;
                auto const t278 = 0.0f < t169;
                auto const t279 = text::both(t277, t278);
                V const t280 = text::with_bit(text::constant<V>(0.0f), t279, 0);
                t282 = t280;
            }
            V t291 = text::constant<V>(0.0f);
            if (t176) {
                V const t284 = t215 + t273;
                V const t285 = t213 * t284;
                auto const t286 = t285 < 0.0f;
                auto const t287 = 0.0f < t214;
                auto const t288 = text::both(t286, t287);
                V const t289 = text::with_bit(text::constant<V>(0.0f), t288, 0);
                t291 = t289;
            }
            auto const next220 = t218;
            auto const next221 = t219;
            t218 = t282;
            t219 = t291;
            t220 = next220;
            t221 = next221;
            t222 = t253;
            t223 = t254;
            t224 = t255;
            t225 = t256;
            t226 = t257;
            t227 = t270;
            t228 = t273;
        }
        V const t293 = t68 * t71;
        V const t294 = t57 + t293;
        V const t295 = t68 * t227;
        V const t296 = t59 + t295;
        V const t297 = t68 * t74;
        V const t298 = t58 + t297;
        V const t299 = t68 * t228;
        V const t300 = t60 + t299;
        V const t301 = t52 + 1.0f;
        t52 = t301;
        t53 = t71;
        t54 = t74;
        t55 = t227;
        t56 = t228;
        t57 = t294;
        t58 = t298;
        t59 = t296;
        t60 = t300;
        t61 = t220;
        t62 = t221;
    }
    V const t303 = t0 + t57;
    V const t304 = t1 + t58;
    V const t305 = t2 + t59;
    V const t306 = t3 + t60;
    rows[0] = t303;
    rows[1] = t304;
    rows[2] = t305;
    rows[3] = t306;
    rows[4] = t61;
    rows[5] = t62;
}

}  // namespace lockstep::envs::recorded

#pragma GCC diagnostic pop
