/** A request to each changing operation that is accepted, and the order in which all of them are. */
import type { Operation } from "../http/operation.ts";
import { publication } from "../nouns/integrations/publication.fixture.ts";
import type { Person, World } from "./harness.ts";
import { addressIn } from "./oneOfEach.ts";
import { sampleOf, type Schema } from "./sampleOf.ts";

type Known = ReadonlyMap<string, string>;

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

/** Where an operation stands among all: what takes away comes after what needs it. */
export function turnOf({ method, url, operationId }: Operation): number {
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
export interface More {
  readonly owner: Person;
  readonly member: Person;
  readonly space: string;
  readonly site: string;
  /** Of which the owner is an administrator as well. */
  readonly organization: string;
}

/** Makes it, for the owner of one of each. */
export async function makeMore(world: World, owner: Person): Promise<More> {
  const organization = await world.addOrganization("Second", "second");
  const member = await world.addPerson("mia", "read");
  await world.deps.db.transact(async (tx) => {
    const row = { organization_id: organization, user_id: owner.id, role: "admin" as const, joined_at: 0 };
    await tx.insertInto("members").values(row).execute();
    const app = { user_id: member.id, secret: "", used_step: 0, created_at: 0, used_at: 0 };
    await tx.insertInto("authenticators").values(app).execute();
  });
  const at = `/orgs/${world.organization}`;
  return {
    owner,
    organization,
    member,
    space: (await world.post(`${at}/spaces`, {}, owner)).body.id,
    site: (await world.post(`${at}/sites`, { title: "Another" }, owner)).body.id,
  };
}

/** Bodies that a sample of the schema doesn't give. */
export function bodiesWith(
  known: Known,
  { member, space, site, organization }: More,
): Readonly<Record<string, unknown>> {
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
    updateGitSyncInstallation: { paused: false },
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
    refreshComputedSources: {},
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
    publishIntegration: publication(known.get("organizationId") ?? "", { visibility: "public" }),
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

/** Sent as it is. */
export interface RawBody {
  readonly raw: string | Buffer;
  readonly headers: Readonly<Record<string, string>>;
}

/** A form with one file. */
export function formOf(name: string, type: string, content: string | Buffer): RawBody {
  const head = `content-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: ${type}`;
  const raw = Buffer.concat([
    Buffer.from(`--xx\r\n${head}\r\n\r\n`),
    Buffer.from(content),
    Buffer.from("\r\n--xx--\r\n"),
  ]);
  return { raw, headers: { "content-type": "multipart/form-data; boundary=xx" } };
}

/** A file that no other operation brings, or the one byte of a part. */
function fileOf({ operationId, upload }: Operation): RawBody {
  if (upload === "bytes") return { raw: "A", headers: { "content-type": "application/octet-stream" } };
  return formOf("a.md", "text/markdown", `# ${operationId}`);
}

/** Where an operation is asked of one of each, and somebody beside the owner. */
export function addressOf({ url }: Operation, known: Known, { owner, member }: More): string {
  const isAbout = /members|permissions|requested/.test(url) ? member.id : owner.id;
  return addressIn(new Map([...known, ["userId", isAbout]]), url);
}

/** What is sent there. */
export function acceptedBody(operation: Operation, bodies: Readonly<Record<string, unknown>>) {
  const { operationId, shapes, upload } = operation;
  if (upload !== undefined) return fileOf(operation);
  const body = bodies[operationId] ?? (shapes.body && sampleOf(shapes.body as Schema, false));
  return body === undefined ? {} : { body };
}
