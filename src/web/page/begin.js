// Paper, and the beginning.
import "./door.js";
import { call, isBusy, queue, status } from "./calls.js";
import { listenToOthers } from "./class.js";
import { fit, show } from "./grid.js";
import { KEY, keepState, remembered } from "./kept.js";
import { listenToScreen } from "./keys.js";
import { listLessons, listenToFiles } from "./lessons.js";
import { listenToLines } from "./lines.js";
import { FIRST, OWN, page, part, wanted } from "./page.js";
import { beginAt } from "./place.js";
import { start } from "./program.js";
import { listenToShare } from "./share.js";
import { listenToTheme } from "./theme.js";

// What is printed is the lesson's handout.
function printHandout(on) {
  if (isBusy()) return;
  part("print").innerHTML = on ? call("web_handout") : "";
  const style = part("print").querySelector("style");
  if (style) style.media = "print";
}

// Where a server has what a browser installs, it opens without a network from then on.
function keepOffline() {
  if (document.querySelector("link[rel=manifest]")) navigator.serviceWorker?.register("qkv-sw.js").catch((problem) => console.warn(problem));
}

async function begin() {
  const own = await start();
  listenToScreen();
  listenToLines();
  listenToFiles();
  listenToOthers();
  listenToShare();
  listenToTheme();
  addEventListener("beforeprint", () => printHandout(true));
  addEventListener("afterprint", () => printHandout(false));
  let lines = matchMedia("(max-width: 700px) and (orientation: portrait)").matches;
  remembered((storage) => { if (storage[KEY + "lines"] !== undefined) lines = storage[KEY + "lines"] === "1"; });
  page.byLines = !page.role && (wanted.has("lines") || (lines && !wanted.has("size")));
  part("screen").hidden = part("keys").hidden = page.byLines;
  if (!page.byLines) fit();
  await queue(() => beginAt(own ? OWN + own.name : FIRST));
  performance.mark("first-frame");
  setTimeout(() => queue(() => listLessons(own))); // reads each lesson for its title: after the frame
  addEventListener("resize", () => queue(() => { if (!page.byLines) { fit(); show(); } }));
  addEventListener("pagehide", keepState);
  document.addEventListener("visibilitychange", keepState);
  keepOffline();
}

begin().catch((problem) => status("qkv cannot run here: " + (problem.message || problem)));
