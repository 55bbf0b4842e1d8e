/** What is told of content, and where: getCurrentRevision, getRevisionById. */
import { expect, test } from "vitest";
import type { FileEntry, Page, ReusableContent } from "../../../engine/page.ts";
import { useWorld } from "../../test/harness.ts";
import { presentFile, presentPage, presentReusable } from "./present.ts";

const world = useWorld();

const git = { oid: "0a1b", path: "docs/a.md" };
const times = { createdAt: 1, updatedAt: 1 };
const page: Page = {
  id: "p",
  type: "document",
  title: "P",
  slug: "p",
  parent: null,
  order: "a",
  git,
  ...times,
};
const file: FileEntry = {
  id: "f",
  name: "f.txt",
  contentType: "text/plain",
  size: 1,
  hash: "h",
  createdAt: 1,
  git,
};
const reusable: ReusableContent = { id: "r", title: "R", git, ...times };

test.each([
  [true, git],
  [false, undefined],
])(
  "metadata %j tells what Git knows of pages, files and reusable contents, or leaves it out",
  (metadata, told) => {
    const how = { deps: world().deps, space: "s", pagesAt: "/s/s", metadata };
    const below = { page: { ...page, id: "q" }, path: "p/q", pages: [] };
    const shown = presentPage({ page, path: "p", pages: [below] }, how);
    const [inner] = shown["pages"] as Record<string, unknown>[];
    const all = [shown, inner, presentFile(file, how), presentReusable(reusable, how)];
    expect(all.map((one) => (one as { git?: unknown }).git)).toEqual(all.map(() => told));
  },
);

test("a revision that readers see has their addresses, and no other has", async () => {
  const owner = await world().addPerson("olga", "admin");
  const at = `/orgs/${world().organization}`;
  const { id } = (await world().post(`${at}/spaces`, { title: "Guide" }, owner)).body;
  const read = async (which: string) => (await world().get(`/spaces/${id}${which}`, owner)).body;
  const draft = (await world().post(`/spaces/${id}/change-requests`, {}, owner)).body;
  const first = (await read("/content")).id;
  const write = (to: string) =>
    world().post(`${to}/content`, { changes: [{ operation: "insert_page", title: "P" }] }, owner);
  await write(`/spaces/${id}`);
  await write(`/spaces/${id}/change-requests/${draft.id}`);
  expect(Object.keys((await read("/content")).urls)).toEqual(["app"]);
  const sites = `${at}/sites`;
  const site = (await world().post(sites, { title: "Docs", visibility: "unlisted", spaces: [id] }, owner))
    .body;
  await world().post(`${sites}/${site.id}/publish`, undefined, owner);
  const { published } = (await read("")).urls;
  expect(published).toMatch(/\/docs\/$/);
  const content = await read("/content");
  expect(content.urls).toMatchObject({ app: expect.stringContaining(content.id), published });
  expect(content.urls).not.toHaveProperty("public");
  await world().patch(`${sites}/${site.id}`, { visibility: "public" }, owner);
  expect((await read("/content")).urls).toMatchObject({ published, public: published });
  expect((await read(`/revisions/${content.id}`)).urls).toMatchObject({ published });
  for (const other of [`/revisions/${first}`, `/change-requests/${draft.id}/content`])
    expect((await read(other)).urls).not.toHaveProperty("published");
});
