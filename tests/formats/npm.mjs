// npm.mjs MODULES gift FILE COUNT: GIFT as both versions of gift-pegjs read it; COUNT questions.
// npm.mjs MODULES html FILE…: pages without an error of the HTML standard, by parse5.
// Prints what is wrong.
import { readFileSync } from "fs";
import { createRequire } from "module";

const [modules, what, ...files] = process.argv.slice(2);
const use = createRequire(modules + "/node_modules/");
const complain = (...words) => {
  console.log(...words);
  process.exitCode = 1;
};

function answers(question, name) {
  const choices = question.choices ?? [];
  const right = choices.filter((one) => one.isCorrect && one.weight !== 0);
  if (right.length !== 1) complain(name, right.length, "right answers");
  for (const { text, answer } of choices) {
    const { number, range } = answer ?? text ?? {};
    if (question.type === "Numerical" && !(isFinite(number) && range >= 0)) complain(name, "no number");
  }
}

function gift(file, count) {
  for (const parser of ["gift-pegjs", "gift2"]) {
    const questions = use(parser).parse(readFileSync(file, "utf8")).filter((one) => one.type !== "Category");
    if (questions.length !== +count) complain(parser, "reads", questions.length, "of", count);
    for (const question of questions) {
      const stem = question.stem ?? question.formattedStem, title = `${parser}: ${question.title}`;
      if (!["MC", "Numerical", "Short"].includes(question.type)) complain(title, "is", question.type);
      if (stem.format !== "html" || !stem.text) complain(title, "asks nothing");
      answers(question, title);
    }
  }
}

function html(file) {
  const onParseError = ({ code, startLine }) => complain(`${file}:${startLine}:`, code);
  use("parse5").parse(readFileSync(file, "utf8"), { onParseError, sourceCodeLocationInfo: true });
}

try {
  if (what === "gift") gift(...files);
  else files.forEach(html);
} catch (error) {
  complain(error.message, error.location?.start ?? "");
}
