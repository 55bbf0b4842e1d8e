/** What the documentation claims, held against the program. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { operations } from "../app.ts";
import { settingsTable } from "../env.ts";
import { readFolder } from "../importers/folder.ts";
import { planImport } from "../importers/plan.ts";
import { listPages } from "../importers/planned.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const settings = Object.values(settingsTable);

async function plan() {
  const source = await readFolder(`${root}/docs`);
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

  test("names only operations that exist", async () => {
    const { pages } = await plan();
    const known = operations.map(({ method, url }) => {
      return new RegExp(`^${method} /v1${url.replaceAll(/:\w+/g, "[^/]+")}$`);
    });
    const named = [...listPages(pages)].flatMap(({ body }) => [
      ...body.source.matchAll(/\b(?:GET|POST|PUT|PATCH|DELETE) \/v1\/[^\s`?|]*/g),
    ]);
    const unknown = named.map(([text]) => text).filter((text) => !known.some((one) => one.test(text)));
    expect(unknown).toEqual([]);
  });
});
