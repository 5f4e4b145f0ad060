// Paper, and the beginning.
import { fitActions, listenToActions } from "./actions.js";
import "./door.js";
import { call, isBusy, queue, status } from "./calls.js";
import { listenToOthers } from "./class.js";
import { show } from "./grid.js";
import { host } from "./host.js";
import { beginPage } from "./front.js";
import { listenToFigure } from "./figure.js";
import { KEY, keepState, remembered } from "./kept.js";
import { listenToScreen, press } from "./keys.js";
import { listLessons, listenToFiles } from "./lessons.js";
import { listenToLines } from "./lines.js";
import { listenToLists } from "./lists.js";
import { page, part, wanted } from "./page.js";
import { start } from "./program.js";
import { listenToShare } from "./share.js";
import { fitStage } from "./stage.js";
import { listenToTheme, repaint } from "./theme.js";

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
  listenToFigure();
  listenToLists();
  listenToActions();
  if (!host) addEventListener("beforeprint", () => printHandout(true));
  if (!host) addEventListener("afterprint", () => printHandout(false));
  remembered((storage) => {
    page.byLines = storage[KEY + "lines"] === "1" && !wanted.has("size") && !wanted.has("terminal");
    page.terminal ||= storage[KEY + "terminal"] === "1" && !wanted.has("cards");
  });
  page.byLines = !page.role && (wanted.has("lines") || page.byLines);
  fitStage();
  await queue(() => beginPage(own));
  if (own?.keys && !history.state) press(own.keys);
  performance.mark("first-frame");
  host?.begun({ press, repaint });
  setTimeout(() => queue(() => listLessons(own))); // reads each lesson for its title: after the frame
  addEventListener("resize", () => queue(() => { fitStage(); fitActions(); if (page.opened) show(); }));
  addEventListener("pagehide", keepState);
  document.addEventListener("visibilitychange", keepState);
  keepOffline();
}

begin().catch((problem) => {
  const words = "qkv cannot run here: " + (problem.message || problem);
  status(words);
  host?.failed(words);
});
