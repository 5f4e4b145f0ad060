// What must not do harm: programs without end, and what is not the page's own.
import { at, ended, finish, open, settled, test, until, within } from "./browser.mjs";

await test("endless recursion is an error of the program, and the walk goes on", async () => {
  const page = await open("#terminal&lesson=eight-steps&size=80x24");
  const said = await page.evaluate(() => run("web_run", "def f(n):\n    return f(n + 1)\nf(0)\n", 0, 0, 0));
  if (!said.includes("RecursionError")) return ended(page, said);
  await page.focus("#screen");
  await page.keyboard.press("]");
  return ended(page, await at(page, 1));
});

await test("a long run says how far it is, and Escape stops it", async () => {
  const page = await open("#terminal&size=80x24&keys=");
  const lesson = "# Long\n\n## Wait\n\n```python\nimport torch\na = torch.zeros(2)\nfor i in range(20_000_000):\n    a = a + 1\n```\n";
  await page.evaluate((lesson) => { queue(() => take([new File([lesson], "long.md")])); }, lesson);
  await until(page, "/running .*long.md:\\d+, \\d+ (operations|million)/.test(document.querySelector('#status').textContent)", null, 20000);
  const first = await page.$eval("#status", (status) => status.textContent);
  await until(page, (first) => document.querySelector("#status").textContent !== first, first);
  const stop = await page.$eval("#stop", (button) => !button.hidden);
  await page.focus("#screen");
  await page.keyboard.press("Escape");
  await until(page, "!isBusy()", null, 20000);
  await settled(page);
  const says = await page.$eval("#notice", (one) => one.textContent);
  return ended(page, (stop ? "" : "no button to stop it") || (says.includes("was stopped") ? "" : "no word that it was stopped") || (await at(page, 0)));
});

await test("another lesson that is chosen stops the program that runs", async () => {
  const page = await open("#terminal&size=80x24");
  await until(page, "document.querySelector('#lesson').options.length > 20");
  await page.evaluate(() => { queue(() => take([new File(["import torch\na = torch.zeros(2)\nfor i in range(20_000_000):\n    a = a + 1\n"], "long.py")])); });
  await until(page, "isBusy()", null, 20000);
  await page.select("#lesson", "masking");
  return ended(page, await within(page, "Masking"));
});

await test("no script, style, form or base that is not the page's own", async () => {
  const page = await open("#terminal&lesson=masking&size=80x24");
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

await finish();
