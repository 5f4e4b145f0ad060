// The calls of the program, one after the other. What the walk does is the program's (web.c): no module
// of the page knows a lesson or an operation.
import { keepState } from "./kept.js";
import { openLesson } from "./lessons.js";
import { page, part } from "./page.js";
import { start } from "./program.js";

export const result = () => page.program.UTF8ToString(page.program._web_result());

export function call(name, ...values) {
  page.program.ccall(name, null, values.map((value) => (typeof value === "string" ? "string" : "number")), values);
  return result();
}

// What may run a program: it rests now and then, so that it can be seen and stopped.
export async function run(name, ...values) {
  try {
    call(name, ...values);
    while (page.program._web_is_busy()) {
      running(page.program.UTF8ToString(page.program._web_running(80)));
      await new Promise((resolve) => setTimeout(resolve));
      page.program._web_go_on();
    }
    running("");
    if (stopped) notice("The run was stopped. What comes after that place was not computed; open the lesson again to run all of it.");
    stopped = false;
    return result();
  } catch (problem) {
    return rescue(problem);
  }
}

let stopped = false;

export function stop() {
  stopped = !!isBusy();
  page.program._web_stop();
}

function running(words) {
  part("stop").hidden = !words;
  if (words) status(words);
}

export const isBusy = () => page.program && page.program._web_is_busy();

// One after the other: what comes while a program runs waits for its end.
export let last = Promise.resolve();
export const queue = (task) => (last = last.then(task).catch((problem) => status(String(problem.message || problem))));

// The browser's own calls were too deep, or there was no memory: a new instance goes on from what is
// kept.
export let rescues = false;

async function rescue(problem) {
  console.error(problem);
  running("");
  if (rescues) throw problem;
  rescues = true;
  try {
    keepState();
    await start();
    await openLesson(page.opened);
  } finally {
    rescues = false;
  }
  status("The program was started again: " + (problem.message || problem));
  return "";
}

// Until the next key.
export function status(text) {
  part("status").textContent = text;
}

// Until another lesson is opened.
export function notice(text) {
  part("notice").textContent = text;
}
