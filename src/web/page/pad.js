// A line that is typed for the program: a field that passes on what changes in it, and a pad of keys for
// numbers, for touch, and for the mouse alone.
import { isElsewhere } from "./host.js";
import { part } from "./page.js";

/** @typedef {(keys: string) => any} Send passes keys in written form; a promise of what follows is waited for */

/** An element; what is no property of it becomes an attribute.
 * @param {string} tag @param {Record<string, any>} [properties] @param {(Node | string)[]} children @returns {any} */
export function make(tag, properties = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name in made) made[name] = value;
    else made.setAttribute(name, value);
  }
  made.append(...children);
  return made;
}

/** @param {string} text */
export const written = (text) => text.replace(/</g, "<lt>").replace(/ /g, "<Space>");

// The bar covers the end of a page that is scrolled.
/** @param {HTMLElement} element */
export function reveal(element) {
  if (isElsewhere()) return;
  document.documentElement.style.scrollPaddingBottom = (part("bar").parentElement?.offsetHeight || 0) + 8 + "px";
  element.scrollIntoView({ block: "nearest" });
}

export const coarse = matchMedia("(pointer: coarse)");
let wantsPad = false; // chosen by who has a mouse alone

// The program has the line. The field shows it, except while what was typed here is on its way there.
/** @param {HTMLInputElement} input @param {Send} send @param {string[]} [passed] keys that are the program's, too */
export function listenToLine(input, send, passed = []) {
  let told = "", wanted = "", waits = 0, composes = false;
  const settle = () => {
    if (waits || composes) return;
    told = wanted;
    if (input.value !== told) input.value = told;
  };
  const pass = async (/** @type {string} */ keys) => {
    waits++;
    try { await send(keys); } finally { waits--; settle(); }
  };
  const changed = () => {
    const before = [...told], now = [...input.value];
    let same = 0;
    while (same < before.length && before[same] === now[same]) same++;
    told = input.value;
    pass("<Backspace>".repeat(before.length - same) + written(now.slice(same).join("")));
  };
  input.addEventListener("input", changed);
  input.addEventListener("compositionstart", () => { composes = true; });
  input.addEventListener("compositionend", () => { composes = false; settle(); });
  input.addEventListener("keydown", (event) => {
    event.stopPropagation(); // the page passes on what is typed elsewhere
    const plain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey;
    const name = event.key.replace(/^Arrow|^Page(?=Up|Down)/, (word) => (word === "Page" ? "Pg" : "")).replace("PgDown", "PgDn");
    const leaves = name === "Escape" && (told || passed.length);
    if (event.ctrlKey && /^[pn]$/.test(name) && passed.includes("Tab")) { // what was typed before
      event.preventDefault();
      pass("<Ctrl-" + name.toUpperCase() + ">");
    }
    if (event.isComposing || !plain || !(name === "Enter" || leaves || passed.includes(name))) return;
    event.preventDefault();
    pass("<" + name + ">");
  });
  return { pass, show: (/** @type {string} */ text) => { wanted = text; settle(); } };
}

const KEYS = [..."1234567890.-"];
const SHOWN = { "-": "−" };

/** A field for a number with its pad; `take` is the button that takes what is typed.
 * @param {Send} send @param {{ label: string, take: string, placeholder?: string, number?: boolean, begins?: boolean }} how */
export function makeField(send, { label, take, placeholder = "", number = true, begins = false }) {
  const input = make("input", { type: "text", autocomplete: "off", spellcheck: false, placeholder, autocapitalize: "off", enterkeyhint: "done" });
  if (number && coarse.matches) input.inputMode = "none"; // the pad is there
  const line = listenToLine(input, send, begins ? ["Escape"] : []);
  const taker = make("button", { type: "button", className: "primary", onclick: () => line.pass("<Enter>") }, take);
  const pad = make("div", { className: "pad", role: "group", "aria-label": "Number pad" });
  for (const key of KEYS) pad.append(make("button", { type: "button", onclick: () => line.pass(key), ariaLabel: key === "-" ? "minus" : key === "." ? "point" : key }, SHOWN[key] || key));
  const erase = make("button", { type: "button", ariaLabel: "Delete the last character", onclick: () => line.pass("<Backspace>") }, "⌫");
  pad.append(erase);
  pad.addEventListener("pointerdown", (/** @type {Event} */ event) => event.preventDefault()); // the focus stays in the field
  pad.addEventListener("click", () => reveal(field));
  const toggle = make("button", { type: "button", className: "quiet", onclick: () => { wantsPad = !wantsPad; arrange(); } }, "Number pad");
  const docked = number && coarse.matches; // above the bar, where the thumbs are
  const field = make("div", { className: "field" }, make("label", {}, make("span", {}, label), " ", input), ...(docked ? [] : [taker, toggle]));
  if (docked) {
    pad.append(taker);
    part("bar").before(pad);
  }
  const arrange = () => {
    pad.hidden = !docked && !(number && wantsPad);
    toggle.hidden = !number || coarse.matches;
    toggle.setAttribute("aria-expanded", String(!pad.hidden));
  };
  arrange();
  return {
    input, field, pad: docked ? [] : [pad],
    close: () => pad.remove(),
    show: (/** @type {string} */ text) => {
      line.show(text);
      taker.disabled = erase.disabled = !text;
    },
  };
}
