// What can be done, as buttons: back at the left, a few by their rank, the rest in a menu, and what goes on
// at the right.
import { press } from "./keys.js";
import { part } from "./page.js";
import { focusCard, primaryOf } from "./question.js";
import { fill } from "./stage.js";

const MOST = 5; // buttons between Back and the menu
// What a page has a way of its own for: pointing, segments of the lesson, the text beside.
const ELSEWHERE = ["]", "<Tab>", "<Right>", "o", "?", ":"];

/** @param {string} label */
const capital = (label) => label.charAt(0).toUpperCase() + label.slice(1);

/** The focus stays on what keys pressed, and leaves what was clicked, so that Space goes on.
 * @param {Action} action @param {string} [keys] */
const doing = (action, keys = action.keys) => (/** @type {MouseEvent} */ event) => {
  part("more").open = false;
  if (event.detail) part("app").focus({ preventScroll: true });
  press(keys);
};

/** @param {Action} action */
function buttonOf(action) {
  const button = document.createElement("button");
  button.textContent = capital(action.label);
  button.title = `${action.help} (${action.key})`;
  button.addEventListener("click", doing(action));
  return button;
}

/** With its key and its help. @param {Action} action */
function rowOf(action) {
  const button = document.createElement("button"), key = document.createElement("kbd");
  const label = document.createElement("b"), help = document.createElement("span");
  key.textContent = action.key;
  label.textContent = capital(action.label);
  help.textContent = action.help;
  button.append(label, key, help);
  button.addEventListener("click", doing(action));
  return button;
}

/** @param {string} id @param {{ label: string, keys?: string, help?: string, quiet?: boolean } | undefined} to */
function set(id, to) {
  const button = part(id);
  button.textContent = to?.label ?? (id === "back" ? "Back" : "Next");
  button.title = to?.help ?? "";
  button.dataset.keys = to?.keys ?? "";
  button.disabled = !to;
  button.classList.toggle("quiet", !!to?.quiet);
}

/** @param {Screen} shown */
export function drawActions(shown) {
  const { actions, screen } = shown;
  const primary = actions.find((action) => action.primary);
  const out = actions.find((action) => action.slot === "way-out" && action !== primary);
  const back = actions.find((action) => action.keys === "<Backspace>") ?? (screen === "walk" ? undefined : out);
  const helpOf = (/** @type {Action} */ action) => `${action.help} (${action.key})`;
  set("next", primaryOf(shown) ?? (primary && { ...primary, label: capital(primary.label), help: helpOf(primary) }));
  part("back").hidden = !!primary && primary.slot === "way-out"; // it is the blue one
  set("back", back && { ...back, label: "Back", help: helpOf(back) });
  const rest = actions.filter((action) => action !== primary && action !== back && action.key !== "arrows");
  const few = rest.filter((action) => !ELSEWHERE.includes(action.keys) && action !== out).sort((a, b) => a.rank - b.rank).slice(0, MOST);
  if (fill("few", few, (element) => element.replaceChildren(...few.map(buttonOf)))) fitActions();
  fill("actions", rest, (element) => element.replaceChildren(...rest.map(rowOf)));
  part("more").hidden = !rest.length;
}

/** Those that have room. */
export function fitActions() {
  const few = part("few"), right = () => few.getBoundingClientRect().right;
  for (const button of few.children) button.hidden = false;
  for (const button of [...few.children].reverse()) button.hidden = button.getBoundingClientRect().right > right() + 1;
}

export function listenToActions() {
  for (const id of ["back", "next"])
    part(id).addEventListener("click", (/** @type {MouseEvent} */ event) => {
      if (event.detail) part("app").focus({ preventScroll: true });
      if (part(id).dataset.keys) press(part(id).dataset.keys);
      else focusCard(part("question"));
    });
  for (const menu of document.querySelectorAll("details.menu")) {
    const close = () => menu.removeAttribute("open");
    addEventListener("pointerdown", (event) => { if (!menu.contains(/** @type {Node} */ (event.target))) close(); });
    menu.addEventListener("click", (event) => { if (/** @type {Element} */ (event.target).closest("button")) close(); });
    menu.addEventListener("keydown", (event) => {
      if (/** @type {KeyboardEvent} */ (event).key !== "Escape" || !menu.hasAttribute("open")) return;
      close();
      event.stopPropagation();
      menu.querySelector("summary")?.focus();
    });
  }
}
