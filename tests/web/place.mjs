// The address: what it says, where it leads another window, Back and Forward; sharing; dark and light.
import { beside, ended, finish, open, reload, test, type, until } from "./browser.mjs";

const hash = (page) => page.evaluate(() => decodeURIComponent(location.hash));
const step = (page) => page.evaluate(() => JSON.parse(call("web_place", 0)).place.step + 1);
const place = (page) => page.evaluate(() => call("web_place", 0));
const keys = async (page, text) => {
  await page.evaluate((text) => press(text), text);
  await page.evaluate(() => last);
};
// Until the address is written.
const told = (page, words) => until(page, (words) => decodeURIComponent(location.hash).includes(words), words, 5000);
const at = (page, wanted) => until(page, (wanted) => JSON.parse(call("web_place", 0)).place.step + 1 === wanted, wanted, 5000);

await test("the address follows the place; Back and Forward go through steps without a reload", async () => {
  const page = await open("#terminal&lesson=eight-steps&size=80x24");
  await page.evaluate(() => { window.same = true; });
  await told(page, "step=1");
  for (const wanted of [2, 3]) {
    await keys(page, "]");
    await told(page, "step=" + wanted);
  }
  await page.evaluate(() => history.back());
  await at(page, 2);
  await page.evaluate(() => history.back());
  await at(page, 1);
  await page.evaluate(() => history.forward());
  await at(page, 2);
  return ended(page, (await page.evaluate(() => window.same)) ? "" : "the page was loaded again");
});

await test("Back goes to the lesson before", async () => {
  const page = await open("#terminal&lesson=eight-steps&size=80x24");
  await told(page, "step=1");
  await page.evaluate(() => queue(() => openLesson("masking")));
  await told(page, "lesson=masking");
  await page.evaluate(() => history.back());
  await until(page, "opened === 'eight-steps'", null, 5000).catch(() => {});
  const opened = await page.evaluate(() => opened);
  return ended(page, opened === "eight-steps" ? "" : opened);
});

await test("a link leads a second window to the same place with the same edits, holds and words; answers stay", async () => {
  const page = await open("#terminal&lesson=eight-steps&size=100x30");
  await keys(page, "<Space>e7<Enter>]]]]:hold weights zero<Enter>");
  const link = await page.evaluate(() => link());
  const here = await place(page);
  const other = await open(link.slice(link.indexOf("#")));
  const there = await place(other);
  const says = await other.$eval("#notice", (one) => one.textContent);
  const wrong = here === there ? "" : here + "\n" + there;
  await ended(other);
  return ended(page, wrong || (says.includes("sent to you") ? "" : "no word that it was sent: " + says));
});

await test("a place that was sent changes nothing that is kept, until it is to be the reader's own", async () => {
  const page = await open("#terminal&lesson=eight-steps&size=80x24");
  await keys(page, "]]])4<Enter>");
  await page.evaluate(() => keepState());
  const kept = (page) => page.evaluate(() => JSON.stringify(Object.entries(localStorage).filter(([name]) => name.includes("/lessons/"))));
  const before = await kept(page);
  const other = await beside(page, "#terminal&lesson=eight-steps&size=80x24&step=2&edit=x[0,1]=7");
  await until(other, "document.querySelector('#notice button')", null, 10000);
  await keys(other, "]]");
  await other.evaluate(() => keepState());
  const aside = await kept(other);
  const answers = JSON.parse(await other.evaluate(() => call("web_answers", "Ada"))).answers.filter((one) => one.right).length;
  await other.click("#notice button");
  await other.evaluate(() => last);
  await other.evaluate(() => keepState());
  const after = await kept(other);
  await other.close();
  return ended(page, aside !== before ? "it was kept: " + aside : answers !== 1 ? answers + " answers" : after.includes("edits") && after.includes("scores_0[1]") ? "" : "not adopted: " + after);
});

await test("a link by hand: a step, a number, a sentence", async () => {
  const page = await open("#terminal&lesson=eight-steps&size=80x24&step=3&edit=x[0,1]=7");
  const edits = JSON.parse(await place(page)).edits ?? [];
  const where = await step(page);
  return ended(page, where === 3 && edits.length === 1 && edits[0].cell === "x[0,1]" && edits[0].value === 7 ? "" : where + JSON.stringify(edits));
});

await test("what is broken of a link is said, and leaves the lesson", async () => {
  const page = await open("#terminal&lesson=masking&size=80x24&s=notpacked");
  page.problems = [];
  const says = await page.$eval("#status", (one) => one.textContent);
  return ended(page, says.includes("not whole") && (await step(page)) === 1 ? "" : says);
});

await test("a small listing of one's own travels in the link; a state is a file", async () => {
  const page = await open("#terminal&size=80x24");
  await page.evaluate(() => queue(() => take([new File(["import torch\na = torch.tensor([1., 2.])\nb = a * 2\n"], "mine.py")])));
  await page.evaluate(() => last);
  const link = await page.evaluate(() => link());
  const state = await page.evaluate(() => stateFile(ownLesson()));
  const other = await open(link.slice(link.indexOf("#")));
  const opened = await other.evaluate(() => opened);
  const third = await open("#terminal&lesson=masking&size=80x24");
  await third.evaluate((state) => queue(() => take([new File([state], "x.qkv.json")])), state);
  await third.evaluate(() => last);
  const by_file = await third.evaluate(() => opened);
  const wrong = (await ended(other)) || (await ended(third));
  return ended(page, wrong || (opened === "/own/mine.py" && by_file === opened ? "" : opened + " " + by_file));
});

await test("a reload of a place that was sent leads there again, and keeps nothing", async () => {
  const page = await open("#terminal&lesson=eight-steps&size=80x24&step=2&edit=x[0,1]=7");
  await told(page, "s=");
  await reload(page);
  const edits = JSON.parse(await place(page)).edits ?? [];
  const sent = await page.evaluate(() => sent);
  return ended(page, edits.length === 1 && sent ? "" : JSON.stringify(edits) + sent);
});

await test("Share opens a dialog with the link; dark and light are chosen and kept", async () => {
  const page = await open("#terminal&lesson=eight-steps&size=80x24");
  await page.evaluate(() => document.querySelector("[data-share]").click());
  await until(page, "document.querySelector('#share').open", null, 5000);
  const link = await page.$eval("#link", (one) => one.value);
  await page.keyboard.press("Escape");
  await page.evaluate(() => document.querySelector("#theme").click());
  await page.evaluate(() => document.querySelector("#theme").click());
  await page.evaluate(() => last);
  await reload(page);
  const theme = await page.evaluate(() => [document.documentElement.dataset.theme, getComputedStyle(document.body).backgroundColor].join());
  return ended(page, /#.*lesson=eight-steps/.test(link) && theme === "dark,rgb(22, 24, 28)" ? "" : link + theme);
});

await test("the head says what it is; nothing is asked for", async () => {
  const page = await open("#terminal&lesson=eight-steps&size=80x24");
  const found = await page.evaluate(() => ["meta[name=description]", "meta[property='og:title']", "meta[property='og:image']", "link[rel=icon]"].filter((one) => !document.querySelector(one)).join());
  return ended(page, found);
});

await finish();
