// The colours of roles and grounds, as the program has them, for what looks name.
import { call } from "./calls.js";

const sheet = new CSSStyleSheet();

/** The class of a look: "query bold" is "look-query look-bold". @param {string} [look] */
export const classOf = (look) => (look ? look.replace(/\S+/g, "look-$&") : "");

/** Taken anew where the theme is another one. */
export function setInks() {
  const rules = [], variables = [];
  for (const line of call("web_inks").split("\n").slice(0, -1)) {
    const [ink, ground, letters, back] = line.split("\t");
    const names = [ink, ground].filter(Boolean).map((name) => ".look-" + name).join("");
    if (names) rules.push(`${names}{${letters ? `color:${letters};` : ""}${ground && back ? `background:${back}` : ""}}`);
    if (ink && !ground) variables.push(`--ink-${ink}:${letters}`);
  }
  sheet.replaceSync(`:root{${variables.join(";")}}${rules.join("")}`);
  document.adoptedStyleSheets = [sheet];
}
