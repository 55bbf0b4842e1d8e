/**
 * What operations leave in the audit log, and which parts of the tables they touch, asserted from the route table, so that a new one is covered as it appears: a
 * change leaves one row, and an update without fields none, since fields that are left out stay.
 */
import { beforeAll, expect, test } from "vitest";
import { operations } from "../app.ts";
import type { Operation } from "../http/operation.ts";
import { acceptedBody, addressOf, bodiesWith, makeMore, turnOf } from "./accepted.ts";
import { type Answer, type Person, useWorld } from "./harness.ts";
import { useMailServer } from "./mailServer.ts";
import { mayCross } from "./crossing.ts";
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
  // Readers are no actors of the log.
  trackEventsInSiteById: 0,
  aggregateSiteEvents: 0,
  searchSiteContent: 0,
  getComputedRevision: 0,
  getComputedDocument: 0,
  // Nothing drives a space that is connected by itself.
  deleteLegacyGitInstallation: 0,
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
  // Scripts run in few tests; it leaves nothing.
  "renderIntegrationUiWithPost",
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

test("every change leaves one row, in the order in which a thing lives", async () => {
  const more = await makeMore(world(), owner);
  const newcomer = await world().addPerson("nora");
  const bodies = bodiesWith(known, more);
  const send = (operation: Operation): Promise<Answer> =>
    world().call(operation.method, addressOf(operation, known, more), {
      as: operation.operationId === "joinOrganizationWithInvite" ? newcomer : owner,
      ...acceptedBody(operation, bodies),
    });
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

test("no statement of all these requests touches several parts of a table", async () => {
  const { db } = world().deps;
  if (world().dialect === "sqlite") return;
  const careless = "select id from comments where id = $1";
  const spread = await inSeveralParts(db, new Map([...heard, [careless, ["c"]]]));
  expect(spread.filter((statement) => !mayCross(statement))).toEqual([careless]);
  // The one that a request makes, so that nothing is named for nothing.
  expect(spread).toHaveLength(2);
});
