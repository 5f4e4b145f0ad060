// What a reader does: keys anywhere in the page, clicks and the wheel in the grid of characters.
import { isBusy, queue, run, status, stop } from "./calls.js";
import { tellNotes } from "./class.js";
import { cell, goOn, rows, show } from "./grid.js";
import { keepState } from "./kept.js";
import { openLesson } from "./lessons.js";
import { follow } from "./place.js";
import { page, part } from "./page.js";
import { screen } from "./stage.js";

/** Keys in written form, "]]<Space>". @param {string} keys */
export const press = (keys) => act("web_keys", keys);

/** A call that may run a program, and what it shows. @param {string} name @param {(string | number)[]} values */
export const act = (name, ...values) => queue(async () => {
  const wrong = await run(name, ...values);
  if (!(await afterwards()) && wrong) status(wrong);
});

const point = (kind, event) => {
  const [column, row] = place(event);
  return queue(async () => { await run("web_mouse", kind, column, row); await afterwards(); });
};

// True: another lesson was opened.
export async function afterwards() {
  if (page.program._web_has_quit()) {
    const next = page.program.UTF8ToString(page.program._web_onward());
    keepState();
    await openLesson(next || page.opened);
    return true;
  }
  show();
  tellNotes();
  goOn();
  follow(screen ?? undefined);
  return false;
}

const NAMES = { " ": "Space", ArrowUp: "Up", ArrowDown: "Down", ArrowLeft: "Left", ArrowRight: "Right", PageUp: "PgUp", PageDown: "PgDn", "<": "lt" };
const NAMED = ["Enter", "Tab", "Backspace", "Escape", "Home", "End", "Delete", "Insert"];
let leaves = false; // Escape and then Tab leave the grid, as no key else would

const CONTROL = /^[gou]$/i; // with Ctrl: what the program has and browsers can do without

// The keys of the browser stay its own. A letter that a layout makes with Alt or AltGr is that letter.
export function keyName(event) {
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

export function turnWheel(event) {
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

// What an element keeps for itself: typing, and what presses a button.
const TYPED = "input, textarea, select, dialog, .menu, [contenteditable], [data-keys-stay]";
const PRESSED = "button, a, summary, label";
const SCROLLS = ["<PgUp>", "<PgDn>"];

/** Does the browser itself do what is to be done? @param {string} name @param {Element} target */
function isBrowsers(name, target) {
  if (document.body.dataset.view === "lines" || document.body.dataset.view === "hero" || target.closest(TYPED)) return true;
  if (target.closest(PRESSED) && (name === "<Enter>" || name === "<Space>")) return true;
  if (document.body.dataset.view === "grid") return name === "<Tab>" && target.id !== "screen";
  if (name === "<Tab>") return target.id !== "figure" || !screen?.actions.some((action) => action.keys === name);
  return !!screen?.text && [...SCROLLS, "<Up>", "<Down>", "<Home>", "<End>"].includes(name);
}

/** The text beside the walk goes up and down. @param {string} name */
function scroll(name) {
  const beside = part("beside"), isOwn = beside.scrollHeight > beside.clientHeight + 1;
  const by = (isOwn ? beside.clientHeight : innerHeight) * (name === "<PgUp>" ? -0.8 : 0.8);
  (isOwn ? beside : window).scrollBy({ top: by });
}

/** @param {KeyboardEvent} event */
function takeKey(event) {
  const name = keyName(event);
  if (!name || event.defaultPrevented || isBrowsers(name, /** @type {Element} */ (event.target))) return;
  leaves = event.key === "Escape";
  event.preventDefault();
  idle = 0;
  if (isBusy() && leaves) return;
  if (SCROLLS.includes(name) && document.body.dataset.view === "cards" && !screen?.list) scroll(name);
  else press(name);
}

export function listenToScreen() {
  const screen = part("screen");
  addEventListener("keydown", takeKey);
  screen.addEventListener("click", (event) => {
    if (event.detail > 1) getSelection()?.removeAllRanges(); // that of a double click
    if (String(getSelection())) return; // text is being selected
    point(event.detail > 1 ? 1 : 0, event);
  });
  screen.addEventListener("wheel", turnWheel, { passive: false });
  addEventListener("keydown", (event) => { if (event.key === "Escape" && isBusy()) stop(); });
}
