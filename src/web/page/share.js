// What leaves the page: a link, a state, the page itself, answers, paper. And what comes in by hand.
import { isBusy, queue, status } from "./calls.js";
import { download } from "./files.js";
import { ownLesson, saveAnswers, savePage } from "./lessons.js";
import { isCarried, link, stateFile } from "./place.js";
import { page, part } from "./page.js";

async function openShare() {
  if (isBusy()) return status("The program is running; when it is done, this place can be shared.");
  part("link").value = await link();
  part("link-says").textContent = !isCarried()
    ? "Your own file is too large for a link, which leads to nothing elsewhere. Save the state as a file, or the page as one file: both have it in them."
    : location.protocol === "about:" ? "This page is a part of another one and has no address of its own: save it, or its state, as a file."
    : location.protocol === "file:" ? "This page is a file on your computer: the link works where the same file is. The state as a file works in any copy of the page." : "";
  part("copy-link").textContent = "Copy link";
  part("share").showModal();
}

async function copyLink() {
  part("link").select();
  const done = await navigator.clipboard?.writeText(part("link").value).then(() => true, () => false);
  part("copy-link").textContent = done || document.execCommand("copy") ? "Copied" : "Press Ctrl-C to copy";
}

const saveState = () => download(page.opened.replace(/^.*\/|\.\w+$/g, "") + ".qkv.json", stateFile(ownLesson()), "application/json");

export function listenToShare() {
  const closing = (/** @type {() => void} */ task) => () => { part("share").close(); queue(task); };
  for (const button of document.querySelectorAll("[data-share]")) button.addEventListener("click", () => queue(openShare));
  part("copy-link").addEventListener("click", copyLink);
  part("save-state").addEventListener("click", closing(saveState));
  part("save-page").addEventListener("click", closing(savePage));
  part("save-answers").addEventListener("click", closing(saveAnswers));
  part("print-handout").addEventListener("click", () => { part("share").close(); print(); });
}
