import { describe, expect, test } from "vitest";
import { IMPORT_LIMITS } from "./limits.ts";
import { ImportRefused } from "./refusal.ts";
import { craftZip } from "./zip.fixture.ts";
import type { CraftedEntry } from "./zip.fixture.ts";
import { readZip } from "./zip.ts";

const MEBIBYTE = 1024 * 1024;

async function refusal(entries: readonly CraftedEntry[], limits = {}): Promise<ImportRefused> {
  const error: unknown = await readZip(craftZip(entries), { ...IMPORT_LIMITS, ...limits }).catch(
    (cause) => cause,
  );
  expect(error).toBeInstanceOf(ImportRefused);
  return error as ImportRefused;
}

describe("readZip", () => {
  test("reads files, takes the common folder off and skips what is no documentation", async () => {
    const source = await readZip(
      craftZip([
        { name: "repo-main/" },
        { name: "repo-main/README.md", bytes: "hello" },
        { name: "repo-main/docs\\caf\u00e9.md", bytes: "" },
        { name: "repo-main/.env", bytes: "SECRET" },
        { name: "__MACOSX/._README.md", bytes: "x" },
        { name: "repo-main/link.md", bytes: "/etc/passwd", mode: 0o120777 },
        { name: "repo-main/locked.md", bytes: "x", flags: 1 },
      ]),
    );
    expect(source.files.map(({ path, size }) => [path, size])).toEqual([
      ["README.md", 5],
      ["docs/caf\u00e9.md", 0],
    ]);
    expect(source.skipped).toEqual([
      { path: ".env", reason: "its name begins with a dot" },
      { path: "__MACOSX", reason: "it is not documentation" },
      { path: "link.md", reason: "it is a symbolic link" },
      { path: "locked.md", reason: "it is encrypted" },
    ]);
    expect(Buffer.from((await source.files[0]?.read()) ?? []).toString()).toBe("hello");
    await source.close();
  });

  test("keeps the folders when they are several", async () => {
    const source = await readZip(craftZip([{ name: "a/x.md" }, { name: "b/y.md" }]));
    expect(source.files.map(({ path }) => path)).toEqual(["a/x.md", "b/y.md"]);
  });

  test.each([
    "../evil.md",
    "a/../../evil.md",
    "/etc/cron.d/evil",
    "C:\\evil.md",
    "..\\evil.md",
    "a\u0000.md",
  ])("refuses an archive with an entry named %j", async (name) => {
    expect((await refusal([{ name: "fine.md" }, { name }])).kind).toBe("unsafe-archive");
  });

  test("refuses entries that share bytes, and two entries of one path", async () => {
    const shared = { bytes: Buffer.alloc(5_000, 7), offset: 0 };
    expect(
      (
        await refusal([
          { name: "a.md", ...shared },
          { name: "b.md", ...shared },
        ])
      ).message,
    ).toContain("overlap");
    expect((await refusal([{ name: "a.md" }, { name: "./a.md" }])).message).toContain("two entries");
  });

  test("refuses what unpacks to a hundred times its size, by each entry and by the whole", async () => {
    const bomb = { name: "bomb.md", bytes: Buffer.alloc(4 * MEBIBYTE) };
    expect((await refusal([bomb])).message).toContain("100 times its size");
    const many = Array.from({ length: 8 }, (_, index) => ({
      name: `${index}.md`,
      bytes: Buffer.alloc(900_000),
    }));
    expect((await refusal(many)).message).toContain("100 times its size");
    const small = await readZip(craftZip([{ name: "spaces.md", bytes: " ".repeat(500_000) }]));
    expect(small.files).toHaveLength(1);
  });

  test("holds an entry to the size that it declares", async () => {
    const lies = [{ name: "a.md", bytes: Buffer.alloc(100_000), declaredSize: 10 }];
    const source = await readZip(craftZip(lies));
    await expect(source.files[0]?.read()).rejects.toThrow(ImportRefused);
  });

  test("notices damage", async () => {
    const source = await readZip(craftZip([{ name: "a.md", bytes: "text", crc: 1 }]));
    await expect(source.files[0]?.read()).rejects.toThrow("a.md is damaged");
    const cut = craftZip([{ name: "a.md", bytes: "text" }]).subarray(0, -5);
    await expect(readZip(cut)).rejects.toThrow("not a zip archive");
    await expect(readZip(Buffer.from("# Not a zip"))).rejects.toThrow("not a zip archive");
    await expect(readZip("/nowhere/at/all.zip")).rejects.toThrow("does not exist");
  });

  test.each([
    ["entries", { entries: 1 }],
    ["one file's size", { fileBytes: 5 }],
    ["the total", { totalBytes: 11 }],
  ])("refuses what exceeds the limit of %s", async (_name, limits) => {
    const entries = [
      { name: "a.md", bytes: "123456" },
      { name: "b.md", bytes: "123456" },
    ];
    expect((await refusal(entries, limits)).kind).toBe("too-large");
  });

  test("survives any change of a byte", async () => {
    const archive = craftZip([
      { name: "a.md", bytes: "some text, some more text" },
      { name: "b/c.md", bytes: "other" },
    ]);
    for (let index = 0; index < archive.length; index += 1) {
      const changed = Buffer.from(archive);
      changed[index] = (changed[index] ?? 0) ^ 0xff;
      try {
        const source = await readZip(changed);
        for (const file of source.files) await file.read();
      } catch (error) {
        expect(error).toBeInstanceOf(ImportRefused);
      }
    }
  });
});
