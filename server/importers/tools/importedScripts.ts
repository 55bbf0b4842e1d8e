/** What a file of settings takes from files beside it: their constants and what they export, below its own text. */
import { resolvePath } from "./includes.ts";
import type { ProjectFiles } from "./projectFiles.ts";

const MOST_FILES = 30;
const MOST_CHARACTERS = 1_000_000;

/** `import { a as b } from "./c"`, `import a from "./c"`, `const a = require("./c")`; no packages. */
const IMPORT =
  /^[ \t]{0,20}(?:import[ \t]{1,20}(?:([\w$]{1,100})[ \t]{0,20},?[ \t]{0,20})?(?:\{([^{}]{0,2000})\})?[ \t]{0,20}from|(?:const|let|var)[ \t]{1,20}([\w$]{1,100})[ \t]{0,20}=[ \t]{0,20}require\()[ \t]{0,20}["'](\.{1,2}\/[^"'\n]{1,300})["'][^\n]{0,100}$/gm;
const DEFAULT = /^[ \t]{0,20}(?:module\.exports[ \t]{0,20}=|export[ \t]{1,20}default)[ \t]/m;
const ENDINGS = ["", ".ts", ".mts", ".js", ".mjs", ".cjs", ".json", "/index.ts", "/index.js"];

/**
 * The text of a file of JavaScript or TypeScript, and below it that of all it imports from the source, so that names
 * are found. Nothing is run.
 */
export async function withImports(files: ProjectFiles, path: string, script: string): Promise<string> {
  const parts: string[] = [];
  const seen = new Set([path]);
  const waiting = [{ path, script }];
  let length = 0;
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const { path: from } = next;
    parts.push(next.script.replace(IMPORT, ""));
    length += next.script.length;
    if (length > MOST_CHARACTERS) break;
    for (const [, whole, names = "", required, written = ""] of next.script.matchAll(IMPORT)) {
      const file = fileOf(files, from, written);
      parts.push(otherNames(names));
      if (file === undefined || seen.has(file) || seen.size > MOST_FILES) continue;
      seen.add(file);
      const text = (await files.text(file)) ?? "";
      waiting.push({
        path: file,
        script: named(file.endsWith(".json") ? `export default ${text}` : text, whole ?? required),
      });
    }
  }
  return parts.join("\n");
}

function fileOf(files: ProjectFiles, from: string, written: string): string | undefined {
  const path = resolvePath(from, written);
  if (path === undefined) return undefined;
  const bare = path.replace(/\.[cm]?js$/, "");
  return [path, bare].flatMap((one) => ENDINGS.map((ending) => one + ending)).find((one) => files.has(one));
}

/** What a file exports without a name has that of who imports it. */
function named(script: string, name: string | undefined): string {
  return script.replace(DEFAULT, name === undefined ? "" : `const ${name.replaceAll("$", "$$$$")} = `);
}

/** `a as b` is a constant of its own. */
function otherNames(names: string): string {
  return names
    .split(",")
    .flatMap((one) => {
      const [, there, here] = /^\s*([\w$]+)\s+as\s+([\w$]+)\s*$/.exec(one) ?? [];
      return here === undefined || there === undefined ? [] : [`const ${here} = ${there};`];
    })
    .join("\n");
}
