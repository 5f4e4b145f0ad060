// The same page in Firefox, where one is installed: ten screens and a question.
import { existsSync } from "node:fs";
import { finish, page_url, ready, require, settled, test } from "./browser.mjs";
import { allCases, difference } from "./screens.mjs";

const firefox = [process.env.FIREFOX, "/usr/bin/firefox-esr", "/usr/bin/firefox"].find((path) => path && existsSync(path));

if (!firefox) console.log("# there is no Firefox");
else await test("ten screens and a question in Firefox", async () => {
  const other = await require("puppeteer-core").launch({ browser: "firefox", executablePath: firefox, args: ["-headless"] });
  try {
    const page = await other.newPage(), wrong = [];
    const cases = allCases().filter((one) => !one.flags.length && !existsSync(one.lesson)).slice(0, 400);
    await page.goto(page_url + "#terminal&lesson=eight-steps&size=80x24&keys=");
    await ready(page);
    await page.evaluate(() => setTheme(true));
    for (let i = 0; i < 10; i++) {
      const one = cases[Math.floor((i * cases.length) / 10)], shot = one.shots[0];
      const lines = await page.evaluate(async (one, shot) => {
        program._web_resize(shot.columns, shot.rows);
        await run("web_show", one.lesson);
        await run("web_keys", one.keys || "");
        paint();
        return [...document.querySelectorAll("#screen > div")].map((row) => row.textContent.trimEnd());
      }, { lesson: one.lesson, keys: one.keys }, shot);
      const what = difference(shot, lines);
      if (what) wrong.push(`${one.file}: ${one.title}: ${what}`);
    }
    await page.goto(page_url + "?again#lesson=eight-steps&keys=]]])");
    await ready(page);
    await page.keyboard.type("4");
    await page.keyboard.press("Enter");
    await settled(page);
    const told = await page.$eval("#told", (told) => told.textContent);
    const times = await page.evaluate(() => performance.getEntriesByName("first-frame")[0]?.startTime);
    console.log(`# in Firefox ${await other.version()}: first frame after ${Math.round(times)} ms`);
    return wrong.join("\n") || (/✓/.test(told) ? "" : told);
  } finally {
    await other.close();
  }
});

await finish();
