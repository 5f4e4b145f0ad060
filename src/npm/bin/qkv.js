#!/usr/bin/env node
// qkv for the command line: the program's commands on the machine's files; without one, the page in the browser.
import { spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { inside, mountHost, outside } from "../host_files.js";
import { execute, sink } from "../program.js";

const self = fs.realpathSync(fileURLToPath(import.meta.url));
const pageFile = path.join(path.dirname(self), "..", "share", "qkv", "qkv.html");
const windows = process.platform === "win32";

// ---- streams ------------------------------------------------------------------------------------

/** All of it, also where the other side takes its time. @param {number} to @param {Uint8Array} bytes */
function writeAll(to, bytes) {
  for (let at = 0; at < bytes.length;) {
    try {
      at += fs.writeSync(to, bytes, at);
    } catch (problem) {
      if (problem.code === "EPIPE") process.exit(0); // who reads has gone
      if (problem.code !== "EAGAIN") throw problem;
    }
  }
}

/** What a terminal would obey is spelled. @param {string} text */
const visible = (text) => text.replace(/[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/g, (sign) => "\\x" + sign.charCodeAt(0).toString(16).padStart(2, "0"));

/** @param {number} to */
function stream(to) {
  const text = new TextDecoder(), isShown = process.stdout.isTTY && to === 1 || process.stderr.isTTY && to === 2;
  return sink((bytes) => {
    if (!isShown && !windows) return writeAll(to, bytes);
    const words = outside(text.decode(bytes, { stream: true }));
    writeAll(to, new TextEncoder().encode(isShown ? visible(words) : words));
  });
}

const output = stream(1), messages = stream(2);
const input = Buffer.alloc(1 << 14);
let at = 0, end = 0;

/** The next byte of standard input; null: there are no more. */
function read() {
  if (at === end) {
    output.flush(); // what is asked is seen
    messages.flush();
    at = end = 0;
    for (;;) {
      try {
        end = fs.readSync(0, input, 0, input.length, null);
        break;
      } catch (problem) {
        if (problem.code === "EOF") return null;
        if (problem.code !== "EAGAIN") throw problem;
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
      }
    }
  }
  return at < end ? input[at++] : null;
}

/** @param {string} text */
const say = (text) => { messages.flush(); writeAll(2, new TextEncoder().encode(text)); };

// ---- commands -----------------------------------------------------------------------------------

const KEPT = ["HOME", "NO_COLOR", "COLUMNS", "TZ", "SOURCE_DATE_EPOCH"], OWN = /^(XDG|QKV)_/;

/** @param {Record<string, string>} ENV */
function environment(ENV) {
  for (const name in process.env) if (KEPT.includes(name) || OWN.test(name)) ENV[name] = inside(process.env[name] ?? "");
  ENV.HOME = inside(os.homedir());
  ENV.LC_ALL = "C.UTF-8";
}

/** A word that names a file, as the program sees it. @param {string} word */
const word = (word) => (windows && /[\\/]/.test(word) ? inside(word) : word);

/** @param {string[]} words */
async function run(words) {
  let stopped = false;
  process.once("SIGINT", () => { stopped = true; });
  const status = await execute([inside(self), ...words.map(word)], {
    prepare({ FS, ENV }) {
      environment(ENV);
      mountHost(FS);
      FS.chdir(inside(process.cwd()));
      FS.init(read, output.put, messages.put);
    },
    error: say,
    rest: () => {
      output.flush();
      return new Promise((resolve) => setImmediate(resolve));
    },
    isStopped: () => stopped,
  });
  output.flush();
  messages.flush();
  return stopped ? 130 : status;
}

// ---- the page -----------------------------------------------------------------------------------

/** Opens it where the reader's browser is; BROWSER names another one, or "none". @param {string} file */
function open(file) {
  const address = pathToFileURL(file).href, browser = process.env.BROWSER;
  if (browser === "none") return;
  const [program, ...words] = browser ? [browser, address]
    : windows ? ["rundll32", "url.dll,FileProtocolHandler", address]
      : process.platform === "darwin" ? ["open", address] : ["xdg-open", address];
  const opened = spawn(program, words, { stdio: "ignore", detached: true });
  opened.on("error", () => say("  no browser was found here: open the file in one\n"));
  opened.unref();
}

/** The page, with a lesson or a listing in it where one is named: in a folder of its own, under its name.
 * @param {string} [lesson] */
async function openPage(lesson) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "qkv-")), file = path.join(folder, "qkv.html");
  if (!lesson) {
    fs.copyFileSync(pageFile, file);
  } else {
    const status = await run(["export", lesson, "--format=page", "--output=" + file, "--quiet"]);
    if (status) {
      fs.rmSync(folder, { recursive: true });
      return status;
    }
  }
  writeAll(1, new TextEncoder().encode(file + "\n"));
  open(file);
  return 0;
}

const USAGE = `qkv from npm
  npx qkv                       opens the page in the browser
  npx qkv learn LESSON          opens it at a lesson, or at your own .md, .py or .ipynb
  npx qkv COMMAND …             run, show, explain, export, check, quiz, lessons, help …: as the program's
`;

/** @param {string[]} words */
function main(words) {
  const [command, ...rest] = words;
  if (command === undefined) return openPage();
  if (command === "--help" || command === "-h") writeAll(1, new TextEncoder().encode(USAGE + "\n"));
  const names = rest.filter((one) => !one.startsWith("-"));
  const opens = (command === "learn" || command === "present") && !rest.some((one) => /^--?(linear|h|help)$/.test(one));
  if (opens && names.length < 2 && names.length === rest.length) return openPage(names[0]);
  return run(words);
}

process.exitCode = await main(process.argv.slice(2));
