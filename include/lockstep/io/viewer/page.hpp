// SPDX-License-Identifier: MIT
// The viewer's page, in HTML and CSS: the controls, and the places where the page's scripts draw.
#pragma once

namespace lockstep::detail {

/// The end of the page's head, after <!DOCTYPE html>, the title and the character set.
inline constexpr char viewer_page_head[] = R"html(<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<style>
* { box-sizing: border-box; }
html, body { height: 100%; margin: 0; }
body { display: flex; flex-direction: column; font: 14px/1.4 system-ui, sans-serif; color: #202830; background: #e4eaf0; }
h1 { font-size: 16px; margin: 8px 12px; }
main { position: relative; flex: 1; min-height: 0; background: linear-gradient(#dfe9f3, #f6f8fa 60%, #e4eaf0); }
#canvas { position: absolute; width: 100%; height: 100%; pointer-events: none; }
#views { position: absolute; inset: 0; display: grid; gap: 2px; touch-action: none; }
#views { grid-template-columns: repeat(auto-fit, minmax(260px, 1fr)); }
.view { position: relative; overflow: hidden; cursor: grab; }
.view h2 { position: absolute; left: 12px; top: 6px; margin: 0; font-size: 14px; }
.figures { position: absolute; left: 12px; top: 26px; margin: 0; font-variant-numeric: tabular-nums; }
.traces { position: absolute; left: 0; bottom: 0; width: 100%; height: 96px; background: #ffffffa0; cursor: crosshair; }
.without-traces .traces { display: none; }
#problem { position: absolute; inset: 30% 10% auto; padding: 16px; background: white; border: 1px solid #c03030; }
footer { display: flex; flex-wrap: wrap; gap: 12px; align-items: center; padding: 8px 12px; }
#play { width: 72px; }
#place { flex: 1; min-width: 160px; }
#time { font-variant-numeric: tabular-nums; }
</style>
)html";

inline constexpr char viewer_page_body[] = R"html(<main>
<canvas id="canvas"></canvas>
<div id="views"></div>
<p id="problem" hidden></p>
</main>
<footer>
<button id="play">Play</button>
<input id="place" type="range" min="0" step="any" value="0" aria-label="time">
<span id="time"></span>
<label>speed <select id="speed"><option value="0.1">0.1</option><option value="0.25">0.25</option><option value="0.5">0.5</option>
<option value="1" selected>1</option><option value="2">2</option><option value="4">4</option></select></label>
<label><input id="follow" type="checkbox" checked> follow</label>
<label><input id="curves" type="checkbox" checked> traces</label>
<label><input id="forces" type="checkbox" checked> contact forces</label>
</footer>
<noscript>This page plays recorded episodes by JavaScript, which is switched off.</noscript>
)html";

}  // namespace lockstep::detail
