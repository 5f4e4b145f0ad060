// The instance of the wasm, with its files and its colours.
import { bytesOf, content, makeFolders, unpacked, write } from "./files.js";
import { host } from "./host.js";
import { known, restoreOwn, restoreState, writeOwn } from "./kept.js";
import { LESSONS, STATE, page, part } from "./page.js";
import { plain, setTheme } from "./theme.js";

const canvas = /** @type {CanvasRenderingContext2D} */ (document.createElement("canvas").getContext("2d"));

/** @type {Record<string, number>} */
const widths = {}; // of a text in a font of 64 pixels

function textWidth(text, size, bold, mono) {
  const font = (bold ? "bold " : "") + "64px " + (mono ? "monospace" : "sans-serif"), key = font + text;
  if (widths[key] === undefined) {
    if (canvas.font !== font) canvas.font = font;
    widths[key] = canvas.measureText(text).width;
  }
  return (widths[key] * size) / 64;
}

let wasm;

// Defines startQkv(). The page's policy knows its text.
async function loadGlue() {
  const script = document.createElement("script");
  script.textContent = new TextDecoder().decode(await unpacked("glue"));
  document.head.append(script);
  script.remove();
}

// Its files, before it runs.
const furnish = (lessons, own) => (/** @type {Program} */ module) => {
  Object.assign(module.ENV, { HOME: "/home", XDG_DATA_HOME: "/data", XDG_STATE_HOME: STATE, LC_ALL: "C.UTF-8" });
  makeFolders(module.FS, LESSONS.slice(0, -1));
  for (const name in lessons) write(module.FS, LESSONS + name, content(lessons[name]));
  restoreOwn(module.FS);
  if (own) writeOwn(module.FS, own.name, own.text);
  for (const name in own?.files) writeOwn(module.FS, name, host ? own.files[name] : bytesOf(own.files[name]));
  known.clear();
  restoreState(module.FS);
  module.FS.chdir("/data/qkv"); // lessons are named from here
};

async function startUnpacked(own) {
  const [bytes, files] = await Promise.all([wasm || unpacked("program"), part("lessons").textContent ? unpacked("lessons") : null, window.startQkv || loadGlue()]);
  performance.mark("unpacked");
  wasm = bytes;
  const lessons = files ? JSON.parse(new TextDecoder().decode(files)) : {}; // where a notebook stores the page
  return (/** @type {any} */ (window)).startQkv({ wasmBinary: wasm, textWidth, preRun: [furnish(lessons, own)] });
}

export async function start() {
  const own = host ? host.own : JSON.parse(part("own").textContent);
  page.program = host ? await host.start(furnish(await host.lessons(), own), { textWidth }) : await startUnpacked(own);
  performance.mark("started");
  setTheme(plain.matches);
  return own;
}
