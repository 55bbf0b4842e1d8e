import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { readFolder } from "./folder.ts";
import { IMPORT_LIMITS } from "./limits.ts";
import { ImportRefused } from "./refusal.ts";
import { openSource } from "./source.ts";
import { craftZip } from "./zip.fixture.ts";

let dir = "";
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "lectern-folder-"));
});
afterEach(() => rm(dir, { recursive: true }));

async function put(files: Record<string, string>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(dir, path)), { recursive: true });
    await writeFile(join(dir, path), text);
  }
}

describe("readFolder", () => {
  test("reads files of all folders and leaves out what is no documentation", async () => {
    await put({
      "README.md": "one",
      "a/b/c.md": "two",
      ".gitbook/assets/x.png": "png",
      ".gitbook.yaml": "root: ./",
      ".env": "SECRET=1",
      ".git/HEAD": "ref",
      "a/node_modules/x.md": "no",
    });
    const { files, skipped } = await readFolder(dir);
    expect(files.map(({ path, size }) => [path, size])).toEqual([
      [".gitbook.yaml", 8],
      [".gitbook/assets/x.png", 3],
      ["README.md", 3],
      ["a/b/c.md", 3],
    ]);
    expect(skipped.map(({ path }) => path)).toEqual([".env", ".git", "a/node_modules"]);
    expect(Buffer.from((await files[3]?.read()) ?? []).toString()).toBe("two");
  });

  test("never follows a symbolic link, not even one put there after the listing", async () => {
    await put({ "a.md": "text", "b.md": "text" });
    await symlink("/etc/passwd", join(dir, "passwd.md"));
    await symlink("/etc", join(dir, "etc"));
    await symlink(dir, join(dir, "loop"));
    const { files, skipped } = await readFolder(dir);
    expect(files.map(({ path }) => path)).toEqual(["a.md", "b.md"]);
    expect(skipped).toEqual(
      ["etc", "loop", "passwd.md"].map((path) => ({ path, reason: "it is a symbolic link" })),
    );
    await rm(join(dir, "b.md"));
    await symlink("/etc/passwd", join(dir, "b.md"));
    await expect(files[1]?.read()).rejects.toThrow("ELOOP");
  });

  test("stops at the depth limit with a line of the report", async () => {
    await put({ "a/b/c/d.md": "deep", "a/b.md": "fine" });
    const { files, skipped } = await readFolder(dir, { ...IMPORT_LIMITS, folderDepth: 2 });
    expect(files.map(({ path }) => path)).toEqual(["a/b.md"]);
    expect(skipped).toEqual([{ path: "a/b", reason: "it is more than 2 folders deep" }]);
  });

  test.each([
    ["too many files", { entries: 1 }, "more than 1 files"],
    ["too many bytes", { totalBytes: 3 }, "more than 3 bytes"],
  ])("refuses %s", async (_name, limits, message) => {
    await put({ "a.md": "12", "b.md": "34" });
    await expect(readFolder(dir, { ...IMPORT_LIMITS, ...limits })).rejects.toThrow(message);
  });

  test("skips a file that is too large", async () => {
    await put({ "a.md": "1234", "b.md": "1" });
    const { files, skipped } = await readFolder(dir, { ...IMPORT_LIMITS, fileBytes: 3 });
    expect(files.map(({ path }) => path)).toEqual(["b.md"]);
    expect(skipped).toEqual([{ path: "a.md", reason: "it is larger than 3 bytes" }]);
  });

  test("is what openSource reads, unless the path names an archive", async () => {
    await put({ "docs/a.md": "x" });
    await writeFile(join(dir, "docs.zip"), craftZip([{ name: "b.md", bytes: "y" }]));
    const paths = async (name: string): Promise<string[]> => {
      const source = await openSource(join(dir, name));
      await source.close();
      return source.files.map(({ path }) => path);
    };
    expect(await paths("docs")).toEqual(["a.md"]);
    expect(await paths("docs.zip")).toEqual(["b.md"]);
    await expect(paths("nowhere")).rejects.toThrow("does not exist");
    await expect(paths("docs/a.md")).rejects.toThrow("not a zip archive");
  });

  test("says so when there is no folder", async () => {
    await expect(readFolder(join(dir, "nowhere"))).rejects.toThrow(ImportRefused);
    await put({ "a.md": "x" });
    await expect(readFolder(join(dir, "a.md"))).rejects.toThrow("is not a folder");
  });
});
