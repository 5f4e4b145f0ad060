// One screen of every kind that a reader can come to: { name, lesson, keys, screen }; the ones without a
// lesson are not of the walk.
const sixteen = "tests/screens/lessons/sixteen.py";

export const KINDS = [
  { name: "first screen", hash: "" },
  { name: "beginning", lesson: "eight-steps", keys: "", screen: "walk" },
  { name: "choices", lesson: "eight-steps", keys: "]", screen: "walk" },
  { name: "number", lesson: "eight-steps", keys: "]]])", screen: "walk" },
  { name: "wrong and hint", lesson: "eight-steps", keys: "]]])7<CR><Space>", screen: "walk" },
  { name: "answered", lesson: "eight-steps", keys: "]]])4<CR>", screen: "walk" },
  { name: "arithmetic", lesson: "eight-steps", keys: "]]]4<CR>]]]", screen: "walk" },
  { name: "edit", lesson: "eight-steps", keys: " e", screen: "walk", over: "typing" },
  { name: "edited", lesson: "eight-steps", keys: " e7<CR>]]", screen: "walk" },
  { name: "changes", lesson: "eight-steps", keys: "G<Home>e7<CR>d", screen: "changes" },
  { name: "help", lesson: "eight-steps", keys: "?", screen: "help" },
  { name: "commands", lesson: "eight-steps", keys: ":", screen: "walk", over: "prompt" },
  { name: "search", lesson: "eight-steps", keys: "/key", screen: "walk", over: "prompt" },
  { name: "map", lesson: "eight-steps", keys: "GB", screen: "map" },
  { name: "outline", lesson: "eight-steps", keys: "t", screen: "outline" },
  { name: "cost", lesson: "eight-steps", keys: "Gc", screen: "cost" },
  { name: "why", lesson: "masking", keys: "]]]]]]w", screen: "why" },
  { name: "reach", lesson: "eight-steps", keys: "]]]]]f", screen: "reach" },
  { name: "what if", lesson: "masking", keys: "]]]]]]W", screen: "whatif" },
  { name: "large", lesson: "eight-steps", keys: "Gz", screen: "large" },
  { name: "figure", lesson: "eight-steps", keys: "]]x", screen: "figure" },
  { name: "glossary", lesson: "eight-steps", keys: "y", screen: "glossary" },
  { name: "lessons", lesson: "eight-steps", keys: "L", screen: "lessons", kept: true },
  { name: "closing", lesson: "eight-steps", keys: "]]]]]]]]" + "<Space>".repeat(12), screen: "closing" },
  { name: "heads", lesson: sixteen, keys: "H", screen: "heads" },
  { name: "flow", lesson: sixteen, keys: "]T", screen: "flow" },
  { name: "arrows", lesson: "attention", keys: "]A", screen: "arrows" },
  { name: "contents", lesson: sixteen, keys: "<Space>C", screen: "contents" },
  { name: "survey", lesson: "translator", keys: "GHD", screen: "survey" },
  { name: "line by line", lesson: "eight-steps", hash: "#lesson=eight-steps&lines" },
  { name: "terminal", lesson: "eight-steps", hash: "#terminal&lesson=eight-steps" },
  { name: "slides", lesson: "masking", hash: "#present&lesson=masking" },
  { name: "notes", lesson: "masking", hash: "#notes&lesson=masking" },
];

// Goes there in a page where a lesson is open; returns what is wrong.
export function lead(page, kind, text) {
  return page.evaluate(async ({ lesson, keys, screen, over, kept }, text) => {
    if (text) write(program.FS, "/data/qkv/" + lesson, text);
    await queue(async () => {
      await run(kept ? "web_open" : "web_show", lesson);
      document.querySelector("#app").qkv.page.opened = lesson;
      await run("web_keys", keys);
      show();
    });
    const is = JSON.parse(call("web_screen", 80, 0));
    return is.screen === screen && (is.over ?? "") === (over ?? "") ? "" : `${keys} leads to ${is.screen} ${is.over ?? ""}`;
  }, kind, text);
}
