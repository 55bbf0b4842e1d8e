/**
 * What operations leave in the audit log, and which parts of the tables they touch, asserted from the route table, so that a new one is covered as it appears: a
 * change leaves one row, and an update without fields none, since fields that are left out stay.
 */
import { beforeAll, expect, test } from "vitest";
import { operations } from "../app.ts";
import type { Operation } from "../http/operation.ts";
import { publication } from "../nouns/integrations/publication.fixture.ts";
import { sampleOf, type Schema } from "./sampleOf.ts";
import { type Answer, type Person, useWorld } from "./harness.ts";
import { useMailServer } from "./mailServer.ts";
import { hearStatements } from "./statements.ts";
import { inSeveralParts } from "./touchedParts.ts";
import { addressIn, makeOneOfEach } from "./oneOfEach.ts";

const world = useWorld();
// There are e-mails that only a mail server lets anybody ask for.
useMailServer(world);
let owner: Person;
let known = new Map<string, string>();

/** All that was asked of the database, with the values of the last time. */
const heard = new Map<string, readonly unknown[]>();

beforeAll(async () => {
  hearStatements(world().deps.db, (statement, values) => void heard.set(statement, values));
  owner = await world().addPerson("olga", "admin");
  known = await makeOneOfEach(world(), owner);
  // What reads leaves nothing, and is here for what it asks of the database.
  for (const { access, method, url } of operations) {
    if (method === "GET" && access.kind !== "anyone") await world().get(addressIn(known, url), owner);
  }
});

const optional = operations.filter(({ method, shapes: { body } }) => {
  return method === "PATCH" && body !== undefined && (body as { required?: string[] }).required === undefined;
});

test.each(optional.map(({ operationId, url }) => [operationId, url] as const))(
  "%s without fields changes nothing, not even when it was changed",
  async (_id, url) => {
    const at = addressIn(known, url);
    const before = await world().get(at, owner);
    const written = await traces();
    const { status, body, headers } = await world().patch(at, {}, owner);
    expect([status, body.error]).toEqual([200, undefined]);
    expect(await traces()).toBe(written);
    // What others rely on is what it was.
    const again = await world().patch(at, {}, owner, { "if-match": String(headers["etag"]) });
    expect([again.status, again.headers["etag"]]).toEqual([200, headers["etag"]]);
    // Some things are answered in lists alone.
    if (before.status === 405) return;
    expect([body, headers["etag"]]).toEqual([before.body, before.headers["etag"]]);
    const after = await world().get(at, owner);
    expect([after.body, after.headers["etag"]]).toEqual([before.body, before.headers["etag"]]);
  },
);

/** How many changes were noted. */
async function traces(): Promise<number> {
  const { read } = world().deps.db;
  const { count } = await read
    .selectFrom("audit")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

/** How many rows a change leaves that doesn't leave one. */
const ROWS: Readonly<Record<string, number>> = {
  // They change nothing: the first is said every minute.
  updateOrganizationMemberLastSeenAt: 0,
  createSitePublishingPreview: 0,
  searchSiteContent: 0,
  getComputedRevision: 0,
  getComputedDocument: 0,
  // One of hundreds: what begins an upload leaves a row, and so does what takes it.
  putUploadPart: 0,
  // A new space, which is a translation from then on.
  createTranslatedSpace: 2,
  // The space that it makes, and its place on the site.
  duplicateSiteSpace: 2,
  // Both organizations have a log.
  transferSpace: 2,
  transferCollection: 2,
  // The organization that published it, and one that had it installed.
  unpublishIntegration: 2,
};

/** What takes more than a request to be done; the tests beside them look at the log. */
const ELSEWHERE = new Set([
  "resolveChangeRequestConflict",
  "runSpaceTranslation",
  "runTranslation",
  "joinOrganization",
  "startImportRun",
  "confirmTranslatedPages",
  "createCustomFont",
  "resolveGitSync",
  "purgeCollection",
  "purgeSite",
  "purgeSpace",
]);

/** The last ones, in this order: the others need what they take away. */
const LAST = [
  "mergeChangeRequest",
  "deleteSpaceById",
  "restoreSpace",
  "transferSpace",
  "transferCollection",
  "deleteCollectionById",
  "restoreCollection",
  "restoreSite",
  "deleteOrganizationById",
  "deleteUserToken",
];
/** What is deleted before the rest, of which the deepest comes first. */
const FIRST = [
  "deleteSiteSpaceCustomizationById",
  "deleteSiteSpaceById",
  "deleteSpaceTranslation",
  "removeCustomHostname",
];

function turnOf({ method, url, operationId }: Operation): number {
  if (LAST.includes(operationId)) return 1000 + LAST.indexOf(operationId);
  if (method !== "DELETE") return 0;
  return FIRST.includes(operationId) ? FIRST.indexOf(operationId) + 1 : 100 - url.split("/").length;
}

const page = { changes: [{ operation: "insert_page", title: "New", document: { markdown: "n" } }] };
const said = { body: { markdown: "Said" } };
const external = { kind: "external", url: "https://example.com/" };
const hook = { url: "https://127.0.0.1:65535/" };
const source = {
  type: "builtin:openapi",
  props: { models: true },
  dependencies: { spec: { ref: { kind: "openapi", spec: "pets" } } },
};

/** What the operations work with beside one of each. */
interface More {
  readonly member: Person;
  readonly space: string;
  readonly site: string;
  /** Of which the owner is an administrator as well. */
  readonly organization: string;
}

async function makeMore(): Promise<More> {
  const organization = await world().addOrganization("Second", "second");
  await world().deps.db.transact(async (tx) => {
    const row = { organization_id: organization, user_id: owner.id, role: "admin" as const, joined_at: 0 };
    await tx.insertInto("members").values(row).execute();
  });
  const at = `/orgs/${world().organization}`;
  return {
    organization,
    member: await world().addPerson("mia", "read"),
    space: (await world().post(`${at}/spaces`, {}, owner)).body.id,
    site: (await world().post(`${at}/sites`, { title: "Another" }, owner)).body.id,
  };
}

/** Bodies that a sample of the schema doesn't give. */
function bodiesWith({ member, space, site, organization }: More): Readonly<Record<string, unknown>> {
  const granted = { users: [member.id], teams: [known.get("teamId")], role: "read" };
  const role = { role: "edit" };
  const section = known.get("siteSectionId");
  return {
    inviteToSpace: granted,
    inviteToCollection: granted,
    inviteToSite: granted,
    updateUserPermissionInSite: role,
    updateTeamPermissionInSite: role,
    updateUserPermissionInSpace: role,
    updateTeamPermissionInSpace: role,
    updateUserPermissionInCollection: role,
    updateTeamPermissionInCollection: role,
    updateMemberInOrganizationById: role,
    updateMembersInOrganizationTeam: { add: [member.id] },
    inviteUsersToOrganization: { emails: ["new@example.com"] },
    createUpload: { size: 1, space },
    checkGitConnection: { url: hook.url },
    createGitConnection: { provider: "git", url: hook.url, accessToken: "a token" },
    importGitRepository: { url: `${hook.url}docs`, ref: "main" },
    exportToGitRepository: { url: `${hook.url}docs`, ref: "main", commitMessage: "Docs" },
    createGitSyncInstallation: {
      provider: "git",
      target: { type: "space", spaceId: space },
      providerConfiguration: { url: `${hook.url}docs`, branch: "refs/heads/other" },
    },
    createOrganizationWebhook: hook,
    updateOrganizationWebhook: hook,
    updateSpaceContent: page,
    updateChangeRequestContent: page,
    postCommentInSpace: said,
    postCommentReplyInSpace: said,
    updateCommentReplyInSpace: said,
    postCommentInChangeRequest: said,
    postCommentReplyInChangeRequest: said,
    updateCommentReplyInChangeRequest: said,
    requestReviewersForChangeRequest: { users: [member.id] },
    getComputedRevision: { source, seed: "s" },
    getComputedDocument: { source: { ...source, props: { doc: "models" } }, seed: "s" },
    createTranslatedSpace: { source: space, language: "de" },
    updateSiteAdaptiveSchema: { jsonSchema: { type: "object", properties: {}, additionalProperties: false } },
    searchSiteContent: { query: "new", scope: { mode: "all" } },
    createSitePublishingPreview: {},
    addSectionToSite: { spaceId: space },
    addSectionToGroup: { sectionId: section },
    addSpaceToSite: { spaceId: space, sectionId: section },
    sortSiteStructure: { item: { type: "site-section", id: section } },
    createSiteRedirect: { source: "/a", destination: external },
    bulkUpsertSiteRedirects: { redirects: [{ source: "/b", destination: external }] },
    updateSiteRedirectById: { source: "/c" },
    publishIntegration: publication(world().organization, { visibility: "public" }),
    setIntegrationDevelopmentMode: { tunnelUrl: hook.url },
    installIntegration: { organization },
    installIntegrationOnSpace: { space },
    installIntegrationOnSite: { siteId: site },
    moveCollection: { parent: null },
    moveSpace: { parent: null },
    transferCollection: { organization },
    transferSpace: { organization },
  };
}

/** A file that no other operation brings, or the one byte of a part. */
function fileOf({ operationId, upload }: Operation) {
  if (upload === "bytes") return { raw: "A", headers: { "content-type": "application/octet-stream" } };
  const head = 'content-disposition: form-data; name="file"; filename="a.md"\r\ncontent-type: text/markdown';
  const raw = `--xx\r\n${head}\r\n\r\n# ${operationId}\r\n--xx--\r\n`;
  return { raw, headers: { "content-type": "multipart/form-data; boundary=xx" } };
}

test("every change leaves one row, in the order in which a thing lives", async () => {
  const more = await makeMore();
  const newcomer = await world().addPerson("nora");
  const bodies = bodiesWith(more);
  const send = (operation: Operation): Promise<Answer> => {
    const { operationId, method, url, shapes } = operation;
    const isAbout = /members|permissions|requested/.test(url) ? more.member.id : owner.id;
    const body = bodies[operationId] ?? (shapes.body && sampleOf(shapes.body as Schema, false));
    return world().call(method, addressIn(new Map([...known, ["userId", isAbout]]), url), {
      as: operationId === "joinOrganizationWithInvite" ? newcomer : owner,
      ...(operation.upload !== undefined ? fileOf(operation) : body === undefined ? {} : { body }),
    });
  };
  const left: Record<string, unknown> = {};
  const expected: Record<string, unknown> = {};
  const writes = operations.filter(({ method, access }) => method !== "GET" && access.kind !== "anyone");
  for (const operation of writes.toSorted((a, b) => turnOf(a) - turnOf(b))) {
    const { operationId } = operation;
    if (ELSEWHERE.has(operationId)) continue;
    const before = await traces();
    const { status, body } = await send(operation);
    left[operationId] = status < 300 ? (await traces()) - before : [status, body?.error];
    expected[operationId] = ROWS[operationId] ?? 1;
  }
  expect(left).toEqual(expected);
});

/** What may look into several parts of a table, by how it begins, and why. */
const SPREAD: readonly (readonly [string, string])[] = [
  ['update "addresses" set "organization_id"', "a collection is handed over with all that lies in it"],
];

test("no statement of all these requests touches several parts of a table", async () => {
  const { db } = world().deps;
  if (world().dialect === "sqlite") return;
  const careless = "select id from comments where id = $1";
  const spread = await inSeveralParts(db, new Map([...heard, [careless, ["c"]]]));
  expect(spread.filter((statement) => !SPREAD.some(([begins]) => statement.startsWith(begins)))).toEqual([
    careless,
  ]);
  expect(SPREAD.filter(([begins]) => !spread.some((statement) => statement.startsWith(begins)))).toEqual([]);
});
