// The project that the package is installed in, the program itself to compare with, and a server of files.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { words } from "../web/browser.mjs";

export const project = words[0];
export const installed = resolve(project, "node_modules/qkv");
export const imported = (name) => import(pathToFileURL(resolve(installed, name)).href);

/** The program itself, in the same folder. */
export function native(args, { cwd = process.cwd(), input = "", env = {} } = {}) {
  const { stdout, stderr, status } = spawnSync(resolve("build/qkv"), args, { cwd, input, encoding: "utf8", env: { ...process.env, LC_ALL: "C.UTF-8", ...env } });
  return { output: stdout, error: stderr, status };
}

/** As `npx qkv` runs it. */
export function npx(args, { cwd = project, input = "", env = {} } = {}) {
  const { stdout, stderr, status } = spawnSync(process.execPath, [resolve(project, "node_modules/.bin/qkv"), ...args], { cwd, input, env: { ...process.env, ...env } });
  return { output: String(stdout), error: String(stderr), status, bytes: stdout };
}

/** The library of lessons of each is in a folder of its own. @param {string} text */
const ofLibrary = (text) => text.replace(/("file": ?")[^"]*\/lessons\//g, "$1lessons/");

export const sameObjects = (what, is, should) => difference(what, ofLibrary(is), ofLibrary(should));

export const difference = (what, is, should) => (is === should ? "" : `${what}:\n${is}\n--- instead of\n${should}`);

const TYPES = { js: "text/javascript", mjs: "text/javascript", html: "text/html", css: "text/css", md: "text/markdown", py: "text/x-python", json: "application/json" };

/** A folder over http, and pages by their names. */
export async function serve(folder, pages = {}) {
  const server = createServer((asked, answer) => {
    const path = decodeURIComponent(new URL(asked.url, "http://a").pathname).slice(1), file = resolve(folder, path);
    const page = pages[path];
    if (page === undefined && !(existsSync(file) && statSync(file).isFile())) return answer.writeHead(404).end();
    const [text, headers] = Array.isArray(page) ? page : [page, {}];
    answer.writeHead(200, { "content-type": `${TYPES[path.split(".").pop()] ?? "application/octet-stream"}; charset=utf-8`, ...headers });
    answer.end(text ?? readFileSync(file));
  });
  await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
  return [server, `http://127.0.0.1:${server.address().port}/`];
}
