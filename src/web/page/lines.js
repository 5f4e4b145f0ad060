// The walk line by line.
import { call, queue, run, status, stop } from "./calls.js";
import { forgetRows, show, timer } from "./grid.js";
import { isElsewhere } from "./host.js";
import { KEY, keepState, remembered } from "./kept.js";
import { choosing, openLesson } from "./lessons.js";
import { FIRST, page, part } from "./page.js";
import { coarse } from "./pad.js";
import { follow } from "./place.js";

const LINE = 78; // columns that the program fills

// Lines of a paragraph are one again, as wide as the page: those whose next word had no room.
function unfilled(text) {
  const lines = text.split("\n");
  return lines.reduce((all, line, i) => {
    const before = lines[i - 1].length, word = line.split(" ")[0].length;
    return all + (word && before <= LINE && before + 1 + word > LINE ? " " : "\n") + line;
  });
}

function say(text, own) {
  const log = part("log");
  let first;
  for (const words of unfilled(text).split(/\n{2,}/)) {
    if (!words.trim()) continue;
    const line = document.createElement("p");
    line.textContent = words.trimEnd();
    if (own) line.className = "said";
    else if (/^ {4}/m.test(words)) line.className = "code";
    log.append(line);
    first ??= line;
  }
  if (first) log.scrollTop = first.offsetTop - log.offsetTop; // one reads on where the new begins
}

// The focus goes along, but not out of the list of lessons, nor out of the page that this one is a part of.
function focusOn(id) {
  if (!choosing && !isElsewhere()) part(id).focus({ preventScroll: true });
}

export async function readLines(on) {
  page.byLines = on;
  part("hero").hidden = true;
  clearTimeout(timer);
  part("as-lines").setAttribute("aria-pressed", on);
  part("as-terminal").setAttribute("aria-pressed", String(page.terminal));
  part("reader").hidden = !on;
  if (on) {
    document.body.dataset.view = "lines";
    status("");
    part("log").replaceChildren();
    say(await run("web_lines"));
    focusOn(coarse.matches ? "log" : "line"); // no keyboard comes up over what is to be read
  } else {
    page.program._web_cards(page.terminal || page.role ? 0 : 1);
    forgetRows();
    part("screen").replaceChildren();
    part("screen").hidden = true;
    show();
    if (!part("screen").hidden) focusOn("screen");
    else if (document.activeElement !== document.body) focusOn("app"); // else Tab comes to the log first
  }
}

/** The grid of characters, as in a terminal, or cards. @param {boolean} on */
export function chooseTerminal(on) {
  page.terminal = on;
  remembered((storage) => { storage[KEY + "terminal"] = on ? "1" : ""; });
  return chooseLines(false);
}

// What a reader chooses is kept; what a link asks for is not.
export function chooseLines(on) {
  remembered((storage) => { storage[KEY + "lines"] = on ? "1" : ""; });
  if (!page.opened) page.byLines = on;
  return queue(() => (page.opened ? readLines(on) : openLesson(FIRST)));
}

// Nothing typed is to give no answer away.
const asks = () => !!JSON.parse(call("web_screen", 80, 400)).question;

export async function sayLine(typed) {
  if (!typed && asks()) return say("Type an answer, “hint” for a hint, or “n” to go on: it gives a hint, then the answer.");
  say(await run("web_line", typed));
  if (page.program._web_lines_left()) {
    await run("web_lines");
    say("Your place is kept. Choose another lesson above, or type n to go on here.");
  }
  show();
  follow();
  keepState();
}

export function listenToLines() {
  part("say").addEventListener("submit", (event) => {
    event.preventDefault();
    const typed = part("line").value;
    part("line").value = "";
    if (typed) say(typed, true);
    queue(() => sayLine(typed));
  });
  part("as-terminal").addEventListener("click", () => chooseTerminal(page.byLines || !page.terminal));
  part("as-lines").addEventListener("click", () => chooseLines(!page.byLines));
  part("skip").addEventListener("click", (event) => { event.preventDefault(); chooseLines(true); });
  part("stop").addEventListener("click", stop);
}
