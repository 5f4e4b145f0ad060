// Files that come into the page and leave it, and paper.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { at, blank, ended, finish, launched, open, page_url, pictures, ready, reload, saves, settled, shows, test, type, until, watch, within } from "./browser.mjs";

await test("a file that is dropped is opened", async () => {
  const page = await open("#terminal&size=80x24");
  await page.evaluate(() => take([new File(["# Mine\n\n## A step\n\n```python\nimport torch\na = torch.tensor([1., 2.])\n```\n"], "mine.md")]));
  return ended(page, await shows(page, "Mine"));
});

await test("so is a file of numbers", async () => {
  const page = await open("#terminal&size=80x24");
  await page.evaluate(() => queue(() => take([new File(["a,b\n1,2\n3,4\n"], "scores.csv")])));
  return ended(page, await within(page, "scores 2×2"));
});

await test("what cannot be opened leaves the lesson that is open", async () => {
  const page = await open("#terminal&lesson=masking&size=80x24");
  await until(page, "document.querySelector('#lesson').options.length > 20");
  await page.evaluate(() => queue(() => take([new File([""], "empty.md")])));
  await settled(page);
  const says = await page.$eval("#status", (one) => one.textContent);
  await type(page, "]");
  const list = await page.$eval("#lesson", (one) => one.value);
  return ended(page, (await at(page, 1)) || (says.includes("empty.md") && list === "masking" ? "" : says + list));
});

await test("a file of one's own outlasts a reload, and is presented", async () => {
  const page = await open("#terminal&size=80x24");
  await page.evaluate(() => queue(() => take([new File(["# Mine\n\n## A step\n\n```python\nimport torch\na = torch.tensor([1., 2.])\n```\n"], "mine.md")])));
  await within(page, "Mine");
  await until(page, "location.hash.includes('mine.md')");
  await reload(page);
  const after = await within(page, "Mine");
  const opened = new Promise((resolve) => page.once("popup", resolve));
  await page.click("#menu > summary");
  await page.click("#present");
  const wall = await ready(await opened);
  const slides = await within(wall, "a: given");
  await wall.close();
  return ended(page, after || slides);
});

await test("what is saved as one file has the lesson that is open, with its data", async () => {
  const page = await open("#terminal&size=80x24");
  const file = await saves(page);
  const lesson = "# Mine\n\nWhat is it?\n\n## A step\n\n```python\nimport numpy, torch\nb = torch.tensor(numpy.loadtxt('w.csv', delimiter=','))\nc = len(open('__proto__').read())\n```\n";
  await page.evaluate((lesson) => queue(() => take([new File([lesson], "mine.md"), new File(["1,2\n3,4\n"], "w.csv"), new File(["text"], "__proto__")])), lesson);
  await page.evaluate(() => savePage());
  const mine = await file(), first = readFileSync(mine, "utf8");
  await page.evaluate(async () => { await queue(() => openLesson("masking")); savePage(); });
  const plain = await file(), second = readFileSync(plain, "utf8");
  const saved = await open("#terminal&size=80x24", undefined, "file://" + mine);
  const lost = await saved.evaluate(() => (program.FS.analyzePath("/own/__proto__").exists ? "" : "a file of that name is lost"));
  const there = lost || (await within(saved, "What is it?")) || (await shows(saved, "stops here") ? "" : "its data is not there");
  const paper = first.includes("What is it?") && !/id="own">\{/.test(second) && mine.endsWith("/mine.html") && plain.endsWith("/qkv.html");
  return (await ended(saved, there)) || ended(page, paper ? "" : mine + " " + plain);
});

await test("a figure is saved as SVG and as PNG, with the browser's letters", async () => {
  const page = await open("#terminal&lesson=eight-steps&size=120x40&keys=<Space>]]]]])");
  const file = await saves(page), wrong = [];
  for (const [keys, ending] of [["x<Down><Down><Down><Down><Right><Enter>", ".svg"], ["x<Left><Enter>", ".png"]]) {
    await page.evaluate((keys) => press(keys), keys);
    await settled(page);
    const path = await file();
    if (!path.endsWith(ending)) wrong.push(`${path} is not ${ending}`);
    else if (ending === ".svg" ? !readFileSync(path, "utf8").includes("<text") : readFileSync(path).length < 1000) wrong.push(path + " is empty");
  }
  return ended(page, wrong.join("\n"));
});

await test("answers are saved as qkv grades reads them", async () => {
  const page = await open("#terminal&lesson=eight-steps&size=120x40&keys=]");
  const answers = JSON.parse(await page.evaluate(() => call("web_answers", "Ada")));
  return ended(page, answers.name === "Ada" && answers.answers.length > 3 ? "" : JSON.stringify(answers).slice(0, 300));
});

await test("a lesson that qkv export puts in opens by itself", async () => {
  const lesson = resolve(pictures, "mine.md"), made = resolve(pictures, "mine.html");
  writeFileSync(lesson, "# Mine\n\nWhat is two?\n\n## A </script> step\n\n```python\nimport torch\na = torch.tensor([1., 2.])\nb = a * 2\n```\n");
  execFileSync("build/qkv", ["export", lesson, "--format", "page", "--force", "-o", made]);
  const page = await open("#terminal&size=80x24&keys=", undefined, "file://" + made);
  return ended(page, await shows(page, "What is two?"));
});

await test("what is printed is the handout", async () => {
  const page = await open("#terminal&lesson=masking&size=80x24&keys=");
  await page.pdf({ path: `${pictures}/handout.pdf`, format: "A4" });
  const text = execFileSync("pdftotext", [`${pictures}/handout.pdf`, "-"], { encoding: "utf8" });
  const wrong = ["Masking", "Name:", "Predict attention_weights"].filter((words) => !text.includes(words));
  return ended(page, wrong.length || /Space:next/.test(text) ? `no ${wrong} in\n${text.slice(0, 500)}` : "");
});

await test("without scripts there is the handout", async () => {
  const page = watch(await (await launched()).newPage());
  await page.setJavaScriptEnabled(false);
  await page.goto(page_url);
  const text = await page.$eval("body", (body) => body.innerText);
  const ok = text.includes("Self-attention in eight steps") && text.includes("Name:") && !text.includes("Starting");
  await page.screenshot({ path: `${pictures}/without-scripts.png` });
  return ended(page, ok ? "" : text.slice(0, 500));
});

await finish();
