/** One thing of every kind, for tests that go through all operations. */
import { publication } from "../nouns/integrations/publication.fixture.ts";
import { newId } from "../ports/ids.ts";
import type { Person, World } from "./harness.ts";

const PETS = JSON.stringify({ openapi: "3.1.0", info: { title: "Pets", version: "1" }, paths: {} });

/** Makes them, and gives their ids by the names that paths have for them. A new kind of thing gets a line here. */
export async function makeOneOfEach(world: World, owner: Person): Promise<Map<string, string>> {
  const known = new Map<string, string>();
  known.set("organizationId", world.organization);
  const site = await world.post(
    `/orgs/${world.organization}/sites`,
    { title: "Site", spaces: "sample" },
    owner,
  );
  known.set("siteId", site.body.id);
  const parts = `/orgs/${world.organization}/sites/${site.body.id}`;
  const shareLink = await world.post(`${parts}/share-links`, { name: "Partners" }, owner);
  known.set("shareLinkId", shareLink.body.id);
  const properties = { beta: { type: "boolean", description: "Tries the beta" } };
  const jsonSchema = { type: "object", properties, additionalProperties: false };
  await world.put(`${parts}/adaptive-schema`, { jsonSchema }, owner);
  await world.get(`${parts}/publishing/auth`, owner);
  const external = { kind: "external", url: "https://example.com/" };
  const redirect = await world.post(`${parts}/redirects`, { source: "/a-moved-page", destination: external }, owner);
  known.set("siteRedirectId", redirect.body.id);
  await world.patch(parts, { hostname: "docs.one.example" }, owner);
  known.set("hostname", "docs.one.example");
  known.set("subdomain", (await world.get(`/orgs/${world.organization}`, owner)).body.hostname);
  const { body: spaces } = await world.get(`/orgs/${world.organization}/spaces`, owner);
  const content = `/spaces/${spaces.items[0].id}/content`;
  const files = [{ name: "a.txt", contentType: "text/plain", base64: "QQ==" }];
  await world.post(content, { changes: [{ operation: "insert_files", files }] }, owner);
  known.set("fileId", (await world.get(`${content}/files`, owner)).body.items[0].id);
  const reusable = [{ operation: "insert_reusable_content", title: "Shared", document: { markdown: "x" } }];
  const written = await world.post(content, { changes: reusable }, owner);
  known.set("reusableContentId", written.body.changes[0].reusableContent);
  const { body: space } = await world.get(`/spaces/${spaces.items[0].id}`, owner);
  known.set("spaceId", space.id);
  const section = await world.post(`${parts}/sections`, { spaceId: space.id }, owner);
  known.set("siteSectionId", section.body.id);
  known.set("siteSpaceId", section.body.siteSpaces[0].id);
  const group = await world.post(`${parts}/section-groups`, { title: "Group" }, owner);
  known.set("siteSectionGroupId", group.body.id);
  known.set("revisionId", space.revision);
  const pages = await world.get(`/spaces/${space.id}/content/pages`, owner);
  known.set("pageId", pages.body.pages[0].id);
  known.set("pagePath", pages.body.pages[0].path);
  const request = await world.post(`/spaces/${space.id}/change-requests`, {}, owner);
  known.set("changeRequestId", request.body.id);
  const reviews = `/spaces/${space.id}/change-requests/${request.body.id}/reviews`;
  const review = await world.post(reviews, { status: "changes-requested" }, owner);
  known.set("reviewId", review.body.id);
  const collection = await world.post(`/orgs/${world.organization}/collections`, {}, owner);
  known.set("collectionId", collection.body.id);
  known.set("userId", owner.id);
  const team = await world.put(`/orgs/${world.organization}/teams`, { title: "Team" }, owner);
  known.set("teamId", team.body.id);
  const saml = await world.post(`/orgs/${world.organization}/saml`, { label: "Okta" }, owner);
  known.set("samlProviderId", saml.body.id);
  await world.patch(`/orgs/${world.organization}`, { inviteLinks: true }, owner);
  const link = await world.post(`/orgs/${world.organization}/link-invites`, { role: "read" }, owner);
  known.set("inviteId", link.body.id);
  const hooks = `/orgs/${world.organization}/webhooks`;
  const hook = await world.post(hooks, { url: "https://127.0.0.1:65535/" }, owner);
  known.set("webhookId", hook.body.id);
  const delivery = await world.post(`${hooks}/${hook.body.id}/ping`, undefined, owner);
  known.set("deliveryId", delivery.body.id);
  const token = await world.get("/user/tokens", owner);
  known.set("tokenId", token.body.items[0].id);
  known.set("emailDomain", "example.com");
  const spec = { slug: "pets", source: { text: PETS } };
  await world.post(`/orgs/${world.organization}/openapi`, spec, owner);
  known.set("specSlug", "pets");
  const german = { title: "Languages", languages: ["de"] };
  const languages = await world.post(`/orgs/${world.organization}/translations`, german, owner);
  known.set("translationSettingsId", languages.body.id);
  await world.runJobs();
  const { body: version } = await world.get(
    `/orgs/${world.organization}/openapi/pets/versions/latest`,
    owner,
  );
  known.set("versionId", version.id);
  known.set("jobId", await makeJob(world, owner, space.id));
  for (const place of ["/spaces/:spaceId", "/spaces/:spaceId/change-requests/:changeRequestId"]) {
    const body = { markdown: "Why?" };
    const comments = `${place}/comments`;
    const comment = await world.post(addressIn(known, comments), { body }, owner);
    known.set(`${comments}/:commentId`, comment.body.id);
    const replies = `${comments}/:commentId/replies`;
    const reply = await world.post(addressIn(known, replies), { body }, owner);
    known.set(`${replies}/:commentReplyId`, reply.body.id);
  }
  await makeInstallation(world, owner, known);
  // A conflict takes two edits of one block; what refuses comes before it is looked for.
  known.set("conflictId", "absent");
  return known;
}

/** An integration, installed on the site and the space that are known already. */
async function makeInstallation(world: World, owner: Person, known: Map<string, string>): Promise<void> {
  const { organization } = world;
  const integration = { ...publication(organization), visibility: "public" };
  await world.post("/integrations/counter", integration, owner);
  known.set("integrationName", "counter");
  const { body } = await world.post("/integrations/counter/installations", { organization }, owner);
  known.set("installationId", body.id);
  const installation = `/integrations/counter/installations/${body.id}`;
  await world.post(`${installation}/spaces`, { space: known.get("spaceId") }, owner);
  await world.post(`${installation}/sites`, { siteId: known.get("siteId") }, owner);
  await world.runJobs();
  const { body: told } = await world.get("/integrations/counter/events", owner);
  known.set("eventId", told.items[0].id);
}

/**
 * A path with the ids of these things. Where the same name means things of different places, they are known by the whole
 * path up to it.
 * @throws for a name that nothing is known by, unless `absent` stands for it
 */
export function addressIn(known: ReadonlyMap<string, string>, url: string, absent?: string): string {
  return url.replace(/:(\w+)/g, (match, name: string, at: number) => {
    const id = known.get(url.slice(0, at + match.length)) ?? known.get(name) ?? absent;
    if (id === undefined) throw new Error(`oneOfEach.ts makes nothing for :${name}; add it.`);
    return id;
  });
}

async function makeJob({ deps, organization }: World, { id: created_by }: Person, space_id: string) {
  const id = newId();
  await deps.db.transact(async (tx) => {
    const place = { organization_id: organization, space_id, created_by };
    const row = {
      id,
      kind: "import",
      payload: "{}",
      due_at: Date.now() + 3_600_000,
      created_at: 0,
      ...place,
    };
    await tx.insertInto("jobs").values(row).execute();
  });
  return id;
}
