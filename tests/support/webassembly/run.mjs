// SPDX-License-Identifier: MIT
// run.mjs PROGRAM.wasm ARGUMENT...: runs a program of WebAssembly in Node. It sees the folders among the arguments.
import {statSync} from "node:fs";
import {readFile} from "node:fs/promises";
import {setFlagsFromString} from "node:v8";
import {WASI} from "node:wasi";

const [program, ...options] = process.argv.slice(2);
if (parseInt(process.versions.node) < 22) {
    setFlagsFromString("--experimental-wasm-relaxed-simd");  // newer ones have it anyway
}
const folders = options.filter(option => statSync(option, {throwIfNoEntry: false})?.isDirectory());
const wasi = new WASI({version: "preview1", args: [program, ...options],
                       preopens: Object.fromEntries(folders.map(folder => [folder, folder]))});
const module = await WebAssembly.compile(await readFile(program));
process.exit(wasi.start(await WebAssembly.instantiate(module, wasi.getImportObject())));
