// The page that nbconvert wrote, from the disk: cells.mjs build/web PAGE.html program|none
import { existsSync, mkdtempSync, readFileSync, readdirSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { blank, ended, finish, folder, pictures, test, until, words } from "../../web/browser.mjs";

const [path, program] = words, file = resolve(path), name = basename(path, ".html");
const html = readFileSync(file, "utf8");
const downloads = mkdtempSync(join(tmpdir(), "qkv-"));
const page = await blank({ width: 1200, height: 900 });
await (await page.createCDPSession()).send("Browser.setDownloadBehavior", { behavior: "allow", downloadPath: downloads, browserContextId: page.browserContext().id });
await page.setOfflineMode(true); // nbconvert's own scripts are from elsewhere
await page.goto("file://" + file, { waitUntil: "domcontentloaded" });
const cells = await page.$$("iframe[srcdoc]");

const soon = (/** @type {number} */ ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** A cell's page, when all that was asked of it is done. */
async function shown(i) {
  await cells[i].evaluate((one) => one.scrollIntoView({ block: "center" }));
  for (let tries = 0; tries < 100 && !(await cells[i].contentFrame())?.url(); tries++) await soon(50);
  const frame = await cells[i].contentFrame();
  await until(frame, () => /cannot/.test(document.querySelector("#status")?.textContent ?? "") || performance.getEntriesByName("first-frame").length > 0);
  await settled(frame);
  return frame;
}

async function settled(frame) {
  await frame.evaluate(() => document.querySelector("#app").qkv.calls.last);
  await frame.evaluate(() => document.querySelector("#app").qkv.calls.last);
}

const text = (frame, id) => frame.evaluate((id) => document.getElementById(id).textContent, id);
const picture = async (what) => { await page.screenshot({ path: join(pictures, `notebook-${name}-${what}.png`) }); };

async function pressed(frame, ...keys) {
  for (const key of keys) await page.keyboard.press(key);
  await soon(50);
  await settled(frame);
}

await test(`${name}: every call has its cell`, () => (cells.length === 5 ? "" : `${cells.length} pages`));

await test(`${name}: a cell stores at most 3 MB`, () => {
  const sizes = html.split("<iframe ").slice(1).map((one) => one.indexOf("</iframe>"));
  return sizes.every((size) => size > 1e6 && size <= 3e6) ? "" : String(sizes);
});

await test(`${name}: a model's call opens, under the module's names`, async () => {
  const frame = await shown(0), said = await text(frame, "prose") + await text(frame, "title") + await text(frame, "list");
  await picture("model");
  return /weights/.test(said) && !/cannot|error/i.test(await text(frame, "status")) ? "" : said.slice(0, 500) + await text(frame, "status");
});

await test(`${name}: a listing with its array is walked by keys and clicks`, async () => {
  const frame = await shown(1);
  if (await page.evaluate(() => document.activeElement !== document.body)) return "the cell took the focus";
  const first = await text(frame, "sum");
  await (await frame.$("#next")).click();
  await settled(frame);
  const second = await text(frame, "sum");
  if (first === second) return "Next leads nowhere: " + first;
  await pressed(frame, "Backspace");
  const back = await text(frame, "sum"), matrix = first.split("[")[0];
  if (!back.startsWith(matrix) || second.startsWith(matrix)) return `Backspace leads to ${back} and not to ${first}`;
  await pressed(frame, "ArrowRight");
  const third = await text(frame, "sum");
  await picture("listing");
  return third !== first && /\[\d,1\]/.test(third) ? "" : `the arrow selects ${third}`;
});

await test(`${name}: a cell that is clicked is explained`, async () => {
  const frame = await shown(1), before = await text(frame, "sum");
  const target = await frame.evaluateHandle(() => [...document.querySelectorAll("#drawing svg text, #drawing svg [data-cell], #drawing svg rect")].filter((one) => /^\S*\d$/.test(one.textContent)).at(-1));
  await target.asElement().click();
  await settled(frame);
  return (await text(frame, "sum")) === before ? "still " + before : "";
});

await test(`${name}: a figure leaves the page as a file`, async () => {
  const frame = await shown(1);
  await pressed(frame, "x");
  await picture("figure");
  await pressed(frame, "Enter");
  for (let tries = 0; tries < 100 && !readdirSync(downloads).some((one) => /\.(svg|png)$/.test(one)); tries++) await soon(100);
  const files = readdirSync(downloads);
  return files.length === 1 && statSync(join(downloads, files[0])).size > 1000 ? "" : `downloads: ${files}`;
});

await test(`${name}: all heads, with the words`, async () => {
  const frame = await shown(2), said = await text(frame, "figure");
  await picture("heads");
  const layers = await text(frame, "title");
  return /head 3/.test(said) && /mat/.test(said) ? "" : layers + said;
});

await test(`${name}: a matrix in colours`, async () => {
  const frame = await shown(3), said = await text(frame, "figure");
  await picture("heatmap");
  return /whole matrix/.test(await text(frame, "title")) && /mat/.test(said) ? "" : said;
});

await test(`${name}: %%qkv makes a cell a listing`, async () => {
  const frame = await shown(4);
  return /softmax/.test(await text(frame, "prose")) ? "" : await text(frame, "prose");
});

await test(`${name}: nothing is remembered, and nothing goes wrong`, async () => {
  const frame = await shown(1);
  const storage = await frame.evaluate(() => { try { return String(localStorage.length); } catch { return "forbidden"; } });
  if (storage !== "forbidden") return "storage: " + storage;
  // nbconvert names scripts elsewhere, of the network or of its own Debian
  return page.problems.filter((one) => !/^asks for https:|ERR_INTERNET_DISCONNECTED|ERR_FILE_NOT_FOUND/.test(one)).join("\n");
});

await test(`${name}: ${program === "program" ? "figures of the program" : "what is missing is said"}`, async () => {
  const figures = await page.$$eval(".jp-RenderedSVG svg, .jp-RenderedSVG img, .output_svg svg", (all) => all.length);
  const said = await page.evaluate(() => document.body.innerText);
  await page.evaluate(() => [...document.querySelectorAll(".jp-RenderedSVG, .output_svg")].at(0)?.scrollIntoView());
  await picture("svg");
  const missing = said.split("needs the program qkv").length - 1;
  if (program === "program") return figures === 2 && missing === 0 && /tensor\(42\)|\[?42/.test(said) ? "" : `${figures} figures, ${missing} missing`;
  return figures === 0 && missing === 3 && /Debian package/.test(said) ? "" : `${figures} figures, said ${missing} times`;
});

await ended(page);
await finish();
