/** Files that a repository keeps by Git LFS, with a host that speaks it, and with one that doesn't. */
import { createHash } from "node:crypto";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { type Person, useWorld } from "../../test/harness.ts";
import { FILES, newSite } from "./site/gitSite.fixture.ts";
import { newSpace, type Repository, type SyncedSpace, useGitHost } from "./gitSpace.fixture.ts";

const world = useWorld();
const host = useGitHost();
let ada: Person;
let space: SyncedSpace;
let repository: Repository;

const PICTURE = "bytes of a picture";
const ATTRIBUTES = "*.png filter=lfs diff=lfs merge=lfs -text\n";
/** Edits go out by themselves after so long, at the latest. */
const LONGEST_REST_MS = 60_000;
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
    ".gitattributes": ATTRIBUTES,
    "README.md": "# Home\n\n![](a.png)\n",
    "a.png": pointer(PICTURE),
    "lost.png": pointer("nobody has it"),
  });
  await space.connect({ direction: "git", confirm: true }, { accessToken: "token" });
  await world().runJobs();
});

const files = async (of = space): Promise<{ id: string; name: string; downloadURL: string }[]> =>
  (await world().get(`/spaces/${of.id}/content/files`, ada)).body.items;
async function bytesOf(name: string, of = space): Promise<string> {
  const file = (await files(of)).find((one) => one.name === name);
  return (await world().visit(new URL(file?.downloadURL ?? "").pathname)).text;
}
/** Adds a file, and has a page show it. */
async function show(name: string, bytes: string, page = "Home", of = space): Promise<void> {
  const base64 = Buffer.from(bytes).toString("base64");
  const added = { operation: "insert_files", files: [{ name, contentType: "image/png", base64 }] };
  const { body } = await world().post(`/spaces/${of.id}/content`, { changes: [added] }, ada);
  await of.write(page, `![](/files/${body.insertedFiles[0].id})\n`);
}

test("come in as what they stand for, and nothing goes back", async () => {
  expect((await files()).map(({ name }) => name)).toEqual(["a.png"]);
  expect(await bytesOf("a.png")).toBe(PICTURE);
  const { lastRun } = await space.status();
  // What nobody shows is not asked for.
  expect(JSON.stringify(lastRun.report)).not.toContain("Git LFS doesn't give it");
  repository.commit({ "README.md": "# Home\n\n![](a.png) ![](lost.png)\n" });
  expect((await space.sync()).lastRun.report.imported.skipped).toContainEqual({
    path: "lost.png",
    reason: "Git LFS doesn't give it: The host says: Object does not exist",
  });
  const tip = repository.tip();
  await space.sync();
  expect(repository.tip()).toBe(tip);
});

test("stay as they were while the host doesn't give what the branch has of them, and come once it does", async () => {
  const before = (await files()).find(({ name }) => name === "a.png");
  repository.commit({
    "a.png": pointer("another picture"),
    "b.png": pointer("a new picture"),
    "new.md": "# New\n\n![](b.png)\n",
  });
  const { held, lastRun } = await space.sync();
  const isHeld = [{ kind: "file", id: before?.id, reason: "missing" }];
  expect(held).toEqual(isHeld);
  expect(lastRun.report.notes[0]).toContain("that its host doesn't give: they stay here as they were");
  expect([await bytesOf("a.png"), (await space.page("Home")).markdown]).toEqual([
    PICTURE,
    `![](/files/${before?.id})\n`,
  ]);
  // All else goes on, both ways.
  await space.write("Home", `Look:\n\n![](/files/${before?.id})\n`);
  repository.commit({ "guide.md": "# Guide\n" });
  expect(await space.sync()).toMatchObject({ held: isHeld, isBehind: false });
  expect(repository.files()).toMatchObject({
    "README.md": "# Home\n\nLook:\n\n![](a.png)\n",
    "a.png": pointer("another picture"),
  });
  for (const text of ["another picture", "a new picture"]) host().large?.set(idOf(text), Buffer.from(text));
  const tip = repository.tip();
  expect(await space.sync()).toMatchObject({ state: "synced", held: [], pagesAhead: 0 });
  const named = new Map((await files()).map(({ id, name }) => [name, id]));
  expect([named.size, named.get("a.png"), named.has("b.png")]).toEqual([2, before?.id, true]);
  expect([await bytesOf("a.png"), await bytesOf("b.png")]).toEqual(["another picture", "a new picture"]);
  expect(repository.tip()).toBe(tip);
});

test("are not asked for again where they are here: one that was renamed", async () => {
  const [before] = await files();
  host().large = undefined;
  repository.commit({
    "a.png": null,
    "pictures/a.png": pointer(PICTURE),
    "README.md": "# Home\n\n![](pictures/a.png)\n",
  });
  expect(await space.sync()).toMatchObject({ state: "synced", held: [] });
  expect((await files()).map(({ id }) => id)).toEqual([before?.id]);
  expect(await bytesOf("a.png")).toBe(PICTURE);
});

test("come with the next run where the host gives up after some of them, each brought once", async () => {
  const texts = ["one", "two", "three"];
  for (const text of texts) host().large?.set(idOf(text), Buffer.from(text));
  host().heard.length = 0;
  let left = 2;
  host().fault = ({ url = "" }) =>
    url.startsWith("/large/") && (left -= 1) === 0 ? { status: 503 } : undefined;
  repository.commit({
    ...Object.fromEntries(texts.map((text) => [`${text}.png`, pointer(text)])),
    "guide.md": `# Guide\n\n${texts.map((text) => `![](${text}.png)`).join(" ")}\n`,
  });
  expect(await space.sync()).toMatchObject({ state: "synced", held: [], isBehind: false });
  host().fault = () => undefined;
  expect((await files()).map(({ name }) => name).toSorted()).toEqual([
    "a.png",
    ...texts.map((text) => `${text}.png`).toSorted(),
  ]);
  const asked = host().heard.filter((line) => line.startsWith("GET /large/"));
  expect(asked).toHaveLength(texts.length + 1);
});

test("keep nothing else out where one of them fails each time", async () => {
  for (const text of ["broken", "fine"]) host().large?.set(idOf(text), Buffer.from(text));
  host().fault = ({ url = "" }) => (url.endsWith(idOf("broken")) ? { status: 503 } : undefined);
  repository.commit({
    "b.png": pointer("broken"),
    "c.png": pointer("fine"),
    "guide.md": "# Guide\n\n![](b.png) ![](c.png)\n",
  });
  expect(await space.sync()).toMatchObject({ state: "synced", isBehind: false });
  expect(await bytesOf("c.png")).toBe("fine");
  repository.commit({ "more.md": "# More\n\nWords.\n" });
  expect(await space.sync()).toMatchObject({ state: "synced", isBehind: false });
  expect((await space.page("More")).markdown).toBe("Words.\n");
  host().fault = () => undefined;
  await space.sync();
  expect(await bytesOf("b.png")).toBe("broken");
});

test("are not asked for again and again where nothing comes but what nobody shows", async () => {
  for (const text of ["shown", "idle"]) host().large?.set(idOf(text), Buffer.from(text));
  host().heard.length = 0;
  host().fault = ({ url = "" }) => (url.endsWith(idOf("shown")) ? { status: 503 } : undefined);
  const files = {
    "b.png": pointer("idle"),
    "c.png": pointer("shown"),
    "guide.md": "# Guide\n\n![](c.png)\n",
  };
  repository.commit(files);
  expect(await space.sync()).toMatchObject({ state: "synced", isBehind: false });
  host().fault = () => undefined;
  expect(host().heard.filter((line) => line === `GET /large/${idOf("shown")}`)).toHaveLength(1);
  await space.sync();
  expect(await bytesOf("c.png")).toBe("shown");
});

test("are not brought while nobody shows them, and come once somebody does", async () => {
  host().large?.set(idOf("shown later"), Buffer.from("shown later"));
  host().heard.length = 0;
  repository.commit({ "later.png": pointer("shown later"), "guide.md": "# Guide\n\nWords.\n" });
  expect(await space.sync()).toMatchObject({ state: "synced", held: [], isBehind: false });
  const brought = () => host().heard.filter((line) => line === `GET /large/${idOf("shown later")}`).length;
  expect(brought()).toBe(0);
  repository.commit({ "guide.md": "# Guide\n\n![](later.png)\n" });
  expect(await space.sync()).toMatchObject({ state: "synced", held: [], isBehind: false });
  expect([brought(), await bytesOf("later.png")]).toEqual([1, "shown later"]);
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
  expect(lastRun.report.notes[0]).toContain(
    'Let the token use Git LFS, then press "Sync now" (lectern git sync).',
  );
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

test("hold a page that comes to show them later, and let go one that does no more", async () => {
  repository.commit({ "guide.md": "# Guide\n\nSteps.\n", "plan.md": "# Plan\n\nWhat.\n" });
  await space.sync();
  host().large = undefined;
  await show("b.png", "other bytes");
  await space.sync();
  const picture = (await files()).find(({ name }) => name === "b.png");
  const guide = await space.page("Guide");
  await space.write("Guide", `Steps:\n\n![](/files/${picture?.id})\n`);
  await space.write("Home", "Nothing to see.\n");
  await space.write("Plan", "What else.\n");
  // Without anybody asking: what the host has refused is not tried again.
  world().ahead += LONGEST_REST_MS;
  await world().runJobs();
  const { held } = await space.status();
  expect(held).toMatchObject([
    { kind: "file", id: picture?.id },
    { kind: "page", id: guide.id },
  ]);
  expect(repository.files()).toMatchObject({
    "README.md": "# Home\n\nNothing to see.\n",
    "guide.md": "# Guide\n\nSteps.\n",
    "plan.md": "# Plan\n\nWhat else.\n",
  });
});

test("of a site go both ways, and what was refused is tried again when somebody asks", async () => {
  const site = await newSite(world(), ada, host(), ["Empty"]);
  const inAll = { "all/README.md": "# Welcome\n\n![](a.png)\n", "all/a.png": pointer("not there yet") };
  site.repository.commit({ ...FILES, ".gitattributes": ATTRIBUTES, ...inAll });
  await site.connect({ direction: "git", confirm: true });
  const all = await site.space("English");
  expect(await files(all)).toEqual([]);
  expect((await site.status()).lastRun.report.imported.skipped).toContainEqual({
    path: "all/a.png",
    reason: "Git LFS doesn't give it: The host says: Object does not exist",
  });
  host().large?.set(idOf("not there yet"), Buffer.from("not there yet"));
  await site.sync();
  expect(await bytesOf("a.png", all)).toBe("not there yet");
  const kept = host().large;
  host().large = undefined;
  await show("b.png", "other bytes", "Welcome", all);
  const { lastRun } = await site.sync();
  expect(lastRun.report.notes).toEqual([expect.stringMatching(/^English: .*Let the token use Git LFS/)]);
  expect(site.repository.files()).toMatchObject(inAll);
  host().large = kept;
  expect(await site.sync()).toMatchObject({ state: "synced", pagesAhead: 0 });
  expect(site.repository.files()).toMatchObject({
    "all/README.md": "# Welcome\n\n![](.gitbook/assets/b.png)\n",
    "all/.gitbook/assets/b.png": pointer("other bytes"),
  });
});
