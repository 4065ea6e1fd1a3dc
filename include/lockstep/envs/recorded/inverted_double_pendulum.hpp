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
LOCKSTEP_NOINLINE void inverted_double_pendulum_substep(V* rows) {
    namespace text = ::lockstep::text;
    V const t0 = rows[0];
    V const t1 = rows[1];
    V const t2 = rows[2];
    V const t3 = rows[3];
    V const t4 = rows[4];
    V const t5 = rows[5];
    V const t6 = rows[6];
    V const t7 = rows[7];
    V const t8 = rows[8];
    V t57 = (0.0f - V{});
    V t58 = (0.0f - V{});
    V t59 = (0.0f - V{});
    V t60 = (0.0f - V{});
    V t61;
    V t62;
    V t63;
    V t64;
    V t65;
    V t66;
    V t67 = (0.0f - V{});
    V t68 = (0.0f - V{});
    V t69 = (0.0f - V{});
    V t70 = (0.0f - V{});
    V t71 = (0.0f - V{});
    V t72 = (0.0f - V{});
    V t73 = (0.0f - V{});
    V t74 = (0.0f - V{});
    V t75 = (0.0f - V{});
    V t76 = t6;
    V t77 = t7;
    for (int pass56 = 0; pass56 < 4; ++pass56) {
        auto const t78 = t57 < 0.5f;
        auto const t79 = 2.5f < t57;
        V const t80 = text::select(t79, (0.01f - V{}), (0.005f - V{}));
        V const t81 = text::select(t78, (0.0f - V{}), t80);
        auto const t82 = text::either(t78, t79);
        V const t83 = text::select(t82, (0.0016666667f - V{}), (0.0033333334f - V{}));
        V const t84 = text::fma(t67, t81, t3);
        V const t85 = text::fma(t68, t81, t4);
        V const t86 = text::fma(t69, t81, t5);
        V const t87 = text::fma(t58, t81, t0);
        V const t88 = text::fma(t59, t81, t1);
        V const t89 = text::fma(t60, t81, t2);
        V const t90 = t88 * 0.31830987f;
        V const t91 = text::round(t90);
        V const t92 = text::fma(t91, (-3.1415927f - V{}), t88);
        V const t93 = text::fma(t91, (8.742278e-08f - V{}), t92);
        V const t94 = t91 * 0.5f;
        V const t95 = text::round(t94);
        V const t96 = text::fma(t95, (-2.0f - V{}), t91);
        V const t97 = t96 * (-2.0f);
        V const t98 = text::fma(t96, t97, (1.0f - V{}));
        V const t99 = t93 * t93;
        V const t100 = text::fma(t99, (2.5989752e-06f - V{}), (-0.0001980605f - V{}));
        V const t101 = text::fma(t99, t100, (0.008333009f - V{}));
        V const t102 = text::fma(t99, t101, (-0.16666657f - V{}));
        V const t103 = t93 * t99;
        V const t104 = text::fma(t102, t103, t93);
        V const t105 = t98 * t104;
        V const t106 = text::fma(t99, (-0.5f - V{}), (1.0f - V{}));
        V const t107 = text::fma(t99, (-2.620902e-07f - V{}), (2.477018e-05f - V{}));
        V const t108 = text::fma(t99, t107, (-0.0013888585f - V{}));
        V const t109 = text::fma(t99, t108, (0.041666657f - V{}));
        V const t110 = t99 * t99;
        V const t111 = text::fma(t109, t110, t106);
        V const t112 = t98 * t111;
        V const t113 = t105 * 0.6f;
        V const t114 = t112 * 0.6f;
        V const t115 = t89 * 0.31830987f;
        V const t116 = text::round(t115);
        V const t117 = text::fma(t116, (-3.1415927f - V{}), t89);
        V const t118 = text::fma(t116, (8.742278e-08f - V{}), t117);
        V const t119 = t116 * 0.5f;
        V const t120 = text::round(t119);
        V const t121 = text::fma(t120, (-2.0f - V{}), t116);
        V const t122 = t121 * (-2.0f);
        V const t123 = text::fma(t121, t122, (1.0f - V{}));
        V const t124 = t118 * t118;
        V const t125 = text::fma(t124, (2.5989752e-06f - V{}), (-0.0001980605f - V{}));
        V const t126 = text::fma(t124, t125, (0.008333009f - V{}));
        V const t127 = text::fma(t124, t126, (-0.16666657f - V{}));
        V const t128 = t118 * t124;
        V const t129 = text::fma(t127, t128, t118);
        V const t130 = t123 * t129;
        V const t131 = text::fma(t124, (-0.5f - V{}), (1.0f - V{}));
        V const t132 = text::fma(t124, (-2.620902e-07f - V{}), (2.477018e-05f - V{}));
        V const t133 = text::fma(t124, t132, (-0.0013888585f - V{}));
        V const t134 = text::fma(t124, t133, (0.041666657f - V{}));
        V const t135 = t124 * t124;
        V const t136 = text::fma(t134, t135, t131);
        V const t137 = t123 * t136;
        V const t138 = t105 * t130;
        V const t139 = text::fma(t112, t137, -t138);
        V const t140 = t112 * t130;
        V const t141 = text::fma(t105, t137, t140);
        V const t142 = t112 * (-0.6f);
        V const t143 = t105 * 0.3f;
        V const t144 = t112 * 0.3f;
        V const t145 = t105 * 1.2596216f;
        V const t146 = t112 * 1.2596216f;
        V const t147 = t143 * t145;
        V const t148 = text::fma(t144, t146, t147);
        V const t149 = t148 + 0.15497068f;
        V const t150 = t85 * t144;
        V const t151 = t85 * t143;
        V const t152 = text::fma(-t85, t151, (-1e-05f - V{}));
        V const t153 = text::fma(-t85, t150, (9.81f - V{}));
        V const t154 = t152 * 4.1987386f;
        V const t155 = t153 * 4.1987386f;
        V const t156 = t144 * t154;
        V const t157 = text::fma(-t143, t155, t156);
        V const t158 = t86 * t142;
        V const t159 = t86 * t113;
        V const t160 = text::fma(t85, t159, (-1e-05f - V{}));
        V const t161 = text::fma(-t85, t158, (9.81f - V{}));
        V const t162 = t85 + t86;
        V const t163 = text::fma(t141, (0.3f - V{}), t113);
        V const t164 = text::fma(t139, (0.3f - V{}), t114);
        V const t165 = t163 * 4.1987386f;
        V const t166 = t164 * 4.1987386f;
        V const t167 = t163 * t165;
        V const t168 = text::fma(t164, t166, t167);
        V const t169 = t168 + 0.15497068f;
        V const t170 = t163 * (-4.1987386f);
        V const t171 = text::fma(t162, t164, t158);
        V const t172 = text::fma(-t162, t163, t159);
        V const t173 = text::fma(t162, t172, t160);
        V const t174 = text::fma(-t162, t171, t161);
        V const t175 = t173 * 4.1987386f;
        V const t176 = t174 * 4.1987386f;
        V const t177 = t163 * t176;
        V const t178 = text::fma(t164, t175, -t177);
        V const t179 = t85 * (-0.05f);
        V const t180 = t86 * (-0.05f);
        V const t181 = text::min((1.0f - V{}), t8);
        V const t182 = text::max((-1.0f - V{}), t181);
        V const t183 = t182 * 500.0f;
        V const t184 = text::fma(t84, (-0.05f - V{}), t183);
        V const t185 = 1.0f - t87;
        V const t186 = t87 - (-1.0f);
        V const t187 = text::min(t186, t185);
        auto const t188 = t187 < 0.01f;
        bool const t189 = text::any(t188);
        V t221;
        V t222;
        V t223;
        V t224 = (0.0f - V{});
        if (t189) {
            V const t191 = t187 - 0.01f;
            V const t192 = text::abs(t191);
            V const t193 = t192 * 1000.0f;
            V const t194 = text::min(t193, (1.0f - V{}));
            V const t195 = t194 * 2.0f;
            V const t196 = t195 * t195;
            V const t197 = t196 * 0.5f;
            V const t198 = 1.0f - t194;
            V const t199 = t198 * 2.0f;
            V const t200 = t199 * t199;
            V const t201 = text::fma(t200, (-0.5f - V{}), (1.0f - V{}));
            auto const t202 = t194 < 0.5f;
            V const t203 = text::select(t202, t197, t201);
            V const t204 = text::fma(t203, (0.05f - V{}), (0.9f - V{}));
            V const t205 = 1.0f - t204;
            V const t206 = t205 * 0.08467262f;
            V const t207 = t204 / t206;
            auto const t208 = t191 < 0.0f;
            V const t209 = text::select(t208, t207, (0.0f - V{}));
            V const t210 = t204 * 2770.083f;
            V const t211 = t191 * t210;
            auto const t212 = t186 < t185;
            V const t213 = text::select(t212, (1.0f - V{}), (-1.0f - V{}));
            V const t214 = t84 * 105.26316f;
            V const t215 = text::fma(t211, t213, t214);
            auto const t216 = text::bit(t76, 0);
            auto const t217 = 0.0f < t209;
            auto const t218 = text::both(t216, t217);
            V const t219 = text::with_bit((0.0f - V{}), t218, 0);
            t221 = t213;
            t222 = t209;
            t223 = t215;
            t224 = t219;
        }
        V t226 = (0.0f - V{});
        V t227 = t224;
        V t228 = (-1.0f - V{});
        V t229;
        V t230;
        V t231;
        for (int pass225 = 0; pass225 < 60; ++pass225) {
            auto const t232 = text::differ(t227, t228);
            bool const t233 = !text::any(t232);
            if (t233) { break; }
            auto const t235 = 9.5f < t226;
            bool const t236 = text::any(t235);
            V t240 = t227;
            if (t236) {
                V const t238 = text::turn_first(t228, t227);
                t240 = t238;
            }
            V const t241 = t226 + 1.0f;
            V const t242 = t142 * t166;
            V const t243 = text::fma(t113, t170, t242);
            V const t244 = t169 + t243;
            V const t245 = text::fma(t112, (-2.5192432f - V{}), t166);
            V const t246 = text::fma(t105, (2.5192432f - V{}), t170);
            V const t247 = t142 * t245;
            V const t248 = text::fma(t113, t246, t247);
            V const t249 = t244 + t248;
            V const t250 = 1.0f / t249;
            V const t251 = t142 * t175;
            V const t252 = text::fma(t113, t176, t251);
            V const t253 = t178 + t252;
            V const t254 = t180 - t253;
            V const t255 = t244 * t250;
            V const t256 = t245 * t250;
            V const t257 = text::fma(-t244, t255, t169);
            V const t258 = text::fma(-t245, t255, t166);
            V const t259 = text::fma(-t245, t256, (4.1987386f - V{}));
            V const t260 = text::fma(t254, t255, t178);
            V const t261 = text::fma(t254, t256, t175);
            V const t262 = t149 + t257;
            V const t263 = t146 + t258;
            V const t264 = t259 + 4.1987386f;
            V const t265 = t157 + t260;
            V const t266 = t154 + t261;
            V const t267 = 1.0f / t262;
            V const t268 = t179 - t265;
            V const t269 = t263 * t267;
            V const t270 = text::fma(-t263, t269, t264);
            V const t271 = text::fma(t268, t269, t266);
            V const t272 = t270 + 10.471975f;
            V const t273 = t271 + (-0.00010471976f);
            V t279 = (0.0f - V{});
            V t280 = t184;
            if (t189) {
                auto const t275 = text::bit(t240, 0);
                V const t276 = text::select(t275, t222, (0.0f - V{}));
                V const t277 = text::fma(-t223, t276, t184);
                t279 = t276;
                t280 = t277;
            }
            V const t281 = t272 + t279;
            V const t282 = 1.0f / t281;
            V const t283 = t280 - t273;
            V const t284 = t282 * t283;
            V const t285 = t267 * t268;
            V const t286 = text::fma(-t269, t284, t285);
            V const t287 = t256 * t284;
            V const t288 = text::fma(t255, t286, t287);
            V const t289 = text::fma(t250, t254, -t288);
            V t298 = (0.0f - V{});
            if (t189) {
                V const t291 = t223 + t284;
                V const t292 = t221 * t291;
                auto const t293 = t292 < 0.0f;
                auto const t294 = 0.0f < t222;
                auto const t295 = text::both(t293, t294);
                V const t296 = text::with_bit((0.0f - V{}), t295, 0);
                t298 = t296;
            }
            t226 = t241;
            t227 = t298;
            t228 = t240;
            t229 = t284;
            t230 = t286;
            t231 = t289;
        }
        auto const t300 = 59.5f < t226;
        bool const t301 = text::any(t300);
        V t307 = t77;
        if (t301) {
            auto const t303 = text::differ(t227, t228);
            V const t304 = text::select(t303, (1.0f - V{}), (0.0f - V{}));
            V const t305 = t77 + t304;
            t307 = t305;
        }
        V const t308 = text::fma(t83, t84, t70);
        V const t309 = text::fma(t83, t229, t73);
        V const t310 = text::fma(t83, t85, t71);
        V const t311 = text::fma(t83, t230, t74);
        V const t312 = text::fma(t83, t86, t72);
        V const t313 = text::fma(t83, t231, t75);
        V const t314 = t57 + 1.0f;
        t57 = t314;
        t58 = t84;
        t59 = t85;
        t60 = t86;
        t61 = t87;
        t62 = t88;
        t63 = t89;
        t64 = t84;
        t65 = t85;
        t66 = t86;
        t67 = t229;
        t68 = t230;
        t69 = t231;
        t70 = t308;
        t71 = t310;
        t72 = t312;
        t73 = t309;
        t74 = t311;
        t75 = t313;
        t76 = t228;
        t77 = t307;
    }
    V const t316 = t0 + t70;
    V const t317 = t1 + t71;
    V const t318 = t2 + t72;
    V const t319 = t3 + t73;
    V const t320 = t4 + t74;
    V const t321 = t5 + t75;
    rows[0] = t316;
    rows[1] = t317;
    rows[2] = t318;
    rows[3] = t319;
    rows[4] = t320;
    rows[5] = t321;
    rows[6] = t76;
    rows[7] = t77;
    rows[9] = t61;
    rows[10] = t62;
    rows[11] = t63;
    rows[12] = t64;
    rows[13] = t65;
    rows[14] = t66;
    rows[15] = t67;
    rows[16] = t68;
    rows[17] = t69;
}

}  // namespace lockstep::envs::recorded

#pragma GCC diagnostic pop
