// The page: paints frames, passes keys on, keeps what is to be remembered. What the walk does is the
// program's (web.c); nothing here knows a lesson or an operation. Its files become one script.
"use strict";

const part = (id) => document.getElementById(id);
const LESSONS = "/data/qkv/lessons/", STATE = "/state", OWN = "/own/", FIRST = "eight-steps";
const wanted = new URLSearchParams(location.hash.slice(1).replace(/\+/g, "%2B")); // a plus is a key
let program; // the instance of the wasm
let opened = ""; // the lesson, as it was opened
let byLines = false;
let role = wanted.has("present") ? "present" : wanted.has("notes") ? "notes" : "";

const result = () => program.UTF8ToString(program._web_result());

function call(name, ...values) {
  program.ccall(name, null, values.map((value) => (typeof value === "string" ? "string" : "number")), values);
  return result();
}

// What may run a program: it rests now and then, so that it can be seen and stopped.
async function run(name, ...values) {
  try {
    call(name, ...values);
    while (program._web_is_busy()) {
      running(program.UTF8ToString(program._web_running(80)));
      await new Promise((resolve) => setTimeout(resolve));
      program._web_go_on();
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

function stop() {
  stopped = isBusy();
  program._web_stop();
}

function running(words) {
  part("stop").hidden = !words;
  if (words) status(words);
}

const isBusy = () => program && program._web_is_busy();

// One after the other: what comes while a program runs waits for its end.
let last = Promise.resolve();
const queue = (task) => (last = last.then(task).catch((problem) => status(String(problem.message || problem))));

// The browser's own calls were too deep, or there was no memory: a new instance goes on from what is
// kept.
let rescues = false;

async function rescue(problem) {
  console.error(problem);
  running("");
  if (rescues) throw problem;
  rescues = true;
  try {
    keepState();
    await start();
    await openLesson(opened);
  } finally {
    rescues = false;
  }
  status("The program was started again: " + (problem.message || problem));
  return "";
}

// Until the next key.
function status(text) {
  part("status").textContent = text;
}

// Until another lesson is opened.
function notice(text) {
  part("notice").textContent = text;
}
