// The grid: as many columns as fit, painted row by row.
import { call, queue, result, run, status } from "./calls.js";
import { download, savePng } from "./files.js";
import { page, part, wanted } from "./page.js";

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

const FEWEST_LINES = 16;

// As many columns as there is room for, from 60 to 120; where there is less, smaller letters.
export function fit() {
  const screen = part("screen");
  if (page.role === "present") return fitWall();
  const size = /^(\d{2,3})x(\d{2,3})$/.exec(wanted.get("size") || "");
  const room = document.documentElement.clientWidth - 20;
  screen.style.fontSize = "15px";
  measureCell();
  columns = size ? +size[1] : Math.max(60, Math.min(120, Math.floor(room / cell.width)));
  if (columns * cell.width > room) {
    screen.style.fontSize = Math.max(6, (15 * room) / (columns * cell.width)) + "px";
    measureCell();
  }
  const most = window.innerHeight - screen.getBoundingClientRect().top;
  if (!size && most - 60 < FEWEST_LINES * cell.height) { // a phone that lies on its side
    screen.style.fontSize = Math.max(8, (parseFloat(screen.style.fontSize) * (most - 60)) / (FEWEST_LINES * cell.height)) + "px";
    measureCell();
  }
  const below = Math.max(120, part("keys").offsetHeight + 20);
  lines = size ? +size[2] : Math.max(FEWEST_LINES, Math.min(40, Math.floor((most - below) / cell.height)));
  page.program._web_resize(columns, lines);
}

// For a projector: 80 columns as large as they can be.
function fitWall() {
  const screen = part("screen");
  screen.style.fontSize = "15px";
  measureCell();
  const room = window.innerWidth - 8, high = window.innerHeight - 8;
  screen.style.fontSize = 15 * Math.min(room / (80 * cell.width), high / (24 * cell.height)) + "px";
  measureCell();
  columns = Math.max(80, Math.floor(room / cell.width));
  lines = Math.max(24, Math.floor(high / cell.height));
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
  if (!page.byLines) paint();
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
