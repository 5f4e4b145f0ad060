// The modules that pack.sh makes.
declare module "*/glue.js" { const startQkv: (options: object) => Promise<any>; export default startQkv; }
declare module "*/wasm.js" { const base64: string; export default base64; }
declare module "*/lessons.js" { const files: Record<string, string | [string]>; export default files; }
declare module "*/page.js" { export const body: string, css: string, script: string; }
