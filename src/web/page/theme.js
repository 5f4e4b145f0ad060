// Dark or light, colours or signs, with movement or without.
import { queue } from "./calls.js";
import { forgetRows } from "./grid.js";
import { host } from "./host.js";
import { setInks } from "./inks.js";
import { KEY, remembered } from "./kept.js";
import { afterwards } from "./keys.js";
import { page, part } from "./page.js";

export const plain = matchMedia("(forced-colors: active)");
export const calm = matchMedia("(prefers-reduced-motion: reduce)"); // nothing is to move
const dark = matchMedia("(prefers-color-scheme: dark)");
const CHOICES = ["auto", "light", "dark"];
let choice = "auto";

/** @param {boolean} plain */
export function setTheme(plain) {
  const root = document.documentElement;
  root.dataset.theme = host ? host.theme() : choice === "auto" ? (dark.matches ? "dark" : "light") : choice;
  const [paper, text] = ["--paper", "--text"].map((name) => parseInt(getComputedStyle(root).getPropertyValue(name).trim().slice(1), 16));
  page.program._web_theme(paper, text, 0, plain ? 1 : 0);
  setInks();
}

export const repaint = () => queue(async () => { setTheme(plain.matches); forgetRows(); await afterwards(); });

/** @param {string} which */
function choose(which) {
  choice = CHOICES.includes(which) ? which : "auto";
  part("theme").textContent = { auto: "Colours: as the system", light: "Colours: light", dark: "Colours: dark" }[choice];
}

export function listenToTheme() {
  remembered((storage) => choose(storage[KEY + "theme"]));
  setTheme(plain.matches);
  part("theme").addEventListener("click", () => {
    choose(CHOICES[(CHOICES.indexOf(choice) + 1) % CHOICES.length]);
    remembered((storage) => { storage[KEY + "theme"] = choice; });
    repaint();
  });
  for (const media of [plain, dark]) media.addEventListener("change", repaint);
}
