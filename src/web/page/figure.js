// The figure of a screen: its cells can be pointed at, clicked and tapped. One that is larger than its card
// is moved in it, and made smaller or larger.
import { act } from "./keys.js";
import { moveRow } from "./movement.js";
import { part } from "./page.js";
import { fill, linesOf } from "./stage.js";

/** @typedef {{ place: number, row: number, column: number, box: DOMRect }} Cell */

const LEAST = 0.8, MOST = 1.9; // pixels for a point: what is written can be read, and is no poster
let zoom = 1; // of the size that fits
/** @type {Figure | undefined} */
let figure;
let place = { stage: -1, substep: 0 }; // of the walk, before
/** @type {Cell[] | null} */
let cells = null; // of the figure that is mounted, measured when they are first asked for

const drawing = () => /** @type {SVGSVGElement | null} */ (part("drawing").firstElementChild);

/** @param {Screen} screen */
export function drawFigure({ figure: next, about, at }) {
  const before = figure;
  figure = next;
  part("figure").hidden = !next;
  fill("about", next && about, (element, lines) => element.replaceChildren(linesOf(lines)));
  if (!next) return;
  if (before?.kind !== next.kind) zoom = 1;
  if (before?.svg !== next.svg) mount(next);
  outline("selected", cellsOf().find((cell) => isSame(cell, next.selected)));
  bringIntoView();
  const mounted = drawing();
  if (mounted && at.stage === place.stage && at.substep === place.substep + 1) moveRow(mounted);
  place = at;
}

/** @param {Figure} figure */
function mount({ svg, alt }) {
  part("drawing").innerHTML = svg.slice(svg.indexOf("<svg"));
  const mounted = drawing();
  if (!mounted) return;
  cells = null;
  mounted.setAttribute("aria-label", alt);
  mounted.querySelector(":scope > title")?.remove();
  mounted.querySelector(":scope > rect[width='100%']")?.remove();
  for (const one of mounted.querySelectorAll("[id]:not(linearGradient, clipPath, marker)")) one.removeAttribute("id");
  fitFigure();
}

const rem = () => parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;

/** Pixels for a point, at least. */
export const readable = () => LEAST * rem();

/** To the size of its card. */
export function fitFigure() {
  const mounted = drawing(), card = part("drawing");
  if (!mounted || !figure) return;
  const { width, height } = mounted.viewBox.baseVal;
  const high = Math.max(180, innerHeight * 0.5);
  const fits = Math.min(card.clientWidth / width, high / height, MOST * rem());
  const scale = Math.max(readable(), fits) * zoom;
  mounted.setAttribute("width", String(Math.round(width * scale)));
  mounted.setAttribute("height", String(Math.round(height * scale)));
  card.style.maxHeight = Math.max(high, 180) + "px";
  const pans = width * scale > card.clientWidth + 1 || height * scale > high + 1;
  part("zoom").hidden = !pans && zoom === 1;
  card.classList.toggle("pans", pans);
  card.tabIndex = pans ? 0 : -1; // arrows scroll it, too
}

// ---- cells ------------------------------------------------------------------------------------------

/** @param {Element} element @param {string} name */
const numberOf = (element, name) => element.closest(`[data-${name}]`)?.getAttribute("data-" + name);

/** Those of the figure, in its own points. */
function cellsOf() {
  const mounted = drawing();
  if (cells || !mounted) return cells ?? [];
  const inverse = mounted.getScreenCTM()?.inverse();
  cells = [...mounted.querySelectorAll("[data-column]")].map((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const from = new DOMPoint(left, top).matrixTransform(inverse), to = new DOMPoint(left + width, top + height).matrixTransform(inverse);
    return {
      place: Number(numberOf(element, "place") ?? numberOf(element, "head") ?? 0),
      row: Number(numberOf(element, "row") ?? 0),
      column: Number(numberOf(element, "column")),
      box: new DOMRect(from.x, from.y, to.x - from.x, to.y - from.y),
    };
  });
  return cells;
}

/** @param {Cell} cell @param {Figure["selected"]} other */
const isSame = (cell, other) => other && cell.place === other.place && cell.row === other.row && cell.column === other.column;

/** The cell that is pointed at; numbers are small, so the nearest one counts. @param {MouseEvent} event */
function cellAt(event) {
  const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(drawing()?.getScreenCTM()?.inverse());
  const near = 14; // points
  let best, least = near;
  for (const cell of cellsOf()) {
    const dx = Math.max(cell.box.left - at.x, at.x - cell.box.right, 0), dy = Math.max(cell.box.top - at.y, at.y - cell.box.bottom, 0);
    if (Math.hypot(dx, dy) >= least) continue;
    least = Math.hypot(dx, dy);
    best = cell;
  }
  return best;
}

/** A frame around a cell, or none. @param {string} name @param {Cell} [cell] */
function outline(name, cell) {
  const mounted = drawing();
  let frame = mounted?.querySelector("." + name);
  if (!cell) return frame?.remove();
  if (!frame) {
    frame = document.createElementNS("http://www.w3.org/2000/svg", "rect");
    frame.setAttribute("class", name);
    frame.setAttribute("rx", "3");
    mounted?.append(frame);
  }
  const { x, y, width, height } = cell.box, wide = Math.max(width, 20), high = Math.max(height, 20);
  const place = { x: x + (width - wide) / 2, y: y + (height - high) / 2, width: wide, height: high };
  for (const [name, value] of Object.entries(place)) frame.setAttribute(name, String(value));
}

function bringIntoView() {
  const frame = drawing()?.querySelector(".selected"), card = part("drawing");
  if (!frame || !card.classList.contains("pans")) return;
  const box = frame.getBoundingClientRect(), room = card.getBoundingClientRect();
  if (box.left < room.left || box.right > room.right) card.scrollLeft += box.left - room.left - room.width / 2;
  if (box.top < room.top || box.bottom > room.bottom) card.scrollTop += box.top - room.top - room.height / 2;
}

// ---- pointing ---------------------------------------------------------------------------------------

/** @type {{ x: number, y: number, left: number, top: number } | null} */
let held = null; // where a mouse took hold of the figure
let moved = false;

/** @param {PointerEvent} event */
function take(event) {
  const card = part("drawing");
  moved = false;
  held = event.pointerType === "mouse" && event.button === 0 && card.classList.contains("pans")
    ? { x: event.clientX, y: event.clientY, left: card.scrollLeft, top: card.scrollTop } : null;
}

/** @param {PointerEvent} event */
function point(event) {
  const card = part("drawing");
  if (held && event.buttons) {
    card.scrollLeft = held.left + held.x - event.clientX;
    card.scrollTop = held.top + held.y - event.clientY;
    moved ||= Math.hypot(held.x - event.clientX, held.y - event.clientY) > 4;
    return;
  }
  const cell = event.pointerType === "mouse" ? cellAt(event) : undefined;
  outline("pointed", cell);
  card.style.cursor = cell ? "pointer" : card.classList.contains("pans") ? "grab" : "";
}

/** @param {MouseEvent} event */
function choose(event) {
  const cell = moved ? undefined : cellAt(event);
  if (cell) act("web_cell", cell.place, cell.row, cell.column);
}

export function listenToFigure() {
  const card = part("drawing");
  card.addEventListener("pointerdown", take);
  card.addEventListener("pointermove", point);
  card.addEventListener("pointerleave", () => outline("pointed"));
  card.addEventListener("click", choose);
  for (const button of part("zoom").children)
    button.addEventListener("click", () => {
      const by = Number(button.dataset.zoom);
      zoom = by ? Math.max(0.4, Math.min(4, zoom * 1.3 ** by)) : 1;
      fitFigure();
    });
}
