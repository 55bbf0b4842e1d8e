/**
 * What takes more than one call, or more than one person, for the examples of the document: a change request that
 * comes to its end, a site that somebody reads, content that comes from elsewhere.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setImmediate } from "node:timers/promises";
import { expect } from "vitest";
import type { Answer, Person, World } from "./harness.ts";
import { type Making, uploadFont } from "./oneOfEach.ts";

/** A world that is listened to, and whoever plays in it. */
export interface Scene extends Making {
  readonly call: World["call"];
  /** Sends a form to the sites. */
  readonly send: World["send"];
  readonly owner: Person;
  /** Somebody who is no member of the organization. */
  readonly guest: Person;
  /** The id of a thing of `oneOfEach.ts`. */
  readonly id: (name: string) => string;
}

/** Plays all; gives nothing: who listens to the world has what was sent and answered. */
export async function playScenes(scene: Scene): Promise<void> {
  await playChangeRequest(scene);
  await playGuest(scene);
  await playSite(scene);
  await playTranslation(scene);
  await playUpload(scene);
  await playImport(scene);
  await playComputed(scene);
  await playFont(scene);
  await playTransfer(scene);
}

/** @throws an assertion where a call is refused */
export function taken({ status, body }: Answer): Answer["body"] {
  expect([status < 300, status < 300 ? "" : body]).toEqual([true, ""]);
  return body;
}

const insert = (title: string, markdown: string): object => ({
  operation: "insert_page",
  title,
  document: { markdown },
});
const edit = (page: string, markdown: string): object => ({
  operation: "update_page",
  page,
  document: { markdown },
});

/** A space of one page. @returns the paths of the space and of its content, and the id of the page */
async function newSpace({ post, organization, owner }: Scene, title: string) {
  const { id } = taken(await post(`/orgs/${organization}/spaces`, { title }, owner));
  const at = `/spaces/${id}`;
  const written = taken(await post(`${at}/content`, { changes: [insert("Start", PAGE)] }, owner));
  return { id: id as string, at, content: `${at}/content`, page: written.changes[0].page as string };
}

const PAGE = "Install it.\n\nThen start it.\n";

/** Both sides say the same paragraph otherwise; somebody decides, and it is merged. */
async function playChangeRequest(scene: Scene): Promise<void> {
  const { get, post, put, owner } = scene;
  const space = await newSpace(scene, "Reviewed");
  const begun = taken(await post(`${space.at}/change-requests`, { subject: "Say how" }, owner));
  const at = `${space.at}/change-requests/${begun.id}`;
  const ours = edit(space.page, "Install it by `npm ci`.\n\nThen start it.\n");
  taken(await post(`${at}/content`, { changes: [ours] }, owner));
  const theirs = edit(space.page, "Unpack it.\n\nThen start it.\n");
  taken(await post(space.content, { changes: [theirs] }, owner));
  expect(taken(await post(`${at}/update`, undefined, owner)).result).toBe("conflicts");
  const [conflict] = taken(await get(`${at}/conflicts`, owner)).items;
  taken(await put(`${at}/conflicts/${conflict.id}`, { resolution: "changed" }, owner));
  expect(taken(await post(`${at}/merge`, undefined, owner)).result).toBe("merge");
}

/** Somebody joins by an invite, and is asked for a review. */
async function playGuest(scene: Scene): Promise<void> {
  const { get, post, runJobs, organization, owner, guest } = scene;
  const invites = `/orgs/${organization}/link-invites`;
  const invite = taken(await post(invites, { role: "review" }, owner));
  taken(await post(`/orgs/${organization}/invites/${invite.id}`, undefined, guest));
  const space = await newSpace(scene, "Asked for");
  const request = taken(await post(`${space.at}/change-requests`, { subject: "Words" }, owner));
  const asked = `${space.at}/change-requests/${request.id}/requested-reviewers`;
  taken(await post(asked, { users: [guest.id] }, owner));
  await runJobs();
  expect(taken(await get("/user/notifications?unread=true", guest)).items).toHaveLength(1);
}

/** A published site of two spaces, and a reader who says what a page is worth. */
async function playSite(scene: Scene): Promise<void> {
  const { get, post, put, send, organization, owner } = scene;
  const sites = `/orgs/${organization}/sites`;
  const site = taken(await post(sites, { title: "Read", spaces: "empty" }, owner));
  const at = `${sites}/${site.id}`;
  const space = await newSpace(scene, "Handbook");
  taken(await post(`${at}/site-spaces`, { spaceId: space.id }, owner));
  taken(await post(`${at}/publish`, undefined, owner));
  const look = taken(await get(`${at}/customization`, owner));
  taken(await put(`${at}/customization`, { ...look, feedback: { enabled: true } }, owner));
  const { items } = taken(await get(`${at}/site-spaces`, owner));
  const url: string = items.find((one: { space: { id: string } }) => one.space.id === space.id).urls
    .published;
  taken(await post("/urls/published", { url: `${url}start`, visitor: { type: "human" } }, owner));
  taken(await get(`/urls/published?url=${encodeURIComponent(`${url}start`)}`, owner));
  const said = new URLSearchParams({ page: space.page, rating: "good", comment: "Just what I looked for." });
  const { origin, pathname, host } = new URL(taken(await get(at, owner)).urls.published);
  const form = { "content-type": "application/x-www-form-urlencoded", origin, host };
  expect((await send(`${pathname}~/feedback`, said.toString(), form)).status).toBe(303);
  expect(taken(await get(`${at}/page-feedback`, owner)).items).toHaveLength(1);
}

async function playTranslation(scene: Scene): Promise<void> {
  const { get, post, patch, runJobs, organization, owner } = scene;
  const all = `/orgs/${organization}/translations`;
  const { id } = taken(await post(all, { title: "Handbooks", languages: ["fr"] }, owner));
  const source = await newSpace(scene, "Guide");
  const french = { source: source.id, language: "fr", title: "Le guide" };
  const { space } = taken(await post(`${all}/${id}/spaces`, french, owner));
  await runJobs();
  const at = `/spaces/${space}/translation`;
  const settings = { automatic: false, instructions: "Say vous." };
  taken(await patch(at, settings, owner));
  expect(taken(await get(`${at}/pages`, owner)).items).toHaveLength(1);
  taken(await post(`${at}/pages`, { pages: [source.page] }, owner));
}

/** A file that is sent in parts. */
async function playUpload(scene: Scene): Promise<void> {
  const { post, call, owner } = scene;
  const space = await newSpace(scene, "Files");
  const bytes = Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>");
  const { id } = taken(await post("/uploads", { size: bytes.length, space: space.id }, owner));
  const part = { as: owner, raw: bytes, headers: { "content-type": "application/octet-stream" } };
  taken(await call("PUT", `/uploads/${id}/parts/1`, part));
  taken(await post(`${space.content}/files`, { upload: id, name: "logo.svg" }, owner));
}

/** A website comes in. */
async function playImport(scene: Scene): Promise<void> {
  const { post, runJobs, organization, owner } = scene;
  const website = createServer((_, response) => {
    response.setHeader("content-type", "text/html");
    response.end("<title>Ours</title><main><h1>Ours</h1><p>What we have written so far.</p></main>");
  });
  await new Promise<void>((done) => website.listen(0, "127.0.0.1", done));
  try {
    const url = `http://127.0.0.1:${(website.address() as AddressInfo).port}/`;
    const space = await newSpace(scene, "Brought in");
    const importing = post(`${space.content}/import`, { url, source: "website" }, owner);
    // It waits for its job, which nobody else runs here.
    for (let round = 0; round < 2_000 && (await runJobs()) === 0; round++) await setImmediate();
    taken(await importing);
    const run = { source: { type: "website", url }, target: { space: space.id } };
    taken(await post(`/org/${organization}/imports`, run, owner));
    await runJobs();
  } finally {
    website.close();
  }
}

/** The pages that would be made of the description of an API. */
async function playComputed(scene: Scene): Promise<void> {
  const { post, owner, id } = scene;
  const space = await newSpace(scene, "Reference");
  const dependencies = { spec: { ref: { kind: "openapi", spec: id("specSlug") } } };
  const source = { type: "builtin:openapi", props: { models: true }, dependencies };
  taken(await post(`${space.content}/computed/revision`, { source, seed: "pets" }, owner));
  const models = { ...source, props: { doc: "models" } };
  taken(await post(`${space.content}/computed/document`, { source: models, seed: "pets" }, owner));
  const insert = { operation: "insert_page", type: "computed", title: "API", computed: source };
  const made = taken(await post(space.content, { changes: [insert] }, owner));
  const change = { operation: "update_page", page: made.changes[0].page, computed: models };
  taken(await post(space.content, { changes: [change] }, owner));
}

async function playFont(scene: Scene): Promise<void> {
  const { post, organization, owner, id } = scene;
  const bold = { weight: 700, storageKey: await uploadFont(scene, owner) };
  const change = { fontFamily: "Brand Sans", fontFaces: [bold] };
  taken(await post(`/orgs/${organization}/fonts/${id("fontId")}`, change, owner));
}

/** A space and a collection go to another organization of the same person. */
async function playTransfer(scene: Scene): Promise<void> {
  const { post, organization, owner } = scene;
  const other = taken(await post("/orgs", { title: "Elsewhere" }, owner)).id;
  const space = await newSpace(scene, "Handed over");
  taken(await post(`${space.at}/transfer`, { organization: other }, owner));
  const collections = `/orgs/${organization}/collections`;
  const { id } = taken(await post(collections, { title: "Handed over" }, owner));
  taken(await post(`/collections/${id}/transfer`, { organization: other }, owner));
}
