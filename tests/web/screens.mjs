// The golden screens of tests/screens as the page paints them: the text of its grid, line for line.
// Left out are those that need what a page has not, or another way in; the number of them is said.
import { readFileSync, readdirSync } from "node:fs";
import { known } from "./program.mjs";

// How many keys and commands there are, the unit test leaves out of them: a new one changes no case.
const COUNTS = /^( *(?:keys|commands) )───.*$/;

// The cases of one file: { title, lesson, keys, shots: [{ columns, rows, lines }], flags }.
export function readCases(path) {
  const cases = [];
  for (const part of readFileSync(path, "utf8").split(/^=== /m).slice(1)) {
    const [head, ...screens] = part.split(/^---(?: (\d+x\d+))?\n/m);
    const [title, ...fields] = head.split("\n").filter(Boolean);
    const one = { title, flags: [], keys: "", shots: [] };
    for (const field of fields) {
      const [, name, value] = /^(\w+): ?(.*)$/.exec(field) || [];
      if (name === "lesson" || name === "keys" || name === "size") one[name] = value;
      else if (name) one.flags.push(name);
    }
    const sizes = (one.size || "").split(" ");
    for (let i = 0; i < sizes.length; i++) {
      const [columns, rows] = sizes[i].split("x").map(Number);
      one.shots.push({ columns, rows, lines: (screens[2 * i + 1] || "").split("\n").slice(0, rows) });
    }
    cases.push(one);
  }
  return cases;
}

export function allCases() {
  return readdirSync("tests/screens").filter((name) => name.endsWith(".test")).sort()
    .flatMap((name) => readCases("tests/screens/" + name).map((one) => ({ ...one, file: name })))
    .filter(({ file, title }) => !known.includes(`tests/screens/${file}: ${title}`));
}

// Small pictures of what is past, which are blank where colours do not show.
const PAST = /^[ .:=+*#%@-]*$/;

const same = (stated, painted) =>
  stated === " (keys)" || (painted === "" && PAST.test(stated)) || stated === painted || stated === painted.replace(COUNTS, "$1── (count) ──");

// The first line that differs, or "".
export function difference(shot, painted) {
  for (let i = 0; i < shot.rows; i++) {
    const stated = shot.lines[i] ?? "", now = painted[i] ?? "";
    if (!same(stated, now)) return `row ${i + 1}\n  stated  ${stated}\n  painted ${now}`;
  }
  return "";
}
