// Screens that are a list, whose entries are selected, and those that are a text.
import { act, press } from "./keys.js";
import { part } from "./page.js";
import { fill, linesOf } from "./stage.js";

/** @param {Screen} screen */
export function drawList({ list, title }) {
  const box = part("list");
  box.setAttribute("aria-label", title);
  fill("list", list && [list.lines, list.entries], () => {
    const lines = [...linesOf(list?.lines ?? []).children];
    list?.entries.forEach(({ from, to }, i) => {
      const entry = document.createElement("div");
      entry.id = "entry-" + i;
      entry.setAttribute("role", "option");
      lines[from]?.before(entry);
      entry.append(...lines.slice(from, to));
      lines.splice(from, to - from, ...Array(to - from).fill(entry));
    });
    box.replaceChildren(...new Set(lines));
    box.scrollTop = 0;
  });
  if (!list) return;
  const before = box.querySelector("[aria-selected=true]"), now = document.getElementById("entry-" + list.selected);
  if (before === now) return;
  before?.setAttribute("aria-selected", "false");
  now?.setAttribute("aria-selected", "true");
  box.setAttribute("aria-activedescendant", now?.id ?? "");
  now?.scrollIntoView({ block: "nearest" });
}

/** @param {Line[]} [text] */
export function drawText(text) {
  if (fill("text", text, (element, lines) => element.replaceChildren(linesOf(lines)))) part("text").scrollTop = 0;
}

export function listenToLists() {
  part("list").addEventListener("click", (/** @type {MouseEvent} */ event) => {
    const entry = /** @type {Element} */ (event.target).closest("[role=option]");
    if (!entry) return;
    if (event.detail > 1 || entry.getAttribute("aria-selected") === "true") press("<Enter>");
    else act("web_select", Number(entry.id.replace("entry-", "")));
  });
}
