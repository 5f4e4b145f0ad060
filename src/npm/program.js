// The program as wasm: compiled once, and an instance of it for each run or lesson.
import startQkv from "./glue.js";
import { textWidth as tableWidth } from "./widths.js";

/** @typedef {import("./index.js").Wasm} Wasm */

/** What emscripten makes of the program, as far as it is used here.
 * @typedef {{ ccall(name: string, returns: null, types: string[], values: (string | number)[]): void,
 *   UTF8ToString(text: number): string, FS: any, ENV: Record<string, string>,
 *   [exported: `_web_${string}`]: (...values: number[]) => number }} Program */

/** @param {string} base64 */
export function bytesOf(base64) {
  const letters = atob(base64), bytes = new Uint8Array(letters.length);
  for (let i = 0; i < letters.length; i++) bytes[i] = letters.charCodeAt(i);
  return bytes;
}

/** @type {Promise<WebAssembly.Module> | undefined} */
let module;

/** Where the wasm comes from instead of the package's own copy of it. Before anything runs. @param {{ wasm: Wasm }} options */
export function configure({ wasm }) {
  module = Promise.resolve(wasm).then(compile);
}

/** @param {Wasm} wasm @returns {Promise<WebAssembly.Module>} */
async function compile(wasm) {
  if (wasm instanceof WebAssembly.Module) return wasm;
  if (typeof wasm === "string" || wasm instanceof URL) wasm = await fetch(wasm);
  if (typeof Response !== "undefined" && wasm instanceof Response) {
    if (!wasm.ok) throw new Error(`qkv: ${wasm.url} is not there (${wasm.status})`);
    wasm = await wasm.arrayBuffer();
  }
  return WebAssembly.compile(/** @type {BufferSource} */ (wasm));
}

async function packed() {
  const { default: base64 } = await import("./wasm.js");
  const stream = new Blob([/** @type {BlobPart} */ (bytesOf(base64))]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).arrayBuffer();
}

/** The compiled module, which all instances share. */
export function compiled() {
  return (module ??= packed().then(compile));
}

/** Files of the library, by their paths below "lessons": text, or base64 in a list.
 * @returns {Promise<Record<string, string | [string]>>} */
export async function lessons() {
  return (await import("./lessons.js")).default;
}

/** The names of the lessons, in the order of the course. */
export async function lessonNames() {
  return Object.keys(await lessons()).filter((path) => /^\d+-[^/]*\.md$/.test(path)).map((path) => path.replace(/^\d+-|\.md$/g, ""));
}

const measure = typeof document === "undefined" ? null : document.createElement("canvas").getContext("2d");
/** @type {Map<string, number>} */
const widths = new Map();

/** How wide text is in that size of letters: by the browser's own fonts, or by a table.
 * @param {string} text @param {number} size @param {boolean} bold @param {boolean} mono */
export function textWidth(text, size, bold, mono) {
  if (!measure) return tableWidth(text, size, bold, mono);
  const font = (bold ? "bold " : "") + "64px " + (mono ? "monospace" : "sans-serif"), key = font + text;
  let width = widths.get(key);
  if (width === undefined) {
    measure.font = font;
    widths.set(key, (width = measure.measureText(text).width));
  }
  return (width * size) / 64;
}

/** An instance of the program. `prepare` gets it before it runs: files, environment, streams.
 * @param {(program: Program) => void} prepare @param {object} [options] of emscripten
 * @returns {Promise<Program>} */
export async function start(prepare, options = {}) {
  const wasm = await compiled();
  return startQkv({
    textWidth,
    preRun: [prepare],
    instantiateWasm(/** @type {WebAssembly.Imports} */ imports, /** @type {(instance: WebAssembly.Instance, module: WebAssembly.Module) => void} */ receive) {
      WebAssembly.instantiate(wasm, imports).then((instance) => receive(instance, wasm));
      return {};
    },
    ...options,
  });
}

/** @param {any} fs @param {string} path @param {string | Uint8Array} content */
export function write(fs, path, content) {
  fs.mkdirTree(path.slice(0, path.lastIndexOf("/")));
  fs.writeFile(path, content);
}

/** Puts the library where the program looks for it. @param {Program} program @param {Record<string, string | [string]>} files */
export function writeLessons({ FS }, files) {
  for (const path in files) {
    const content = files[path];
    write(FS, "/data/qkv/lessons/" + path, typeof content === "string" ? content : bytesOf(content[0]));
  }
}

const NO_OUTLINES = "qkv: --paths needs the outlines of fonts, which qkv from npm has not\n  try: leave --paths out: the text is text then\n";

/** What an instance writes, byte by byte, in pieces. @param {(bytes: Uint8Array) => void} take */
export function sink(take) {
  let bytes = new Uint8Array(1 << 14), count = 0;
  const flush = () => {
    if (count) take(bytes.slice(0, count));
    count = 0;
  };
  /** @param {number | null} code */
  const put = (code) => {
    if (code === null) return;
    if (count === bytes.length) flush();
    bytes[count++] = code;
  };
  return { put, flush };
}

/** Runs `qkv` with these words in an instance of its own, and says how it ended: the exit status.
 * `prepare` as for start(); `rest` is called now and then while a program runs.
 * @param {string[]} words the first is the program's own name
 * @param {{ prepare: (program: Program) => void, error: (text: string) => void, rest: () => Promise<void> | void, isStopped?: () => boolean }} options */
export async function execute(words, { prepare, error, rest, isStopped }) {
  if (words.includes("--paths")) {
    error(NO_OUTLINES);
    return 1;
  }
  const program = await start(prepare);
  try {
    program.ccall("web_command", null, ["string"], [words.map((word) => word.replaceAll("\x01", "") + "\x01").join("")]);
    while (program._web_is_busy()) {
      await rest();
      if (isStopped?.()) program._web_stop();
      program._web_go_on();
    }
    return program._web_status();
  } catch (problem) {
    const { name, status, message } = /** @type {any} */ (problem);
    if (name === "ExitStatus") return Number(status);
    error(problem instanceof RangeError ? "qkv: the program calls itself too deeply for this stack\n  try: fewer calls inside one another\n" : `qkv: internal error: ${message}\n`);
    return 1;
  }
}
