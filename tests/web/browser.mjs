// What the tests of the page share: Chromium, pages that remember nothing, verdicts. A file of tests is
// run as node tests/web/NAME.mjs FOLDER WORD…, where FOLDER is build/web. ONLY=WORDS runs the tests with
// these words in their names; QUICK=1 those that .ci/run has time for.
import { createServer } from "node:http";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, resolve } from "node:path";

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
