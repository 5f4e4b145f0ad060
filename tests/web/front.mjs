// The first screen: a sentence and its picture, the slider, the ways into a lesson and back, the course.
import { blank, ended, finish, open, page_url, ready, settled, test, until } from "./browser.mjs";

const drawn = (page) => until(page, () => document.querySelector(".hero-figure svg") && document.querySelector(".course-lesson"));
const front = async (size) => { const page = await open("", size); await drawn(page); return page; };
const text = (page, selector) => page.$eval(selector, (one) => one.textContent);
const view = (page, name) => until(page, (name) => document.body.dataset.view === name, name);

// What is typed, and what is drawn of it.
async function typed(page, sentence) {
  await page.evaluate((sentence) => {
    const field = document.querySelector("#hero-sentence");
    field.value = sentence;
    field.dispatchEvent(new Event("input"));
  }, sentence);
  await settled(page);
  return page.evaluate(() => ({
    says: document.querySelector(".hero-says").textContent,
    words: [...document.querySelectorAll(".hero-figure .qkv-row-labels text")].map((one) => one.textContent).join("|"),
  }));
}

await test("the first screen is painted before the program is there, as the program draws it", async () => {
  const page = await blank(), shown = () => JSON.stringify([
    document.body.dataset.view,
    ...[".hero-figure svg text", ".hero-chips button"].map((all) => [...document.querySelectorAll(all)].map((one) => one.textContent)),
    ...["#hero-sentence", "#hero-scale"].map((one) => document.querySelector(one).value),
    ...[".hero-says", ".hero-about", "output", ".hero .primary"].map((one) => document.querySelector(one).textContent),
  ]);
  await page.evaluateOnNewDocument(`document.addEventListener("readystatechange", () => { if (document.readyState === "interactive") window.painted = (${shown})(); })`);
  await page.goto(page_url);
  await ready(page);
  await drawn(page);
  const [before, after] = [await page.evaluate(() => window.painted), await page.evaluate(shown)];
  return ended(page, before === after && before.includes("sat") ? "" : `${before}\n${after}`);
});

await test("any sentence is drawn, or it is said why not", async () => {
  const page = await front();
  const wrong = [];
  for (const [sentence, words, says] of [
    ["", "", "Type a few words"],
    ["one", "one", "can only look at itself"],
    ["<script>x</script> & 'y' \"z\" \\ ``` @times@ $&", "<script>x</scri…|&|'y'|\"z\"|\\|```|@times@|$&", "shares"],
    ["😀 שלום 我喜欢", "😀|שלום|我喜欢", "shares"],
    ["a ".repeat(100), "a|".repeat(11) + "a", "first 12 of 100"],
  ]) {
    const is = await typed(page, sentence);
    if (is.words !== words || !is.says.includes(says)) wrong.push(`${sentence}: ${is.words}: ${is.says}`);
  }
  return ended(page, wrong.join("\n"));
});

await test("the button is in sight on every screen, nothing is wider than it", async () => {
  const wrong = [];
  for (const [width, height] of [[1440, 900], [1280, 800], [768, 1024], [844, 390], [390, 844], [360, 640]]) {
    const page = await front({ width, height });
    const [bottom, right] = await page.evaluate(() => [document.querySelector(".hero .primary").getBoundingClientRect().bottom, document.documentElement.scrollWidth]);
    if (bottom > height || right > width) wrong.push(`${width}x${height}: ${bottom}, ${right}`);
    const problems = await ended(page);
    if (problems) wrong.push(problems);
  }
  return wrong.join("\n");
});

await test("pointing says what a word looks at; a large divisor evens it out", async () => {
  const page = await front();
  const share = async () => {
    const box = await (await page.$(".hero-figure .qkv-row-labels text:nth-of-type(2)")).boundingBox();
    await page.mouse.move(1, 1);
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    const says = await text(page, ".hero-says");
    return [says, +/cat (\d+)/.exec(says)?.[1]];
  };
  const [says, once] = await share();
  await page.focus("#hero-scale");
  await page.keyboard.press("End");
  await settled(page);
  const [, four] = await share();
  return ended(page, says.startsWith("“cat” looks at cat") && four < once ? "" : `${says}: ${once}, ${four}`);
});

await test("into the lesson and back, by the browser and by the page's name", async () => {
  const page = await front();
  await page.click(".hero .primary");
  await view(page, "cards");
  await page.keyboard.press("]");
  await until(page, () => /step=2/.test(location.hash));
  await page.click("#home");
  await view(page, "hero");
  await until(page, () => document.querySelector(".hero .primary").textContent.startsWith("Go on: Self-attention in eight steps"));
  await page.goBack();
  await view(page, "cards");
  return ended(page, (await page.evaluate(() => location.hash)).includes("step=2") ? "" : "another place");
});

await test("the course finds a word, and opens a lesson; one's own sentence is walked through", async () => {
  const page = await front();
  await page.type(".course-search input", "rotary");
  const count = await text(page, ".course-count");
  await page.click(".course li:not([hidden]) a");
  await view(page, "cards");
  await page.click("#home");
  await view(page, "hero");
  await drawn(page);
  await settled(page);
  await page.click(".hero-try .hero-link");
  await view(page, "cards");
  return ended(page, /^Found in \d/.test(count) && (await text(page, "#title")).includes("Which words") ? "" : count);
});

await finish();
