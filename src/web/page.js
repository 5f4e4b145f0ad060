// The page: paints frames, passes keys on, keeps what is to be remembered. What the walk does is the
// program's (web.c); nothing here knows a lesson or an operation.
"use strict";

const part = (id) => document.getElementById(id);
const LESSONS = "/data/qkv/lessons/", STATE = "/state", OWN = "/own/";
const wanted = new URLSearchParams(location.hash.slice(1));
let program; // the instance of the wasm
let opened = ""; // the lesson, as it was opened
let byLines = false;
let role = wanted.has("present") ? "present" : wanted.has("notes") ? "notes" : "";

// ---- calls --------------------------------------------------------------------------------------

const result = () => program.UTF8ToString(program._web_result());

function call(name, ...values) {
  program.ccall(name, null, values.map((value) => (typeof value === "string" ? "string" : "number")), values);
  return result();
}

// What may run a program: it rests now and then, so that it can be seen and stopped.
async function run(name, ...values) {
  try {
    call(name, ...values);
    while (program._web_is_busy()) {
      running(program.UTF8ToString(program._web_running(80)));
      await new Promise((resolve) => setTimeout(resolve));
      program._web_go_on();
    }
    running("");
    return result();
  } catch (problem) {
    return rescue(problem);
  }
}

function running(words) {
  part("stop").hidden = !words;
  if (words) status(words);
}

const isBusy = () => program && program._web_is_busy();

// One after the other: what comes while a program runs waits for its end.
let last = Promise.resolve();
const queue = (task) => (last = last.then(task).catch((problem) => status(String(problem.message || problem))));

// The browser's own calls were too deep, or there was no memory: a new instance goes on from what is
// kept.
let rescues = false;

async function rescue(problem) {
  console.error(problem);
  running("");
  if (rescues) throw problem;
  rescues = true;
  try {
    keepState();
    await start();
    await openLesson(opened);
  } finally {
    rescues = false;
  }
  status("The program was started again: " + (problem.message || problem));
  return "";
}

function status(text) {
  part("status").textContent = text;
}

// ---- files --------------------------------------------------------------------------------------

function bytesOf(base64) {
  const letters = atob(base64), bytes = new Uint8Array(letters.length);
  for (let i = 0; i < letters.length; i++) bytes[i] = letters.charCodeAt(i); // from() takes ten times as long
  return bytes;
}

const content = (file) => (typeof file === "string" ? file : bytesOf(file[0]));

async function unpacked(id) {
  const bytes = bytesOf(part(id).textContent.trim());
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

function makeFolders(fs, path) {
  path.split("/").slice(1).reduce((above, name) => {
    const folder = above + "/" + name;
    if (!fs.analyzePath(folder).exists) fs.mkdir(folder);
    return folder;
  }, "");
}

function write(fs, path, content) {
  makeFolders(fs, path.slice(0, path.lastIndexOf("/")));
  fs.writeFile(path, content);
}

// localStorage may be forbidden, or full.
function remembered(visit) {
  try {
    visit(window.localStorage);
  } catch (problem) {
    console.warn(problem);
  }
}

const KEY = "qkv:";

function restoreState(fs) {
  makeFolders(fs, STATE);
  remembered((storage) => {
    for (const key of Object.keys(storage))
      if (key.startsWith(KEY + "/")) write(fs, key.slice(KEY.length), storage[key]);
  });
}

function stateFiles(folder, visit) {
  const fs = program.FS;
  for (const name of fs.readdir(folder)) {
    const path = folder + "/" + name;
    if (name.startsWith(".")) continue;
    if (fs.isDir(fs.stat(path).mode)) stateFiles(path, visit);
    else visit(path, fs.readFile(path, { encoding: "utf8" }));
  }
}

function keepState() {
  if (!program || (isBusy() && !rescues)) return;
  try {
    program._web_keep();
    remembered((storage) => stateFiles(STATE, (path, text) => { storage[KEY + path] = text; }));
  } catch (problem) {
    console.warn(problem);
  }
}

// Twice as many pixels as the figure has points.
async function savePng(name, svg) {
  const image = new Image();
  image.src = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  await image.decode();
  const paper = document.createElement("canvas");
  [paper.width, paper.height] = [2 * image.naturalWidth, 2 * image.naturalHeight];
  paper.getContext("2d").drawImage(image, 0, 0, paper.width, paper.height);
  URL.revokeObjectURL(image.src);
  paper.toBlob((blob) => download(name, blob, "image/png"), "image/png");
}

function download(name, content, type) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([content], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

// ---- the program --------------------------------------------------------------------------------

const canvas = document.createElement("canvas").getContext("2d");

function textWidth(text, size, bold, mono) {
  canvas.font = (bold ? "bold " : "") + "64px " + (mono ? "monospace" : "sans-serif");
  return (canvas.measureText(text).width * size) / 64;
}

let wasm;

// Defines startQkv().
async function loadGlue() {
  const script = document.createElement("script");
  script.src = URL.createObjectURL(new Blob([await unpacked("glue")], { type: "text/javascript" }));
  const loaded = new Promise((resolve, reject) => { script.onload = resolve; script.onerror = reject; });
  document.head.append(script);
  await loaded;
  script.remove();
}

async function start() {
  const [bytes, files] = await Promise.all([wasm || unpacked("program"), unpacked("lessons"), window.startQkv || loadGlue()]);
  wasm = bytes;
  const lessons = JSON.parse(new TextDecoder().decode(files));
  const own = JSON.parse(part("own").textContent);
  program = await startQkv({
    wasmBinary: wasm,
    textWidth,
    preRun: [(module) => {
      Object.assign(module.ENV, { HOME: "/home", XDG_DATA_HOME: "/data", XDG_STATE_HOME: STATE, LC_ALL: "C.UTF-8" });
      for (const name in lessons) write(module.FS, LESSONS + name, content(lessons[name]));
      if (own) write(module.FS, OWN + own.name, own.text);
      restoreState(module.FS);
      module.FS.chdir("/data/qkv"); // lessons are named from here
    }],
  });
  setTheme(matchMedia("(forced-colors: active)").matches);
  return own;
}

function setTheme(plain) {
  const [paper, text] = ["--paper", "--text"].map((name) =>
    parseInt(getComputedStyle(document.documentElement).getPropertyValue(name).trim().slice(1), 16));
  program._web_theme(paper, text, 0, plain);
}

// ---- the grid -----------------------------------------------------------------------------------

const BOLD = 1, UNDERLINE = 2, REVERSE = 4;
let rows = []; // of the frame that is painted, as text
let columns = 80, lines = 24;
let cell = { width: 8, height: 20 };

function measureCell() {
  const screen = part("screen"), probe = document.createElement("span");
  probe.textContent = "0".repeat(100);
  probe.style.width = "auto";
  screen.append(probe);
  const box = probe.getBoundingClientRect();
  probe.remove();
  cell = { width: box.width / 100, height: parseFloat(getComputedStyle(screen).fontSize) * 1.25 };
}

// As many columns as there is room for, from 60 to 120; where there is less, smaller letters.
function fit() {
  const screen = part("screen");
  if (role === "present") return fitWall();
  const size = /^(\d+)x(\d+)$/.exec(wanted.get("size") || "");
  const room = document.documentElement.clientWidth - 20;
  screen.style.fontSize = "15px";
  measureCell();
  columns = size ? +size[1] : Math.max(60, Math.min(120, Math.floor(room / cell.width)));
  if (columns * cell.width > room) {
    screen.style.fontSize = Math.max(6, (15 * room) / (columns * cell.width)) + "px";
    measureCell();
  }
  const high = window.innerHeight - screen.getBoundingClientRect().top - 120;
  lines = size ? +size[2] : Math.max(16, Math.min(40, Math.floor(high / cell.height)));
  program._web_resize(columns, lines);
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
  program._web_resize(columns, lines);
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

function paint() {
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

function show() {
  if (part("status").textContent) status("");
  if (!byLines) paint();
  const name = program.UTF8ToString(program._web_file());
  if (name.endsWith(".png")) savePng(name, result());
  else if (name) download(name, result(), "image/svg+xml");
}

let timer = 0;

function goOn() {
  clearTimeout(timer);
  const wait = program._web_wait();
  if (wait >= 0) timer = setTimeout(() => queue(async () => { await run("web_tick"); show(); goOn(); }), wait);
}

const press = (keys) => queue(async () => {
  const wrong = await run("web_keys", keys);
  if (!(await afterwards()) && wrong) status(wrong);
});

const point = (kind, event) => {
  const [column, row] = place(event);
  return queue(async () => { await run("web_mouse", kind, column, row); await afterwards(); });
};

// True: another lesson was opened.
async function afterwards() {
  if (program._web_has_quit()) {
    const next = program.UTF8ToString(program._web_onward());
    keepState();
    await openLesson(next || opened);
    return true;
  }
  show();
  tellNotes();
  goOn();
  return false;
}

const NAMES = { " ": "Space", ArrowUp: "Up", ArrowDown: "Down", ArrowLeft: "Left", ArrowRight: "Right", PageUp: "PgUp", PageDown: "PgDn", "<": "lt" };
const NAMED = ["Enter", "Tab", "Backspace", "Escape", "Home", "End", "Delete", "Insert"];
let leaves = false; // Escape and then Tab leave the grid, as no key else would

function keyName(event) {
  if (event.metaKey || event.altKey) return "";
  if (event.key === "Tab" && (leaves || event.shiftKey)) return "";
  if (event.ctrlKey) return /^[a-z]$/i.test(event.key) && !/^[cvwtnlr]$/i.test(event.key) ? "<Ctrl-" + event.key.toUpperCase() + ">" : "";
  if (NAMES[event.key]) return "<" + NAMES[event.key] + ">";
  if (NAMED.includes(event.key) || /^F\d+$/.test(event.key)) return "<" + event.key + ">";
  return [...event.key].length === 1 ? event.key : "";
}

function place(event) {
  const box = part("screen").getBoundingClientRect();
  return [Math.floor((event.clientX - box.left) / cell.width), Math.floor((event.clientY - box.top) / cell.height)];
}

function listenToScreen() {
  const screen = part("screen");
  screen.addEventListener("keydown", (event) => {
    const name = keyName(event);
    leaves = event.key === "Escape";
    if (!name) return;
    event.preventDefault();
    if (isBusy() && leaves) program._web_stop();
    else press(name);
  });
  screen.addEventListener("click", (event) => {
    if (String(getSelection())) return; // text is being selected
    point(event.detail > 1 ? 1 : 0, event);
  });
  screen.addEventListener("wheel", (event) => {
    event.preventDefault();
    point(event.deltaY < 0 ? 2 : 3, event);
  }, { passive: false });
  for (const button of part("keys").children)
    button.addEventListener("click", () => { press(button.dataset.keys); screen.focus(); });
}

// ---- a presenter and its notes ------------------------------------------------------------------

// They hear each other on a channel; where files have none, by the window that one opened.
const channel = window.BroadcastChannel ? new BroadcastChannel("qkv") : null;
let peer = role ? window.opener : null;
let told = ""; // the last message of a presenter

function tell(what) {
  channel?.postMessage(what);
  try { peer?.postMessage(what, "*"); } catch (problem) { console.warn(problem); }
}

function tellNotes() {
  if (role !== "present") return;
  told = call("web_message") || told;
  tell({ qkv: "message", lesson: opened, message: told });
}

function hear({ data }) {
  if (data?.qkv === "asks" && role === "present" && told) tell({ qkv: "message", lesson: opened, message: told });
  if (data?.qkv !== "message" || role !== "notes" || data.lesson !== opened) return;
  queue(async () => { await run("web_follow", String(data.message)); show(); });
}

// The slides go to a window of their own, to be put on the projector; this one has the notes.
async function present() {
  peer = window.open(location.href.replace(/#.*/, "") + "#present&lesson=" + encodeURIComponent(opened), "_blank", "popup,width=1000,height=640");
  if (!peer) return status("The browser does not let the page open a window for the slides.");
  keepState();
  role = "notes";
  byLines = false;
  document.body.dataset.role = role;
  await openLesson(opened);
  part("screen").focus();
}

function listenToOthers() {
  document.body.dataset.role = role;
  addEventListener("message", hear);
  if (channel) channel.onmessage = hear;
  if (role === "notes") tell({ qkv: "asks" });
  part("present").addEventListener("click", () => queue(present));
}

// ---- line by line -------------------------------------------------------------------------------

const LINE = 78; // columns that the program fills

// Lines of a paragraph are one again, as wide as the page: those whose next word had no room.
function unfilled(text) {
  const lines = text.split("\n");
  return lines.reduce((all, line, i) => {
    const before = lines[i - 1].length, word = line.split(" ")[0].length;
    return all + (word && before <= LINE && before + 1 + word > LINE ? " " : "\n") + line;
  });
}

function say(text, own) {
  for (const words of unfilled(text).split(/\n{2,}/)) {
    if (!words.trim()) continue;
    const line = document.createElement("p");
    line.textContent = words.trimEnd();
    if (own) line.className = "said";
    part("log").append(line);
  }
  part("log").scrollTop = part("log").scrollHeight;
}

async function readLines(on) {
  byLines = on;
  part("as-lines").setAttribute("aria-pressed", on);
  for (const id of ["screen", "keys"]) part(id).hidden = on;
  part("reader").hidden = !on;
  remembered((storage) => { storage[KEY + "lines"] = on ? "1" : ""; });
  if (on) {
    status("");
    part("log").replaceChildren();
    say(await run("web_lines"));
    part("line").focus();
  } else {
    fit();
    rows = [];
    part("screen").replaceChildren();
    show();
    part("screen").focus();
  }
}

function listenToLines() {
  part("say").addEventListener("submit", (event) => {
    event.preventDefault();
    const typed = part("line").value;
    part("line").value = "";
    if (typed) say(typed, true);
    queue(async () => { say(await run("web_line", typed)); show(); keepState(); });
  });
  part("as-lines").addEventListener("click", () => queue(() => readLines(!byLines)));
  part("skip").addEventListener("click", (event) => { event.preventDefault(); queue(() => readLines(true)); });
  part("stop").addEventListener("click", () => program._web_stop());
}

// ---- lessons ------------------------------------------------------------------------------------

// With keys it is a place that was sent: nothing of it is remembered.
async function openLesson(lesson, keys) {
  const wrong = role
    ? await run("web_present", lesson, role === "notes" ? 1 : 0)
    : await run(keys === undefined ? "web_open" : "web_show", lesson);
  if (wrong) return status(wrong);
  opened = lesson;
  document.title = "qkv: " + lesson.replace(/^.*\//, "");
  part("lesson").value = lesson;
  if (keys) await run("web_keys", keys);
  await readLines(byLines);
  tellNotes();
  goOn();
}

function listLessons(own) {
  for (const row of call("web_lessons").split("\n").slice(0, -1)) {
    const [name, title] = row.split("\t");
    part("lesson").append(new Option(title, name));
  }
  if (own) part("lesson").prepend(new Option(own.name, OWN + own.name));
  part("lesson").value = opened;
  part("lesson").addEventListener("change", () => queue(() => { keepState(); return openLesson(part("lesson").value); }));
}

const LESSON_FILE = /\.(md|py|ipynb)$/i, DATA_FILE = /\.(npy|npz|safetensors|pt|pth|csv|tsv)$/i;
let dropped = null; // the lesson that "Save as one file" puts in

// Of several files the lesson opens, which may read the others; without one, the first with numbers.
async function take(files) {
  for (const file of files) write(program.FS, OWN + file.name, new Uint8Array(await file.arrayBuffer()));
  const names = files.map((file) => file.name);
  const name = names.find((name) => LESSON_FILE.test(name)) || names.find((name) => DATA_FILE.test(name));
  if (!name) return status("A lesson (.md), a listing (.py), a notebook (.ipynb) or a file of tensors can be opened here.");
  if (LESSON_FILE.test(name)) dropped = { name, text: program.FS.readFile(OWN + name, { encoding: "utf8" }) };
  if (!part("lesson").querySelector(`[value="${CSS.escape(OWN + name)}"]`))
    part("lesson").prepend(new Option(name, OWN + name));
  await openLesson(OWN + name);
}

function listenToFiles() {
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", (event) => { event.preventDefault(); queue(() => take([...event.dataTransfer.files])); });
  part("save-page").addEventListener("click", () => {
    const page = document.documentElement.cloneNode(true);
    const slot = page.querySelector("#own");
    if (dropped) slot.textContent = JSON.stringify(dropped).replace(/</g, "\\u003c");
    if (dropped) page.querySelector("#paper").textContent = call("web_handout");
    for (const id of ["screen", "log", "lesson"]) page.querySelector("#" + id).replaceChildren();
    for (const id of ["screen", "keys", "reader"]) page.querySelector("#" + id).hidden = true;
    download((dropped ? dropped.name.replace(LESSON_FILE, "") : "qkv") + ".html", "<!doctype html>\n" + page.outerHTML, "text/html");
  });
  part("save-answers").addEventListener("click", () => {
    const name = prompt("Your name, for who reads the answers:");
    if (name) download(name.replace(/[^\p{L}\p{N}]+/gu, "-") + ".json", call("web_answers", name), "application/json");
  });
}

// ---- paper --------------------------------------------------------------------------------------

// What is printed is the lesson's handout.
function printHandout(on) {
  if (isBusy()) return;
  part("print").innerHTML = on ? call("web_handout") : "";
  const style = part("print").querySelector("style");
  if (style) style.media = "print";
}

// ---- the beginning ------------------------------------------------------------------------------

async function begin() {
  const own = await start();
  listenToScreen();
  listenToLines();
  listenToFiles();
  listenToOthers();
  addEventListener("beforeprint", () => printHandout(true));
  addEventListener("afterprint", () => printHandout(false));
  let lines = matchMedia("(max-width: 700px) and (orientation: portrait)").matches;
  remembered((storage) => { if (storage[KEY + "lines"] !== undefined) lines = storage[KEY + "lines"] === "1"; });
  byLines = !role && (wanted.has("lines") || (lines && !wanted.has("size")));
  part("screen").hidden = part("keys").hidden = byLines;
  if (!byLines) fit();
  const name = wanted.get("lesson") || (own ? OWN + own.name : "eight-steps");
  await queue(() => openLesson(name, wanted.has("keys") ? wanted.get("keys") : undefined));
  performance.mark("first-frame");
  setTimeout(() => queue(() => listLessons(own))); // reads each lesson for its title: after the frame
  addEventListener("resize", () => queue(() => { if (!byLines) { fit(); show(); } }));
  addEventListener("pagehide", keepState);
  document.addEventListener("visibilitychange", keepState);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => location.reload());
}

begin().catch((problem) => status("qkv cannot run here: " + (problem.message || problem)));
