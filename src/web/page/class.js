// A presenter and its notes, in two windows.
import { call, queue, run, status } from "./calls.js";
import { show } from "./grid.js";
import { keepState } from "./kept.js";
import { press } from "./keys.js";
import { openLesson } from "./lessons.js";
import { page, part, wanted } from "./page.js";

// They have a random word in common, which the address of the slides has: a channel has it for its name.
// Where files have no channel, each hears the other's window, of the same origin, with that word.
export let word = wanted.get("with") || "";
export let peer = page.role === "present" && word ? window.opener : null;
let channel = null;
let told = ""; // the last message of a presenter

export function tell(what) {
  channel?.postMessage(what);
  const to = /^http/.test(origin) ? origin : "*"; // files have none
  try { peer?.postMessage({ ...what, word }, to); } catch (problem) { console.warn(problem); }
}

function join() {
  channel?.close();
  channel = word && window.BroadcastChannel ? new BroadcastChannel("qkv:" + word) : null;
  if (channel) channel.onmessage = hear;
}

export function tellNotes() {
  if (page.role !== "present") return;
  told = call("web_message") || told;
  tell({ qkv: "message", lesson: page.opened, message: told });
}

const MOVES = ["<Space>", "<Backspace>"]; // what notes may do to the slides

function hear({ data }) {
  if (data?.qkv === "press" && page.role === "present" && MOVES.includes(data.keys)) press(data.keys);
  if (data?.qkv === "blank" && page.role === "present") document.body.classList.toggle("blank", !!data.on);
  if (data?.qkv === "asks" && page.role === "present" && told) tell({ qkv: "message", lesson: page.opened, message: told });
  if (data?.qkv === "opens" && page.role === "present" && data.lesson !== page.opened) queue(() => openLesson(String(data.lesson)));
  if (data?.qkv !== "message" || page.role !== "notes" || data.lesson !== page.opened) return;
  queue(async () => { await run("web_follow", String(data.message)); show(); });
}

// The slides go to a window of their own, to be put on the projector; this one has the notes.
async function present() {
  word = [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36)).join("");
  join();
  peer = window.open(location.href.replace(/#.*/, "") + "#present&with=" + word + "&lesson=" + encodeURIComponent(page.opened), "_blank", "popup,width=1000,height=640");
  if (!peer) return status("The browser does not let the page open a window for the slides.");
  keepState();
  page.byLines = false;
  part("reader").hidden = true;
  await take("notes");
}

/** @param {"" | "notes"} role */
async function take(role) {
  document.body.dataset.role = page.role = role;
  part("notes-bar").hidden = !role;
  blank(false);
  await openLesson(page.opened);
  part("screen").focus();
}

/** @param {boolean} on */
function blank(on) {
  part("blank").setAttribute("aria-pressed", on);
  tell({ qkv: "blank", on });
}

// Back to the walk. The slides stay as they are.
async function leaveNotes() {
  blank(false);
  word = "";
  peer = null;
  join();
  await take("");
}

// Windows that were closed hear nothing.
function tellSlides(keys) {
  if (peer?.closed) return status("The window of the slides is closed. Leave the notes, then choose Present again.");
  tell({ qkv: "press", keys });
}

export function listenToOthers() {
  document.body.dataset.role = page.role;
  addEventListener("message", (event) => {
    if (peer && event.source === peer && event.origin === origin && event.data?.word === word) hear(event);
  });
  join();
  if (page.role === "notes") tell({ qkv: "asks" });
  part("notes-bar").hidden = page.role !== "notes";
  part("present").addEventListener("click", () => queue(present));
  part("leave-notes").addEventListener("click", () => queue(leaveNotes));
  part("blank").addEventListener("click", () => blank(part("blank").getAttribute("aria-pressed") !== "true"));
  for (const button of part("notes-bar").querySelectorAll("[data-tell]")) button.addEventListener("click", () => tellSlides(button.dataset.tell));
}
