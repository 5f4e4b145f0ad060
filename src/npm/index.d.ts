// What `import … from "qkv"` has.

/** What the program can be compiled from: an address, bytes, a response or a module. */
export type Wasm = string | URL | BufferSource | Response | WebAssembly.Module;

export interface CommandOptions {
  /** Files that the command may read, by their names. */
  files?: Record<string, string | Uint8Array>;
  /** What is on its standard input. */
  input?: string | Uint8Array;
  /** Ends what runs; the call is rejected then. */
  signal?: AbortSignal;
}

export interface CommandResult {
  /** What it wrote to standard output. */
  output: string;
  /** What it wrote to standard error; "" if nothing was wrong. */
  error: string;
  /** 0: done, 1: failed, 2: misused; or what the program itself exits with. */
  status: number;
}

/** Beside these, any option of the command, in camelCase: `{ kind: "heads", noValues: true, set: ["x[0]=2"] }`. */
export interface Options {
  /** The name of the code's file, for messages; its ending says what the code is: .py, .md or .ipynb. */
  name?: string;
  /** Files that the code reads, by their names. */
  files?: Record<string, string | Uint8Array>;
  signal?: AbortSignal;
  [option: string]: unknown;
}

/** A number of the listing and what it was made from. */
export interface Explanation {
  cell: string;
  value: number | string | boolean;
  op: string;
  text: string;
  sources: { cell: string; value: number | string | boolean; [more: string]: unknown }[];
  [more: string]: unknown;
}

/** The walk: per step the tensors that its code assigns. */
export interface Walk {
  lesson: string;
  steps: { title: string; tensors: { name: string; shape: number[]; dtype: string; values: unknown; [more: string]: unknown }[]; [more: string]: unknown }[];
  [more: string]: unknown;
}

export interface FigureOptions extends Options {
  kind?: string;
  theme?: string;
  /** No title and no frame. */
  bare?: boolean;
  head?: number | string;
  title?: string;
  caption?: string;
}

/** What is wrong with the code or with what was asked of it. */
export class QkvError extends Error {
  /** What may help; "" if nothing is known. */
  hint: string;
  status: number;
  /** What was printed before. */
  output: string;
}

/** Runs PyTorch code; `output` is what Python would print. A mistake of the code is in `error`, it is not thrown. */
export function run(code: string, options?: Options): Promise<CommandResult>;

/** Where a number comes from: explain(code, "scores[0,1]"). As `qkv explain --json`. */
export function explain(code: string, cell: string, options?: Options): Promise<Explanation>;

/** Everything that the code computes. As `qkv show --json`. */
export function show(code: string, options?: Options): Promise<Walk>;

/** The figure of a tensor as the text of an SVG. As `qkv export --format svg`. */
export function svg(code: string, tensor: string, options?: FigureOptions): Promise<string>;

/** Any command that needs no terminal: command(["check", "mine.md"], { files: { "mine.md": text } }). */
export function command(words: string[], options?: CommandOptions): Promise<CommandResult>;

/** The names of the lessons that come along; each can stand in place of code. */
export function lessonNames(): Promise<string[]>;

/** Their files. */
export function library(): Promise<Record<string, string | Uint8Array>>;

/** Where the program's wasm comes from, if not from the package. Call it before anything else. */
export function configure(options: { wasm: Wasm | Promise<Wasm> }): void;
