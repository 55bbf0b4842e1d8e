// How esbuild makes the programs in dist/ out of the sources and the packages.
import { existsSync, readFileSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { dirname, extname, join } from "node:path";
import { languageAliasNames, languageNames } from "@shikijs/langs";
import { build } from "esbuild";

/** Tried by a package when somebody asks for it, or used where there is no build: whoever needs it gets an error. */
const LEFT_OUT = /^(esbuild|pg-native)$/;

/** What packages in the older form of modules call in the newer one. */
const REQUIRE = `import { createRequire as requireFrom } from "node:module";
const require = requireFrom(import.meta.url);`;

/**
 * Makes programs, and the chunks that they share, in `folder`: with the packages that they use, but for those that are
 * dependencies in package.json, which have native parts. Gives the files that are inside.
 * @param entryPoints sources by the names of the programs
 * @param dependencies names of the packages that stay outside
 */
export async function bundlePrograms(root, entryPoints, folder, dependencies) {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints,
    outdir: folder,
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    target: "node20",
    external: dependencies,
    plugins: [leftOut, grammars, namesOfOlderModules],
    banner: { js: REQUIRE },
    metafile: true,
    // Names stay, for those who read a stack.
    minifyWhitespace: true,
    minifySyntax: true,
    lineLimit: 120,
    legalComments: "none",
    logLevel: "warning",
  });
  await Promise.all(Object.keys(metafile.outputs).map((file) => escapeWide(join(root, file))));
  const outputs = Object.values(metafile.outputs);
  const imported = new Set(outputs.flatMap(({ imports }) => imports.map(({ path }) => path)));
  const idle = dependencies.filter((name) => !imported.has(name));
  if (idle.length > 0) throw new Error(`No program imports ${idle.join(", ")}: not a dependency any more?`);
  return outputs.flatMap(({ inputs }) => Object.keys(inputs));
}

/**
 * Writes characters above U+00FF as escapes, since V8 keeps a file that has one in twice the memory. esbuild does so but
 * in patterns and in what a tag reads raw, where an escape would be another text: files that read so stay as they are.
 */
async function escapeWide(file) {
  const code = await readFile(file, "utf8");
  if (!WIDE.test(code) || code.includes("String.raw`")) return;
  await writeFile(
    file,
    code.replace(WIDE_ALL, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`),
  );
}
const WIDE = /[\u0100-\uffff]/;
const WIDE_ALL = new RegExp(WIDE, "g");

const leftOut = {
  name: "left out",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: LEFT_OUT }, ({ path }) => ({ path, namespace: "left-out" }));
    onLoad({ filter: /./, namespace: "left-out" }, ({ path }) => ({
      contents: `throw new Error("${path} is not part of the program.");`,
    }));
  },
};

/** Names every grammar where the source puts a name together, which no bundler can follow. */
const grammars = {
  name: "grammars",
  setup({ onLoad }) {
    onLoad({ filter: /[/\\]html[/\\]grammarModules\.ts$/ }, ({ path }) => ({
      resolveDir: dirname(path),
      contents: `const modules = {
        ${[...languageNames, ...languageAliasNames]
          .map((name) => `${JSON.stringify(name)}: () => import("@shikijs/langs/${name}"),`)
          .join("\n")}
      };
      export const loadGrammarModule = async (name) => modules[name]();`,
    }));
  },
};

/**
 * A dynamic import of a package in the older form of modules gives its names in Node, but only the default in a bundle:
 * what works from the sources would be undefined in the program. So it gets what Node gives, from a module that is
 * awaited itself: names of exports have to be known beforehand, those of an object don't.
 */
const namesOfOlderModules = {
  name: "names of older modules",
  setup({ onResolve, onLoad, resolve }) {
    onResolve({ filter: /^[^./]/ }, async ({ path, kind, importer, resolveDir, pluginData }) => {
      if (kind !== "dynamic-import" || pluginData === "asked" || importer.includes("node_modules")) return;
      const found = await resolve(path, { kind, importer, resolveDir, pluginData: "asked" });
      if (found.namespace !== "file" || found.external || !isOlderModule(found.path)) return;
      return { path, namespace: "older-module", pluginData: found.path };
    });
    onLoad({ filter: /./, namespace: "older-module" }, ({ pluginData: file }) => ({
      resolveDir: dirname(file),
      contents: `const all = require(${JSON.stringify(file)});
        export const then = (give) => give({ ...all, default: all });`,
    }));
  },
};

function isOlderModule(file) {
  if (extname(file) !== ".js") return extname(file) === ".cjs";
  let folder = dirname(file);
  while (!existsSync(join(folder, "package.json")) && folder !== dirname(folder)) folder = dirname(folder);
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8")).type !== "module";
}
