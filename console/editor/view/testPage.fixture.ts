/** A page with the editor alone, served under the policy that the console has. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { basename, join, resolve } from "node:path";
import { build, type Metafile } from "esbuild";

const ROOT = resolve(import.meta.dirname, "../../..");

/** What the shell page of the console sends; `ProseMirrorClipboard` is the name of the policy in prosemirror-view. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "base-uri 'none'",
  "object-src 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types ProseMirrorClipboard",
].join("; ");

const ENTRY = `
  import { editPage } from "./console/editor/view/editor.ts";
  import { blocksSeat } from "./console/editor/blocksSeat.ts";
  window.join = (joiner) => blocksSeat.take(window.editor.view, joiner);
  window.edit = (source) => {
    window.editor?.close();
    const changes = { count: 0 };
    const find = async (of, text) => ("install".startsWith(text) ? [{ title: "Install", url: "/pages/install" }] : []);
    const files = {
      // As a connection: it is lost at the first try of what is called so.
      take: async ({ name }, progress) => {
        progress(0.5);
        if (name === "lost.png" && !window.isBack) throw new Error("The connection is gone.");
        return "/files/" + name;
      },
      show: async () => undefined,
    };
    const wishes = { find, files, onChange: () => changes.count++ };
    window.editor = Object.assign(editPage(document.querySelector("main"), source, wishes), { changes });
  };`;

const PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Editor</title>
<meta name="viewport" content="width=device-width"><link rel="stylesheet" href="/style.css"></head>
<body><main></main><script type="module" src="/editor.js"></script></body></html>`;

/** The scripts of the editor by their names, as the console has them; `editor.js` is the first. */
export type EditorScripts = ReadonlyMap<string, string>;

/** Builds the editor; what only writing needs is in scripts of its own. */
export async function buildEditor(): Promise<{
  readonly scripts: EditorScripts;
  readonly metafile: Metafile;
}> {
  const { outputFiles, metafile } = await build({
    stdin: { contents: ENTRY, resolveDir: ROOT, loader: "ts", sourcefile: "editor.ts" },
    bundle: true,
    splitting: true,
    minify: true,
    format: "esm",
    target: "es2022",
    platform: "browser",
    define: { "process.env.NODE_ENV": '"production"' },
    outdir: join(ROOT, "unwritten"),
    entryNames: "editor",
    write: false,
    metafile: true,
    logLevel: "silent",
  });
  return { scripts: new Map(outputFiles.map(({ path, text }) => [basename(path), text])), metafile };
}

/** The address of the script that has a source. */
export function nameOf({ metafile }: { readonly metafile: Metafile }, source: string): string {
  const [script = ""] = Object.entries(metafile.outputs).find(([, { inputs }]) => source in inputs) ?? [];
  return `**/${basename(script)}`;
}

/** Serves the page on this machine. The caller closes it. */
export async function serveEditor(
  scripts: EditorScripts,
): Promise<{ readonly origin: string; readonly server: Server }> {
  // The whole sheet of the console: its classes are those of sites too, and stand beside the editor's.
  const { outputFiles } = await build({
    entryPoints: ["console/style/main.css", "console/editor/main.css"].map((name) => join(ROOT, name)),
    outdir: "sheets",
    bundle: true,
    write: false,
    logLevel: "silent",
  });
  const style = `${outputFiles.map(({ text }) => text).join("\n")}
    html, body { block-size: auto; overflow: visible; } body { display: block; margin: 0; background: var(--ground); } main { position: relative; inline-size: min(46rem, 100% - 3rem); margin: 1rem auto; }`;
  const files: Readonly<Record<string, readonly [string, string]>> = {
    "/": ["text/html; charset=utf-8", PAGE],
    ...Object.fromEntries(
      [...scripts].map(([name, text]) => [`/${name}`, ["text/javascript", text]] as const),
    ),
    "/style.css": ["text/css", style],
  };
  const server = createServer((request, response) => {
    const [type, body] = files[request.url ?? ""] ?? ["text/plain", ""];
    response.writeHead(type === "text/plain" ? 404 : 200, {
      "content-type": type,
      "content-security-policy": POLICY,
    });
    response.end(body);
  });
  await new Promise<void>((done) => void server.listen(0, "127.0.0.1", done));
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}
