// What is multiplied meets: a cell of the left matrix, or its row, goes over that of the right one.
import { calm } from "./theme.js";

const TAKES = 250; // milliseconds
let last = ""; // what went

/** The tinted cells of a matrix of the equation. @param {Element} matrix */
const sourcesOf = (matrix) => /** @type {SVGRectElement[]} */ ([...matrix.querySelectorAll(".qkv-cells > rect:not([data-column]):not([fill=none])")]);

/** Both in the middle of the same cell? @param {SVGRectElement} cell */
const isIn = (cell) => (/** @type {SVGTextElement} */ number) => {
  const { x, y, width, height } = cell.getBBox(), at = { x: Number(number.getAttribute("x")), y: Number(number.getAttribute("y")) };
  return at.x > x && at.x < x + width && at.y > y && at.y < y + height;
};

/** @param {SVGSVGElement} svg */
export function moveRow(svg) {
  const [left, right, ...rest] = svg.querySelectorAll("[data-place]");
  const from = left ? sourcesOf(left) : [], to = right ? sourcesOf(right) : [];
  const isPair = rest.length && from.length && from.length === to.length && new Set(from.map((cell) => cell.getAttribute("y"))).size === 1 && new Set(to.map((cell) => cell.getAttribute("x"))).size === 1;
  const what = isPair ? [...from, ...to].map((cell) => cell.getAttribute("x") + "," + cell.getAttribute("y")).join(" ") : "";
  if (!what || what === last) return;
  last = what;
  if (calm.matches) return;
  const numbers = /** @type {SVGTextElement[]} */ ([...(left.querySelectorAll(".qkv-numbers text"))]);
  from.forEach((cell, i) => {
    const moving = document.createElementNS(svg.namespaceURI ?? "", "g"), number = numbers.find(isIn(cell))?.cloneNode(true);
    moving.setAttribute("class", "moving");
    moving.append(cell.cloneNode(), ...(number ? [number] : []));
    svg.append(moving);
    const by = ["x", "y"].map((name) => Number(to[i].getAttribute(name)) - Number(cell.getAttribute(name)) + "px");
    moving.animate([{ transform: "none", opacity: 1 }, { transform: `translate(${by})`, opacity: 1, offset: 0.8 }, { transform: `translate(${by})`, opacity: 0 }], { duration: TAKES, easing: "ease-in-out" })
      .finished.then(() => moving.remove(), () => moving.remove());
  });
}
