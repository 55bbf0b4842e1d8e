import { expect, test } from "vitest";
import { pointerTo } from "../../ports/git/lfs.ts";
import { expectModestGrowth } from "../../test/cost.ts";
import { IMPORT_LIMITS } from "../limits.ts";
import { listPages } from "../planned.ts";
import type { RepositoryEntry } from "./entry.ts";
import { readRepository } from "./readRepository.ts";
import { repositorySource } from "./source.ts";

const MODE = "100644";
/** A file that points to bytes of some size. */
function pointer(path: string, size: number) {
  const text = Buffer.from(pointerTo({ id: path.charCodeAt(0).toString(16).repeat(32), size }));
  return { text, file: { path, mode: MODE, id: `id of ${path}`, size: text.byteLength } };
}

test("files that are too large together are refused before any of them is fetched", async () => {
  const files = Array.from({ length: 21 }, (_, index) =>
    pointer(`${String.fromCharCode(97 + index)}.png`, IMPORT_LIMITS.fileBytes),
  );
  const texts = new Map(files.map(({ file, text }) => [file.id, text]));
  const tree = files.map(({ file }) => file);
  let asked = 0;
  const large = {
    bring: async () => ((asked += 1), new Map<string, never>()),
    read: () => Promise.reject(new Error("nothing is read")),
  };
  const read = async (id: string) => texts.get(id) ?? Buffer.of();
  await expect(repositorySource(tree, "", read, { large })).rejects.toThrow(
    "The directory holds more than 2048 MB.",
  );
  expect(asked).toBe(0);
});

test("a file whose new bytes can't be had is taken as it was, under its former id", async () => {
  const { file, text } = pointer("a.png", 3);
  const plain = { path: "b.png", mode: MODE, id: "new b", size: IMPORT_LIMITS.fileBytes + 1 };
  const entries = ["a.png", "b.png"].map((path): RepositoryEntry => {
    return {
      role: "file",
      path,
      object: path,
      spelling: {},
      file: { name: path, mode: MODE, id: `old ${path}` },
    };
  });
  const why = { why: "It is away.", isLate: false };
  const large = {
    bring: async (all: readonly { readonly id: string }[]) => new Map(all.map(({ id }) => [id, why])),
    read: () => Promise.reject(new Error("nothing is read")),
  };
  const taken = await repositorySource([file, plain], "", async () => text, { entries, large });
  expect([...taken.files].map(([path, { id }]) => [path, id])).toEqual([
    ["b.png", "old b.png"],
    ["a.png", "old a.png"],
  ]);
  expect([[...taken.former].toSorted(), [...taken.missing.keys()], taken.brought.size]).toEqual([
    [
      ["a.png", "missing"],
      ["b.png", "size"],
    ],
    ["a.png"],
    0,
  ]);
  expect(taken.source.skipped).toEqual([
    { path: "b.png", reason: "it is larger than 100 MB" },
    { path: "a.png", reason: "Git LFS doesn't give it: It is away." },
  ]);
});

test("of however many files, those alone are asked for that a page shows", async () => {
  const bytes = new Map<string, Uint8Array>();
  const pictures = Array.from({ length: 200 }, (_, at) => {
    const text = pointerTo({ id: `${at}`.padStart(64, "0"), size: 1 });
    bytes.set(`p${at}`, Buffer.from(text));
    return { path: `p${at}.png`, mode: "100644", id: `p${at}`, size: text.length };
  });
  const why = { why: "The host has no such file.", isLate: false };
  const reading = async (text: string, isGiven = false) => {
    bytes.set("home", Buffer.from(text));
    const page = { path: "README.md", mode: "100644", id: "home", size: text.length };
    const asked: string[][] = [];
    const { unread, plan } = await readRepository({
      tree: [page, ...pictures],
      directory: "",
      entries: [],
      before: [],
      pages: [],
      read: async (id) => bytes.get(id) ?? new Uint8Array(),
      large: {
        bring: async (files) => {
          asked.push(files.map(({ id }) => id.replace(/^0+/, "")));
          return new Map(isGiven ? [] : files.map(({ id }) => [id, why]));
        },
        read: async () => new Uint8Array(),
      },
      newId: (_, path) => path,
      linking: async () => new Set(),
    });
    return [unread, asked, plan.files.map(({ path }) => path)];
  };
  expect(await reading("# Home\n")).toEqual([undefined, [], []]);
  const shown = "# Home\n\n![](p60.png) ![](p71.png)\n";
  expect(await reading(shown)).toEqual(["refused", [["60", "71"]], []]);
  expect(await reading(shown, true)).toEqual([undefined, [["60", "71"]], ["p60.png", "p71.png"]]);
});

test("settings that Git LFS keeps are brought before they are read, and left out where they can't be had", async () => {
  const id = "5".repeat(64);
  const settings = "root: ./docs\n";
  const bytes = new Map([
    ["settings", Buffer.from(pointerTo({ id, size: settings.length }))],
    ["home", Buffer.from("# Home\n")],
  ]);
  const file = (path: string, blob: string) => ({
    path,
    mode: "100644",
    id: blob,
    size: bytes.get(blob)?.length ?? 0,
  });
  const reading = async (isGiven: boolean) => {
    const here = new Set<string>();
    const { plan } = await readRepository({
      tree: [file(".gitbook.yaml", "settings"), file("docs/start.md", "home")],
      directory: "",
      entries: [],
      before: [],
      pages: [],
      read: async (blob) => bytes.get(blob) ?? new Uint8Array(),
      large: {
        bring: async (files) => {
          if (!isGiven) return new Map(files.map((one) => [one.id, { why: "Gone.", isLate: false }]));
          for (const one of files) here.add(one.id);
          return new Map();
        },
        read: async (asked) => {
          if (!here.has(asked)) throw new Error("It was never brought.");
          return Buffer.from(settings);
        },
      },
      newId: (_, path) => path,
      linking: async () => new Set(),
    });
    return listPages(plan.pages).map(({ type, address }) => [type, address]);
  };
  expect(await reading(true)).toEqual([["document", "start"]]);
  expect(await reading(false)).toEqual([
    ["document", "docs"],
    ["document", "docs/start"],
  ]);
});

test("reading costs what the files are many, whatever has the same bytes and wherever it has gone", () =>
  expectModestGrowth(async (share) => {
    const count = 28_000 * share;
    const named = (folder: string, type: string) =>
      Array.from({ length: count / 2 }, (_, index) => `${folder}/${index}.${type}`);
    const entries = named("gone", "md").map((path): RepositoryEntry => {
      return { role: "page", path, object: path, spelling: {}, file: { name: path, mode: MODE, id: "same" } };
    });
    const link = { path: "gone/0.md", mode: "120000", id: "link", size: 1 };
    const tree = [...named("a", "png"), ...named("b", "md")].map((path) => {
      return { path, mode: MODE, id: path.endsWith(".md") ? "other" : "same", size: 1 };
    });
    const read = async () => Buffer.from("x");
    const { files } = await repositorySource([...tree, link], "", read, { entries });
    expect(files.size).toBe(count + 1);
  }));
