// What the tests of the page share: Chromium, pages that remember nothing, verdicts. A file of tests is
// run as node tests/web/NAME.mjs FOLDER WORD…, where FOLDER is build/web. ONLY=WORDS runs the tests with
// these words in their names; QUICK=1 those that .ci/run has time for.
import { createServer } from "node:http";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";

export const [folder, ...words] = process.argv.slice(2);
export const require = createRequire(resolve(folder, "npm/package.json"));
export const quick = Boolean(process.env.QUICK);
export const pictures = resolve(folder, "pictures");
export const page_url = "file://" + resolve(folder, "qkv.html");
mkdirSync(pictures, { recursive: true });

// ---- verdicts -------------------------------------------------------------------------------------

const file = [basename(process.argv[1], ".mjs"), ...words].join(" ");
let passed = 0, failed = 0;

export function verdict(name, wrong, from) {
  const took = from ? ` (${((Date.now() - from) / 1000).toFixed(1)} s)` : "";
  console.log(`${wrong ? "not ok" : "ok"} - ${file}: ${name}${took}`);
  if (wrong) console.log(String(wrong).split("\n").slice(0, 14).map((line) => "    " + line.slice(0, 300)).join("\n"));
  wrong ? failed++ : passed++;
}

// A test returns what is wrong, or "".
export async function test(name, run) {
  if (!name.includes(process.env.ONLY || "")) return;
  const from = Date.now();
  try {
    verdict(name, await run(), from);
  } catch (problem) {
    verdict(name, problem.stack || problem, from);
  }
}

export async function finish() {
  await browser?.close();
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed ? 1 : 0;
}

// ---- pages ----------------------------------------------------------------------------------------

let browser;

export async function launched() {
  browser ||= await require("puppeteer-core").launch({
    executablePath: process.env.CHROMIUM || "/usr/bin/chromium",
    args: ["--no-sandbox", "--allow-file-access-from-files"],
    protocolTimeout: 120000,
  });
  return browser;
}

// Puppeteer's own waitForFunction makes functions of strings, which the page's content policy forbids.
export async function until(page, condition, given = null, limit = 30000) {
  for (const end = Date.now() + limit; !(await (given === null ? page.evaluate(condition) : page.evaluate(condition, given)));) {
    if (Date.now() > end) throw new Error("in vain waited for " + condition);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

// What goes wrong in a page, and any request that leaves the file, is kept.
export function watch(page) {
  page.problems = [];
  page.on("pageerror", (error) => page.problems.push(error.message));
  page.on("console", (message) => ["error", "warn"].includes(message.type()) && page.problems.push(message.args()[0]?.remoteObject().description || message.text()));
  page.on("request", (request) => {
    if (!/^(file:|blob:|data:)/.test(request.url())) page.problems.push("asks for " + request.url());
  });
  return page;
}

// A page that remembers nothing.
export async function blank(size = { width: 1280, height: 800 }) {
  const page = watch(await (await (await launched()).createBrowserContext()).newPage());
  await page.setViewport(size);
  return page;
}

export const ended = async (page, wrong = "") => {
  const problems = page.problems.join("\n");
  await page.close();
  return wrong || problems;
};

// A folder over http: there windows have a channel, which files may not have.
export async function serve(folder) {
  const server = createServer((asked, answer) => {
    const file = resolve(folder, "." + decodeURIComponent(asked.url.split("?")[0]));
    answer.end(existsSync(file) ? readFileSync(file) : "");
  });
  await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
  return [server, `http://127.0.0.1:${server.address().port}/`];
}

// What the page's modules export (page/door.js), as names of its window.
const names = () => {
  const door = document.querySelector("#app").qkv;
  for (const module of [door, ...Object.values(door)]) {
    if (typeof module !== "object" || Array.isArray(module)) continue;
    for (const name of Object.keys(module).filter((name) => name !== "screen")) // axe asks the browser's own
      Object.defineProperty(window, name, { configurable: true, get: () => module[name] });
  }
};

export async function ready(page) {
  await until(page, "performance.getEntriesByName('first-frame').length || /cannot/.test(document.querySelector('#status').textContent)");
  await page.evaluate(names);
  return page;
}

// The page at that place.
export async function open(hash = "", size, url = page_url) {
  const page = await blank(size);
  await page.goto(url + hash);
  return ready(page);
}

// Another page of the same browser, which has the same storage.
export async function beside(page, hash, size = { width: 1280, height: 800 }) {
  const other = await page.browserContext().newPage();
  other.problems = page.problems;
  await other.setViewport(size);
  await other.goto(page_url + hash);
  return ready(other);
}

export async function reload(page) {
  await page.reload();
  return ready(page);
}

// All that was asked of the program is done.
export const settled = (page) => page.evaluate(() => document.querySelector("#app").qkv.calls.last);

// Files that the page saves from now on: a function that waits for one and returns its path.
export async function saves(page) {
  const folder = mkdtempSync(join(tmpdir(), "qkv-saved-"));
  const session = await page.createCDPSession();
  const { targetInfo } = await session.send("Target.getTargetInfo");
  await session.send("Browser.setDownloadBehavior", { behavior: "allow", downloadPath: folder, browserContextId: targetInfo.browserContextId });
  const seen = new Set();
  return async () => {
    for (const end = Date.now() + 10000; Date.now() < end; await new Promise((resolve) => setTimeout(resolve, 50)))
      for (const name of readdirSync(folder))
        if (!seen.has(name) && !/\.crdownload$|^\.org\.chromium/.test(name)) {
          seen.add(name);
          return join(folder, name);
        }
    throw new Error("nothing was saved");
  };
}

// ---- the terminal view ------------------------------------------------------------------------------

export const painted = (page) => page.evaluate(() =>
  [...document.querySelectorAll("#screen > div")].map((row) => row.textContent.trimEnd()));

export const shows = async (page, text) => {
  const lines = await painted(page);
  return lines.some((line) => line.includes(text)) ? "" : `no "${text}" in\n` + lines.join("\n");
};

export const within = async (page, text) => {
  await until(page, (text) => [...document.querySelectorAll("#screen > div")].some((row) => row.textContent.includes(text)), text, 10000).catch(() => {});
  return shows(page, text);
};

export const type = async (page, keys) => {
  await page.bringToFront();
  await page.focus("#screen");
  await page.keyboard.type(keys);
  await settled(page);
};

// ---- where it is ------------------------------------------------------------------------------------

// What the program says of the screen on top (page/screen.d.ts).
export const described = (page) => page.evaluate(() => JSON.parse(call("web_screen", 100, 0)));

// Waits for it to be at that step, from 0, of that lesson.
export async function at(page, step, lesson) {
  let is;
  for (const end = Date.now() + 10000; Date.now() < end; await new Promise((resolve) => setTimeout(resolve, 50))) {
    await settled(page);
    is = await described(page);
    if (is.step === step && (!lesson || is.known === lesson)) return "";
  }
  return `at step ${is.step} of ${is.known}, not ${step}${lesson ? " of " + lesson : ""}`;
}
