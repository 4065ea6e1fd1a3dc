// SPDX-License-Identifier: MIT
// Runs the modules that tests/io/export/javascript.cpp wrote, beside the library's own actions:
//     node javascript_in_node.mjs FOLDER

import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";

const folder = resolve(process.argv[2]);
const modules = readdirSync(folder).filter((name) => name.endsWith(".mjs"));
let worst = modules.length > 0 ? 0 : NaN;
for (const name of modules) {
    const { default: Policy } = await import(`${folder}/${name}`);
    const { observations, actions } = JSON.parse(readFileSync(`${folder}/${name.replace(".mjs", ".json")}`, "utf8"));
    const policy = new Policy();
    for (const again of [false, true]) {
        let largest = 0;
        observations.forEach((observation, step) => {
            const found = policy.act(observation);
            if (found.length !== Policy.actionSize || observation.length !== Policy.observationSize) {
                throw new Error(`${name}: ${found.length} numbers of an action`);
            }
            found.forEach((value, i) => {
                const expected = actions[step][i];
                largest = Math.max(largest, Math.abs(value - expected) / Math.max(1, Math.abs(expected)));
            });
        });
        worst = Math.max(worst, largest, Policy.selfTest());
        console.log(`${name}: ${largest.toPrecision(2)}, self-test ${Policy.selfTest().toPrecision(2)}${again ? " again" : ""}`);
        policy.reset();
    }
    try {
        policy.act([]);
        throw new Error(`${name} accepts an observation without numbers`);
    } catch (error) {
        if (!(error instanceof RangeError)) {
            throw error;
        }
    }
}
if (!(worst <= 1e-6)) {
    throw new Error(`differs by ${worst}, more than 1e-6`);
}
console.log(`Node agrees on ${modules.length} modules`);
