// When the first screen is shown, and what it may call: it is where the page begins without a place, and
// behind the page's name and "all lessons" at any time.
import { call, isBusy, notice, queue, run, status, stop } from "./calls.js";
import { drawHero } from "./hero.js";
import { host } from "./host.js";
import { KEY, keepOwn, keepState, remembered, writeOwn } from "./kept.js";
import { openLesson } from "./lessons.js";
import { FIRST, OWN, page, part } from "./page.js";
import { beginAt } from "./place.js";

let hasBegun = false; // a lesson was opened: beginAt() has been there

// The browser's Back leads from it to the first screen again.
async function open(lesson) {
  keepLast(lesson);
  remembered(() => history.pushState(null, "", location.href.replace(/#.*/, "")));
  if (hasBegun) await openLesson(lesson);
  else await beginHere(lesson);
}

function beginHere(lesson) {
  hasBegun = true;
  return beginAt(lesson);
}

async function openText(name, text) {
  writeOwn(page.program.FS, name, text);
  keepOwn(name);
  await open(OWN + name);
}

const text = (path) => page.program.FS.readFile(path, { encoding: "utf8" });

function keepLast(lesson) {
  if (lesson && !lesson.startsWith(OWN) && !page.role && !page.sent) remembered((storage) => { storage[KEY + "last"] = lesson; });
}

function last() {
  let name = page.opened;
  remembered((storage) => { name ||= storage[KEY + "last"] || ""; });
  return name;
}

// It runs nothing that lasts; how far that has come is of no interest here.
async function runQuietly(name, ...values) {
  const said = await run(name, ...values);
  status("");
  return said;
}

// To the lesson that is open.
function leave() {
  if (part("hero").hidden) return;
  part("hero").hidden = true;
  document.body.dataset.view = page.byLines ? "lines" : "cards";
  document.title = "qkv: " + page.opened.replace(/^.*\//, "");
}

/** @param {boolean} [atCourse] */
export async function showFront(atCourse) {
  keepState();
  notice("");
  status("");
  document.body.dataset.view = "hero";
  document.title = "qkv: self-attention, one operation at a time";
  part("hero").hidden = false;
  scrollTo(0, 0);
  const drawn = drawHero(part("hero"), {
    run: runQuietly, call, queue, text, last,
    open: (lesson) => queue(() => open(lesson)),
    openText: (name, words) => queue(() => openText(name, words)),
  });
  if (!atCourse) return;
  drawn.then(() => part("hero").querySelector(".hero-course").scrollIntoView());
}

function goToFront(atCourse) {
  if (isBusy()) stop();
  if (document.body.dataset.view !== "hero") remembered(() => history.pushState(null, "", location.href.replace(/#.*/, "")));
  queue(() => showFront(atCourse));
}

/** The page begins: where its address or its history says, with the reader's own lesson, or here. */
export function beginPage(own) {
  if (host) return beginHere(own ? OWN + own.name : FIRST);
  addEventListener("popstate", (event) => {
    if (event.state || location.hash) return leave();
    event.stopImmediatePropagation(); // no place of a lesson
    queue(() => showFront());
  });
  addEventListener("pagehide", () => keepLast(page.opened));
  part("home").hidden = part("lesson-title").disabled = !part("lessons").textContent; // a cell of a notebook has no course
  part("home")?.addEventListener("click", (event) => { event.preventDefault(); goToFront(false); });
  part("lesson-title")?.addEventListener("click", () => goToFront(true));
  if (page.role || own || history.state || location.hash.length > 1) return beginHere(own ? OWN + own.name : FIRST);
  return showFront();
}
