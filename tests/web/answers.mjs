// The right answers of a lesson's questions, by the native program and its GIFT, not by the page.
import { execFileSync } from "node:child_process";

const entities = { lt: "<", gt: ">", amp: "&", quot: '"', "#39": "'" };
const plain = (text) => text.replace(/<[^>]*>/g, "").replace(/&([#\w]+);/g, (_, name) => entities[name] ?? "").replace(/\\(.)/g, "$1");

// Letters and digits alone: what a page and a quiz both have of a choice.
export const bare = (text) => plain(text).replace(/[^\p{L}\p{N}]/gu, "");

// Of each question, in their order: { step, name, number } or { step, name, right }, the words of the choice.
export function answersOf(lesson) {
  const gift = execFileSync("build/qkv", ["export", lesson, "--format", "gift", "-o", "-"], { encoding: "utf8" });
  return [...gift.matchAll(/^::(.*?)::(.*\{(#?)\n[^]*?^\})$/gm)].map(([, title, body, number]) => {
    const [, step, name] = /^\S+ (\d+) ([^]*)$/.exec(plain(title));
    const right = /^=(.*)$/m.exec(body)[1];
    if (number) return { step: Number(step), name, number: /^[-\d.e]+/.exec(right)[0] };
    return { step: Number(step), name, right: bare(right.replace(/(?<!\\)#.*/, "")) };
  });
}

// A cell of a tensor, which the walk asks for by itself: "outputs[0,1]".
export function valueOf(lesson, cell) {
  const [, name, at] = /^(.*)\[([\d, ]+)\]$/.exec(cell) ?? [];
  const printed = execFileSync("build/qkv", ["export", lesson, name, "--format", "csv", "-o", "-"], { encoding: "utf8" });
  const rows = printed.trim().split("\n").map((line) => line.split(",")), places = at.split(",").map(Number);
  return places.length > 1 ? rows[places.at(-2)]?.[places.at(-1)] : rows.flat()[places[0]];
}
