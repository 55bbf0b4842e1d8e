/** What the documentation claims, held against the program. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { operations } from "../app.ts";
import { runCommand } from "../cli.ts";
import { slugFromTitle } from "../../engine/slug.ts";
import { settingsTable } from "../env.ts";
import { readFolder } from "../importers/folder.ts";
import { SOURCE_KINDS } from "../importers/kinds.ts";
import { planImport } from "../importers/plan.ts";
import { listPages } from "../importers/planned.ts";
import { drawIcon } from "../pages/icons.ts";
import { operationAt } from "./operationAt.ts";
import { sourceFiles } from "./sources.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const settings = Object.values(settingsTable);

async function plan(folder = "docs") {
  const source = await readFolder(`${root}/${folder}`);
  try {
    return await planImport(source);
  } finally {
    await source.close();
  }
}

describe("the settings in the documentation", () => {
  const page = readFileSync(`${root}/docs/settings.md`, "utf8");
  const rows = [...page.matchAll(/^\| `(\w+)` \| (.+?) \| (.+) \|$/gm)];

  test("are those of the program, in its order", () => {
    expect(rows.map(([, name]) => name)).toEqual(settings.map(({ name }) => name));
  });

  test.each(settings.map((setting, index) => [setting.name, setting, index] as const))(
    "say of %s what the program says",
    (_name, { unset, about }, index) => {
      expect(rows[index]?.[2]?.replaceAll("`", "")).toBe(unset.replaceAll("`", ""));
      expect(rows[index]?.[3]).toBe(about);
    },
  );

  test("are listed in .env.example, all commented out", () => {
    const example = readFileSync(`${root}/.env.example`, "utf8");
    for (const { name, unset, about } of settings) {
      expect(example).toContain(`# ${about}\n# Unset: ${unset}\n# ${name}=\n`);
    }
    expect(example.split("\n").filter((line) => line !== "" && !line.startsWith("#"))).toEqual([]);
  });
});

describe("docs/", () => {
  test("is imported whole: nothing skipped, no problem, no broken link", async () => {
    const { report, pages } = await plan();
    expect(report).toEqual({ skipped: [], problems: [], brokenLinks: [], omitted: 0 });
    expect(pages.length).toBeGreaterThan(0);
  });

  test("describes every page", async () => {
    const { pages } = await plan();
    const documents = [...listPages(pages)].filter(({ body }) => body.source !== "");
    expect(documents.filter(({ meta }) => meta.description === undefined).map(({ key }) => key)).toEqual([]);
  });

  test("gives every page a picture that is drawn", async () => {
    const { pages } = await plan();
    const documents = [...listPages(pages)].filter(({ body }) => body.source !== "");
    const drawn = await Promise.all(documents.map(({ meta }) => drawIcon(meta.icon ?? "")));
    expect(documents.filter((_, at) => drawn[at] === undefined).map(({ key }) => key)).toEqual([]);
  });

  test("begins every page with what one can do after it", () => {
    const silent = readdirSync(`${root}/docs`, { recursive: true, encoding: "utf8" })
      // The first page leads on, the list of pages and what others include are none.
      .filter((name) => name.endsWith(".md") && !/^(README|SUMMARY)\.md$|^\.gitbook/.test(name))
      .filter((name) => !/^# .+\n\nAfter this page /m.test(readFileSync(`${root}/docs/${name}`, "utf8")));
    expect(silent).toEqual([]);
  });

  const texts = readdirSync(`${root}/docs`, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => readFileSync(`${root}/docs/${name}`, "utf8"));

  test("says what is read of every kind of source", () => {
    const table = readFileSync(`${root}/docs/import-and-export.md`, "utf8").split('id="sources"')[1] ?? "";
    const rows = [...table.matchAll(/^\| `([a-z-]+)` \|/gm)].map(([, kind]) => kind);
    expect(rows.toSorted()).toEqual(SOURCE_KINDS.toSorted());
  });

  test("names only operations that exist", () => {
    const unknown = texts.flatMap(addressesIn).filter((named) => operationAt(...named) === undefined);
    expect(unknown).toEqual([]);
  });

  test("names every operation where people read about its kind of thing", () => {
    const addressed = texts.flatMap((text) => [...addressesIn(text), ...sentIn(text)]);
    const named = new Set([
      ...addressed.map((one) => operationAt(...one)?.operationId),
      ...texts.flatMap((text) => [...text.matchAll(/`([a-z]\w+)`/g)].map(([, id]) => id)),
    ]);
    const untold = operations.filter(({ operationId }) => !named.has(operationId));
    expect(untold.map(({ method, url }) => `${method} /v1${url}`)).toEqual([]);
  });
});

describe("demo/", () => {
  test.each(["guides", "api", "changelog", "handbook"])(
    "%s is imported whole: nothing skipped but what its site names, no problem, no broken link",
    async (folder) => {
      const { report, pages } = await plan(`demo/${folder}`);
      const skipped = report.skipped.filter(({ path }) => path !== "README.md");
      expect({ ...report, skipped }).toEqual({ skipped: [], problems: [], brokenLinks: [], omitted: 0 });
      expect(pages.length).toBeGreaterThan(0);
    },
  );

  test("has every page of the guides in German", () => {
    const pagesOf = (folder: string) =>
      readdirSync(`${root}/demo/${folder}`).filter((name) => name.endsWith(".md"));
    expect(pagesOf("guides.de")).toEqual(pagesOf("guides"));
  });
});

type Address = readonly [method: string, path: string];

/** What a text names by method and path, `GET /v1/spaces`, or by several methods on one path. */
function addressesIn(text: string): Address[] {
  const each = [...text.matchAll(/\b(GET|POST|PUT|PATCH|DELETE) \/v1(?![\w-])(\/[^\s`?|]*)?/g)];
  const several = [
    ...text.matchAll(
      /((?:`(?:GET|POST|PUT|PATCH|DELETE)`(?:, | and )?)+) on ((?:`\/v1\/[^`?]*`(?:, | and )?)+)/g,
    ),
  ];
  return [
    ...each.map(([, method = "", path = "/"]): Address => [method, path]),
    ...several.flatMap(([, methods = "", paths = ""]) =>
      [...methods.matchAll(/[A-Z]+/g)].flatMap(([method]) =>
        [...paths.matchAll(/\/v1(\/[^`]*)/g)].map(([, path = ""]): Address => [method, path]),
      ),
    ),
  ];
}

/** What the examples of a text send; docsExamples.test.ts runs them. */
function sentIn(text: string): Address[] {
  const calls = text
    .replaceAll("\\\n", " ")
    .matchAll(/\b(?:api|curl)\b([^|\n]*?)\$LECTERN(\/[^\s"`|?;)]*)([^|\n]*)/g);
  return [...calls].map(([, before = "", path = "", after = ""]) => {
    const options = before + after;
    return [/-X (\w+)/.exec(options)?.[1] ?? (/--data|-F /.test(options) ? "POST" : "GET"), path];
  });
}

describe("the command line in the documentation", () => {
  async function help(...command: string[]): Promise<string> {
    const lines: string[] = [];
    const hear = (line: string): void => void lines.push(line);
    const progress = { isTTY: false, write: () => true };
    await runCommand([...command, "--help"], {
      env: {},
      print: hear,
      note: hear,
      progress,
      isTerminal: false,
    });
    return lines.join("\n");
  }

  const commandsIn = (text: string): string[] =>
    [...text.matchAll(/^ {2}([a-z][a-z-]*)(?= |$)/gm)]
      .map(([, name]) => name as string)
      .filter((name) => name !== "help");

  test("names every command", async () => {
    const page = readFileSync(`${root}/docs/command-line.md`, "utf8");
    const names = commandsIn((await help()).replace(/^[\s\S]*\nCommands:/, ""));
    expect(names).toContain("start");
    expect(names.filter((name) => !new RegExp(`\`${name}\\b`).test(page))).toEqual([]);
    const manual = [...listPages((await plan()).pages)].map(({ body }) => body.source).join("\n");
    const missing: string[] = [];
    for (const name of names) {
      const said = await help(name);
      if (!said.includes("\nCommands:")) continue;
      for (const part of commandsIn(said.replace(/^[\s\S]*\nCommands:/, "")))
        if (!new RegExp(`\\b${name} ${part}\\b`).test(manual)) missing.push(`${name} ${part}`);
    }
    expect(missing).toEqual([]);
  });

  test("gives commands only options that they have", async () => {
    const { pages } = await plan();
    const shown = [...listPages(pages)].flatMap(({ body }) => [
      ...body.source.matchAll(/(?:npx lectern|node bin\/lectern\.js|^lectern|`lectern) ([^`\n]+)/gm),
    ]);
    const wrong: string[] = [];
    for (const [, line = ""] of shown) {
      if (/^(-|<)/.test(line)) continue;
      const words = line.split(" ");
      const command = words.slice(
        0,
        ["git", "token", "user", "org", "jobs", "mail"].includes(words[0] ?? "") ? 2 : 1,
      );
      const text = await help(...command);
      const options = [...line.matchAll(/(?<=\s)--[a-z-]+/g)].map(([option]) => option);
      const known = text.startsWith(`Usage: lectern ${command.join(" ")}`);
      if (!known || options.some((option) => !new RegExp(`${option}(?![\\w-])`).test(text))) wrong.push(line);
    }
    expect(shown.length).toBeGreaterThan(10);
    expect(wrong).toEqual([]);
  });
});

test("links within the manual lead to places that are there", () => {
  const wrong: string[] = [];
  const pages = readdirSync(`${root}/docs`, { recursive: true, encoding: "utf8" });
  const read = (page: string) =>
    readFileSync(`${root}/docs/${page}`, "utf8").replace(/^ *```[^]*?^ *```$/gm, "");
  let looked = 0;
  for (const page of pages.filter((name) => name.endsWith(".md"))) {
    for (const [link, path = "", place = ""] of read(page).matchAll(
      /\]\((?!https?:)([^)\s#]*)#([\w-]+)\)/g,
    )) {
      const to = path === "" ? page : posix.join(posix.dirname(page), path);
      const text = read(to);
      const titles = [...text.matchAll(/^#+ (.+?)(?: <a .*)?$/gm)].map(([, title = ""]) =>
        slugFromTitle(title),
      );
      if (!text.includes(`id="${place}"`) && !titles.includes(place)) wrong.push(`${page}: ${link}`);
      looked += 1;
    }
  }
  expect(looked).toBeGreaterThan(100);
  expect(wrong).toEqual([]);
});

test("the manual has none of the words that its readers stumbled over, or that sell", () => {
  const words =
    /\b(whoever has|is told|are told|leads? on|in earnest|needn't|sealed|sign-in-letter|seamless\w*|powerful|effortless\w*|simply|easily|of course|(?<=\. )Who (?:has|is|can)) ?/g;
  const found = readdirSync(`${root}/docs`, { recursive: true, encoding: "utf8" })
    .filter((page) => page.endsWith(".md"))
    .flatMap((page) => {
      const text = readFileSync(`${root}/docs/${page}`, "utf8").replace(/^ *```[^]*?^ *```$|`[^`\n]+`/gm, "");
      return [...text.matchAll(words)].map(
        ({ 0: word, index }) => `${page}: ${text.slice(index - 30, index)}${word}`,
      );
    });
  expect(found).toEqual([]);
});

test("the comparison of the manual is that of the first page", () => {
  const tableOf = (page: string) =>
    readFileSync(`${root}/${page}`, "utf8").match(/^\| \| Lectern .*(?:\n\|.*)+/m)?.[0];
  expect(tableOf("README.md")).toContain("GitBook");
  expect(tableOf("docs/comparison.md")).toBe(tableOf("README.md"));
});

test("pages whose examples use the set-up of the shell include it", () => {
  const pages = readdirSync(`${root}/docs`, { recursive: true, encoding: "utf8" }).filter(
    (page) => page.endsWith(".md") && !page.startsWith(".gitbook"),
  );
  const uses = /(?<=^|[|(\s])(?<!lectern )(?:api|field) |\$(?:LECTERN|TOKEN)\b/m;
  const without = pages.filter((page) => {
    const text = readFileSync(`${root}/docs/${page}`, "utf8");
    const shell = [...text.matchAll(/^```bash\n([^]*?)^```$/gm)].map(([, code]) => code).join("\n");
    return uses.test(shell) && !text.includes("includes/shell-setup.md") && !text.includes("\napi() {\n");
  });
  expect(without).toEqual([]);
});

describe("the repository's own pages", () => {
  const pages = [
    "README.md",
    "ARCHITECTURE.md",
    "AGENTS.md",
    ...readdirSync(`${root}/decisions`).map((name) => `decisions/${name}`),
  ];
  const read = (page: string): string => readFileSync(`${root}/${page}`, "utf8");

  test.each(pages)("%s names only files that exist", (page) => {
    const linked = [...read(page).matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)].map(([, path]) => {
      return new URL(path as string, `file://${root}/${page}`).pathname;
    });
    const quoted = [...read(page).matchAll(/`((?:server|bench|docs|decisions)\/[\w./-]*\w)`/g)].map(
      ([, path]) => `${root}/${path}`,
    );
    expect([...linked, ...quoted].filter((path) => !path.includes("NNN") && !existsSync(path))).toEqual([]);
  });

  test("the map has every room of the server, and no other", () => {
    const map = /```\n([\s\S]*?)```/.exec(read("ARCHITECTURE.md"))?.[1] ?? "";
    const server = map.slice(map.indexOf("\nserver/\n"), map.indexOf("\ndocs/"));
    const named = new Set([...server.matchAll(/(?<=^ {2}|, )([a-zA-Z]+)(?=\/)/gm)].map(([, name]) => name));
    // Git knows no empty folders, and leaves them where it took the last file from.
    const rooms = new Set(sourceFiles().map((file) => /^server\/(\w+)\//.exec(file)?.[1] ?? ""));
    rooms.delete("");
    expect([...named].toSorted()).toEqual([...rooms].toSorted());
    for (const guide of ["ARCHITECTURE.md", "AGENTS.md"])
      expect(read(guide).split("\n").length).toBeLessThanOrEqual(150);
  });
});
