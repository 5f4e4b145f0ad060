// Compiled, not run: a wrong use is an error of the compiler.
import { command, configure, explain, lessonNames, QkvError, run, show, svg } from "qkv";

async function use(): Promise<number> {
  const { output, error, status } = await run("print(1)", { files: { "a.npy": new Uint8Array(3) }, memory: "1G" });
  const drawn: string = await svg("eight-steps", "weights", { kind: "heads", noValues: true });
  const walk = await show("eight-steps"), shape: number[] = walk.steps[0].tensors[0].shape;
  const { sources } = await explain("eight-steps", "scores[0,1]"), cell: string = sources[0].cell;
  const names: string[] = await lessonNames();
  configure({ wasm: new URL("https://example.org/qkv.wasm") });
  const done = await command(["lessons"], { input: "", signal: new AbortController().signal });
  // @ts-expect-error: code is text
  await run(3);
  // @ts-expect-error: which cell?
  await explain("x = 1");
  // @ts-expect-error: status is a number
  const words: string = done.status;
  try {
    await svg("x = 1", "y");
  } catch (problem) {
    if (problem instanceof QkvError) return problem.hint.length + problem.status;
  }
  return output.length + error.length + status + drawn.length + shape.length + cell.length + names.length + words.length;
}

function listen(lesson: HTMLElementTagNameMap["qkv-lesson"]): void {
  lesson.addEventListener("qkv-step", (event) => console.log(event.detail.step + 1, event.detail.title.length));
  lesson.addEventListener("qkv-answer", ({ detail }) => console.log(detail.right ? detail.says : detail.name));
  // @ts-expect-error: keys are text
  void lesson.press(4);
  void lesson.go(4).then(() => lesson.screen?.steps.length);
}

export { listen, use };
import type {} from "qkv/elements";
