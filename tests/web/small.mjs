// How large it is, how soon it begins, and windows of any size.
import { statSync } from "node:fs";
import { ended, finish, folder, open, pictures, test } from "./browser.mjs";

await test("the page has at most 2.4 million bytes", () => {
  const { size } = statSync(folder + "/qkv.html");
  console.log(`# ${size} bytes`);
  return size <= 2400000 ? "" : size + " bytes";
});

await test("it begins soon, and a key takes little", async () => {
  const page = await open("#lesson=eight-steps");
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

const SIZES = [[360, 640], [390, 844], [640, 360], [844, 390], [768, 1024], [1280, 800], [1920, 1080]];

for (const [width, height] of SIZES)
  await test(`${width}x${height}: Next is in sight, nothing is wider than the window`, async () => {
    const wrong = [];
    for (const hash of ["#lesson=eight-steps", "#lesson=eight-steps&keys=]]])4<Enter>", "#lesson=masking&keys=]]])", "#lesson=eight-steps&lines", "#terminal&lesson=eight-steps"]) {
      const page = await open(hash, { width, height, hasTouch: width < 900, isMobile: width < 900 });
      const is = await page.evaluate((next) => {
        const box = document.querySelector(next)?.getBoundingClientRect() ?? {};
        const sum = document.querySelector("#sum"), { lineHeight } = getComputedStyle(sum);
        const wrapped = [...sum.children].some((line) => line.clientHeight > 1.5 * parseFloat(lineHeight));
        return { right: box.right, bottom: box.bottom, wide: document.documentElement.scrollWidth, wrapped };
      }, hash.endsWith("lines") ? "#say button" : "#next");
      if (!is.right || is.right > width || is.bottom > height + 1) wrong.push(`${hash}: Next ends at ${is.right}, ${is.bottom}`);
      if (is.wrapped) wrong.push(`${hash}: a line of the arithmetic has no room`);
      if (is.wide > width) wrong.push(`${hash}: ${is.wide} wide`);
      await page.screenshot({ path: `${pictures}/${width}x${height}${hash.replace(/\W+/g, "-")}.png` });
      await ended(page);
    }
    return wrong.join("\n");
  });

await finish();
