/** Files that a repository keeps by Git LFS, with a host that speaks it, and with one that doesn't. */
import { createHash } from "node:crypto";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { type Person, useWorld } from "../../test/harness.ts";
import { newSpace, type Repository, type SyncedSpace, useGitHost } from "./gitSpace.fixture.ts";

const world = useWorld();
const host = useGitHost();
let ada: Person;
let space: SyncedSpace;
let repository: Repository;

const PICTURE = "bytes of a picture";
const idOf = (text: string): string => createHash("sha256").update(text).digest("hex");
const pointer = (text: string): string =>
  `version https://git-lfs.github.com/spec/v1\noid sha256:${idOf(text)}\nsize ${text.length}\n`;

beforeAll(async () => {
  ada = await world().addPerson("ada", "admin");
});
beforeEach(async () => {
  host().large = new Map([[idOf(PICTURE), Buffer.from(PICTURE)]]);
  space = await newSpace(world(), ada, host());
  repository = space.repository;
  host().tokens.set(repository.name, "git:token");
  repository.commit({
    ".gitattributes": "*.png filter=lfs diff=lfs merge=lfs -text\n",
    "README.md": "# Home\n\n![](a.png)\n",
    "a.png": pointer(PICTURE),
    "lost.png": pointer("nobody has it"),
  });
  await space.connect({ direction: "git", confirm: true }, { accessToken: "token" });
  await world().runJobs();
});

const files = async (): Promise<{ id: string; name: string; downloadURL: string }[]> =>
  (await world().get(`/spaces/${space.id}/content/files`, ada)).body.items;
async function bytesOf(name: string): Promise<string> {
  const file = (await files()).find((one) => one.name === name);
  return (await world().visit(new URL(file?.downloadURL ?? "").pathname)).text;
}
/** Adds a file, and has the page Home show it. */
async function show(name: string, bytes: string): Promise<void> {
  const base64 = Buffer.from(bytes).toString("base64");
  const added = { operation: "insert_files", files: [{ name, contentType: "image/png", base64 }] };
  const { body } = await world().post(`/spaces/${space.id}/content`, { changes: [added] }, ada);
  await space.write("Home", `![](/files/${body.insertedFiles[0].id})\n`);
}

test("come in as what they stand for, and nothing goes back", async () => {
  expect((await files()).map(({ name }) => name)).toEqual(["a.png"]);
  expect(await bytesOf("a.png")).toBe(PICTURE);
  const { lastRun } = await space.status();
  expect(lastRun.report.imported.skipped).toContainEqual({
    path: "lost.png",
    reason: "Git LFS doesn't give it: The host says: Object does not exist",
  });
  const tip = repository.tip();
  await space.sync();
  expect(repository.tip()).toBe(tip);
});

test("go out as pointers, once their host has them", async () => {
  await show("b.png", "other bytes");
  const id = (await files()).find(({ name }) => name === "a.png")?.id;
  const base64 = Buffer.from("new bytes of it").toString("base64");
  await space.change({
    operation: "replace_file",
    file: id,
    name: "a.png",
    base64,
    contentType: "image/png",
  });
  expect(await space.sync()).toMatchObject({ state: "synced", held: [], pagesAhead: 0 });
  expect(repository.show(".gitbook/assets/b.png")).toBe(pointer("other bytes"));
  expect(repository.show("a.png")).toBe(pointer("new bytes of it"));
  expect(repository.show("lost.png")).toBe(pointer("nobody has it"));
  expect([...(host().large?.values() ?? [])].map(String)).toEqual(
    expect.arrayContaining([PICTURE, "other bytes", "new bytes of it"]),
  );
  const tip = repository.tip();
  await space.sync();
  expect(repository.tip()).toBe(tip);
});

test("are held where the host doesn't take them, with the pages that show them, and never written as bytes", async () => {
  repository.commit({ "guide.md": "# Guide\n\nSteps.\n" });
  await space.sync();
  host().large = undefined;
  await show("b.png", "other bytes");
  await space.write("Guide", "Better steps.\n");
  const { held, lastRun } = await space.sync();
  expect(held).toEqual([
    { kind: "file", id: expect.any(String), reason: "large" },
    { kind: "page", id: (await space.page("Home")).id, reason: "large" },
  ]);
  expect(lastRun.report.notes[0]).toContain("Let the token use Git LFS, then ask for a sync.");
  expect(repository.files()).toMatchObject({
    "README.md": "# Home\n\n![](a.png)\n",
    "guide.md": "# Guide\n\nBetter steps.\n",
  });
  expect(Object.keys(repository.files())).not.toContain(".gitbook/assets/b.png");
  host().large = new Map();
  expect(await space.sync()).toMatchObject({ state: "synced", held: [], pagesAhead: 0 });
  expect(repository.files()).toMatchObject({
    "README.md": "# Home\n\n![](.gitbook/assets/b.png)\n",
    ".gitbook/assets/b.png": pointer("other bytes"),
  });
});
