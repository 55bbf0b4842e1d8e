/**
 * Everybody times every operation: what each of them is answered follows from the tables of rights and scopes that are
 * written by hand beside this file, asserted over HTTP from the route table, so that a new operation is covered as it
 * appears or fails until it is declared there.
 *
 * The organization enforces single sign-on: administrators came by a password, which is their way out, one member did
 * too, and all others came by its identity provider.
 *
 * Writes are sent with an `If-Match` that nothing is at: who is let through gets a 412 and changes nothing.
 */
import { beforeAll, describe, expect, test } from "vitest";
import { OWN_INSTALLATION, SITE_READER } from "../access/scopes.ts";
import { ROLES, type Role } from "../access/roles.ts";
import { operations } from "../app.ts";
import type { Operation } from "../http/operation.ts";
import { newId } from "../ports/ids.ts";
import { hashToken, newToken } from "../ports/tokens.ts";
import { sampleOf, type Schema } from "./sampleOf.ts";
import { makeSite, tokenOf as visitorToken } from "../site/visitor/visitors.fixture.ts";
import { type Person, type Session, useWorld } from "./harness.ts";
import { addressIn, makeOneOfEach } from "./oneOfEach.ts";
import { ASK_HOSTS } from "./askHosts.ts";
import { openedBy } from "./openedBy.ts";
import { isGranted } from "./rights.ts";
import { addTriedProvider } from "../nouns/saml/triedProvider.fixture.ts";

type Answer = "let through" | 400 | 401 | 403 | 404;

interface Identity {
  /** What is sent as the bearer token; undefined: no header. */
  readonly token: string | undefined;
  /** What is sent in its place below `/-/v1`, with these headers. */
  readonly session?: Session;
  readonly headers?: Readonly<Record<string, string>>;
  /** What is answered whatever is asked. */
  readonly refused?: 400 | 403;
  /** A role in the organization; undefined for those who are nobody there. */
  readonly role?: Role | null;
  readonly isCaller: boolean;
  /** What the token is narrowed to. */
  readonly scopes?: ReadonlySet<string>;
  /** Below which addresses it reads, where it is the token of a published site. */
  readonly reads?: readonly string[];
}

const world = useWorld();
const identities = new Map<string, Identity>();
let known = new Map<string, string>();

beforeAll(async () => {
  const owner = await world().addPerson("olga", "admin");
  known = await makeOneOfEach(world(), owner);
  // Nobody but who began it reaches an upload.
  const colleague = await world().addPerson("the colleague", "create");
  const upload = await world().post("/uploads", { size: 1, organization: world().organization }, colleague);
  known.set("uploadId", upload.body.id);
  const caller = ({ token }: Person, role?: Role | null): Identity => ({
    token,
    isCaller: true,
    ...(role === undefined ? {} : { role }),
  });
  const nobody = (token?: string): Identity => ({ token, isCaller: false });
  const disabled = await world().addPerson("dora", "admin");
  await world().deps.db.transact(async (tx) => {
    await tx.updateTable("members").set({ disabled: 1 }).where("user_id", "=", disabled.id).execute();
  });
  const other = await world().addOrganization("Other", "other");
  identities.set("anonymous", nobody());
  identities.set("a bad token", nobody("lct_000000000000000000000000000000000000"));
  identities.set("an expired token", nobody(await tokenOf(owner, { expires_at: 1 })));
  identities.set("a revoked token", nobody(await tokenOf(owner, { revoked_at: 1 })));
  identities.set("a disabled member", caller(disabled));
  identities.set("another organization's admin", caller(await world().addPerson("sam", "admin", other)));
  identities.set("guest", caller(await world().addPerson("guest", null), null));
  const scopes = ["space:read", "site:read", "openapi:write"];
  identities.set("a narrowed token", {
    ...caller({ id: owner.id, token: await tokenOf(owner, { scopes: JSON.stringify(scopes) }) }, "admin"),
    scopes: new Set(scopes),
  });
  const installation = addressIn(known, "/integrations/:integrationName/installations/:installationId");
  const { body: made } = await world().post(`${installation}/tokens`, undefined, owner);
  identities.set("an installation", {
    ...caller({ id: owner.id, token: made.token }, "admin"),
    scopes: new Set(["space:content:read", OWN_INSTALLATION]),
  });
  for (const role of ROLES) identities.set(role, caller(await world().addPerson(`the-${role}`, role), role));
  const boss = await world().addPerson("a-session", "admin");
  const session = await world().signIn(boss);
  const signedIn: Identity = { ...caller(boss, "admin"), session };
  identities.set("a session", signedIn);
  identities.set("a session of nobody", { ...nobody(), session: { cookie: "lectern-session=unknown" } });
  identities.set("a session that another site uses", {
    ...signedIn,
    headers: { "sec-fetch-site": "same-site" },
    refused: 403,
  });
  identities.set("a token in the place of a session", {
    ...signedIn,
    headers: { authorization: `Bearer ${owner.token}` },
    refused: 400,
  });
  const site = await makeSite(world(), owner, "Visited");
  identities.set("a visitor's token", nobody(await visitorToken(world(), site.key)));
  const { body: link } = await world().post(`${site.api}/share-links`, { name: "All" }, owner);
  identities.set("the key of a share link", nobody(link.urls.published.split("/").at(-2)));
  await addReaders(owner, site.api);
  await enforceSingleSignOn(owner);
  // Other than an administrator, they are nobody here.
  identities.set("a member by password", caller(await world().addPerson("by-password", "create")));
});

/** Tokens of published sites: of the site that operations name, and of one that shows the space that they name. */
async function addReaders(owner: Person, another: string): Promise<void> {
  const sites = `/orgs/${world().organization}/sites`;
  const own = addressIn(known, `${sites}/:siteId`);
  await world().post(`${own}/publish`, undefined, owner);
  await world().post(`${another}/site-spaces`, { spaceId: known.get("spaceId") }, owner);
  const reader = async (api: string, ...reads: string[]): Promise<Identity> => {
    const { body: site } = await world().get(api, owner);
    const { body } = await world().post("/urls/published", { url: site.urls.published });
    return { token: body.apiToken, isCaller: true, scopes: new Set([SITE_READER]), reads };
  };
  identities.set(
    "the token of the site",
    await reader(own, "/orgs/:organizationId/sites/:siteId", "/spaces/:spaceId"),
  );
  identities.set("the token of a site with the space", await reader(another, "/spaces/:spaceId"));
}

/** What no page holds that readers of a site see: to them it isn't there. */
const UNSHOWN = new Set([
  "getDocumentById",
  "getFileById",
  "getFileInRevisionById",
  "getReusableContentById",
  "getReusableContentInRevisionById",
  "getReusableContentDocumentInRevisionById",
]);

/** From here on the organization's members have to come by its single sign-on; those who are there came so. */
async function enforceSingleSignOn(owner: Person): Promise<void> {
  const through = world().organization;
  await world().deps.db.transact(async (tx) => {
    const others = tx
      .selectFrom("members")
      .select("user_id")
      .where("organization_id", "=", through)
      .where((eb) => eb.or([eb("role", "is", null), eb("role", "!=", "admin")]));
    await tx.updateTable("tokens").set({ through }).where("user_id", "in", others).execute();
  });
  await addTriedProvider(world(), owner);
  await world().patch(`/orgs/${through}`, { sso: true }, owner);
}

async function tokenOf(
  { id }: Person,
  set: { readonly expires_at?: number; readonly revoked_at?: number; readonly scopes?: string },
): Promise<string> {
  const token = newToken();
  await world().deps.db.transact(async (tx) => {
    const row = { id: newId(), user_id: id, label: "test", hash: hashToken(token), created_at: 0, ...set };
    await tx.insertInto("tokens").values(row).execute();
  });
  return token;
}

/** What is there for members of other organizations, too. */
const PUBLIC: ReadonlySet<string> = new Set(["The integration", "Your settings"]);

/** What somebody is to be answered. @throws when nothing here declares it */
function expected(operation: Operation, { token, role, isCaller, scopes, refused, reads }: Identity): Answer {
  if (refused !== undefined) return refused;
  const { access } = operation;
  if (scopes !== undefined && access.kind !== "anyone") {
    if (!openedBy(operation).some((scope) => scopes.has(scope))) return 403;
  }
  if (access.kind === "anyone") return token === undefined || isCaller ? "let through" : 401;
  if (!isCaller) return 401;
  if (access.kind === "user") return "let through";
  if (reads !== undefined)
    return reads.some((prefix) => operation.url.startsWith(prefix)) && !UNSHOWN.has(operation.operationId)
      ? "let through"
      : 404;
  if (role === undefined && !PUBLIC.has(access.noun)) return 404;
  const may = (verb: string): boolean => isGranted(operation, { noun: access.noun, verb }, role ?? null);
  if (!may("view")) return 404;
  return may(access.verb) ? "let through" : 403;
}

/** Bodies that a sample of the schema doesn't give. */
const BODIES: Readonly<Record<string, unknown>> = {
  inviteToSpace: { users: ["anybody"], role: "read" },
  inviteToCollection: { users: ["anybody"], role: "read" },
  inviteToSite: { users: ["anybody"], role: "read" },
  createSiteRedirect: { source: "/a", destination: { kind: "external", url: "https://example.com/" } },
  updateSiteRedirectById: { source: "/a" },
  bulkUpsertSiteRedirects: { redirects: [{ source: "/a", destination: null }] },
  importGitRepository: { url: "https://example.com/docs", ref: "main" },
  exportToGitRepository: { url: "https://example.com/docs", ref: "main", commitMessage: "Docs" },
  createGitSyncInstallation: {
    provider: "git",
    target: { type: "space", spaceId: "absent" },
    providerConfiguration: { url: "https://example.com/docs", branch: "refs/heads/main" },
  },
  getComputedRevision: { source: sourceOf({ models: true }), seed: "s" },
  getComputedDocument: { source: sourceOf({ doc: "models" }), seed: "s" },
};

function sourceOf(props: object): object {
  const dependencies = { spec: { ref: { kind: "openapi", spec: "pets" } } };
  return { type: "builtin:openapi", props, dependencies };
}

/** Queries that a sample of the schema doesn't give. */
const QUERIES: Readonly<Record<string, Record<string, string>>> = {
  getSiteRedirectBySource: { source: "/a-moved-page" },
  getPublishedContentByUrl: { url: "http://app.test/" },
  getContentByUrl: { url: "http://app.test/s/absent" },
};

/** Operations that find nothing for those who may see nothing, whoever they are. */
const HIDING = new Set(["getContentByUrl"]);

function addressOf({ url, shapes, operationId }: Operation): string {
  const path = addressIn(known, url);
  const query = shapes.query as Schema | undefined;
  const needed = query?.required?.length ? (sampleOf(query, false) as Record<string, string>) : {};
  const text = new URLSearchParams(QUERIES[operationId] ?? needed).toString();
  return text === "" ? path : `${path}?${text}`;
}

async function answerTo(operation: Operation, identity: Identity): Promise<Answer | number> {
  const { operationId, method, shapes } = operation;
  const isRead = method === "GET";
  const sends = shapes.body !== undefined && operation.upload === undefined;
  const { status } = await world().call(method, addressOf(operation), {
    as: identity.session ?? identity.token,
    headers: { ...identity.headers, ...(isRead ? {} : { "if-match": '"999999.never"' }) },
    ...(sends ? { body: BODIES[operationId] ?? sampleOf(shapes.body as Schema, false) } : {}),
  });
  if (HIDING.has(operationId) && status === 404) return "let through";
  if (ASK_HOSTS.has(operationId) && status === 409) return "let through";
  return (isRead ? status < 400 : status === 412) ? "let through" : status;
}

describe.each(operations.map((operation) => [operation.operationId, operation] as const))(
  "%s",
  (_, operation) => {
    test("answers everybody as the table says", async () => {
      const answers: Record<string, unknown> = {};
      const wanted: Record<string, unknown> = {};
      for (const [name, identity] of identities) {
        wanted[name] = expected(operation, identity);
        answers[name] = await answerTo(operation, identity);
      }
      expect(answers).toEqual(wanted);
    });
  },
);
