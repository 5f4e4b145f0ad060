// Defines <qkv-lesson> and <qkv-figure>.
import { QkvFigure } from "./figure.js";
import { QkvLesson } from "./lesson.js";

export { configure } from "./program.js";
export { QkvFigure, QkvLesson };

for (const [name, element] of Object.entries({ "qkv-lesson": QkvLesson, "qkv-figure": QkvFigure }))
  if (globalThis.customElements && !customElements.get(name)) customElements.define(name, element);
