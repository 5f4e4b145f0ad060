// The screen on top as cards, drawn from what web_screen() says of it.
import { drawActions } from "./actions.js";
import { call, status } from "./calls.js";
import { drawFigure, fitFigure, readable } from "./figure.js";
import { fit, paint } from "./grid.js";
import { host } from "./host.js";
import { classOf } from "./inks.js";
import { press } from "./keys.js";
import { drawList, drawText } from "./lists.js";
import { page, part } from "./page.js";
import { drawPrompt } from "./prompt.js";
import { drawQuestion, drawTold, drawTyping } from "./question.js";

/** What is shown. @type {Screen | undefined} */
export let screen;

let columns = 72; // of a text that is not prose
let room = 0; // across the figure, in points that can be read

/** Lines as elements, each with its looks. @param {Line[]} lines */
export function linesOf(lines) {
  const all = document.createDocumentFragment();
  for (const line of lines) {
    const element = document.createElement("div");
    for (const [words, look] of line) {
      const run = document.createElement("span");
      run.textContent = words;
      run.className = classOf(look);
      element.append(run);
    }
    all.append(element);
  }
  return all;
}

const filled = new Map(); // of each element what it was filled with

/** Fills an element where what it shows has changed, and hides it where that is nothing. True: it was filled.
 * @template T @param {string} id @param {T} value @param {(element: HTMLElement, value: NonNullable<T>) => void} make */
export function fill(id, value, make) {
  const element = part(id), text = JSON.stringify(value ?? "");
  element.hidden = text === '""' || text === "[]";
  if (filled.get(id) === text) return false;
  filled.set(id, text);
  if (!element.hidden && value != null) make(element, value);
  return true;
}

const fillLines = (/** @type {HTMLElement} */ element, /** @type {Line[]} */ lines) => element.replaceChildren(linesOf(lines));
const fillText = (/** @type {HTMLElement} */ element, /** @type {string} */ text) => { element.textContent = text; };

// ---- the lesson and its steps ---------------------------------------------------------------------

/** @param {Screen} screen */
function drawSteps({ steps, done, step, lesson, screen }) {
  fill("lesson-title", lesson, fillText);
  fill("step-count", step < 0 ? "" : `${step + 1} of ${steps.length}`, fillText);
  fill("steps", step < 0 ? [] : [steps, done, step, screen === "walk"], (list) => {
    list.replaceChildren(...steps.map((title, i) => {
      const item = document.createElement("li"), button = document.createElement("button");
      button.title = `${i + 1}. ${title}`;
      button.setAttribute("aria-label", button.title);
      button.className = i === step ? "now" : done[i] ? "done" : "";
      if (i === step) button.setAttribute("aria-current", "step");
      button.disabled = screen !== "walk";
      button.addEventListener("click", () => press("g" + (i + 1) + "<Enter>"));
      item.append(button);
      return item;
    }));
  });
}

// ---- the cards --------------------------------------------------------------------------------------

/** The text goes along with the walk. @param {string} [prose] */
function drawProse(prose) {
  if (!fill("prose", prose, (element, html) => { element.innerHTML = html; })) return;
  for (const code of part("prose").querySelectorAll("pre")) if (code.scrollWidth > code.clientWidth) code.tabIndex = 0;
  const beside = part("beside"), now = beside.querySelector(".now");
  if (!now) { beside.scrollTop = 0; return; }
  const box = beside.getBoundingClientRect(), line = now.getBoundingClientRect();
  if (line.top < box.top || line.bottom > box.bottom) beside.scrollTop += line.top - box.top - box.height / 3;
}

/** What has a name so far, in the order of the program; each leads to its value. @param {Screen} screen */
function drawNames({ names = [] }) {
  fill("names", names, (element, names) => {
    element.replaceChildren(...names.map(({ name, state, ink }) => {
      const button = document.createElement("button");
      button.textContent = name;
      button.className = state + " " + classOf(state === "to-come" ? "faint" : ink);
      button.disabled = state === "to-come";
      if (state === "now") button.setAttribute("aria-current", "true");
      button.addEventListener("click", () => press("g" + name + "<Enter>"));
      return button;
    }));
  });
}

/** @param {Screen} shown */
function drawCards(shown) {
  drawFigure(shown);
  fill("sum", shown.sum, fillLines);
  drawQuestion(part("question"), shown, press);
  drawTold(part("told"), shown);
  drawTyping(part("typing"), shown, press);
  fill("links", shown.links, fillLines);
  drawList(shown);
  drawText(shown.text);
  fill("foot", shown.foot, fillText);
  drawProse(shown.prose);
  drawNames(shown);
  const isRead = !shown.figure && !shown.question && !shown.list && !shown.text;
  part("stage").classList.toggle("reads", isRead && !!shown.prose);
  part("beside").hidden = !shown.prose && part("names").hidden;
}

/** Draws what is on top. In the terminal view, and where there is nothing else, as a grid of characters. */
export function draw() {
  if (page.byLines || !page.opened || !part("hero").hidden) return;
  const said = call("web_screen", columns, room);
  if (!said) return;
  const shown = screen = /** @type {Screen} */ (JSON.parse(said));
  const isGrid = page.terminal || !!page.role || shown.grid, screen_of_cells = part("screen");
  document.body.dataset.view = isGrid ? "grid" : "cards";
  drawSteps(shown);
  if (fill("title", shown.title, fillText)) {
    part("cards").scrollTop = 0;
    scrollTo(0, 0);
  }
  if (isGrid) {
    if (screen_of_cells.hidden) {
      screen_of_cells.hidden = false;
      fit();
    }
    paint();
  } else {
    screen_of_cells.hidden = true;
    drawCards(shown);
  }
  drawActions(shown);
  drawPrompt(part("prompt"), isGrid ? { ...shown, prompt: undefined } : shown, press);
  if (shown.message && !isGrid) status(shown.message.text);
  host?.drawn(shown);
}

/** To the size of the window. */
export function fitStage() {
  const style = getComputedStyle(part("sum")), pen = document.createElement("canvas").getContext("2d");
  if (!pen) return;
  pen.font = `${style.fontSize} ${style.fontFamily}`;
  const wide = part("cards").clientWidth || document.documentElement.clientWidth - 32;
  const around = 2 * parseFloat(getComputedStyle(part("cards")).paddingLeft) + parseFloat(style.fontSize); // a result has an edge
  columns = Math.max(30, Math.min(100, Math.floor((wide - Math.max(48, around)) / pen.measureText("0").width)));
  room = Math.floor((wide - 2 * parseFloat(getComputedStyle(part("figure")).paddingLeft)) / readable());
  if (!part("screen").hidden) fit();
  fitFigure();
}
