// The elements in Firefox, where one is installed.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { finish, require, test, until } from "../web/browser.mjs";
import { CODE, DOCUMENT, frameOf, heard } from "./document.mjs";
import { difference, project, serve } from "./project.mjs";

const firefox = [process.env.FIREFOX, "/usr/bin/firefox-esr", "/usr/bin/firefox"].find((path) => path && existsSync(path));

if (!firefox) console.log("# SKIP there is no Firefox");
else await test("two lessons and a figure in Firefox: a question is answered", async () => {
  const [server, address] = await serve(join(project, "node_modules"), { "test.html": DOCUMENT(`<qkv-lesson id="a" src="eight-steps" keys="]]])" loading="eager"></qkv-lesson><qkv-figure id="f" src="eight-steps" tensor="weights" loading="eager"></qkv-figure><qkv-lesson id="b" loading="eager">${CODE}</qkv-lesson>`) });
  const browser = await require("puppeteer-core").launch({ browser: "firefox", executablePath: firefox, args: ["-headless"] });
  try {
    const page = await browser.newPage();
    await page.goto(address + "test.html");
    await heard(page, "a", "ready"); await heard(page, "b", "ready"); await heard(page, "f", "ready");
    const frame = await frameOf(page, "a");
    await frame.focus("#app");
    await page.keyboard.type("4");
    await page.keyboard.press("Enter");
    const answer = await heard(page, "a", "answer");
    await page.evaluate(() => document.getElementById("b").setAttribute("theme", "dark"));
    await until(page, () => document.getElementById("b").shadowRoot.querySelector("iframe").contentDocument.documentElement.dataset.theme === "dark");
    return difference("right", answer.right, true);
  } finally {
    await browser.close();
    server.close();
  }
});

await finish();
