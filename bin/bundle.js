// How esbuild makes the programs in dist/ out of the sources and the packages.
import { dirname } from "node:path";
import { languageAliasNames, languageNames } from "@shikijs/langs";
import { build } from "esbuild";
import { licensesOf } from "./licenses.js";

/** Tried by a package when somebody asks for it, or used where there is no build: whoever needs it gets an error. */
const LEFT_OUT = /^(esbuild|pg-native)$/;

/** What packages in the older form of modules call in the newer one. */
const REQUIRE = `import { createRequire as requireFrom } from "node:module";
const require = requireFrom(import.meta.url);`;

/**
 * Makes programs, and the chunks that they share, in `folder`: with the packages that they use, but for those that are
 * dependencies in package.json, which have native parts. Gives the licences of all that is inside.
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
    plugins: [leftOut, grammars],
    banner: { js: REQUIRE },
    metafile: true,
    // Without comments nearly all of it is ASCII, which V8 keeps in half the memory. Names stay, for those who read a stack.
    minifyWhitespace: true,
    minifySyntax: true,
    lineLimit: 120,
    legalComments: "none",
    logLevel: "warning",
  });
  const outputs = Object.values(metafile.outputs);
  const imported = new Set(outputs.flatMap(({ imports }) => imports.map(({ path }) => path)));
  const idle = dependencies.filter((name) => !imported.has(name));
  if (idle.length > 0) throw new Error(`No program imports ${idle.join(", ")}: not a dependency any more?`);
  return licensesOf(
    root,
    outputs.flatMap(({ inputs }) => Object.keys(inputs)),
  );
}

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
