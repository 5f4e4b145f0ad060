// Paper, and the beginning.
import "./door.js";
import { call, isBusy, queue, status } from "./calls.js";
import { listenToOthers } from "./class.js";
import { fit, forgetRows, paint, show } from "./grid.js";
import { KEY, keepState, remembered } from "./kept.js";
import { listenToScreen } from "./keys.js";
import { listLessons, listenToFiles, openLesson } from "./lessons.js";
import { listenToLines } from "./lines.js";
import { FIRST, OWN, page, part, wanted } from "./page.js";
import { start } from "./program.js";
import { plain, setTheme } from "./theme.js";

// What is printed is the lesson's handout.
function printHandout(on) {
  if (isBusy()) return;
  part("print").innerHTML = on ? call("web_handout") : "";
  const style = part("print").querySelector("style");
  if (style) style.media = "print";
}

async function begin() {
  const own = await start();
  listenToScreen();
  listenToLines();
  listenToFiles();
  listenToOthers();
  addEventListener("beforeprint", () => printHandout(true));
  addEventListener("afterprint", () => printHandout(false));
  let lines = matchMedia("(max-width: 700px) and (orientation: portrait)").matches;
  remembered((storage) => { if (storage[KEY + "lines"] !== undefined) lines = storage[KEY + "lines"] === "1"; });
  page.byLines = !page.role && (wanted.has("lines") || (lines && !wanted.has("size")));
  part("screen").hidden = part("keys").hidden = page.byLines;
  if (!page.byLines) fit();
  const name = wanted.get("lesson") || (own ? OWN + own.name : FIRST);
  await queue(() => openLesson(name, wanted.has("keys") ? wanted.get("keys") : undefined));
  performance.mark("first-frame");
  setTimeout(() => queue(() => listLessons(own))); // reads each lesson for its title: after the frame
  addEventListener("resize", () => queue(() => { if (!page.byLines) { fit(); show(); } }));
  addEventListener("pagehide", keepState);
  document.addEventListener("visibilitychange", keepState);
  addEventListener("hashchange", () => location.reload()); // a link to another place
  for (const media of [plain, matchMedia("(prefers-color-scheme: dark)")])
    media.addEventListener("change", () => queue(() => { setTheme(plain.matches); forgetRows(); if (!page.byLines) paint(); }));
}

begin().catch((problem) => status("qkv cannot run here: " + (problem.message || problem)));
