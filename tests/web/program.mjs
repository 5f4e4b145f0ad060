// The wasm under node: with the files it needs, which are the same paths as in a checkout.
import { createRequire } from "node:module";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { resolve } from "node:path";

const require = createRequire(resolve("package.json"));

export function filesBelow(...folders) {
  const files = {};
  for (const folder of folders)
    for (const name of readdirSync(folder)) {
      const path = folder + "/" + name;
      if (statSync(path).isDirectory()) Object.assign(files, filesBelow(path));
      else files[path] = readFileSync(path);
    }
  return files;
}

// Runs before the program does. It must stand alone: a browser gets it as text.
export function furnish(module, files, environment) {
  const fs = module.FS;
  Object.assign(module.ENV, environment);
  for (const path in files) {
    const full = "/data/qkv/" + path;
    full.split("/").slice(1, -1).reduce((above, name) => {
      if (!fs.analyzePath(above + "/" + name).exists) fs.mkdir(above + "/" + name);
      return above + "/" + name;
    }, "");
    fs.writeFile(full, typeof files[path] === "string" ? files[path] : new Uint8Array(files[path]));
  }
  fs.chdir("/data/qkv");
}

export const ENVIRONMENT = { XDG_DATA_HOME: "/data", HOME: "/home", XDG_STATE_HOME: "/state", LC_ALL: "C.UTF-8", TZ: "UTC" };

export function start(path, files, more = {}) {
  return require(resolve(path + ".js"))({
    wasmBinary: readFileSync(path + ".wasm"),
    preRun: [(module) => furnish(module, files, ENVIRONMENT)],
    textWidth: (text, size) => 0.6 * size * [...text].length,
    ...more,
  });
}

/** What differs in a page: "tests/lang/NAME.test: TITLE", "tests/screens/NAME.test: TITLE". */
export const known = readFileSync("tests/web/differences.txt", "utf8").split("\n")
  .filter((line) => line && !line.startsWith("#")).map((line) => line.split(" # ")[0]);
