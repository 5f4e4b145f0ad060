// Dark or light, and colours or signs.
import { page } from "./page.js";

export const plain = matchMedia("(forced-colors: active)");

export function setTheme(plain) {
  const [paper, text] = ["--paper", "--text"].map((name) =>
    parseInt(getComputedStyle(document.documentElement).getPropertyValue(name).trim().slice(1), 16));
  page.program._web_theme(paper, text, 0, plain);
}
