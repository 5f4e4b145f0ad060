// Where one is: links, what is kept, reloads, two pages at once.
import { at, beside, ended, finish, open, page_url, ready, reload, settled, shows, test, type, until, within } from "./browser.mjs";

await test("an edit changes what follows from it; both it and the place are there after a reload", async () => {
  const page = await open("#terminal&lesson=eight-steps&size=120x40");
  await page.focus("#screen");
  await page.keyboard.type(" e7");
  await page.keyboard.press("Enter");
  await page.keyboard.type("]]");
  const before = (await at(page, 2)) || (await shows(page, "the⎡  7!"));
  await reload(page);
  const after = before || (await at(page, 2)) || (await shows(page, "the⎡  7!"));
  return ended(page, after);
});

await test("answers are kept, and saved as a file", async () => {
  const page = await open("#terminal&lesson=eight-steps&size=120x40");
  await page.evaluate(() => run("web_keys", "]]])4<CR>"));
  await page.evaluate(() => { afterwards(); keepState(); });
  await reload(page);
  const answers = JSON.parse(await page.evaluate(() => call("web_answers", "Ada")));
  const right = answers.answers.filter((answer) => answer.right).map((answer) => answer.question);
  return ended(page, right.join() === "scores_0[1]" ? "" : right.join());
});

await test("two pages at once keep what each of them did", async () => {
  const page = await open("#terminal&lesson=eight-steps&size=80x24");
  const other = await beside(page, "#terminal&lesson=masking&size=80x24");
  await type(other, "]]]]");
  const there = await at(other, 4, "masking");
  await other.close();
  await type(page, "]");
  await page.select("#lesson", "masking");
  return ended(page, there || (await at(page, 4, "masking")));
});

await test("a reload leads back to the lesson that was chosen", async () => {
  const page = await open("#terminal&size=80x24");
  await until(page, "document.querySelector('#lesson').options.length > 20");
  await page.select("#lesson", "masking");
  await within(page, "Masking");
  await type(page, "]]");
  await until(page, "location.hash.includes('step=3')");
  await reload(page);
  return ended(page, await at(page, 2, "masking"));
});

await test("a link to another place works in a page that is open; an unknown lesson leaves one to read", async () => {
  const page = await open("#terminal&lesson=eight-steps&size=80x24");
  await page.evaluate(() => { location.hash = "#terminal&lesson=masking&size=80x24&keys=]]"; });
  const there = (await at(page, 2, "masking")) || ((await page.$eval("#notice", (one) => one.textContent)).includes("sent to you") ? "" : "no word that it is not kept");
  await page.goto(page_url + "?#terminal&lesson=nosuch&size=80x24");
  await ready(page);
  const other = await within(page, "eight steps");
  const says = await page.$eval("#status", (one) => one.textContent);
  return ended(page, there || other || (/nosuch/.test(says) && !/qkv lessons/.test(says) ? "" : says));
});

await test("a full or forbidden storage is said", async () => {
  const page = await open("#terminal&lesson=eight-steps&size=80x24");
  await page.evaluate(() => { Storage.prototype.setItem = () => { throw new Error("full"); }; Object.defineProperty(window, "localStorage", { get() { throw new Error("forbidden"); } }); });
  await type(page, "]");
  await page.evaluate(() => keepState());
  const says = await page.$eval("#notice", (one) => one.textContent);
  return ended(page, says.includes("keeps nothing") ? "" : "said: " + says);
});

const kept = (page) => page.evaluate(() => Object.entries(localStorage).map((one) => one.join(" ").replace(/\s+/g, " ")).sort());

await test("a link changes nothing that is kept", async () => {
  const wrong = [];
  const page = await open("#terminal&lesson=eight-steps&size=80x24");
  await type(page, "]]e7");
  await page.keyboard.press("Enter");
  await page.evaluate(() => keepState());
  for (const hash of ["#lesson=masking", "#terminal&lesson=masking&present"]) {
    const other = await beside(page, hash);
    await type(other, "]]]");
    await other.evaluate(() => keepState());
    await other.close();
  }
  const before = await kept(page);
  for (const hash of ["#lesson=masking&lines", "#terminal&lesson=eight-steps&lines&keys=]]]]", "#terminal&lesson=eight-steps&size=80x24&keys=]]mae3<CR>", "#terminal&lesson=masking&present&with=one", "#terminal&lesson=masking&notes&lines"]) {
    const other = await beside(page, hash);
    await until(other, "document.querySelector('#lesson').options.length > 20");
    await other.evaluate(() => { keepState(); return last; });
    const after = await kept(other);
    const changed = [...after.filter((one) => !before.includes(one)), ...before.filter((one) => !after.includes(one))];
    if (changed.length) wrong.push(hash + " changes " + changed.join("\n"));
    await other.close();
  }
  await page.click("#menu summary");
  await page.click("#as-lines"); // a choice is kept
  await settled(page);
  if (!(await kept(page)).includes("qkv:lines 1")) wrong.push("the choice is not kept");
  return ended(page, wrong.join("\n"));
});

await test("of a storage that others write, too, the page restores its own state alone", async () => {
  const page = await open("#terminal&lesson=masking&size=80x24");
  await page.evaluate(() => {
    const lesson = "/data/qkv/lessons/01-eight-steps.md";
    for (const path of [lesson, "/state/.." + lesson, "/state/qkv/.." + "/.." + lesson, "/own/x.md", "/state/x", "/state/qkv/../../own/y.md"]) localStorage["qkv:" + path] = "# Not ours\n";
    sessionStorage["qkv:own/.." + lesson] = btoa("# Not ours\n");
  });
  await page.goto(page_url + "?again#terminal&lesson=eight-steps&size=80x24");
  await ready(page);
  await until(page, "document.querySelector('#lesson').options.length > 20");
  const ours = await within(page, "Self-attention in eight steps");
  const there = await page.evaluate(() => ["/own/x.md", "/own/y.md", "/state/x"].filter((path) => program.FS.analyzePath(path).exists).join());
  return ended(page, ours || there);
});

await finish();
