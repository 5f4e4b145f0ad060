// What a program calls: run, explain, show and svg, of code or of a lesson; and any command.
import { endingOf } from "./given.js";
import { bytesOf, configure, execute, lessonNames, lessons, sink, write, writeLessons } from "./program.js";

export { configure, lessonNames };

/** @typedef {import("./index.js").CommandOptions} CommandOptions */
/** @typedef {import("./index.js").Options} Options */
/** @typedef {import("./index.js").CommandResult} CommandResult */

const HERE = "/work/"; // where the caller's files are

/** What is wrong, in the program's words. */
export class QkvError extends Error {
  /** @param {CommandResult} result */
  constructor({ error, status, output }) {
    const lines = error.trimEnd().split("\n");
    const hint = lines.find((line) => /^ *try: /.test(line));
    super(lines.filter((line) => line !== hint).join("\n").replace(/^qkv: /, ""));
    this.name = "QkvError";
    this.hint = hint?.replace(/^ *try: /, "") ?? "";
    this.status = status;
    this.output = output;
  }
}

/** A stream's text as bytes, one after the other. @param {string | Uint8Array} text */
function source(text) {
  const bytes = typeof text === "string" ? new TextEncoder().encode(text) : text;
  let at = 0;
  return () => (at < bytes.length ? bytes[at++] : null);
}

/** What is written to a stream, as text. */
function collected() {
  /** @type {Uint8Array[]} */
  const pieces = [];
  const { put, flush } = sink((bytes) => pieces.push(bytes));
  return {
    put,
    /** @param {string} text */
    add: (text) => { flush(); pieces.push(new TextEncoder().encode(text)); },
    async text() {
      flush();
      return new Blob(/** @type {BlobPart[]} */ (pieces)).text();
    },
  };
}

/** Turns of the caller's other work, while a program runs. */
const turn = () => new Promise((resolve) => setTimeout(resolve));

/** Runs a command of qkv, as a shell would: words, files and standard input come in, text comes out. Nothing
 * of the machine is seen but these files.
 * @param {string[]} words @param {CommandOptions} [options] @returns {Promise<CommandResult>} */
export async function command(words, options = {}) {
  const { files = {}, input = "", signal } = options;
  signal?.throwIfAborted();
  const library = await lessons(), output = collected(), messages = collected();
  const status = await execute(["qkv", ...words], {
    prepare(program) {
      const { FS, ENV } = program;
      Object.assign(ENV, { HOME: "/home", XDG_DATA_HOME: "/data", XDG_STATE_HOME: "/state", LC_ALL: "C.UTF-8" });
      writeLessons(program, library);
      FS.mkdirTree(HERE);
      for (const name in files) write(FS, HERE + name, files[name]);
      FS.chdir(HERE);
      FS.init(source(input), output.put, messages.put);
    },
    error: messages.add,
    rest: async () => { await turn(); },
    isStopped: () => !!signal?.aborted,
  });
  signal?.throwIfAborted();
  return { output: await output.text(), error: await messages.text(), status };
}

// ---- code, or a lesson --------------------------------------------------------------------------

/** A lesson of the library or one of `files` by its name, or a text as a file beside `files`. A single word is a
 * name, whether there is such a lesson or not: the program says which is alike.
 * @param {unknown} given @param {Options} options
 * @returns {Promise<{ word: string, files: Record<string, string | Uint8Array> }>} */
async function subject(given, { name, files = {} }) {
  const code = String(given ?? "");
  if (!code) throw new TypeError("there is no code and no name of a lesson");
  const isName = !name && /^[\w./-]+$/.test(code);
  if (isName) return { word: code.startsWith("-") ? "./" + code : code, files };
  const word = name ?? "code." + endingOf(code);
  return { word: word.startsWith("-") ? "./" + word : word, files: { ...files, [word]: code } };
}

/** Options of the command line: { noValues: true, head: 3, set: ["x[0]=1"] } → --no-values --head=3 --set=x[0]=1
 * @param {Options} options */
function flags({ name, files, signal, ...rest }) {
  return Object.entries(rest).flatMap(([key, value]) => {
    const option = "--" + key.replace(/[A-Z]/g, (letter) => "-" + letter.toLowerCase());
    if (value === false || value === undefined || value === null) return [];
    if (value === true) return [option];
    return [value].flat().map((one) => `${option}=${one}`);
  });
}

/** @param {string} command_ @param {string} code @param {string[]} words @param {Options} options */
async function ask(command_, code, words, options) {
  const { word, files } = await subject(code, options);
  const result = await command([command_, word, ...words, ...flags(options)], { files, signal: options.signal });
  if (result.status !== 0) throw new QkvError(result);
  return result.output;
}

/** @param {string} code @param {Options} [options] */
export async function run(code, options = {}) {
  const { word, files } = await subject(code, options);
  const { output, error, status } = await command(["run", ...flags(options), word], { files, signal: options.signal });
  return { output, error, status };
}

/** @param {string} code @param {string} cell @param {Options} [options] */
export async function explain(code, cell, options = {}) {
  return JSON.parse(await ask("explain", code, [cell, "--json"], options));
}

/** @param {string} code @param {Options} [options] */
export async function show(code, options = {}) {
  return JSON.parse(await ask("show", code, ["--json"], options));
}

/** @param {string} code @param {string} tensor @param {Options} [options] */
export async function svg(code, tensor, options = {}) {
  return ask("export", code, [tensor, "--format=svg", "--output=-"], options);
}

/** The files of the library as they are in a folder of lessons. */
export async function library() {
  const files = await lessons();
  return Object.fromEntries(Object.entries(files).map(([path, content]) => [path, typeof content === "string" ? content : bytesOf(content[0])]));
}
