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

/// 8 rows in place; operations: 205.
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
        V t172;
        V t173;
        V t174;
        V t175 = text::constant<V>(0.0f);
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
            V const t166 = t159 * t162;
            auto const t167 = t166 < 0.0f;
            auto const t168 = text::both(t164, t167);
            V const t169 = text::with_bit(text::constant<V>(0.0f), t168, 0);
            V const t170 = text::with_bit(t169, t165, 0);
            t172 = t159;
            t173 = t155;
            t174 = t162;
            t175 = t170;
        }
        V const t176 = 1.5707964f - t80;
        V const t177 = t80 - (-1.5707964f);
        V const t178 = text::min(t177, t176);
        auto const t179 = t178 < 0.0f;
        bool const t180 = text::any(t179);
        V t217;
        V t218;
        V t219;
        V t220 = text::constant<V>(0.0f);
        if (t180) {
            V const t182 = text::abs(t178);
            V const t183 = t182 * 1000.0f;
            V const t184 = text::min(t183, text::constant<V>(1.0f));
            V const t185 = t184 * 2.0f;
            V const t186 = t185 * t185;
            V const t187 = t186 * 0.5f;
            V const t188 = 1.0f - t184;
            V const t189 = t188 * 2.0f;
            V const t190 = t189 * t189;
            V const t191 = t190 * 0.5f;
            V const t192 = 1.0f - t191;
            auto const t193 = t184 < 0.5f;
            V const t194 = text::select(t193, t187, t192);
            V const t195 = t194 * 0.05f;
            V const t196 = t195 + 0.9f;
            V const t197 = 1.0f - t196;
            V const t198 = t197 * 2.023913f;
            V const t199 = t196 / t198;
            V const t200 = text::select(t179, t199, text::constant<V>(0.0f));
            V const t201 = t196 * 692.52075f;
            V const t202 = t178 * t201;
            auto const t203 = t177 < t176;
            V const t204 = text::select(t203, text::constant<V>(1.0f), text::constant<V>(-1.0f));
            V const t205 = t202 * t204;
            V const t206 = t78 * 52.63158f;
            V const t207 = t205 + t206;
            auto const t208 = text::bit(t65, 0);
            auto const t209 = 0.0f < t200;
            auto const t210 = text::both(t208, t209);
            V const t211 = t204 * t207;
            auto const t212 = t211 < 0.0f;
            auto const t213 = text::both(t209, t212);
            V const t214 = text::with_bit(text::constant<V>(0.0f), t213, 0);
            V const t215 = text::with_bit(t214, t210, 0);
            t217 = t204;
            t218 = t200;
            t219 = t207;
            t220 = t215;
        }
        V t222 = text::constant<V>(0.0f);
        V t223 = t175;
        V t224 = t220;
        V t225 = text::constant<V>(-1.0f);
        V t226 = text::constant<V>(-1.0f);
        V t227;
        V t228;
        V t229;
        V t230;
        V t231;
        V t232;
        V t233;
        for (int pass221 = 0; pass221 < 60; ++pass221) {
            auto const t234 = text::differ(t223, t225);
            auto const t235 = text::differ(t224, t226);
            auto const t236 = text::either(t234, t235);
            bool const t237 = !text::any(t236);
            if (t237) { break; }
            auto const t239 = 9.5f < t222;
            bool const t240 = text::any(t239);
            V t247 = t223;
            V t248 = t224;
            if (t240) {
                V const t242 = text::turn_first(t225, t223);
                auto const t243 = text::differ(t225, t223);
                V const t244 = text::turn_first(t226, t224);
                V const t245 = text::select(t243, t226, t244);
                t247 = t242;
                t248 = t245;
            }
            V const t249 = t222 + 1.0f;
            auto const t250 = text::differ(t248, t226);
            bool const t251 = text::any(t250);
            V t270 = t227;
            V t271 = t228;
            V t272 = t229;
            V t273 = t230;
            V t274 = t231;
            if (t251) {
                V t259 = text::constant<V>(0.0f);
                V t260 = t126;
                if (t180) {
                    auto const t254 = text::bit(t248, 0);
                    V const t255 = text::select(t254, t218, text::constant<V>(0.0f));
                    V const t256 = t219 * t255;
                    V const t257 = t126 - t256;
                    t259 = t255;
                    t260 = t257;
                }
                V const t261 = t115 + t259;
                V const t262 = 1.0f / t261;
                V const t263 = t260 - t125;
                V const t264 = t111 * t262;
                V const t265 = t111 * t264;
                V const t266 = 5.0185914f - t265;
                V const t267 = t263 * t264;
                V const t268 = t121 + t267;
                t270 = t264;
                t271 = t262;
                t272 = t263;
                t273 = t266;
                t274 = t268;
            }
            V const t275 = t273 + 10.471975f;
            V t282 = text::constant<V>(0.0f);
            V t283 = t130;
            if (t135) {
                auto const t277 = text::bit(t247, 0);
                V const t278 = text::select(t277, t173, text::constant<V>(0.0f));
                V const t279 = t174 * t278;
                V const t280 = t130 - t279;
                t282 = t278;
                t283 = t280;
            }
            V const t284 = t275 + t282;
            V const t285 = 1.0f / t284;
            V const t286 = t283 - t274;
            V const t287 = t285 * t286;
            V const t288 = t271 * t272;
            V const t289 = t270 * t287;
            V const t290 = t288 - t289;
            V t299 = text::constant<V>(0.0f);
            if (t135) {
                V const t292 = t174 + t287;
                V const t293 = t172 * t292;
                auto const t294 = t293 < 0.0f;
                auto const t295 = 0.0f < t173;
                auto const t296 = text::both(t294, t295);
                V const t297 = text::with_bit(text::constant<V>(0.0f), t296, 0);
                t299 = t297;
            }
            V t308 = text::constant<V>(0.0f);
            if (t180) {
                V const t301 = t219 + t290;
                V const t302 = t217 * t301;
                auto const t303 = t302 < 0.0f;
                auto const t304 = 0.0f < t218;
                auto const t305 = text::both(t303, t304);
                V const t306 = text::with_bit(text::constant<V>(0.0f), t305, 0);
                t308 = t306;
            }
            t222 = t249;
            t223 = t299;
            t224 = t308;
            t225 = t247;
            t226 = t248;
            t227 = t270;
            t228 = t271;
            t229 = t272;
            t230 = t273;
            t231 = t274;
            t232 = t287;
            t233 = t290;
        }
        auto const t310 = 59.5f < t222;
        bool const t311 = text::any(t310);
        V t319 = t66;
        if (t311) {
            auto const t313 = text::differ(t223, t225);
            auto const t314 = text::differ(t224, t226);
            auto const t315 = text::either(t313, t314);
            V const t316 = text::select(t315, text::constant<V>(1.0f), text::constant<V>(0.0f));
            V const t317 = t66 + t316;
            t319 = t317;
        }
        V const t320 = t72 * t75;
        V const t321 = t60 + t320;
        V const t322 = t72 * t232;
        V const t323 = t62 + t322;
        V const t324 = t72 * t78;
        V const t325 = t61 + t324;
        V const t326 = t72 * t233;
        V const t327 = t63 + t326;
        V const t328 = t55 + 1.0f;
        t55 = t328;
        t56 = t75;
        t57 = t78;
        t58 = t232;
        t59 = t233;
        t60 = t321;
        t61 = t325;
        t62 = t323;
        t63 = t327;
        t64 = t225;
        t65 = t226;
        t66 = t319;
    }
    V const t330 = t0 + t60;
    V const t331 = t1 + t61;
    V const t332 = t2 + t62;
    V const t333 = t3 + t63;
    rows[0] = t330;
    rows[1] = t331;
    rows[2] = t332;
    rows[3] = t333;
    rows[4] = t64;
    rows[5] = t65;
    rows[6] = t66;
}

}  // namespace lockstep::envs::recorded

#pragma GCC diagnostic pop
