// The address: it says where the reader is, leads another window there, and the browser's Back and
// Forward go through it.
import { call, isBusy, notice, queue, run, status } from "./calls.js";
import { word } from "./class.js";
import { bytesOf } from "./files.js";
import { host } from "./host.js";
import { keepOwn, remembered, writeOwn } from "./kept.js";
import { afterwards } from "./keys.js";
import { isOpened, openLesson } from "./lessons.js";
import { packed, unpackedText } from "./packed.js";
import { OWN, page, paramsOf, part, wanted } from "./page.js";

const SOON = 300; // milliseconds: browsers take few changes of the address in a row
const MOST_FILE = 4096; // bytes of a listing that fit into a link
const COMMANDS = ["hold", "tokens"]; // of a link written by hand, with the words of the program

/** @typedef {{ qkv: 1, lesson: string, step: number, screen: string, over: boolean, sent: boolean, place: string }} Entry */

let screen = "walk";
let timer = 0;
let arrived = false; // the browser went there: its entry is there already
let coming = 0; // so many places the browser goes to, one after the other
let closing = false; // the entry of a screen that was closed is being left

// ---- writing it ---------------------------------------------------------------------------------

const place = () => JSON.parse(call("web_place", 0) || "null");

/** Is it no more than the beginning of a step? */
function isBare({ place, edits, marks }) {
  return place.entry < 0 && place.call < 0 && !place.substep && !edits?.length && (marks ?? []).length < 2;
}

/** What leads here from elsewhere: "#lesson=…&step=…". */
export async function address() {
  const here = page.role ? null : place();
  const given = new URLSearchParams();
  if (page.role) given.set(page.role, "");
  if (word) given.set("with", word);
  given.set("lesson", page.opened.replace(OWN, ""));
  for (const name of ["size", "terminal"]) if (wanted.has(name)) given.set(name, wanted.get(name) ?? "");
  if (here) given.set("step", String(here.place.step + 1));
  if (here && !isBare(here)) given.set("s", await packed(JSON.stringify(here)));
  const own = page.opened.startsWith(OWN) && page.program.FS.readFile(page.opened);
  if (own && own.length <= MOST_FILE) given.set("file", await packed(new TextDecoder().decode(own)));
  return "#" + String(given).replace(/=(?=&|$)/g, "");
}

/** Can a link carry all that is open? The reader's own files may be too large. */
export const isCarried = () => !page.opened.startsWith(OWN) || page.program.FS.readFile(page.opened).length <= MOST_FILE;

/** The whole address of this place. */
export const link = async () => location.href.replace(/#.*/, "") + (await address());

async function settle() {
  if (host || coming || isBusy() || !page.opened || !part("hero").hidden) return;
  const here = page.role ? null : place(), before = /** @type {Entry | null} */ (history.state);
  const now = { qkv: 1, lesson: page.opened, step: here?.place.step ?? -1, screen, over: false, sent: page.sent, place: here ? JSON.stringify(here) : "" };
  const url = await address();
  const same = before?.qkv === 1 && before.lesson === now.lesson && before.step === now.step;
  const opens = same && before.screen === "walk" && screen !== "walk";
  const isNew = before?.qkv === 1 && !arrived && !page.role && (opens || (before.screen === "walk" && !same));
  if (same && before.over && screen === "walk" && !arrived) {
    closing = true;
    return history.back();
  }
  now.over = opens || !!(before?.over && screen !== "walk");
  arrived = false;
  remembered(() => isNew ? history.pushState(now, "", url) : history.replaceState(now, "", url));
}

/** After each drawing. What is typed over a screen is of that screen.
 * @param {Screen} [shown] */
export function follow(shown) {
  screen = shown?.screen ?? "walk";
  clearTimeout(timer);
  timer = setTimeout(() => queue(settle), history.state?.lesson === page.opened ? SOON : 0);
}

// ---- going there --------------------------------------------------------------------------------

function tellSent() {
  const keep = document.createElement("button");
  keep.textContent = "Keep it as mine";
  keep.addEventListener("click", () => queue(() => { call("web_adopt"); page.sent = false; notice(""); follow(); }));
  notice("This place was sent to you, with its changes: what you do here is not kept. ");
  part("notice").append(keep);
}

/** A place of the open lesson that somebody sent. Where it has other changes than the reader's own, it is
 * shown without being remembered.
 * @param {any} there @param {boolean} aside */
async function goSent(there, aside) {
  const edits = (of) => JSON.stringify(of.edits ?? []);
  page.sent = aside || edits(there) !== edits(place()) || !!there.answers?.length;
  const wrong = await run("web_go", JSON.stringify(there), page.sent ? 1 : 0);
  if (page.sent && !host) tellSent();
  return wrong;
}

/** A file that came with a link or a state. False: it has no name for one.
 * @param {string} name @param {Uint8Array} bytes */
function receive(name, bytes) {
  if (!isOpened(name) || /^\.|\//.test(name)) return false;
  writeOwn(page.program.FS, name, bytes);
  keepOwn(name);
  return true;
}

/** What a link written by hand says, "step=4&edit=x[0,1]=7": a step, numbers in cells; or nothing.
 * @param {URLSearchParams} given */
function placeOf(given) {
  const names = ["step", "edit", ...COMMANDS];
  if (!names.some((name) => given.has(name))) return null;
  const step = Math.max(1, Math.floor(Number(given.get("step"))) || 1) - 1;
  const edits = given.getAll("edit").map((one) => one.split("=")).map(([cell, value]) => ({ cell, value: Number(value) }));
  const at = { step, entry: -1, call: -1, substep: 0, statement: -1 };
  return { ...place(), place: at, marks: [{ name: "here", place: at, cell: "" }], edits };
}

/** Where a link leads. With keys it is the place that they lead to, of which nothing is remembered.
 * @param {URLSearchParams} given @param {string} fallback @param {boolean} aside */
export async function openLink(given, fallback, aside = false) {
  let name = given.get("lesson") || fallback;
  try {
    const file = given.get("file");
    if (file && receive(name, new TextEncoder().encode(await unpackedText(file)))) name = OWN + name;
    else if (page.program.FS.analyzePath(OWN + name).exists) name = OWN + name;
    await openLesson(name, given.get("keys") ?? undefined);
    if (page.role || given.has("keys") || page.opened !== name) return;
    const s = given.get("s");
    const commands = COMMANDS.flatMap((one) => given.getAll(one).map((words) => `:${one} ${words}`.replace(/</g, "<lt>") + "<Enter>"));
    const there = s ? JSON.parse(await unpackedText(s)) : placeOf(given);
    let wrong = there ? await goSent(there, aside || !!commands.length) : "";
    for (const keys of commands) wrong ||= await run("web_keys", keys);
    await afterwards();
    if (wrong) status(wrong);
  } catch (problem) {
    console.warn(problem);
    status("The link is not whole: it leads to the lesson alone.");
  }
}

/** @param {Entry | null} entry */
async function arrive(entry) {
  clearTimeout(timer);
  if (closing) {
    closing = false;
    return follow();
  }
  arrived = true;
  if (!entry?.qkv) return openLink(paramsOf(location.hash), page.opened);
  if (entry.lesson !== page.opened || entry.sent !== page.sent) {
    if (entry.sent) return openLink(paramsOf(location.hash), page.opened, true);
    await openLesson(entry.lesson);
  }
  for (let i = 0; i < 8 && screen !== "walk" && screen !== entry.screen; i++) {
    await run("web_keys", "<Escape>");
    await afterwards();
  }
  if (entry.place) await run("web_go", entry.place, 0);
  await afterwards();
}

/** The page begins: with what it showed before a reload, or with what its address says.
 * @param {string} name of the lesson, where the address has none */
export function beginAt(name) {
  const entry = /** @type {Entry | null} */ (history.state);
  if (host) return openLink(wanted, name);
  const isOurs = entry?.qkv === 1 && !entry.sent && !wanted.has("keys");
  addEventListener("popstate", (event) => {
    coming++; // what is to be written of the place before would be written over it
    queue(() => { coming--; return arrive(event.state); });
  });
  return isOurs ? openLesson(entry.lesson) : openLink(wanted, name, !!entry?.sent);
}

// ---- as a file ----------------------------------------------------------------------------------

/** All of it, with answers and the reader's own files: to be opened in another page. */
export function stateFile(own) {
  return JSON.stringify({ qkv: 1, lesson: page.opened, state: JSON.parse(call("web_place", 1)), own }, null, 1);
}

/** Opens such a file. False: it is none.
 * @param {string} text */
export async function openState(text) {
  let file;
  try { file = JSON.parse(text); } catch { return false; }
  if (file?.qkv !== 1 || typeof file.lesson !== "string" || !file.state) return false;
  if (file.own) receive(file.own.name, new TextEncoder().encode(file.own.text));
  for (const name in file.own?.files) writeOwn(page.program.FS, name, bytesOf(file.own.files[name]));
  await openLesson(file.lesson);
  if (page.opened !== file.lesson) return true;
  const wrong = await goSent(file.state, false);
  await afterwards();
  if (wrong) status(wrong);
  return true;
}
