// Lessons: which is open, which can be, and what is saved of one.
import { call, isBusy, notice, queue, run, status, stop } from "./calls.js";
import { tell, tellNotes } from "./class.js";
import { base64Of, download } from "./files.js";
import { goOn, show } from "./grid.js";
import { host } from "./host.js";
import { keepOwn, keepState, ownNames, restoreState, writeOwn } from "./kept.js";
import { readLines } from "./lines.js";
import { FIRST, OWN, page, part, shell } from "./page.js";
import { follow, openState } from "./place.js";

// With keys it is a place that was sent: nothing of it is remembered.
export async function openLesson(lesson, keys) {
  notice("");
  keepState();
  restoreState(page.program.FS);
  const wrong = page.role
    ? await run("web_present", lesson, page.role === "notes" ? 1 : 0)
    : await run(keys === undefined ? "web_open" : "web_show", lesson);
  if (!part("lesson").options.length) part("lesson").append(new Option(lesson.replace(OWN, ""), lesson)); // the rest comes later
  part("lesson").value = wrong ? page.opened : lesson;
  if (wrong) return notOpened(lesson, wrong);
  if (keys !== undefined && !host) notice("This place was sent to you: what you do here is not kept. Choose the lesson from the list to go on by yourself.");
  page.opened = lesson;
  page.sent = keys !== undefined;
  document.title = "qkv: " + lesson.replace(/^.*\//, "");
  const unread = keys ? await run("web_keys", keys) : "";
  await readLines(page.byLines);
  if (unread) status(unread);
  if (page.role === "notes") tell({ qkv: "opens", lesson });
  tellNotes();
  goOn();
  follow();
}

// What is open stays so; at the beginning, that is the first lesson. What to type in a terminal helps
// nobody here.
async function notOpened(lesson, wrong) {
  const words = wrong.split("\n").filter((line) => !/^ *try: qkv /.test(line)).join("\n").replaceAll(OWN, "");
  if (!page.opened && host) return host.failed(words);
  if (!page.opened && lesson !== FIRST) await openLesson(FIRST);
  if (page.opened) show();
  status(words);
  host?.failed(words);
}

// While the list is gone through by keys, the focus stays in it.
export let choosing = false;

function chooseLesson() {
  const lesson = part("lesson").value;
  if (isBusy()) stop();
  queue(() => openLesson(lesson));
}

function addOwn(name) {
  if (!part("lesson").querySelector(`[value="${CSS.escape(OWN + name)}"]`))
    part("lesson").prepend(new Option(name, OWN + name));
}

export function listLessons(own) {
  const list = part("lesson");
  list.replaceChildren();
  for (const row of call("web_lessons").split("\n").slice(0, -1)) {
    const [name, title] = row.split("\t");
    list.append(new Option(title, name));
  }
  for (const name of ownNames) if (isOpened(name)) addOwn(name);
  if (own) addOwn(own.name);
  list.value = page.opened;
  list.addEventListener("change", chooseLesson);
  list.addEventListener("pointerdown", () => { choosing = false; });
  list.addEventListener("keydown", (event) => { choosing = event.key !== "Enter"; });
  list.addEventListener("blur", () => { choosing = false; });
}

const LESSON_FILE = /\.(md|py|ipynb)$/i, DATA_FILE = /\.(npy|npz|safetensors|pt|pth|csv|tsv)$/i;
export const isOpened = (name) => LESSON_FILE.test(name) || DATA_FILE.test(name);

// Of several files the lesson opens, which may read the others; without one, the first with numbers.
export async function take(files) {
  for (const file of files) if (/\.json$/i.test(file.name) && (await openState(await file.text()))) return;
  let all = true;
  for (const file of files) {
    writeOwn(page.program.FS, file.name, new Uint8Array(await file.arrayBuffer()));
    all = keepOwn(file.name) && all;
  }
  const names = files.map((file) => file.name);
  const name = names.find((name) => LESSON_FILE.test(name)) || names.find((name) => DATA_FILE.test(name));
  if (!name) return status("A lesson (.md), a listing (.py), a notebook (.ipynb) a file of tensors or a saved state (.qkv.json) can be opened here.");
  addOwn(name);
  await openLesson(OWN + name);
  if (!all) notice("This is too large for the browser to keep: after a reload, open the file again.");
}

// The open lesson, when it is the reader's own, and the files beside it, which it may read.
export function ownLesson() {
  if (!page.opened.startsWith(OWN) || !LESSON_FILE.test(page.opened)) return null;
  const fs = page.program.FS, name = page.opened.slice(OWN.length), others = [...ownNames].filter((other) => other !== name);
  const files = Object.fromEntries(others.map((other) => [other, base64Of(fs.readFile(OWN + other))]));
  return { name, text: fs.readFile(page.opened, { encoding: "utf8" }), files };
}

export function savePage() {
  const copy = /** @type {any} */ (document.documentElement.cloneNode(true)), own = ownLesson();
  if (own) copy.querySelector("#own").textContent = JSON.stringify(own).replace(/</g, "\\u003c");
  if (own) copy.querySelector("#paper").textContent = call("web_handout");
  copy.querySelector("body").removeAttribute("data-view");
  [...copy.querySelector("body").children].forEach((one, i) => shell[i] && one.replaceWith(/** @type {Node} */ (shell[i]).cloneNode(true)));
  download((own ? own.name.replace(LESSON_FILE, "") : "qkv") + ".html", "<!doctype html>\n" + copy.outerHTML, "text/html");
}

export function saveAnswers() {
  if (isBusy()) return status("The program is running; when it is done, the answers can be saved.");
  const name = prompt("Your name, for who reads the answers:");
  if (name) download(name.replace(/[^\p{L}\p{N}]+/gu, "-") + ".json", call("web_answers", name), "application/json");
}

export function listenToFiles() {
  const dropping = (on) => (event) => {
    event.preventDefault();
    const isFile = event.dataTransfer?.types.includes("Files");
    document.body.classList.toggle("dropping", on && isFile);
    if (event.type === "drop" && isFile) queue(() => take([...event.dataTransfer.files]));
  };
  addEventListener("dragover", dropping(true));
  addEventListener("dragleave", (event) => { if (!event.relatedTarget) dropping(false)(event); });
  addEventListener("drop", dropping(false));
  part("open-file").addEventListener("click", () => part("files").click());
  part("files").addEventListener("change", () => { const files = [...part("files").files]; part("files").value = ""; queue(() => take(files)); });
}
