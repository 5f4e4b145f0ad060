// What outlasts a reload: the state of the program, and files of the reader's own.
import { isBusy, notice, rescues } from "./calls.js";
import { base64Of, bytesOf, makeFolders, write } from "./files.js";
import { host } from "./host.js";
import { OWN, STATE, page } from "./page.js";

const isForgotten = host && !host.keeps; // all that is done here

// Storage may be forbidden, or full. False: it is.
export function remembered(visit) {
  if (isForgotten) return false;
  try {
    visit(window.localStorage, window.sessionStorage);
    return true;
  } catch (problem) {
    return false;
  }
}

export const KEY = "qkv:";
const STATE_FILE = /^\/state\/qkv(\/[\w-][\w.-]*)+$/; // others keep things in the same storage
export const known = new Map(); // of each file of the state what is stored of it, as far as this page knows

// Another page of this browser may have gone on meanwhile.
export function restoreState(fs) {
  makeFolders(fs, STATE);
  remembered((storage) => {
    for (const key of Object.keys(storage)) {
      const path = key.slice(KEY.length);
      if (!key.startsWith(KEY) || !STATE_FILE.test(path) || known.get(path) === storage[key]) continue;
      write(fs, path, storage[key]);
      known.set(path, storage[key]);
    }
  });
}

function filesBelow(folder, visit) {
  const fs = page.program.FS;
  if (!fs.analyzePath(folder).exists) return;
  for (const name of fs.readdir(folder)) {
    const path = folder + "/" + name;
    if (name.startsWith(".")) continue;
    if (fs.isDir(fs.stat(path).mode)) filesBelow(path, visit);
    else visit(path, fs.readFile(path, { encoding: "utf8" }));
  }
}

// Only what changed here: the rest may have gone on in another page.
export function keepState() {
  if (isForgotten || !page.program || (isBusy() && !rescues)) return;
  let all = true;
  try {
    page.program._web_keep();
    filesBelow(STATE, (path, text) => {
      if (known.get(path) === text) return;
      if (remembered((storage) => { storage[KEY + path] = text; })) known.set(path, text);
      else all = false;
    });
  } catch (problem) {
    console.warn(problem);
  }
  if (!all) notice("This browser keeps nothing of what you do here. Save your answers before you leave.");
}

// Files of the reader's own outlast a reload, and go along into the window of the slides.
const OWN_KEY = KEY + "own/";
export const ownNames = new Set(); // a folder of the program's lists no __proto__

export function writeOwn(fs, name, content) {
  if (name.includes("/")) return;
  write(fs, OWN + name, content);
  ownNames.add(name);
}

export function keepOwn(name) {
  const file = page.program.FS.readFile(OWN + name);
  return remembered((_, tab) => { tab[OWN_KEY + name] = base64Of(file); });
}

export function restoreOwn(fs) {
  remembered((_, tab) => {
    for (const key of Object.keys(tab))
      if (key.startsWith(OWN_KEY)) writeOwn(fs, key.slice(OWN_KEY.length), bytesOf(tab[key]));
  });
}
