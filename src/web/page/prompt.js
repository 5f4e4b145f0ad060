// The palette: a line with what it can be completed to, for commands, places and what is searched.
import { listenToLine, make } from "./pad.js";

/** @typedef {import("./pad.js").Send} Send */

/** @type {{ kind: string, update: (prompt: NonNullable<Screen["prompt"]>) => void, close: () => void } | undefined} */
let palette;

/** @param {HTMLElement} element @param {Screen} screen @param {Send} send */
export function drawPrompt(element, { prompt }, send) {
  if (palette && palette.kind !== prompt?.kind) {
    palette.close();
    palette = undefined;
  }
  if (!prompt) return;
  palette = palette || open(element, prompt, send);
  palette.update(prompt);
}

const LETTERS = ["Up", "Down", "PgUp", "PgDn", "Tab", "Escape"];

/** @param {HTMLElement} element @param {NonNullable<Screen["prompt"]>} prompt @param {Send} send */
function open(element, prompt, send) {
  const name = prompt.kind[0].toUpperCase() + prompt.kind.slice(1);
  const input = make("input", { type: "text", role: "combobox", ariaLabel: name, autocomplete: "off", autocapitalize: "off", spellcheck: false,
    placeholder: prompt.about === prompt.kind ? "" : prompt.about, enterkeyhint: "go", "aria-controls": "palette-list", "aria-expanded": "true", "aria-autocomplete": "list" });
  const close = make("button", { type: "button", className: "quiet", ariaLabel: "Close", onclick: () => send("<Escape>") }, "✕");
  const list = make("ul", { id: "palette-list", role: "listbox", ariaLabel: name });
  const problem = make("p", { role: "status" });
  const dialog = make("dialog", { className: "palette", ariaLabel: name }, make("div", { className: "field" }, make("b", { ariaHidden: "true" }, name), input, close), problem, list);
  const line = listenToLine(input, send, LETTERS);
  let selected = 0, shown = "";
  dialog.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => event.stopPropagation());
  dialog.addEventListener("cancel", (/** @type {Event} */ event) => { event.preventDefault(); send("<Escape>"); });
  dialog.addEventListener("click", (/** @type {MouseEvent} */ event) => { if (event.target === dialog) send("<Escape>"); });
  list.addEventListener("click", (/** @type {any} */ { target }) => {
    const by = [...list.children].indexOf(target.closest("li")) - selected;
    send((by < 0 ? "<Up>" : "<Down>").repeat(Math.abs(by)) + "<Enter>");
  });
  element.append(dialog);
  const before = /** @type {HTMLElement | null} */ (document.activeElement);
  dialog.showModal();
  input.focus();
  return {
    kind: prompt.kind,
    close: () => { dialog.close(); dialog.remove(); before?.focus(); },
    update: (/** @type {NonNullable<Screen["prompt"]>} */ now) => {
      line.show(now.text);
      const entries = JSON.stringify(now.entries);
      if (entries !== shown) list.replaceChildren(...now.entries.map(({ text, about }, i) =>
        make("li", { role: "option", id: "palette-" + i }, make("span", {}, text), " ", make("span", { className: "about" }, about))));
      shown = entries;
      list.children[selected]?.setAttribute("aria-selected", "false");
      selected = now.selected;
      const at = list.children[selected];
      at?.setAttribute("aria-selected", "true");
      at?.scrollIntoView({ block: "nearest" });
      if (at) input.setAttribute("aria-activedescendant", at.id);
      else input.removeAttribute("aria-activedescendant");
      problem.textContent = now.problem || "";
    },
  };
}
