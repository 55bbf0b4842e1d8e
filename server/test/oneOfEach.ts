/** One thing of every kind, for tests that go through all operations. */
import { KNOWN_CERTIFICATE } from "../access/saml/knownCertificate.fixture.ts";
import { madeFont } from "../nouns/fonts/font.fixture.ts";
import { headOf } from "../content/spaces.fixture.ts";
import { publication } from "../nouns/integrations/publication.fixture.ts";
import { newId } from "../ports/ids.ts";
import type { Answer, Person, World } from "./harness.ts";

const PETS = JSON.stringify({ openapi: "3.1.0", info: { title: "Pets", version: "1" }, paths: {} });

/** The ids that are known, by the names that paths have for them. */
type Known = Map<string, string>;
type Maker = (world: Making, owner: Person, known: Known) => Promise<void>;

const VERBS = ["get", "post", "put", "patch"] as const;
export type Making = Pick<World, "organization" | "deps" | "app" | (typeof VERBS)[number]> & {
  readonly runJobs: () => Promise<number>;
};

/** A world whose calls have to succeed: what isn't made would be missed by nobody. */
function making(world: Making): Making {
  const calls = VERBS.map((verb) => {
    const call = async (...given: Parameters<World["post"]>): Promise<Answer> => {
      const answer = await (world[verb] as World["post"])(...given);
      if (answer.status < 300) return answer;
      throw new Error(`${verb} ${given[0]}: ${answer.status} ${JSON.stringify(answer.body)}`);
    };
    return [verb, call];
  });
  const { organization, deps, app } = world;
  return { organization, deps, app, runJobs: () => world.runJobs(), ...Object.fromEntries(calls) };
}

/** What has one name in all organizations. */
const NAMES = { hostname: "docs.one.example", integration: "counter" };

/** Makes them, and gives their ids by the names that paths have for them. A new kind of thing gets a line in its maker. */
export async function makeOneOfEach(place: Making, owner: Person, names = NAMES): Promise<Known> {
  const world = making(place);
  // A conflict takes two edits of one block; what refuses comes before it is looked for.
  const known: Known = new Map([["conflictId", "absent"]]);
  known.set("organizationId", world.organization);
  known.set("userId", owner.id);
  known.set("hostname", names.hostname);
  known.set("integrationName", names.integration);
  known.set("emailDomain", "example.com");
  // Later ones stand on what earlier ones made.
  for (const make of [
    makeSite,
    makeContent,
    makeSections,
    makeReview,
    makePeople,
    makeHook,
    makeSpec,
    makeTranslation,
    makeComments,
  ]) {
    await make(world, owner, known);
  }
  known.set("jobId", await makeJob(world, owner, known.get("spaceId") as string));
  known.set("importRunId", await makeJob(world, owner, known.get("spaceId") as string));
  await makeInstallation(world, owner, known);
  // Last, since its run is to be under way.
  await makeRepository(world, owner, known);
  return known;
}

const makeSite: Maker = async (world, owner, known) => {
  const all = `/orgs/${world.organization}/sites`;
  const site = await world.post(all, { title: "Site", spaces: "sample" }, owner);
  known.set("siteId", site.body.id);
  const parts = `${all}/${site.body.id}`;
  const shareLink = await world.post(`${parts}/share-links`, { name: "Partners" }, owner);
  known.set("shareLinkId", shareLink.body.id);
  const properties = { beta: { type: "boolean", description: "Tries the beta" } };
  const jsonSchema = { type: "object", properties, additionalProperties: false };
  await world.put(`${parts}/adaptive-schema`, { jsonSchema }, owner);
  await world.get(`${parts}/publishing/auth`, owner);
  const external = { kind: "external", url: "https://example.com/" };
  const moved = { source: "/a-moved-page", destination: external };
  known.set("siteRedirectId", (await world.post(`${parts}/redirects`, moved, owner)).body.id);
  await world.patch(parts, { hostname: known.get("hostname") }, owner);
  known.set("fontId", await makeFont(world, owner));
  known.set("subdomain", (await world.get(`/orgs/${world.organization}`, owner)).body.hostname);
};

async function makeFont(world: Making, owner: Person): Promise<string> {
  const font = {
    fontFamily: "Brand",
    fontFaces: [{ weight: 400, storageKey: await uploadFont(world, owner) }],
  };
  return (await world.put(`/orgs/${world.organization}/fonts`, font, owner)).body.id;
}

const FONT = madeFont();

/** The key of a font's file that waits for the font. */
export async function uploadFont(world: Making, owner: Person): Promise<string> {
  const file = { name: "a.woff2", type: "font/woff2", size: FONT.length };
  const upload = `/orgs/${world.organization}/storage/upload`;
  const { body } = await world.post(upload, { kind: "customization_font", file }, owner);
  const address = String(body.url).replace("http://app.test", "");
  const sent = await world.app.inject({ method: "PUT", url: address, payload: FONT });
  if (sent.statusCode >= 300) throw new Error(`PUT ${address}: ${sent.statusCode} ${sent.body}`);
  return body.key;
}

const makeContent: Maker = async (world, owner, known) => {
  const { body: spaces } = await world.get(`/orgs/${world.organization}/spaces`, owner);
  const { id } = spaces.items[0];
  const content = `/spaces/${id}/content`;
  const files = [{ name: "a.txt", contentType: "text/plain", base64: "QQ==" }];
  await world.post(content, { changes: [{ operation: "insert_files", files }] }, owner);
  known.set("fileId", (await world.get(`${content}/files`, owner)).body.items[0].id);
  const reusable = [{ operation: "insert_reusable_content", title: "Shared", document: { markdown: "x" } }];
  const written = await world.post(content, { changes: reusable }, owner);
  const { reusableContent } = written.body.changes[0];
  known.set("reusableContentId", reusableContent);
  const shared = await world.get(`${content}/reusable-contents/${reusableContent}`, owner);
  known.set("documentId", shared.body.document);
  const { body: pages } = await world.get(`${content}/pages`, owner);
  known.set("pageId", pages.pages[0].id);
  known.set("pagePath", pages.pages[0].path);
  known.set("spaceId", id);
  const upload = await world.post("/uploads", { size: 1, space: id }, owner);
  known.set("uploadId", upload.body.id);
  known.set("partNumber", "1");
  known.set("revisionId", (await world.get(`/spaces/${id}`, owner)).body.revision);
};

const makeSections: Maker = async (world, owner, known) => {
  const parts = addressIn(known, "/orgs/:organizationId/sites/:siteId");
  const section = await world.post(`${parts}/sections`, { spaceId: known.get("spaceId") }, owner);
  known.set("siteSectionId", section.body.id);
  known.set("siteSpaceId", section.body.siteSpaces[0].id);
  const group = await world.post(`${parts}/section-groups`, { title: "Group" }, owner);
  known.set("siteSectionGroupId", group.body.id);
  const away = { title: "Status", url: "https://status.example.com/" };
  const link = await world.post(`${parts}/external-links`, away, owner);
  known.set("siteExternalLinkId", link.body.id);
};

const makeReview: Maker = async (world, owner, known) => {
  const requests = addressIn(known, "/spaces/:spaceId/change-requests");
  const { body: request } = await world.post(requests, {}, owner);
  known.set("changeRequestId", request.id);
  const verdict = { status: "changes-requested" };
  known.set("reviewId", (await world.post(`${requests}/${request.id}/reviews`, verdict, owner)).body.id);
};

const PROVIDER = {
  label: "Okta",
  ssoURL: "https://acme.okta.com/app/lectern/sso/saml",
  entityID: "http://www.okta.com/exk1abc",
  certificate: KNOWN_CERTIFICATE,
};

const makePeople: Maker = async (world, owner, known) => {
  const organization = `/orgs/${world.organization}`;
  const collection = await world.post(`${organization}/collections`, {}, owner);
  known.set("collectionId", collection.body.id);
  const { body: log } = await world.get(`${organization}/audit-events?limit=1`, owner);
  known.set("auditEventId", log.items[0].id);
  const team = await world.put(`${organization}/teams`, { title: "Team" }, owner);
  known.set("teamId", team.body.id);
  const saml = await world.post(`${organization}/saml`, PROVIDER, owner);
  known.set("samlProviderId", saml.body.id);
  await world.patch(organization, { inviteLinks: true }, owner);
  const link = await world.post(`${organization}/link-invites`, { role: "read" }, owner);
  known.set("inviteId", link.body.id);
  known.set("tokenId", (await world.get("/user/tokens", owner)).body.items[0].id);
};

const makeHook: Maker = async (world, owner, known) => {
  const hooks = `/orgs/${world.organization}/webhooks`;
  const hook = await world.post(hooks, { url: "https://127.0.0.1:65535/" }, owner);
  known.set("webhookId", hook.body.id);
  const delivery = await world.post(`${hooks}/${hook.body.id}/ping`, undefined, owner);
  known.set("deliveryId", delivery.body.id);
};

/** The space that is known already becomes a translation of another. */
const makeTranslation: Maker = async (world, owner, known) => {
  const organization = `/orgs/${world.organization}`;
  const german = { title: "Languages", languages: ["de"] };
  const settings = (await world.post(`${organization}/translations`, german, owner)).body.id;
  known.set("translationSettingsId", settings);
  const glossary = `${organization}/translations-glossary`;
  const insert = { type: "insert", translations: { en: "page", de: "Seite" } };
  await world.put(glossary, { operations: [insert] }, owner);
  known.set("glossaryEntryId", (await world.get(glossary, owner)).body.items[0].id);
  const space = known.get("spaceId") ?? "";
  const source = (await world.post(`${organization}/spaces`, {}, owner)).body.id;
  await world.deps.db.transact(async (tx) => {
    const rootOf = async (id: string): Promise<string> => (await headOf(tx, id))?.root ?? "";
    const row = {
      organization_id: world.organization,
      space_id: space,
      settings_id: settings,
      source_id: source,
      language: "de",
      source_root: await rootOf(source),
      target_root: await rootOf(space),
      created_at: 0,
    };
    await tx.insertInto("translated_spaces").values(row).execute();
  });
};

const makeSpec: Maker = async (world, owner, known) => {
  const organization = `/orgs/${world.organization}`;
  await world.post(`${organization}/openapi`, { slug: "pets", source: { text: PETS } }, owner);
  known.set("specSlug", "pets");
  await world.runJobs();
  const { body: version } = await world.get(`${organization}/openapi/pets/versions/latest`, owner);
  known.set("versionId", version.id);
};

const makeComments: Maker = async (world, owner, known) => {
  for (const place of ["/spaces/:spaceId", "/spaces/:spaceId/change-requests/:changeRequestId"]) {
    const body = { markdown: "Why?" };
    const comments = `${place}/comments`;
    const comment = await world.post(addressIn(known, comments), { body }, owner);
    known.set(`${comments}/:commentId`, comment.body.id);
    const replies = `${comments}/:commentId/replies`;
    const reply = await world.post(addressIn(known, replies), { body }, owner);
    known.set(`${replies}/:commentReplyId`, reply.body.id);
  }
};

/** A space bound to a repository that nobody has, and a run that found that out. */
const makeRepository: Maker = async (world, owner, known) => {
  const url = "https://127.0.0.1:65535/docs";
  const token = { provider: "git", url, accessToken: "a token" };
  const connections = `/orgs/${world.organization}/git/connections`;
  known.set("gitConnectionId", (await world.post(connections, token, owner)).body.id);
  const target = { type: "space", spaceId: known.get("spaceId") };
  const providerConfiguration = { url, branch: "refs/heads/main" };
  const made = await world.post(
    "/git/installations",
    { provider: "git", target, providerConfiguration },
    owner,
  );
  const installation_id = made.body.id;
  known.set("gitInstallationId", installation_id);
  known.set("accountName", "acme");
  known.set("repositoryName", "docs");
  known.set("projectId", "7");
  const id = newId();
  known.set("gitRunId", id);
  await world.deps.db.transact(async (tx) => {
    const times = { created_at: 0, updated_at: 0, completed_at: null };
    const run = { operation: "check", cause: "setup", state: "running", stage: "repo_fetch" } as const;
    const row = { organization_id: world.organization, id, installation_id, ...run, ...times };
    await tx.insertInto("git_runs").values(row).execute();
  });
};

/** An integration, installed on the site and the space that are known already. */
async function makeInstallation(world: Making, owner: Person, known: Known): Promise<void> {
  const { organization } = world;
  const integration = { ...publication(organization), visibility: "public" };
  const own = `/integrations/${known.get("integrationName")}`;
  await world.post(own, integration, owner);
  const { body } = await world.post(`${own}/installations`, { organization }, owner);
  known.set("installationId", body.id);
  const installation = `${own}/installations/${body.id}`;
  await world.post(`${installation}/spaces`, { space: known.get("spaceId") }, owner);
  await world.post(`${installation}/sites`, { siteId: known.get("siteId") }, owner);
  await world.runJobs();
  const { body: told } = await world.get(`${own}/events`, owner);
  known.set("eventId", told.items[0].id);
  // What was told again by one waits, and can't be told again by the other.
  const ofInstallation = "/integrations/:integrationName/installations/:installationId/events/:eventId";
  known.set(ofInstallation, told.items[1].id);
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

async function makeJob({ deps, organization }: Making, { id: created_by }: Person, space_id: string) {
  const id = newId();
  await deps.db.transact(async (tx) => {
    const place = { organization_id: organization, space_id, created_by };
    const row = {
      id,
      kind: "import",
      payload: JSON.stringify({ url: "https://example.com/", kind: "website", organization }),
      due_at: Date.now() + 3_600_000,
      created_at: 0,
      ...place,
    };
    await tx.insertInto("jobs").values(row).execute();
  });
  return id;
}
