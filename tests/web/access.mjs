// Nothing in the way of who cannot see, point or read small letters: access.mjs FOLDER light or dark.
import { existsSync, readFileSync } from "node:fs";
import { beside, described, ended, finish, open, quick, require, settled, test, until, words } from "./browser.mjs";
import { KINDS, lead } from "./kinds.mjs";

const [theme] = words;
const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

async function violations(page) {
  if (!(await page.evaluate("typeof axe !== 'undefined'"))) await page.evaluate(axe);
  const found = await page.evaluate(() => axe.run({ resultTypes: ["violations"] }));
  return found.violations.map((one) => `${one.id} (${one.impact}): ${one.nodes.slice(0, 3).map((node) => node.html.slice(0, 140)).join(" ")}`);
}

async function withTheme(page) {
  await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: theme }, { name: "prefers-reduced-motion", value: "reduce" }]);
  await settled(page);
  return page;
}

for (const [width, height] of quick ? [[390, 844]] : [[1440, 900], [390, 844]])
  await test(`axe-core finds nothing on a screen of any kind, ${width} wide, ${theme}`, async () => {
    const wrong = [], size = { width, height };
    const page = await withTheme(await open("#lesson=eight-steps", size));
    for (const kind of KINDS.filter((kind, i) => !quick || i % 3 === 0)) {
      const at = kind.hash === undefined ? page : await withTheme(await beside(page, kind.hash, size));
      const lost = kind.hash === undefined ? await lead(page, kind, existsSync(kind.lesson) ? readFileSync(kind.lesson, "utf8") : "") : "";
      wrong.push(...[lost, ...(await violations(at))].filter(Boolean).map((what) => `${kind.name}: ${what}`));
      if (at !== page) await at.close();
    }
    return ended(page, wrong.join("\n"));
  });

if (theme === "light") {
  await test("enlarged four times, Next is within reach and the page does not move sideways", async () => {
    const wrong = [];
    for (const hash of ["", "#lesson=eight-steps", "#lesson=masking&keys=]]])"]) {
      const page = await open(hash, { width: 320, height: 256 });
      const { wide, reached } = await page.evaluate(() => {
        const next = document.querySelector("#next"), before = next?.offsetParent;
        if (before) next.scrollIntoView({ block: "center" });
        const box = before && next.getBoundingClientRect();
        const on = box && document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
        return { wide: document.documentElement.scrollWidth, reached: !box || next.contains(on) };
      });
      if (wide > 320) wrong.push(`${hash}: ${wide} wide`);
      if (!reached) wrong.push(`${hash}: Next is out of reach`);
      await ended(page);
    }
    return wrong.join("\n");
  });

  await test("the log has the lesson's words in their order, and the way through the page begins with it", async () => {
    const page = await open("#lesson=eight-steps");
    await page.keyboard.press("Tab");
    const first = await page.evaluate(() => document.activeElement.id);
    if (first !== "skip") return ended(page, `the first thing is ${first}`);
    await page.keyboard.press("Enter");
    await until(page, "document.querySelector('#log').children.length");
    const focus = await page.evaluate(() => document.activeElement.id);
    const says = (line) => page.evaluate((line) => queue(() => sayLine(line)), line);
    await says("go 4");
    for (let i = 0; i < 8 && !(await described(page)).question; i++) await says("");
    await says(""); // nothing typed gives no hint, and no answer
    const text = await page.$eval("#log", (log) => log.innerText), order = ["Self-attention in eight steps", "Step 1 of 9", "Step 4 of 9", "Predict scores_0[1]"];
    const places = order.map((words) => text.indexOf(words));
    const sorted = places.every((at, i) => at >= 0 && (i === 0 || at > places[i - 1]));
    const gives = /Hint|= 4\b|answer is/.test(text.slice(places[3]));
    return ended(page, sorted && !gives && ["line", "log"].includes(focus) ? "" : JSON.stringify([focus, places, text.slice(1400)]));
  });

  await test("line by line, autoplay ends, and quitting has an answer", async () => {
    const page = await open("#lesson=eight-steps");
    await page.evaluate(() => press("a"));
    await page.evaluate(() => queue(() => readLines(true)));
    const plays = await page.evaluate(() => program._web_wait());
    await page.evaluate(() => queue(() => sayLine("q")));
    const quits = await page.$eval("#log", (log) => log.textContent);
    for (const line of ["n"]) await page.evaluate((line) => queue(() => sayLine(line)), line);
    const text = await page.$eval("#log", (log) => log.textContent);
    return ended(page, plays === -1 && /place is kept/.test(quits) && text.length > quits.length ? "" : plays + text.slice(-400));
  });

  await test("line by line, from a link", async () => {
    const page = await open("#lesson=eight-steps&lines", { width: 390, height: 844 });
    await page.type("#line", "go 4");
    await page.keyboard.press("Enter");
    await settled(page);
    const text = await page.$eval("#log", (log) => log.textContent);
    const isWhole = text.includes("Step 4 of 9") && text.includes("A sentence reaches the machine as numbers: one row for each word. (Models cut text into") && text.includes("torch.float32)\nx, 3 rows of 4");
    return ended(page, isWhole ? "" : text.slice(0, 1500));
  });

  await test("Tab leads through all that can be pressed, each with its focus seen", async () => {
    const page = await open("#lesson=eight-steps"), seen = [], unseen = [];
    for (let i = 0; i < 60; i++) {
      await page.keyboard.press("Tab");
      const at = await page.evaluate(() => {
        const one = document.activeElement, style = getComputedStyle(one);
        return [one === document.body ? "" : one.id || one.getAttribute("aria-label") || one.textContent.slice(0, 20), style.outlineStyle !== "none" || style.boxShadow !== "none"];
      });
      if (!at[0] || seen.includes(at[0])) break;
      seen.push(at[0]);
      if (!at[1]) unseen.push(at[0]);
    }
    return ended(page, unseen.length || !seen.includes("next") ? `not seen: ${unseen}; in all ${seen}` : "");
  });
}

await finish();
