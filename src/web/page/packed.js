// Text in an address: deflated, in the letters that addresses have.
import { base64Of, bytesOf } from "./files.js";

/** @param {Uint8Array} bytes @param {CompressionStream | DecompressionStream} stream */
export async function through(bytes, stream) {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}

/** @param {string} text */
export async function packed(text) {
  const bytes = await through(new TextEncoder().encode(text), new CompressionStream("deflate-raw"));
  return base64Of(bytes).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

/** @param {string} letters */
export async function unpackedText(letters) {
  const bytes = bytesOf(letters.replace(/-/g, "+").replace(/_/g, "/"));
  return new TextDecoder().decode(await through(bytes, new DecompressionStream("deflate-raw")));
}
