// What emscripten makes of the program, as far as the page uses it.
interface Program {
  ccall(name: string, returns: null, types: string[], values: (string | number)[]): void;
  UTF8ToString(text: number): string;
  FS: any;
  ENV: Record<string, string>;
  [exported: `_web_${string}`]: (...values: number[]) => number;
}

interface Window {
  startQkv?: (options: object) => Promise<Program>;
}

declare class DecompressionStream {
  constructor(format: "gzip" | "deflate-raw");
  readonly readable: ReadableStream;
  readonly writable: WritableStream;
}

declare class CompressionStream {
  constructor(format: "deflate-raw");
  readonly readable: ReadableStream;
  readonly writable: WritableStream;
}
