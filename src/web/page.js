// The page: paints frames, passes keys on, keeps what is to be remembered. What the walk does is the
// program's (web.c); nothing here knows a lesson or an operation.
"use strict";

const part = (id) => document.getElementById(id);
const LESSONS = "/data/qkv/lessons/", STATE = "/state", OWN = "/own/", FIRST = "eight-steps";
const wanted = new URLSearchParams(location.hash.slice(1).replace(/\+/g, "%2B")); // a plus is a key
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
    if (stopped) notice("The run was stopped. What comes after that place was not computed; open the lesson again to run all of it.");
    stopped = false;
    return result();
  } catch (problem) {
    return rescue(problem);
  }
}

let stopped = false;

function stop() {
  stopped = isBusy();
  program._web_stop();
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

// Until the next key.
function status(text) {
  part("status").textContent = text;
}

// Until another lesson is opened.
function notice(text) {
  part("notice").textContent = text;
}

// ---- files --------------------------------------------------------------------------------------

function bytesOf(base64) {
  const letters = atob(base64), bytes = new Uint8Array(letters.length);
  for (let i = 0; i < letters.length; i++) bytes[i] = letters.charCodeAt(i); // from() takes ten times as long
  return bytes;
}

function base64Of(bytes) {
  let letters = "";
  for (let i = 0; i < bytes.length; i += 4096) letters += String.fromCharCode(...bytes.subarray(i, i + 4096));
  return btoa(letters);
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

// Storage may be forbidden, or full. False: it is.
function remembered(visit) {
  try {
    visit(window.localStorage, window.sessionStorage);
    return true;
  } catch (problem) {
    return false;
  }
}

const KEY = "qkv:";
const known = new Map(); // of each file of the state what is stored of it, as far as this page knows

// Another page of this browser may have gone on meanwhile.
function restoreState(fs) {
  makeFolders(fs, STATE);
  remembered((storage) => {
    for (const key of Object.keys(storage)) {
      const path = key.slice(KEY.length);
      if (!key.startsWith(KEY + "/") || known.get(path) === storage[key]) continue;
      write(fs, path, storage[key]);
      known.set(path, storage[key]);
    }
  });
}

function filesBelow(folder, visit, encoding) {
  const fs = program.FS;
  if (!fs.analyzePath(folder).exists) return;
  for (const name of fs.readdir(folder)) {
    const path = folder + "/" + name;
    if (name.startsWith(".")) continue;
    if (fs.isDir(fs.stat(path).mode)) filesBelow(path, visit, encoding);
    else visit(path, fs.readFile(path, { encoding }));
  }
}

// Only what changed here: the rest may have gone on in another page.
function keepState() {
  if (!program || (isBusy() && !rescues)) return;
  let all = true;
  try {
    program._web_keep();
    filesBelow(STATE, (path, text) => {
      if (known.get(path) === text) return;
      if (remembered((storage) => { storage[KEY + path] = text; })) known.set(path, text);
      else all = false;
    }, "utf8");
  } catch (problem) {
    console.warn(problem);
  }
  if (!all) notice("This browser keeps nothing of what you do here. Save your answers before you leave.");
}

// Files of the reader's own outlast a reload, and go along into the window of the slides.
const OWN_KEY = KEY + "own/";

function keepOwn(name) {
  const file = program.FS.readFile(OWN + name);
  return remembered((_, tab) => { tab[OWN_KEY + name] = base64Of(file); });
}

function restoreOwn(fs) {
  remembered((_, tab) => {
    for (const key of Object.keys(tab))
      if (key.startsWith(OWN_KEY)) write(fs, OWN + key.slice(OWN_KEY.length), bytesOf(tab[key]));
  });
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
      restoreOwn(module.FS);
      if (own) write(module.FS, OWN + own.name, own.text);
      for (const name in own?.files) write(module.FS, OWN + name, bytesOf(own.files[name]));
      known.clear();
      restoreState(module.FS);
      module.FS.chdir("/data/qkv"); // lessons are named from here
    }],
  });
  setTheme(plain.matches);
  return own;
}

const plain = matchMedia("(forced-colors: active)");

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

const FEWEST_LINES = 16;

// As many columns as there is room for, from 60 to 120; where there is less, smaller letters.
function fit() {
  const screen = part("screen");
  if (role === "present") return fitWall();
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
  lines = size ? +size[2] : Math.max(FEWEST_LINES, Math.min(40, Math.floor((most - 120) / cell.height)));
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

const CONTROL = /^[gou]$/i; // with Ctrl: what the program has and browsers can do without

// The keys of the browser stay its own. A letter that a layout makes with Alt or AltGr is that letter.
function keyName(event) {
  const isLetter = [...event.key].length === 1;
  const isMade = isLetter && !/^[a-z0-9 ]$/i.test(event.key) && (event.altKey || event.getModifierState("AltGraph"));
  if (isMade) return event.key === "<" ? "<lt>" : event.key;
  if (event.metaKey || event.altKey) return "";
  if (event.key === "Tab" && (leaves || event.shiftKey)) return "";
  if (event.ctrlKey) return CONTROL.test(event.key) ? "<Ctrl-" + event.key.toUpperCase() + ">" : "";
  if (NAMES[event.key]) return "<" + NAMES[event.key] + ">";
  if (NAMED.includes(event.key)) return "<" + event.key + ">";
  return isLetter ? event.key : "";
}

function place(event) {
  const box = part("screen").getBoundingClientRect();
  return [Math.floor((event.clientX - box.left) / cell.width), Math.floor((event.clientY - box.top) / cell.height)];
}

// A trackpad moves in many small parts; where nothing moved here, the page does.
let turned = 0, idle = 0;

function turnWheel(event) {
  const by = event.deltaMode ? event.deltaY * NOTCH : event.deltaY;
  if (event.ctrlKey || !by || Math.sign(by) === idle) return;
  event.preventDefault();
  idle = 0;
  turned = Math.sign(turned) === Math.sign(by) ? turned + by : by;
  if (Math.abs(turned) < NOTCH) return;
  turned = 0;
  const before = rows.join();
  point(by < 0 ? 2 : 3, event).then(() => { if (rows.join() === before) idle = Math.sign(by); });
}

const NOTCH = 40; // points

function listenToScreen() {
  const screen = part("screen");
  screen.addEventListener("keydown", (event) => {
    const name = keyName(event);
    leaves = event.key === "Escape";
    if (!name) return;
    event.preventDefault();
    idle = 0;
    if (!(isBusy() && leaves)) press(name);
  });
  screen.addEventListener("click", (event) => {
    if (event.detail > 1) getSelection().removeAllRanges(); // that of a double click
    if (String(getSelection())) return; // text is being selected
    point(event.detail > 1 ? 1 : 0, event);
  });
  screen.addEventListener("wheel", turnWheel, { passive: false });
  for (const button of part("keys").querySelectorAll("button[data-keys]"))
    button.addEventListener("click", () => { press(button.dataset.keys); screen.focus(); });
  part("type").addEventListener("submit", (event) => { // where a screen has no keyboard before something is to be written
    event.preventDefault();
    press(part("typed").value.replace(/</g, "<lt>").replace(/ /g, "<Space>") + "<Enter>");
    part("typed").value = "";
  });
  addEventListener("keydown", (event) => { if (event.key === "Escape" && isBusy()) stop(); });
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
  if (data?.qkv === "opens" && role === "present" && data.lesson !== opened) queue(() => openLesson(data.lesson));
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
  part("reader").hidden = true;
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
    else if (/^ {4}/m.test(words)) line.className = "code";
    part("log").append(line);
  }
  part("log").scrollTop = part("log").scrollHeight;
}

// The focus goes along, but not out of the list of lessons.
function focusOn(id) {
  if (!choosing) part(id).focus();
}

async function readLines(on) {
  byLines = on;
  clearTimeout(timer);
  document.body.classList.toggle("lines", on);
  part("as-lines").setAttribute("aria-pressed", on);
  for (const id of ["screen", "keys"]) part(id).hidden = on;
  part("reader").hidden = !on;
  remembered((storage) => { storage[KEY + "lines"] = on ? "1" : ""; });
  if (on) {
    status("");
    part("log").replaceChildren();
    say(await run("web_lines"));
    focusOn("line");
  } else {
    fit();
    rows = [];
    part("screen").replaceChildren();
    show();
    focusOn("screen");
  }
}

async function sayLine(typed) {
  say(await run("web_line", typed));
  if (program._web_lines_left()) {
    await run("web_lines");
    say("Your place is kept. Choose another lesson above, or type n to go on here.");
  }
  show();
  keepState();
}

function listenToLines() {
  part("say").addEventListener("submit", (event) => {
    event.preventDefault();
    const typed = part("line").value;
    part("line").value = "";
    if (typed) say(typed, true);
    queue(() => sayLine(typed));
  });
  part("as-lines").addEventListener("click", () => queue(() => readLines(!byLines)));
  part("skip").addEventListener("click", (event) => { event.preventDefault(); queue(() => readLines(true)); });
  part("stop").addEventListener("click", stop);
}

// ---- lessons ------------------------------------------------------------------------------------

// With keys it is a place that was sent: nothing of it is remembered.
async function openLesson(lesson, keys) {
  notice("");
  keepState();
  restoreState(program.FS);
  const wrong = role
    ? await run("web_present", lesson, role === "notes" ? 1 : 0)
    : await run(keys === undefined ? "web_open" : "web_show", lesson);
  part("lesson").value = wrong ? opened : lesson;
  if (wrong) return notOpened(lesson, wrong);
  if (keys !== undefined) notice("This place was sent to you: what you do here is not kept. Choose the lesson from the list to go on by yourself.");
  opened = lesson;
  document.title = "qkv: " + lesson.replace(/^.*\//, "");
  if (keys === undefined) remembered(() => history.replaceState(null, "", address()));
  const unread = keys ? await run("web_keys", keys) : "";
  await readLines(byLines);
  if (unread) status(unread);
  if (role === "notes") tell({ qkv: "opens", lesson });
  tellNotes();
  goOn();
}

// What is open stays so; at the beginning, that is the first lesson. What to type in a terminal helps
// nobody here.
async function notOpened(lesson, wrong) {
  const words = wrong.split("\n").filter((line) => !/^ *try: qkv /.test(line)).join("\n").replaceAll(OWN, "");
  if (!opened && lesson !== FIRST) await openLesson(FIRST);
  if (opened && !byLines) paint();
  status(words);
}

// Of what is open, so that a reload leads here again.
function address() {
  const size = wanted.get("size");
  return "#" + (role ? role + "&" : "") + "lesson=" + encodeURIComponent(opened) + (size ? "&size=" + size : "");
}

// While the list is gone through by keys, the focus stays in it.
let choosing = false;

function chooseLesson() {
  const lesson = part("lesson").value;
  if (isBusy()) stop();
  queue(() => openLesson(lesson));
}

function addOwn(name) {
  if (!part("lesson").querySelector(`[value="${CSS.escape(OWN + name)}"]`))
    part("lesson").prepend(new Option(name, OWN + name));
}

function listLessons(own) {
  const list = part("lesson");
  for (const row of call("web_lessons").split("\n").slice(0, -1)) {
    const [name, title] = row.split("\t");
    list.append(new Option(title, name));
  }
  filesBelow(OWN.slice(0, -1), (path) => { if (isOpened(path)) addOwn(path.slice(OWN.length)); });
  if (own) addOwn(own.name);
  list.value = opened;
  list.addEventListener("change", chooseLesson);
  list.addEventListener("pointerdown", () => { choosing = false; });
  list.addEventListener("keydown", (event) => { choosing = event.key !== "Enter"; });
  list.addEventListener("blur", () => { choosing = false; });
}

const LESSON_FILE = /\.(md|py|ipynb)$/i, DATA_FILE = /\.(npy|npz|safetensors|pt|pth|csv|tsv)$/i;
const isOpened = (name) => LESSON_FILE.test(name) || DATA_FILE.test(name);

// Of several files the lesson opens, which may read the others; without one, the first with numbers.
async function take(files) {
  let all = true;
  for (const file of files) {
    write(program.FS, OWN + file.name, new Uint8Array(await file.arrayBuffer()));
    all = keepOwn(file.name) && all;
  }
  const names = files.map((file) => file.name);
  const name = names.find((name) => LESSON_FILE.test(name)) || names.find((name) => DATA_FILE.test(name));
  if (!name) return status("A lesson (.md), a listing (.py), a notebook (.ipynb) or a file of tensors can be opened here.");
  addOwn(name);
  await openLesson(OWN + name);
  if (!all) notice("This is too large for the browser to keep: after a reload, open the file again.");
}

// The open lesson, when it is the reader's own, and the files beside it, which it may read.
function ownLesson() {
  if (!opened.startsWith(OWN) || !LESSON_FILE.test(opened)) return null;
  const name = opened.slice(OWN.length), own = { name, text: program.FS.readFile(opened, { encoding: "utf8" }), files: {} };
  filesBelow(OWN.slice(0, -1), (path, bytes) => { if (path !== opened) own.files[path.slice(OWN.length)] = base64Of(bytes); });
  return own;
}

function savePage() {
  const page = document.documentElement.cloneNode(true), own = ownLesson();
  if (own) page.querySelector("#own").textContent = JSON.stringify(own).replace(/</g, "\\u003c");
  if (own) page.querySelector("#paper").textContent = call("web_handout");
  for (const id of ["screen", "log", "lesson", "status", "notice"]) page.querySelector("#" + id).replaceChildren();
  for (const id of ["screen", "keys", "reader"]) page.querySelector("#" + id).hidden = true;
  download((own ? own.name.replace(LESSON_FILE, "") : "qkv") + ".html", "<!doctype html>\n" + page.outerHTML, "text/html");
}

function saveAnswers() {
  if (isBusy()) return status("The program is running; when it is done, the answers can be saved.");
  const name = prompt("Your name, for who reads the answers:");
  if (name) download(name.replace(/[^\p{L}\p{N}]+/gu, "-") + ".json", call("web_answers", name), "application/json");
}

function listenToFiles() {
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", (event) => { event.preventDefault(); queue(() => take([...event.dataTransfer.files])); });
  part("open-file").addEventListener("click", () => part("files").click());
  part("files").addEventListener("change", () => { const files = [...part("files").files]; part("files").value = ""; queue(() => take(files)); });
  part("save-page").addEventListener("click", () => queue(savePage));
  part("save-answers").addEventListener("click", saveAnswers);
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
  const name = wanted.get("lesson") || (own ? OWN + own.name : FIRST);
  await queue(() => openLesson(name, wanted.has("keys") ? wanted.get("keys") : undefined));
  performance.mark("first-frame");
  setTimeout(() => queue(() => listLessons(own))); // reads each lesson for its title: after the frame
  addEventListener("resize", () => queue(() => { if (!byLines) { fit(); show(); } }));
  addEventListener("pagehide", keepState);
  document.addEventListener("visibilitychange", keepState);
  addEventListener("hashchange", () => location.reload()); // a link to another place
  for (const media of [plain, matchMedia("(prefers-color-scheme: dark)")])
    media.addEventListener("change", () => queue(() => { setTheme(plain.matches); rows = []; if (!byLines) paint(); }));
}

begin().catch((problem) => status("qkv cannot run here: " + (problem.message || problem)));
