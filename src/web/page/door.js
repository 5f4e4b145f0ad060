// For tests: document.querySelector("#app").qkv has the modules by name, each with what it exports.
import * as calls from "./calls.js";
import * as classes from "./class.js";
import * as files from "./files.js";
import * as grid from "./grid.js";
import * as kept from "./kept.js";
import * as keys from "./keys.js";
import * as lessons from "./lessons.js";
import * as lines from "./lines.js";
import * as page from "./page.js";
import * as place from "./place.js";
import * as stage from "./stage.js";
import * as theme from "./theme.js";

page.part("app").qkv = { calls, class: classes, files, grid, kept, keys, lessons, lines, stage, place, theme, ...page };
