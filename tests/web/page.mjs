// The page in a browser, as a reader has it: node tests/web/page.mjs PAGE FOLDER-OF-PICTURES UNIT-TEST…
// Everything in Chromium; what depends on the browser again in Firefox, where one is installed. ONLY=WORDS
// runs the tests with these words in their names.
import { execFileSync } from "node:child_process";
import { createServer } from "node:http";
import { existsSync, readFileSync, mkdirSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { createRequire } from "node:module";
import { ENVIRONMENT, filesBelow, furnish } from "./program.mjs";
import { allCases, difference } from "./screens.mjs";

const [path, pictures, ...units] = process.argv.slice(2);
const require = createRequire(resolve("build/web/npm/package.json"));
const puppeteer = require("puppeteer-core");
const page_url = "file://" + resolve(path);
let passed = 0, failed = 0;
if (pictures) mkdirSync(pictures, { recursive: true });

function verdict(name, wrong) {
  console.log(`${wrong ? "not ok" : "ok"} - ${name}`);
  if (wrong) console.log(String(wrong).split("\n").slice(0, 12).map((line) => "    " + line).join("\n"));
  wrong ? failed++ : passed++;
}

async function test(name, run) {
  if (!name.includes(process.env.ONLY || "")) return;
  try {
    verdict(name, await run());
  } catch (problem) {
    verdict(name, problem.stack || problem);
  }
}

const browser = await puppeteer.launch({
  executablePath: process.env.CHROMIUM || "/usr/bin/chromium",
  args: ["--no-sandbox", "--allow-file-access-from-files"],
});

// Puppeteer's own waitForFunction makes functions of strings, which the page's content policy forbids.
async function until(page, condition, given = null, limit = 30000) {
  for (const end = Date.now() + limit; !(await (given === null ? page.evaluate(condition) : page.evaluate(condition, given)));) {
    if (Date.now() > end) throw new Error("in vain waited for " + condition);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

// A page at that place, which remembers nothing; what goes wrong in it, and any request that leaves the
// file, is kept.
async function open(hash = "", size = { width: 1280, height: 800 }, url = page_url) {
  const page = await (await browser.createBrowserContext()).newPage();
  page.problems = [];
  page.on("pageerror", (error) => page.problems.push(error.message));
  page.on("console", (message) => ["error", "warn"].includes(message.type()) && page.problems.push(message.args()[0]?.remoteObject().description || message.text()));
  page.on("request", (request) => {
    if (!/^(file:|blob:|data:)/.test(request.url())) page.problems.push("asks for " + request.url());
  });
  await page.setViewport(size);
  await page.goto(url + hash);
  await until(page, "document.querySelector('#screen').children.length || document.querySelector('#log').children.length || /cannot/.test(document.querySelector('#status').textContent)");
  return page;
}

const painted = (page) => page.evaluate(() =>
  [...document.querySelectorAll("#screen > div")].map((row) => row.textContent.trimEnd()));
const shows = async (page, text) => {
  const lines = await painted(page);
  return lines.some((line) => line.includes(text)) ? "" : `no "${text}" in\n` + lines.join("\n");
};
const within = async (page, text) => {
  await until(page, (text) => [...document.querySelectorAll("#screen > div")].some((row) => row.textContent.includes(text)), text, 10000).catch(() => {});
  return shows(page, text);
};

const ended = async (page, wrong = "") => {
  const problems = page.problems.join("\n");
  await page.close();
  return wrong || problems;
};

async function testScreens() {
  const page = await open("#lesson=eight-steps&size=80x24");
  await page.evaluate(() => setTheme(true)); // its signs are what is stated
  const left = [];
  let shots = 0;
  for (const one of allCases()) {
    if (one.flags.length) { left.push(one); continue; }
    const file = existsSync(one.lesson) ? { name: one.lesson, text: readFileSync(one.lesson, "utf8") } : null;
    for (const shot of one.shots) {
      shots++;
      const lines = await page.evaluate(async (one, shot, file) => {
        const at = file ? file.name : one.lesson;
        if (file) write(program.FS, "/data/qkv/" + file.name, file.text);
        wanted.set("size", shot.columns + "x" + shot.rows);
        program._web_resize(shot.columns, shot.rows);
        await run("web_show", at);
        await run("web_keys", one.keys || "");
        paint();
        return [...document.querySelectorAll("#screen > div")].map((row) => row.textContent.trimEnd());
      }, { lesson: one.lesson, keys: one.keys }, shot, file);
      const wrong = difference(shot, lines);
      if (wrong) verdict(`${one.file}: ${one.title} (${shot.columns}x${shot.rows})`, wrong);
    }
  }
  verdict(`${shots} screens are painted as stated; ${left.length} cases with a way in of their own are left to the unit test`, await ended(page));
}

await test("a question is answered by keys", async () => {
  const page = await open("#lesson=eight-steps&size=120x40&keys=]]]");
  await page.focus("#screen");
  for (let i = 0; i < 8 && (await shows(page, "what will it be?")); i++) await page.keyboard.press("Space");
  await page.keyboard.type("4");
  await page.keyboard.press("Enter");
  return ended(page, await shows(page, "Right"));
});

await test("a click selects a cell, a tap on a hint opens the help", async () => {
  const page = await open("#lesson=eight-steps&size=120x40&keys=");
  const place = await page.evaluate(() => {
    const row = [...document.querySelectorAll("#screen > div")].findIndex((line) => /^\s*cat/.test(line.textContent));
    const box = document.querySelector("#screen").getBoundingClientRect();
    return [box.left + cell.width * 9.5, box.top + cell.height * (row + 0.5)];
  });
  await page.mouse.click(...place);
  return ended(page, await shows(page, "x[1,"));
});

await test("an edit changes what follows from it; both it and the place are there after a reload", async () => {
  const page = await open("#lesson=eight-steps&size=120x40");
  await page.focus("#screen");
  await page.keyboard.type(" e7");
  await page.keyboard.press("Enter");
  await page.keyboard.type("]]");
  const before = (await within(page, "step 3/9")) || (await shows(page, "the⎡  7!"));
  await page.reload();
  await until(page, "document.querySelector('#screen').children.length");
  const after = before || (await within(page, "step 3/9")) || (await shows(page, "the⎡  7!"));
  return ended(page, after);
});

await test("answers are kept, and saved as a file", async () => {
  const page = await open("#lesson=eight-steps&size=120x40");
  await page.evaluate(() => run("web_keys", "]]])4<CR>"));
  await page.evaluate(() => { afterwards(); keepState(); });
  await page.reload();
  await until(page, "document.querySelector('#screen').children.length");
  const answers = JSON.parse(await page.evaluate(() => call("web_answers", "Ada")));
  const right = answers.answers.filter((answer) => answer.right).map((answer) => answer.question);
  return ended(page, right.join() === "scores_0[1]" ? "" : right.join());
});

await test("endless recursion is an error of the program, and the walk goes on", async () => {
  const page = await open("#lesson=eight-steps&size=80x24");
  const said = await page.evaluate(() => run("web_run", "def f(n):\n    return f(n + 1)\nf(0)\n"));
  if (!said.includes("RecursionError")) return ended(page, said);
  await page.focus("#screen");
  await page.keyboard.press("]");
  return ended(page, await shows(page, "step 2/9"));
});

await test("a long run says how far it is, and Escape stops it", async () => {
  const page = await open("#size=80x24&keys=");
  const lesson = "# Long\n\n## Wait\n\n```python\nimport torch\na = torch.zeros(2)\nfor i in range(20_000_000):\n    a = a + 1\n```\n";
  await page.evaluate((lesson) => { queue(() => take([new File([lesson], "long.md")])); }, lesson);
  await until(page, "/running .*long.md:\\d+, \\d+ (operations|million)/.test(document.querySelector('#status').textContent)", null, 20000);
  const first = await page.$eval("#status", (status) => status.textContent);
  await until(page, (first) => document.querySelector("#status").textContent !== first, first);
  const stop = await page.$eval("#stop", (button) => !button.hidden);
  await page.focus("#screen");
  await page.keyboard.press("Escape");
  await until(page, "!isBusy()", null, 20000);
  await page.evaluate(() => last);
  const says = await page.$eval("#notice", (one) => one.textContent);
  return ended(page, (stop ? "" : "no button to stop it") || (says.includes("was stopped") ? "" : "no word that it was stopped") || (await shows(page, "step 1/1  Wait")));
});

await test("a file that is dropped is opened", async () => {
  const page = await open("#size=80x24");
  await page.evaluate(() => take([new File(["# Mine\n\n## A step\n\n```python\nimport torch\na = torch.tensor([1., 2.])\n```\n"], "mine.md")]));
  return ended(page, await shows(page, "Mine"));
});

await test("so is a file of numbers", async () => {
  const page = await open("#size=80x24");
  await page.evaluate(() => queue(() => take([new File(["a,b\n1,2\n3,4\n"], "scores.csv")])));
  return ended(page, await within(page, "scores 2×2"));
});

// Another page of the same browser, which has the same storage.
async function beside(page, hash, size = { width: 1280, height: 800 }) {
  const other = await page.browserContext().newPage();
  other.problems = page.problems;
  await other.setViewport(size);
  await other.goto(page_url + hash);
  await until(other, "document.querySelector('#screen').children.length");
  return other;
}

// The window with the slides, which the button opens.
async function presented(page) {
  const opened = new Promise((resolve, reject) => {
    page.once("popup", resolve);
    setTimeout(() => reject(new Error("no window was opened")), 10000);
  });
  await page.click("#present");
  const wall = await opened;
  await until(wall, "document.querySelector('#screen').children.length");
  return wall;
}

const type = async (page, keys) => {
  await page.bringToFront();
  await page.focus("#screen");
  await page.keyboard.type(keys);
  await page.evaluate(() => last);
};

await test("two pages at once keep what each of them did", async () => {
  const page = await open("#lesson=eight-steps&size=80x24");
  const other = await beside(page, "#lesson=masking&size=80x24");
  await type(other, "]]]]");
  const at = await within(other, "step 5/13");
  await other.close();
  await type(page, "]");
  await page.select("#lesson", "masking");
  return ended(page, at || (await within(page, "step 5/13")));
});

await test("a reload leads back to the lesson that was chosen", async () => {
  const page = await open("#size=80x24");
  await until(page, "document.querySelector('#lesson').options.length > 20");
  await page.select("#lesson", "masking");
  await within(page, "Masking");
  await type(page, "]]");
  await page.reload();
  return ended(page, await within(page, "step 3/13"));
});

await test("a link to another place works in a page that is open; an unknown lesson leaves one to read", async () => {
  const page = await open("#lesson=eight-steps&size=80x24");
  const loaded = new Promise((resolve) => page.once("load", resolve));
  await page.evaluate(() => { location.hash = "#lesson=masking&size=80x24&keys=]]"; });
  await loaded;
  const there = (await within(page, "step 3/13")) || ((await page.$eval("#notice", (one) => one.textContent)).includes("sent to you") ? "" : "no word that it is not kept");
  await page.goto(page_url + "?#lesson=nosuch&size=80x24");
  const other = await within(page, "eight steps");
  const says = await page.$eval("#status", (one) => one.textContent);
  return ended(page, there || other || (/nosuch/.test(says) && !/qkv lessons/.test(says) ? "" : says));
});

await test("what cannot be opened leaves the lesson that is open", async () => {
  const page = await open("#lesson=masking&size=80x24");
  await until(page, "document.querySelector('#lesson').options.length > 20");
  await page.evaluate(() => queue(() => take([new File([""], "empty.md")])));
  await page.evaluate(() => last);
  const says = await page.$eval("#status", (one) => one.textContent);
  await type(page, "]");
  const list = await page.$eval("#lesson", (one) => one.value);
  return ended(page, (await within(page, "step 2/13")) || (says.includes("empty.md") && list === "masking" ? "" : says + list));
});

await test("a file of one's own outlasts a reload, and is presented", async () => {
  const page = await open("#size=80x24");
  await page.evaluate(() => queue(() => take([new File(["# Mine\n\n## A step\n\n```python\nimport torch\na = torch.tensor([1., 2.])\n```\n"], "mine.md")])));
  await within(page, "Mine");
  await page.reload();
  const after = await within(page, "Mine");
  const wall = await presented(page);
  const slides = await within(wall, "a: given");
  await wall.close();
  return ended(page, after || slides);
});

await test("a full or forbidden storage is said", async () => {
  const page = await open("#lesson=eight-steps&size=80x24");
  await page.evaluate(() => { Storage.prototype.setItem = () => { throw new Error("full"); }; Object.defineProperty(window, "localStorage", { get() { throw new Error("forbidden"); } }); });
  await type(page, "]");
  await page.evaluate(() => keepState());
  const says = await page.$eval("#notice", (one) => one.textContent);
  return ended(page, says.includes("keeps nothing") ? "" : "said: " + says);
});

await test("dark or light, the place stays", async () => {
  const page = await open("#lesson=eight-steps&size=80x24&keys=]]");
  await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: "dark" }]);
  await page.evaluate(() => last);
  return ended(page, await within(page, "step 3/9"));
});

await test("another lesson that is chosen stops the program that runs", async () => {
  const page = await open("#size=80x24");
  await until(page, "document.querySelector('#lesson').options.length > 20");
  await page.evaluate(() => { queue(() => take([new File(["import torch\na = torch.zeros(2)\nfor i in range(20_000_000):\n    a = a + 1\n"], "long.py")])); });
  await until(page, "isBusy()", null, 20000);
  await page.select("#lesson", "masking");
  return ended(page, await within(page, "Masking"));
});

await test("notes keep nothing, also line by line, and take the slides along to another lesson", async () => {
  const page = await open("#lesson=eight-steps&size=80x24");
  const wall = await presented(page);
  await page.bringToFront();
  await until(page, "document.querySelector('#lesson').options.length > 20");
  await page.select("#lesson", "masking");
  const along = await within(wall, "1/13");
  const before = await page.evaluate(() => Object.keys(localStorage).length);
  await page.evaluate(() => queue(() => readLines(true)));
  for (const line of ["go 7", "n"]) await page.evaluate((line) => queue(() => sayLine(line)), line);
  const after = await page.evaluate(() => Object.keys(localStorage).length);
  await wall.close();
  return ended(page, along || (after <= before ? "" : "notes have kept something"));
});

await test("keys that belong to the browser are left to it; those that a layout makes with Alt are typed", async () => {
  const page = await open("#lesson=eight-steps&size=80x24");
  const wrong = await page.evaluate(() => {
    const key = (name, more) => keyName(new KeyboardEvent("keydown", { key: name, ...more }));
    const taken = [["F5"], ["F1"], ["f", { ctrlKey: true }], ["p", { ctrlKey: true }], ["ArrowLeft", { altKey: true }], ["r", { metaKey: true }]].filter((one) => key(...one));
    const lost = [["]", { altKey: true }], ["{", { altKey: true, ctrlKey: true, modifierAltGraph: true }], ["é"], ["Enter"]].filter((one) => !key(...one));
    return JSON.stringify([taken, lost]);
  });
  return ended(page, wrong === "[[],[]]" ? "" : wrong);
});

await test("two clicks go to the source; the list of lessons is gone through by keys", async () => {
  const page = await open("#lesson=eight-steps&size=120x40&keys=]])<Space>");
  const place = await page.evaluate(() => {
    const screen = document.querySelector("#screen").getBoundingClientRect(), [column, row] = document.querySelector("#screen").dataset.cursor.split(" ").map(Number);
    return [screen.left + cell.width * (column + 0.5), screen.top + cell.height * (row + 0.5)];
  });
  await page.mouse.click(...place, { clickCount: 2 });
  await page.evaluate(() => last);
  const source = await within(page, "is given by");
  await until(page, "document.querySelector('#lesson').options.length > 20");
  await page.focus("#lesson");
  for (let i = 0; i < 3; i++) { await page.keyboard.press("ArrowDown"); await page.evaluate(() => last); }
  const focus = await page.evaluate(() => document.activeElement.id + " " + document.querySelector("#lesson").selectedIndex);
  return ended(page, source || (focus === "lesson 3" ? "" : focus));
});

await test("a wheel moves by notches, and leaves to the page what it does not need", async () => {
  const page = await open("#lesson=eight-steps&size=80x24");
  const turns = await page.evaluate(() => {
    const turn = (given) => { const event = new WheelEvent("wheel", { cancelable: true, ...given }); turnWheel(event); return event.defaultPrevented; };
    return [turn({ deltaY: 3 }), turn({ deltaX: 9 }), turn({ deltaY: 9, ctrlKey: true })].join();
  });
  return ended(page, turns === "true,false,false" ? "" : turns);
});

await test("where there is no keyboard, a line is there to type in", async () => {
  const page = await open("#lesson=eight-steps&keys=]]])", { width: 1024, height: 768, hasTouch: true, isMobile: true });
  for (let i = 0; i < 8 && (await shows(page, "what will it be?")); i++) await page.evaluate(() => press("<Space>"));
  const seen = await page.$eval("#type", (form) => getComputedStyle(form).display);
  await page.type("#typed", "4");
  await page.keyboard.press("Enter");
  await page.evaluate(() => last);
  return ended(page, (await shows(page, "Right")) || (seen === "flex" ? "" : seen));
});

await test("on a phone nothing is below the edge, nor Next beside it, upright and on its side", async () => {
  const wrong = [];
  for (const [width, height, hash] of [[390, 844, "&lines"], [844, 390, "&lines"], [844, 390, ""], [390, 844, ""], [375, 667, ""]]) {
    const page = await open("#lesson=eight-steps" + hash, { width, height, hasTouch: true, isMobile: true });
    const lines = hash === "&lines";
    await page.evaluate((lines) => { if (byLines !== lines) chooseLines(lines); return last; }, lines);
    const [low, right] = await page.evaluate((all, next) => {
      const box = (id) => document.querySelector(id).getBoundingClientRect();
      return [box(all).bottom, box(next).right];
    }, lines ? "#say button" : "#keys", lines ? "#say button" : "#keys [data-keys='<Space>']");
    if (!right || low > height + 1 || right > width) wrong.push(`${width}x${height}${hash}: ${low} down, ${right} to the right`);
    if (pictures) await page.screenshot({ path: `${pictures}/phone-${width}x${height}${lines ? "-lines" : ""}.png` });
    await ended(page);
  }
  return wrong.join("\n");
});

const kept = (page) => page.evaluate(() => Object.entries(localStorage).map((one) => one.join(" ").replace(/\s+/g, " ")).sort());

await test("a link changes nothing that is kept", async () => {
  const wrong = [];
  const page = await open("#lesson=eight-steps&size=80x24");
  await type(page, "]]e7");
  await page.keyboard.press("Enter");
  await page.evaluate(() => keepState());
  for (const hash of ["#lesson=masking", "#lesson=masking&present"]) {
    const other = await beside(page, hash);
    await type(other, "]]]");
    await other.evaluate(() => keepState());
    await other.close();
  }
  const before = await kept(page);
  for (const hash of ["#lesson=masking&lines", "#lesson=eight-steps&lines&keys=]]]]", "#lesson=eight-steps&size=80x24&keys=]]mae3<CR>", "#lesson=masking&present&with=one", "#lesson=masking&notes&lines"]) {
    const other = await page.browserContext().newPage();
    await other.goto(page_url + hash);
    await until(other, "(document.querySelector('#screen').children.length || document.querySelector('#log').children.length) && document.querySelector('#lesson').options.length > 20");
    await other.evaluate(() => { keepState(); return last; });
    const after = await kept(other);
    const changed = [...after.filter((one) => !before.includes(one)), ...before.filter((one) => !after.includes(one))];
    if (changed.length) wrong.push(hash + " changes " + changed.join("\n"));
    await other.close();
  }
  await page.click("#as-lines"); // a choice is kept
  await page.evaluate(() => last);
  if (!(await kept(page)).includes("qkv:lines 1")) wrong.push("the choice is not kept");
  return ended(page, wrong.join("\n"));
});

await test("of a storage that others write, too, the page restores its own state alone", async () => {
  const page = await open("#lesson=masking&size=80x24");
  await page.evaluate(() => {
    const lesson = "/data/qkv/lessons/01-eight-steps.md";
    for (const path of [lesson, "/state/.." + lesson, "/state/qkv/.." + "/.." + lesson, "/own/x.md", "/state/x", "/state/qkv/../../own/y.md"]) localStorage["qkv:" + path] = "# Not ours\n";
    sessionStorage["qkv:own/.." + lesson] = btoa("# Not ours\n");
  });
  await page.goto(page_url + "?again#lesson=eight-steps&size=80x24");
  await until(page, "document.querySelector('#lesson').options.length > 20");
  const ours = await within(page, "Self-attention in eight steps");
  const there = await page.evaluate(() => ["/own/x.md", "/own/y.md", "/state/x"].filter((path) => program.FS.analyzePath(path).exists).join());
  return ended(page, ours || there);
});

await test("no script, style, form or base that is not the page's own", async () => {
  const page = await open("#lesson=masking&size=80x24");
  const policy = await page.$eval("meta[http-equiv]", (meta) => meta.content);
  const found = await page.evaluate(async () => {
    const refused = new Set();
    addEventListener("securitypolicyviolation", (event) => refused.add(event.effectiveDirective));
    const add = (name, given) => document.body.append(Object.assign(document.createElement(name), given));
    add("script", { textContent: "window.foreign = true" });
    add("script", { src: URL.createObjectURL(new Blob(["window.foreign = true"], { type: "text/javascript" })) });
    add("style", { textContent: "body { color: red }" });
    part("print").innerHTML = '<p style="color: red" onclick="window.foreign = true">text</p><base href="https://example.org/"><form action="https://example.org/"></form>';
    part("print").querySelector("p").click();
    part("print").querySelector("form").submit();
    await new Promise((resolve) => setTimeout(resolve, 300));
    return [window.foreign, document.baseURI === location.href.replace(/#.*/, "") || document.baseURI === location.href, [...refused].sort().join(" ")];
  });
  page.problems = page.problems.filter((problem) => !/Content Security Policy/.test(problem)); // as it is to be
  const wanted = "base-uri form-action script-src-attr script-src-elem style-src-attr style-src-elem";
  return ended(page, found[0] || !found[1] || found[2] !== wanted || policy.includes("unsafe-inline") ? policy + "\n" + found.join("\n") : "");
});

await test("what is saved as one file has the lesson that is open, with its data", async () => {
  const page = await open("#size=80x24");
  const made = await page.evaluate(async () => {
    const lesson = "# Mine\n\nWhat is it?\n\n## A step\n\n```python\nimport numpy, torch\nb = torch.tensor(numpy.loadtxt('w.csv', delimiter=','))\nc = len(open('__proto__').read())\n```\n";
    await queue(() => take([new File([lesson], "mine.md"), new File(["1,2\n3,4\n"], "w.csv"), new File(["text"], "__proto__")]));
    const saved = [];
    window.download = (name, text) => saved.push([name, text]);
    savePage();
    await queue(() => openLesson("masking"));
    savePage();
    return saved;
  });
  mkdirSync(pictures, { recursive: true });
  writeFileSync(resolve(pictures, "saved.html"), made[0][1]);
  const saved = await open("#size=80x24", undefined, "file://" + resolve(pictures, "saved.html"));
  const lost = await saved.evaluate(() => (program.FS.analyzePath("/own/__proto__").exists ? "" : "a file of that name is lost"));
  const there = lost || (await shows(saved, "What is it?")) || (await shows(saved, "stops here") ? "" : "its data is not there");
  const paper = made[0][1].includes("What is it?") && !/id="own">\{/.test(made[1][1]) && made[1][0] === "qkv.html";
  return (await ended(saved, there)) || ended(page, paper ? "" : made.map((one) => one[0]).join());
});

await test("line by line, autoplay ends, and quitting has an answer", async () => {
  const page = await open("#lesson=eight-steps&size=80x24");
  await type(page, "a");
  await page.evaluate(() => queue(() => readLines(true)));
  const plays = await page.evaluate(() => program._web_wait());
  await page.evaluate(() => queue(() => sayLine("q")));
  await page.evaluate(() => queue(() => sayLine("n")));
  const text = await page.$eval("#log", (log) => log.textContent);
  return ended(page, plays === -1 && /place is kept[^]*Next\?/.test(text) ? "" : plays + text.slice(-400));
});

await test("line by line, without the grid", async () => {
  const page = await open("#lesson=eight-steps&lines", { width: 390, height: 844 });
  await page.type("#line", "go 4");
  await page.keyboard.press("Enter");
  const text = await page.$eval("#log", (log) => log.textContent);
  const isWhole = text.includes("Step 4 of 9") && text.includes("A sentence reaches the machine as numbers: one row for each word. (Models cut text into") && text.includes("torch.float32)\nx, 3 rows of 4");
  return ended(page, isWhole ? "" : text.slice(0, 1500));
});

await test("a figure is drawn with the browser's letters", async () => {
  const page = await open("#lesson=eight-steps&size=120x40");
  const svg = await page.evaluate(async () => {
    await run("web_keys", "<Space>]]]]])x");
    await run("web_keys", "<Enter>");
    const name = program.UTF8ToString(program._web_file());
    return [name, result()];
  });
  const png = await page.evaluate(async (svg) => {
    const saved = new Promise((resolve) => { window.download = (name, blob) => resolve([name, blob.size]); });
    savePng("weights.png", svg);
    return saved;
  }, svg[1]);
  if (pictures && svg[1]) writeFileSync(resolve(pictures, "figure.svg"), svg[1]);
  return ended(page, svg[1].includes("<text") && png[1] > 1000 ? "" : JSON.stringify([svg, png]).slice(0, 300));
});

await test("answers are saved as qkv grades reads them", async () => {
  const page = await open("#lesson=eight-steps&size=120x40&keys=]");
  const answers = JSON.parse(await page.evaluate(() => call("web_answers", "Ada")));
  return ended(page, answers.name === "Ada" && answers.answers.length > 3 ? "" : JSON.stringify(answers).slice(0, 300));
});

await test("a lesson that qkv export puts in opens by itself", async () => {
  const lesson = resolve(pictures, "mine.md"), made = resolve(pictures, "mine.html");
  mkdirSync(pictures, { recursive: true });
  writeFileSync(lesson, "# Mine\n\nWhat is two?\n\n## A </script> step\n\n```python\nimport torch\na = torch.tensor([1., 2.])\nb = a * 2\n```\n");
  execFileSync("build/qkv", ["export", lesson, "--format", "page", "--force", "-o", made]);
  const page = await open("#size=80x24&keys=", undefined, "file://" + made);
  return ended(page, await shows(page, "What is two?"));
});

await test("nothing in the way of who cannot see or point", async () => {
  let wrong = "";
  for (const hash of ["#lesson=eight-steps&size=80x24", "#lesson=eight-steps&lines"]) {
    const page = await open(hash);
    await page.evaluate(readFileSync(require.resolve("axe-core/axe.min.js"), "utf8"));
    const found = await page.evaluate(() => axe.run({ resultTypes: ["violations"] }));
    wrong += found.violations.filter((one) => ["serious", "critical"].includes(one.impact))
      .map((one) => `${one.id}: ${one.nodes.map((node) => node.html.slice(0, 120)).join(" ")}`).join("\n");
    wrong += await ended(page);
  }
  return wrong;
});

await test("it begins soon, and a key takes little", async () => {
  const page = await open("#lesson=eight-steps&size=120x40");
  const times = await page.evaluate(async () => {
    const keys = [..."]]])v)h))]]]"], all = [];
    for (let i = 0; i < 101; i++) {
      const from = performance.now();
      await press(keys[i % keys.length]);
      all.push(performance.now() - from);
    }
    return [all.sort((a, b) => a - b)[50], performance.getEntriesByName("first-frame")[0]?.startTime];
  });
  console.log(`# first frame after ${Math.round(times[1])} ms, a key ${times[0].toFixed(1)} ms (median of 101)`);
  return ended(page);
});

// A folder over http: there windows have a channel, which files may not have.
async function serve(folder) {
  const server = createServer((asked, answer) => {
    const file = resolve(folder, "." + decodeURIComponent(asked.url.split("?")[0]));
    answer.end(existsSync(file) ? readFileSync(file) : "");
  });
  await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
  return [server, `http://127.0.0.1:${server.address().port}/`];
}

await test("slides in one window, their notes in another, by the button", async () => {
  const page = await open("#lesson=eight-steps&size=100x30");
  const wall = await presented(page);
  await wall.focus("#screen");
  await wall.keyboard.type("]]]");
  const wrong = (await within(wall, "query_0 = queries[0]")) || (await within(page, "step 4/9"));
  if (pictures) {
    await wall.screenshot({ path: `${pictures}/wall.png` });
    await page.screenshot({ path: `${pictures}/notes.png` });
  }
  await wall.close();
  return ended(page, wrong);
});

await test("the same by a channel, where windows do not know each other; two presentations do not mix", async () => {
  const [server, url] = await serve(resolve(path, ".."));
  const windows = [];
  for (const hash of ["present&with=one", "notes&with=one", "notes&with=other", "notes"]) {
    const page = await browser.newPage();
    await page.goto(url + "qkv.html#lesson=masking&" + hash);
    await until(page, "document.querySelector('#screen').children.length");
    windows.push(page);
  }
  await windows[0].bringToFront();
  await windows[0].focus("#screen");
  await windows[0].keyboard.type("]]");
  let wrong = await within(windows[1], "step 3/13");
  for (const page of windows.slice(2)) wrong ||= await shows(page, "step 1/13");
  for (const page of windows) await page.close();
  server.close();
  return wrong;
});

await test("a reload of the slides or of the notes leads back to the same presentation", async () => {
  const [server, url] = await serve(resolve(path, ".."));
  const page = await browser.newPage();
  await page.goto(url + "qkv.html#lesson=masking&size=80x24");
  await until(page, "document.querySelector('#screen').children.length");
  const wall = await presented(page);
  for (const each of [page, wall]) {
    await each.reload();
    await until(each, "document.querySelector('#screen').children.length");
  }
  await type(wall, "]]");
  const wrong = await within(page, "step 3/13");
  await wall.close();
  await page.close();
  server.close();
  return wrong;
});

// A page that somebody else made, and the window that it opens with ours at that place.
async function stranger(url, opens) {
  const page = await browser.newPage();
  await page.goto(url);
  const opened = new Promise((resolve) => page.once("popup", resolve));
  await page.evaluate((opens) => {
    window.heard = [];
    addEventListener("message", (event) => heard.push(event.data));
    window.theirs = open(opens, "_blank", "popup");
  }, opens);
  const theirs = await opened;
  await until(theirs, "document.querySelector('#screen')?.children.length");
  return [page, theirs];
}

await test("a stranger's window hears nothing and moves nothing, neither slides nor notes", async () => {
  const [server, url] = await serve(resolve(path, ".."));
  const [other, theirs_url] = await serve(pictures);
  writeFileSync(resolve(pictures, "empty.html"), "<!doctype html>");
  const wrong = [];
  for (const role of ["present", "notes"])
    for (const word of ["", "&with=one"]) {
      const [page, window] = await stranger(theirs_url + "empty.html", url + "qkv.html#lesson=masking&" + role + word);
      const message = await window.evaluate(async () => { await queue(() => run("web_keys", "]]")); return call("web_message"); });
      await page.evaluate((message) => {
        for (const what of [{ qkv: "asks" }, { qkv: "opens", lesson: "eight-steps" }, { qkv: "message", lesson: "masking", message }])
          for (const word of [{}, { word: "" }, { word: "one" }]) theirs.postMessage({ ...what, ...word }, "*");
      }, message.replace("3", "5"));
      await type(window, "]");
      await new Promise((resolve) => setTimeout(resolve, 300));
      const heard = await page.evaluate(() => heard.length), lesson = await window.evaluate(() => opened);
      if (heard || lesson !== "masking") wrong.push(`${role}${word}: heard ${heard}, in ${lesson}`);
      await window.close();
      await page.close();
    }
  server.close();
  other.close();
  return wrong.join("\n");
});

await test("notes hear the window that they opened, with the word of its link, and no other", async () => {
  const page = await open("#lesson=masking&size=80x24");
  const wall = await presented(page);
  await page.evaluate(() => {
    window.followed = 0;
    const before = run;
    run = (name, ...values) => { followed += name === "web_follow"; return before(name, ...values); };
  });
  const forged = { qkv: "message", lesson: "masking", message: "" };
  await page.evaluate((forged) => postMessage({ ...forged, word }, "*"), forged); // from itself
  await wall.evaluate((forged) => peer.postMessage(forged, "*"), forged); // without the word
  await wall.evaluate((forged) => peer.postMessage({ ...forged, word: "guessed" }, "*"), forged);
  await wall.evaluate(() => new Promise((resolve) => setTimeout(resolve, 200)));
  const refused = await page.evaluate(() => followed);
  await type(wall, "]]");
  const follows = await within(page, "step 3/13");
  await wall.close();
  return ended(page, refused ? `${refused} forged messages were followed` : follows);
});

await test("what is printed is the handout", async () => {
  const page = await open("#lesson=masking&size=80x24&keys=");
  mkdirSync(pictures, { recursive: true });
  await page.pdf({ path: `${pictures}/handout.pdf`, format: "A4" });
  const text = execFileSync("pdftotext", [`${pictures}/handout.pdf`, "-"], { encoding: "utf8" });
  const wrong = ["Masking", "Name:", "Predict attention_weights"].filter((words) => !text.includes(words));
  return ended(page, wrong.length || /Space:next/.test(text) ? `no ${wrong} in\n${text.slice(0, 500)}` : "");
});

await test("without scripts there is the handout", async () => {
  const page = await browser.newPage();
  page.problems = [];
  await page.setJavaScriptEnabled(false);
  await page.goto(page_url);
  const text = await page.$eval("body", (body) => body.innerText);
  const ok = text.includes("Self-attention in eight steps") && text.includes("Name:") && !text.includes("Starting");
  if (pictures) await page.screenshot({ path: `${pictures}/without-scripts.png` });
  return ended(page, ok ? "" : text.slice(0, 500));
});

// A unit test as wasm, in the browser.
async function testUnit(name) {
  const page = await browser.newPage();
  const files = filesBelow("lessons", "tests/screens", "tests/listings", "tests/commands/files");
  const packed = Object.fromEntries(Object.entries(files).map(([file, bytes]) => [file, bytes.toString("base64")]));
  const built = resolve(path, "../tests/" + name);
  await page.addScriptTag({ content: readFileSync(built + ".js", "utf8") });
  const lines = await page.evaluate(async (packed, wasm, environment, furnish) => {
    const bytes = (base64) => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const lines = [], say = (line) => lines.push(line);
    const files = Object.fromEntries(Object.entries(packed).map(([file, base64]) => [file, bytes(base64)]));
    const module = await startQkv({ wasmBinary: bytes(wasm), print: say, printErr: say, quit: () => {},
      preRun: [(module) => new Function("return " + furnish)()(module, files, environment)] });
    try { module.callMain([]); } catch (problem) { if (problem?.name !== "ExitStatus") say(String(problem)); }
    return lines;
  }, packed, readFileSync(built + ".wasm").toString("base64"), ENVIRONMENT, furnish.toString());
  await page.close();
  const failures = lines.filter((line) => /FAILED|ERROR/.test(line));
  return lines.some((line) => /test\(s\) run/.test(line)) && !failures.length ? "" : lines.slice(-30).join("\n");
}

for (const name of units.filter((name) => name === "test_screens"))
  await test(`${name} as wasm in the browser: every file of tests/screens`, () => testUnit(name));
await test("every screen of tests/screens", async () => { await testScreens(); return ""; });

if (pictures) {
  for (const [width, height] of [[1280, 800], [1024, 768], [390, 844]])
    for (const hash of ["#lesson=eight-steps", "#lesson=masking&keys=]]])"]) {
      const page = await open(hash, { width, height });
      await page.screenshot({ path: `${pictures}/${width}x${height}${hash.includes("masking") ? "-masking" : ""}.png` });
      await page.close();
    }
}
await browser.close();

const firefox = ["/usr/bin/firefox-esr", "/usr/bin/firefox"].find(existsSync);

let other;
await test("ten screens and a question in Firefox, the same page", async () => {
  other = await puppeteer.launch({ browser: "firefox", executablePath: process.env.FIREFOX || firefox, args: ["-headless"] });
  const page = await other.newPage();
  const wrong = [];
  const cases = allCases().filter((one) => !one.flags.length && !existsSync(one.lesson)).slice(0, 400);
  const ten = Array.from({ length: 10 }, (_, i) => cases[Math.floor((i * cases.length) / 10)]);
  await page.goto(page_url + "#lesson=eight-steps&size=80x24&keys=");
  await until(page, "document.querySelector('#screen').children.length");
  await page.evaluate(() => setTheme(true));
  for (const one of ten) {
    const lines = await page.evaluate(async (one, shot) => {
      program._web_resize(shot.columns, shot.rows);
      await run("web_show", one.lesson);
      await run("web_keys", one.keys || "");
      paint();
      return [...document.querySelectorAll("#screen > div")].map((row) => row.textContent.trimEnd());
    }, { lesson: one.lesson, keys: one.keys }, one.shots[0]);
    const what = difference(one.shots[0], lines);
    if (what) wrong.push(`${one.file}: ${one.title}: ${what}`);
  }
  await page.goto(page_url + "?again#lesson=eight-steps&size=120x40&keys=]]])");
  await until(page, "document.querySelector('#screen').children.length");
  await page.focus("#screen");
  await page.keyboard.type("4");
  await page.keyboard.press("Enter");
  const right = await within(page, "Right");
  const times = await page.evaluate(() => performance.getEntriesByName("first-frame")[0]?.startTime);
  console.log(`# in Firefox ${await other.version()}: first frame after ${Math.round(times)} ms`);
  return wrong.join("\n") || right;
});
await other?.close();

console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed ? 1 : 0;
