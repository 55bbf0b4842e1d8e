/** The blocks of code in docs/ that no shell runs: each kind is read by what reads it, or is here with what holds it. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { transform } from "esbuild";
import { expect, test } from "vitest";
import { parseAllDocuments } from "yaml";
import { settingsTable } from "../env.ts";
import { DOCS } from "./shellExamples.ts";

interface Block {
  readonly page: string;
  readonly language: string;
  readonly code: string;
}

const pages = readdirSync(DOCS, { recursive: true, encoding: "utf8" }).filter((page) => page.endsWith(".md"));
const blocks: readonly Block[] = pages.flatMap((page) =>
  [...readFileSync(join(DOCS, page), "utf8").matchAll(/^( *)```(\w*)[^\n]*\n([^]*?)^\1```$/gm)].map(
    ([, , language = "", code = ""]) => ({ page, language, code }),
  ),
);

const SHOWN = "It is what a program prints, or a table of contents; nobody types it.";
const BY_NGINX = "nginx takes it where it is installed, in guides.test.ts.";
const BY_CADDY = "Caddy takes it where it is installed, in guides.test.ts.";
const MARKDOWN = "The page shows beside it what becomes of it, by the renderer of sites.";
const DRAWN = "Sites draw it; diagrams.test.ts draws each kind.";

/** What of a kind is held by, where reading it is not enough; by page and how the block begins, "" for all of the kind. */
const HELD: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "": { "": SHOWN },
  text: { "": SHOWN },
  md: { "": MARKDOWN },
  mermaid: { "": DRAWN },
  nginx: {
    "addresses.md location /docs/": BY_NGINX,
    "guides/custom-domain.md": BY_NGINX,
    "self-hosting/proxy.md": BY_NGINX,
    "self-hosting/postgresql.md": BY_NGINX,
  },
  caddyfile: {
    "addresses.md": BY_CADDY,
    "guides/custom-domain.md": BY_CADDY,
    "self-hosting/proxy.md": BY_CADDY,
    "self-hosting/postgresql.md": BY_CADDY,
  },
  sql: {
    "guides/postgresql-s3.md create user":
      "It takes a superuser of PostgreSQL; shellGuides.test.ts makes a user and a database by it.",
    "self-hosting/backup.md update git_installations":
      "It stops the syncs of a copy; copies.test.ts runs it.",
  },
  html: { "api/sites.md <iframe": "embed.store.test.ts asks for such an address as a frame does." },
  http: {
    "guides/content-delivery-network.md POST /lectern":
      "It is what Lectern sends; purge.test.ts holds its fields.",
  },
  sh: {
    "api/conventions.md npm install": "It fetches packages.",
    "api/integrations/scripts.md npm init": "It fetches packages.",
    "api/mcp.md curl": "It asks a published site; mcp.store.test.ts sends what it sends.",
    "guides/production.md #!/bin/sh": "guides.test.ts runs both scripts.",
    "visitors.md npm install":
      "It fetches a package; printedLogin.store.test.ts runs the program that needs it.",
  },
};
const READ = new Set(["bash", "json", "yaml", "js", "javascript", "ts", "ini"]);

test("what is said to be printed has nothing that people put into files", () => {
  const pasted = blocks.filter(({ language, code }) => language === "text" && /[{;]$/m.test(code));
  expect(pasted.map(({ page, code }) => `${page}: ${code}`)).toEqual([]);
});

test("each kind that nothing reads is on the list, and nothing else is", () => {
  const rows = Object.entries(HELD).flatMap(([language, by]) =>
    Object.keys(by).map((beginning) => ({ language, beginning })),
  );
  const isOf = ({ page, language, code }: Block, row: (typeof rows)[number]) =>
    row.language === language && `${page} ${code.trimStart()}`.startsWith(row.beginning);
  const unlisted = blocks.filter(
    (block) => !READ.has(block.language) && !rows.some((row) => isOf(block, row)),
  );
  expect(unlisted).toEqual([]);
  expect(rows.filter((row) => !blocks.some((block) => isOf(block, row)))).toEqual([]);
});

/** All that can be parsed, with why it can't. */
async function refusals(languages: readonly string[], read: (code: string) => unknown): Promise<string[]> {
  const found = blocks.filter(({ language }) => languages.includes(language));
  expect(found.length).toBeGreaterThan(5);
  const said: string[] = [];
  for (const { page, code } of found) {
    try {
      await read(code);
    } catch (error) {
      said.push(`${page}: ${String(error)} in\n${code}`);
    }
  }
  return said;
}

test("JSON is JSON", async () => {
  expect(await refusals(["json"], JSON.parse)).toEqual([]);
});

test("YAML is YAML", async () => {
  const read = (code: string) => {
    for (const { errors } of parseAllDocuments(code)) if (errors[0] !== undefined) throw errors[0];
  };
  expect(await refusals(["yaml"], read)).toEqual([]);
});

test("JavaScript and TypeScript are read by a compiler", async () => {
  const read = (code: string) => transform(code, { loader: "ts", format: "esm", logLevel: "silent" });
  expect(await refusals(["js", "javascript", "ts"], read)).toEqual([]);
});

test("files of settings and units have nothing but sections, comments and values, and settings that there are", async () => {
  const known = new Set(Object.values(settingsTable).map(({ name }) => name));
  const read = (code: string) => {
    for (const line of code.split("\n")) {
      const [, name = ""] = /^(?:Environment=)?([A-Za-z_]+)=/.exec(line) ?? [];
      if (!/^$|^#|^\[\w+\]$|^[A-Za-z_]+=\S/.test(line)) throw new Error(line);
      if (name.startsWith("LECTERN_") && !known.has(name)) throw new Error(`no setting is ${name}`);
    }
  };
  expect(await refusals(["ini"], read)).toEqual([]);
});

test("no block of the shell has nothing but assignments, which can't fail and set nothing for a server", () => {
  const bare = blocks.filter(({ language, code }) => {
    const lines = code.split("\n").filter((line) => line.trim() !== "" && !line.startsWith("#"));
    return (
      language === "bash" && lines.every((line) => /^\w+=(?!.*\$\()("[^"]*"|'[^']*'|\S*)( +#.*)?$/.test(line))
    );
  });
  expect(bare).toEqual([]);
});
