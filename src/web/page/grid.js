// The grid: as many columns as fit, painted row by row.
import { call, queue, result, run, status } from "./calls.js";
import { download, savePng } from "./files.js";
import { page, part, wanted } from "./page.js";
import { draw } from "./stage.js";

const BOLD = 1, UNDERLINE = 2, REVERSE = 4;
export let rows = []; // of the frame that is painted, as text
export let columns = 80, lines = 24;
export let cell = { width: 8, height: 20 };

function measureCell() {
  const screen = part("screen"), probe = document.createElement("span");
  probe.textContent = "0".repeat(100);
  probe.style.width = "auto";
  screen.append(probe);
  const box = probe.getBoundingClientRect();
  probe.remove();
  cell = { width: box.width / 100, height: parseFloat(getComputedStyle(screen).fontSize) * 1.25 };
}

const FEWEST = { columns: 60, lines: 16 }, USUAL = { columns: 80, lines: 24 }, MOST = { columns: 120, lines: 40 };
const LETTERS = 100; // pixels high, to be measured

// Letters as large as the usual grid allows; where they would be too small to read, fewer of them.
export function fit() {
  const screen = part("screen"), size = /^(\d{2,3})x(\d{2,3})$/.exec(wanted.get("size") || "");
  const room = part("cards").clientWidth, bar = part("foot-of-page").offsetHeight;
  const high = Math.max(160, innerHeight - screen.getBoundingClientRect().top - scrollY - bar - 8);
  const least = size ? { columns: +size[1], lines: +size[2] } : USUAL;
  screen.style.fontSize = LETTERS + "px";
  measureCell();
  const letters = (/** @type {typeof USUAL} */ { columns, lines }) => LETTERS * Math.min(room / (columns * cell.width), high / (lines * cell.height));
  const large = letters(least);
  screen.style.fontSize = (size || large >= 12 ? Math.max(large, 6) : Math.max(8, Math.min(12, letters(FEWEST)))) + "px";
  measureCell();
  const most = page.role === "present" ? { columns: 500, lines: 200 } : MOST;
  const count = (/** @type {number} */ space, /** @type {number} */ one, /** @type {number} */ fewest, /** @type {number} */ all) => Math.max(fewest, Math.min(all, Math.floor(space / one + 0.01)));
  columns = size ? least.columns : count(room, cell.width, FEWEST.columns, most.columns);
  lines = size ? least.lines : count(high, cell.height, FEWEST.lines, most.lines);
  page.program._web_resize(columns, lines);
}

function width(text) { // in columns: what the program counted is as wide as it is painted
  let count = 0;
  for (const letter of text) count += wide(letter);
  return count;
}

function wide(letter) {
  const code = letter.codePointAt(0);
  if (/\p{M}/u.test(letter)) return 0;
  return code >= 0x1100 && /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Emoji_Presentation}\uff01-\uff60]/u.test(letter) ? 2 : 1;
}

function paintRun(row, run) {
  const [ink, ground, attributes, text] = run.split("\t");
  const span = document.createElement("span");
  const reverse = attributes & REVERSE;
  span.textContent = text;
  span.style.width = width(text) * cell.width + "px";
  const [front, back] = reverse ? [ground || "var(--paper)", ink || "var(--text)"] : [ink, ground];
  if (front) span.style.color = front;
  if (back) span.style.background = back;
  if (attributes & BOLD) span.style.fontWeight = "bold";
  if (attributes & UNDERLINE) span.style.textDecoration = "underline";
  row.append(span);
}

export function paint() {
  const screen = part("screen");
  const [cursor, ...frame] = call("web_frame").split("\n").slice(0, -1);
  const all = Math.max(frame.length, rows.length);
  for (let i = 0; i < all; i++) {
    if (i >= frame.length) { screen.lastChild.remove(); continue; }
    if (i >= screen.children.length) screen.append(document.createElement("div"));
    if (frame[i] === rows[i]) continue;
    const row = screen.children[i];
    row.replaceChildren();
    for (const run of frame[i].split("\x01").slice(0, -1)) paintRun(row, run);
  }
  rows = frame;
  screen.dataset.cursor = cursor;
}

// The next frame is painted anew, whatever was painted before.
export function forgetRows() {
  rows = [];
}

export function show() {
  if (part("status").textContent) status("");
  draw();
  const name = page.program.UTF8ToString(page.program._web_file());
  if (name.endsWith(".png")) savePng(name, result());
  else if (name) download(name, result(), "image/svg+xml");
}

export let timer = 0;

export function goOn() {
  clearTimeout(timer);
  const wait = page.program._web_wait();
  if (wait >= 0) timer = setTimeout(() => queue(async () => { await run("web_tick"); show(); goOn(); }), wait);
}
