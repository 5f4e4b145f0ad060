// What the elements are given: a lesson by its name or its address, or code between their tags.
import { lessonNames } from "./program.js";

/** The ending that a text's file has to have. @param {string} text */
export function endingOf(text) {
  if (/^\s*\{/.test(text) && /"cells"|"nbformat"/.test(text)) return "ipynb";
  return /^ {0,3}(```|~~~) *\{?\.?python/m.test(text) ? "md" : "py";
}

/** Without the indent that all lines have. @param {string} text */
export function dedented(text) {
  const lines = text.replace(/^\s*\n/, "").trimEnd().split("\n");
  const indents = lines.filter((line) => line.trim()).map((line) => line.length - line.trimStart().length);
  const least = Math.min(...indents);
  return lines.map((line) => line.slice(least)).join("\n") + "\n";
}

/** @param {string} address */
async function fetched(address) {
  const url = new URL(address, document.baseURI), answer = await fetch(url);
  if (!answer.ok) throw new Error(`${address} is not there (${answer.status})`);
  const name = decodeURIComponent(url.pathname.replace(/^.*\//, "")) || "code.py";
  return { name, bytes: new Uint8Array(await answer.arrayBuffer()) };
}

/** @typedef {{ lesson: string } | { name: string, text: string | Uint8Array, files: Record<string, Uint8Array> }} Given */

/** @param {HTMLElement} element @returns {Promise<Given>} */
export async function givenTo(element) {
  const src = element.getAttribute("src"), as = element.getAttribute("as");
  if (src && /^[\w-]+$/.test(src)) {
    if (!(await lessonNames()).includes(src)) throw new Error(`there is no lesson called ${src}; an address of a file ends in .md, .py or .ipynb`);
    return { lesson: src };
  }
  /** @type {Record<string, Uint8Array>} */
  const files = {};
  for (const address of element.getAttribute("files")?.split(/\s+/).filter(Boolean) ?? []) {
    const { name, bytes } = await fetched(address);
    files[name] = bytes;
  }
  if (src) {
    const { name, bytes } = await fetched(src);
    return { name: as ? name.replace(/\.\w+$|$/, "." + as) : name, text: bytes, files };
  }
  if (!element.textContent?.trim() && document.readyState === "loading")
    await new Promise((resolve) => document.addEventListener("DOMContentLoaded", resolve, { once: true }));
  const text = dedented(element.textContent ?? "");
  if (!text.trim()) throw new Error("there is nothing to show: give it a src, or code between its tags");
  return { name: "code." + (as ?? endingOf(text)), text, files };
}

// ---- light or dark ------------------------------------------------------------------------------

const pen = globalThis.document?.createElement("canvas").getContext("2d", { willReadFrequently: true });

/** Light letters are on a dark ground. @param {HTMLElement} element @returns {"light" | "dark"} */
export function themeOf(element) {
  const asked = element.getAttribute("theme");
  if (asked === "light" || asked === "dark") return asked;
  if (!pen) return "light";
  pen.fillStyle = getComputedStyle(element).color;
  pen.fillRect(0, 0, 1, 1);
  const [red, green, blue] = pen.getImageData(0, 0, 1, 1).data;
  return 0.3 * red + 0.59 * green + 0.11 * blue > 140 ? "dark" : "light";
}

/** @type {Set<() => void>} */
const watchers = new Set();
let watching = false;

/** Calls back whenever the document may have become light or dark; what it returns ends that. @param {() => void} change */
export function watchTheme(change) {
  watchers.add(change);
  if (!watching) {
    watching = true;
    const tell = () => requestAnimationFrame(() => { for (const one of watchers) one(); });
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", tell);
    const observer = new MutationObserver(tell);
    for (const one of [document.documentElement, document.body]) observer.observe(one, { attributes: true });
  }
  return () => { watchers.delete(change); };
}

/** Calls back once, when the element is near what is seen, or at once where it says loading="eager".
 * @param {HTMLElement} element @param {() => void} come */
export function whenNear(element, come) {
  if (element.getAttribute("loading") === "eager" || typeof IntersectionObserver === "undefined") {
    come();
    return () => {};
  }
  const observer = new IntersectionObserver((entries) => {
    if (!entries.some((entry) => entry.isIntersecting)) return;
    observer.disconnect();
    come();
  }, { rootMargin: "600px" });
  observer.observe(element);
  return () => observer.disconnect();
}
