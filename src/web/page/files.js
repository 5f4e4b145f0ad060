// Files of the program, packed and unpacked, and those that leave the page.
import { part } from "./page.js";

export function bytesOf(base64) {
  const letters = atob(base64), bytes = new Uint8Array(letters.length);
  for (let i = 0; i < letters.length; i++) bytes[i] = letters.charCodeAt(i); // from() takes ten times as long
  return bytes;
}

export function base64Of(bytes) {
  let letters = "";
  for (let i = 0; i < bytes.length; i += 4096) letters += String.fromCharCode(...bytes.subarray(i, i + 4096));
  return btoa(letters);
}

export const content = (file) => (typeof file === "string" ? file : bytesOf(file[0]));

/** Of eleven letters of 94 nine bytes; the first one says how many bytes too many that is.
 * @param {string} letters */
function bytesOf94(letters) {
  const codes = new TextEncoder().encode(letters), bytes = new Uint8Array(((codes.length - 1) / 11) * 9);
  for (let at = 1, to = 0; at < codes.length; to += 9) {
    let high = 0, middle = 0, low = 0; // 24 bits each
    for (let i = 0; i < 11; i++, at++) {
      low = low * 94 + codes[at] - 32 - +(codes[at] > 60);
      middle = middle * 94 + (low >>> 24);
      high = high * 94 + (middle >>> 24);
      low &= 0xffffff;
      middle &= 0xffffff;
    }
    bytes.set([high >> 16, high >> 8, high, middle >> 16, middle >> 8, middle, low >> 16, low >> 8, low], to);
  }
  return bytes.subarray(0, bytes.length - +letters[0]);
}

export async function unpacked(id) {
  const bytes = bytesOf94(part(id).textContent);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

export function makeFolders(fs, path) {
  path.split("/").slice(1).reduce((above, name) => {
    const folder = above + "/" + name;
    if (!fs.analyzePath(folder).exists) fs.mkdir(folder);
    return folder;
  }, "");
}

export function write(fs, path, content) {
  makeFolders(fs, path.slice(0, path.lastIndexOf("/")));
  fs.writeFile(path, content);
}

// Twice as many pixels as the figure has points.
export async function savePng(name, svg) {
  const image = new Image();
  image.src = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  await image.decode();
  const paper = document.createElement("canvas");
  [paper.width, paper.height] = [2 * image.naturalWidth, 2 * image.naturalHeight];
  paper.getContext("2d")?.drawImage(image, 0, 0, paper.width, paper.height);
  URL.revokeObjectURL(image.src);
  paper.toBlob((blob) => blob && download(name, blob, "image/png"), "image/png");
}

export function download(name, content, type) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([content], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
