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

/// 8 rows in place; operations: 197.
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
    V t55 = text::constant<V>(0.0f);
    V t56 = text::constant<V>(0.0f);
    V t57 = text::constant<V>(0.0f);
    V t58 = text::constant<V>(0.0f);
    V t59 = text::constant<V>(0.0f);
    V t60 = text::constant<V>(0.0f);
    V t61 = text::constant<V>(0.0f);
    V t62 = text::constant<V>(0.0f);
    V t63 = text::constant<V>(0.0f);
    V t64 = t4;
    V t65 = t5;
    V t66 = t6;
    for (int pass54 = 0; pass54 < 4; ++pass54) {
        auto const t67 = t55 < 0.5f;
        auto const t68 = 2.5f < t55;
        V const t69 = text::select(t68, text::constant<V>(0.02f), text::constant<V>(0.01f));
        V const t70 = text::select(t67, text::constant<V>(0.0f), t69);
        auto const t71 = text::either(t67, t68);
        V const t72 = text::select(t71, text::constant<V>(0.0033333334f), text::constant<V>(0.006666667f));
        V const t73 = t56 * t70;
        V const t74 = t58 * t70;
        V const t75 = t2 + t74;
        V const t76 = t57 * t70;
        V const t77 = t59 * t70;
        V const t78 = t3 + t77;
        V const t79 = t0 + t73;
        V const t80 = t1 + t76;
        V const t81 = t80 * 0.31830987f;
        V const t82 = text::round(t81);
        V const t83 = text::fma(t82, text::constant<V>(-3.1415927f), t80);
        V const t84 = text::fma(t82, text::constant<V>(8.742278e-08f), t83);
        V const t85 = t82 * 0.5f;
        V const t86 = text::round(t85);
        V const t87 = text::fma(t86, text::constant<V>(-2.0f), t82);
        V const t88 = t87 * (-2.0f);
        V const t89 = text::fma(t87, t88, text::constant<V>(1.0f));
        V const t90 = t84 * t84;
        V const t91 = text::fma(t90, text::constant<V>(2.5989752e-06f), text::constant<V>(-0.0001980605f));
        V const t92 = text::fma(t90, t91, text::constant<V>(0.008333009f));
        V const t93 = text::fma(t90, t92, text::constant<V>(-0.16666657f));
        V const t94 = t84 * t90;
        V const t95 = text::fma(t93, t94, t84);
        V const t96 = t89 * t95;
        V const t97 = text::fma(t90, text::constant<V>(-0.5f), text::constant<V>(1.0f));
        V const t98 = text::fma(t90, text::constant<V>(-2.620902e-07f), text::constant<V>(2.477018e-05f));
        V const t99 = text::fma(t90, t98, text::constant<V>(-0.0013888585f));
        V const t100 = text::fma(t90, t99, text::constant<V>(0.041666657f));
        V const t101 = t90 * t90;
        V const t102 = text::fma(t100, t101, t97);
        V const t103 = t89 * t102;
        V const t104 = t96 * 0.3f;
        V const t105 = t103 * 5e-04f;
        V const t106 = t104 + t105;
        V const t107 = t103 * 0.3f;
        V const t108 = t96 * (-5e-04f);
        V const t109 = t107 + t108;
        V const t110 = t106 * 5.0185914f;
        V const t111 = t109 * 5.0185914f;
        V const t112 = t106 * t110;
        V const t113 = t109 * t111;
        V const t114 = t112 + t113;
        V const t115 = t114 + 0.18874976f;
        V const t116 = t78 * t109;
        V const t117 = t78 * t106;
        V const t118 = t78 * t117;
        V const t119 = t78 * t116;
        V const t120 = 9.81f - t119;
        V const t121 = t118 * (-5.0185914f);
        V const t122 = t120 * 5.0185914f;
        V const t123 = t106 * t122;
        V const t124 = t109 * t121;
        V const t125 = t124 - t123;
        V const t126 = -t78;
        V const t127 = text::min(text::constant<V>(3.0f), t7);
        V const t128 = text::max(text::constant<V>(-3.0f), t127);
        V const t129 = t128 * 100.0f;
        V const t130 = t129 - t75;
        V const t131 = 1.0f - t79;
        V const t132 = t79 - (-1.0f);
        V const t133 = text::min(t132, t131);
        auto const t134 = t133 < 0.0f;
        bool const t135 = text::any(t134);
        V t168;
        V t169;
        V t170;
        V t171 = text::constant<V>(0.0f);
        if (t135) {
            V const t137 = text::abs(t133);
            V const t138 = t137 * 1000.0f;
            V const t139 = text::min(t138, text::constant<V>(1.0f));
            V const t140 = t139 * 2.0f;
            V const t141 = t140 * t140;
            V const t142 = t141 * 0.5f;
            V const t143 = 1.0f - t139;
            V const t144 = t143 * 2.0f;
            V const t145 = t144 * t144;
            V const t146 = t145 * 0.5f;
            V const t147 = 1.0f - t146;
            auto const t148 = t139 < 0.5f;
            V const t149 = text::select(t148, t142, t147);
            V const t150 = t149 * 0.05f;
            V const t151 = t150 + 0.9f;
            V const t152 = 1.0f - t151;
            V const t153 = t152 * 0.08367434f;
            V const t154 = t151 / t153;
            V const t155 = text::select(t134, t154, text::constant<V>(0.0f));
            V const t156 = t151 * 692.52075f;
            V const t157 = t133 * t156;
            auto const t158 = t132 < t131;
            V const t159 = text::select(t158, text::constant<V>(1.0f), text::constant<V>(-1.0f));
            V const t160 = t157 * t159;
            V const t161 = t75 * 52.63158f;
            V const t162 = t160 + t161;
            auto const t163 = text::bit(t64, 0);
            auto const t164 = 0.0f < t155;
            auto const t165 = text::both(t163, t164);
            V const t166 = text::with_bit(text::constant<V>(0.0f), t165, 0);
            t168 = t159;
            t169 = t155;
            t170 = t162;
            t171 = t166;
        }
        V const t172 = 1.5707964f - t80;
        V const t173 = t80 - (-1.5707964f);
        V const t174 = text::min(t173, t172);
        auto const t175 = t174 < 0.0f;
        bool const t176 = text::any(t175);
        V t209;
        V t210;
        V t211;
        V t212 = text::constant<V>(0.0f);
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
            V const t202 = t78 * 52.63158f;
            V const t203 = t201 + t202;
            auto const t204 = text::bit(t65, 0);
            auto const t205 = 0.0f < t196;
            auto const t206 = text::both(t204, t205);
            V const t207 = text::with_bit(text::constant<V>(0.0f), t206, 0);
            t209 = t200;
            t210 = t196;
            t211 = t203;
            t212 = t207;
        }
        V t214 = text::constant<V>(0.0f);
        V t215 = t171;
        V t216 = t212;
        V t217 = text::constant<V>(-1.0f);
        V t218 = text::constant<V>(-1.0f);
        V t219;
        V t220;
        V t221;
        V t222;
        V t223;
        V t224;
        V t225;
        for (int pass213 = 0; pass213 < 60; ++pass213) {
            auto const t226 = text::differ(t215, t217);
            auto const t227 = text::differ(t216, t218);
            auto const t228 = text::either(t226, t227);
            bool const t229 = !text::any(t228);
            if (t229) { break; }
            auto const t231 = 9.5f < t214;
            bool const t232 = text::any(t231);
            V t239 = t215;
            V t240 = t216;
            if (t232) {
                V const t234 = text::turn_first(t217, t215);
                auto const t235 = text::differ(t217, t215);
                V const t236 = text::turn_first(t218, t216);
                V const t237 = text::select(t235, t218, t236);
                t239 = t234;
                t240 = t237;
            }
            V const t241 = t214 + 1.0f;
            auto const t242 = text::differ(t240, t218);
            bool const t243 = text::any(t242);
            V t262 = t219;
            V t263 = t220;
            V t264 = t221;
            V t265 = t222;
            V t266 = t223;
            if (t243) {
                V t251 = text::constant<V>(0.0f);
                V t252 = t126;
                if (t176) {
                    auto const t246 = text::bit(t240, 0);
                    V const t247 = text::select(t246, t210, text::constant<V>(0.0f));
                    V const t248 = t211 * t247;
                    V const t249 = t126 - t248;
                    t251 = t247;
                    t252 = t249;
                }
                V const t253 = t115 + t251;
                V const t254 = 1.0f / t253;
                V const t255 = t252 - t125;
                V const t256 = t111 * t254;
                V const t257 = t111 * t256;
                V const t258 = 5.0185914f - t257;
                V const t259 = t255 * t256;
                V const t260 = t121 + t259;
                t262 = t256;
                t263 = t254;
                t264 = t255;
                t265 = t258;
                t266 = t260;
            }
            V const t267 = t265 + 10.471975f;
            V t274 = text::constant<V>(0.0f);
            V t275 = t130;
            if (t135) {
                auto const t269 = text::bit(t239, 0);
                V const t270 = text::select(t269, t169, text::constant<V>(0.0f));
                V const t271 = t170 * t270;
                V const t272 = t130 - t271;
                t274 = t270;
                t275 = t272;
            }
            V const t276 = t267 + t274;
            V const t277 = 1.0f / t276;
            V const t278 = t275 - t266;
            V const t279 = t277 * t278;
            V const t280 = t263 * t264;
            V const t281 = t262 * t279;
            V const t282 = t280 - t281;
            V t291 = text::constant<V>(0.0f);
            if (t135) {
                V const t284 = t170 + t279;
                V const t285 = t168 * t284;
                auto const t286 = t285 < 0.0f;
                auto const t287 = 0.0f < t169;
                auto const t288 = text::both(t286, t287);
                V const t289 = text::with_bit(text::constant<V>(0.0f), t288, 0);
                t291 = t289;
            }
            V t300 = text::constant<V>(0.0f);
            if (t176) {
                V const t293 = t211 + t282;
                V const t294 = t209 * t293;
                auto const t295 = t294 < 0.0f;
                auto const t296 = 0.0f < t210;
                auto const t297 = text::both(t295, t296);
                V const t298 = text::with_bit(text::constant<V>(0.0f), t297, 0);
                t300 = t298;
            }
            t214 = t241;
            t215 = t291;
            t216 = t300;
            t217 = t239;
            t218 = t240;
            t219 = t262;
            t220 = t263;
            t221 = t264;
            t222 = t265;
            t223 = t266;
            t224 = t279;
            t225 = t282;
        }
        auto const t302 = 59.5f < t214;
        bool const t303 = text::any(t302);
        V t311 = t66;
        if (t303) {
            auto const t305 = text::differ(t215, t217);
            auto const t306 = text::differ(t216, t218);
            auto const t307 = text::either(t305, t306);
            V const t308 = text::select(t307, text::constant<V>(1.0f), text::constant<V>(0.0f));
            V const t309 = t66 + t308;
            t311 = t309;
        }
        V const t312 = t72 * t75;
        V const t313 = t60 + t312;
        V const t314 = t72 * t224;
        V const t315 = t62 + t314;
        V const t316 = t72 * t78;
        V const t317 = t61 + t316;
        V const t318 = t72 * t225;
        V const t319 = t63 + t318;
        V const t320 = t55 + 1.0f;
        t55 = t320;
        t56 = t75;
        t57 = t78;
        t58 = t224;
        t59 = t225;
        t60 = t313;
        t61 = t317;
        t62 = t315;
        t63 = t319;
        t64 = t217;
        t65 = t218;
        t66 = t311;
    }
    V const t322 = t0 + t60;
    V const t323 = t1 + t61;
    V const t324 = t2 + t62;
    V const t325 = t3 + t63;
    rows[0] = t322;
    rows[1] = t323;
    rows[2] = t324;
    rows[3] = t325;
    rows[4] = t64;
    rows[5] = t65;
    rows[6] = t66;
}

}  // namespace lockstep::envs::recorded

#pragma GCC diagnostic pop
