// The site in Chromium, light and dark, on a desk and on a phone: axe finds nothing, nothing is wider than
// the window, the first page does not wait for the program in its frame; and how many sheets the handouts
// are. node tests/site.cjs FOLDER, with puppeteer-core and axe-core in NODE_PATH.
const { readFileSync, readdirSync } = require("node:fs");
const { resolve } = require("node:path");
const puppeteer = require("puppeteer-core");

const folder = resolve(process.argv[2]);
const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
const pages = readdirSync(folder).filter((name) => name.endsWith(".html") && name !== "qkv.html");
const handouts = readdirSync(folder + "/handouts");
const MOST_SHEETS = 240, FIRST_PAINT = 1000; // milliseconds, on a machine that does other things, too

const verdict = (name, wrong) => console.log(wrong.map((one) => one + "\n").join("") + (wrong.length ? "not " : "") + "ok - " + name);

async function look(page, file, wrong) {
  await page.goto(`file://${folder}/${file}`);
  await page.evaluate(axe);
  const found = await page.evaluate(() => axe.run({ iframes: false, rules: { "label-content-name-mismatch": { enabled: true } } }));
  for (const one of found.violations) wrong.axe.push(`${file}: ${one.id}: ${one.nodes[0].html}`);
  const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  if (over > 0) wrong.wide.push(`${file}: ${over} pixels too wide at ${page.viewport().width}`);
}

(async () => {
  const browser = await puppeteer.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] });
  const page = await browser.newPage(), wrong = { axe: [], wide: [] };
  for (const [width, height] of [[1280, 800], [390, 844]]) {
    for (const value of ["light", "dark"]) {
      await page.setViewport({ width, height });
      await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value }, { name: "prefers-reduced-motion", value: "reduce" }]);
      for (const file of pages) await look(page, file, wrong);
    }
  }
  verdict("axe finds nothing on any page of the site, light or dark, wide or narrow", wrong.axe);
  verdict("no page of the site is wider than its window", wrong.wide);

  await page.setViewport({ width: 1280, height: 800 });
  await page.goto(`file://${folder}/index.html`);
  const painted = await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Infinity);
  verdict("the first page is painted before the program in it has begun", painted < FIRST_PAINT ? [] : [`after ${painted} ms`]);

  let sheets = 0;
  for (const file of handouts) {
    await page.goto(`file://${folder}/handouts/${file}`);
    const pdf = Buffer.from(await page.pdf({ preferCSSPageSize: true })).toString("latin1");
    sheets += pdf.match(/\/Type\s*\/Page[^s]/g).length;
  }
  verdict(`the handouts are at most ${MOST_SHEETS} sheets`, sheets <= MOST_SHEETS ? [] : [`${sheets} sheets`]);
  await browser.close();
})();
