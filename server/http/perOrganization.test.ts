import { request as ask } from "node:http";
import type { AddressInfo } from "node:net";
import { PassThrough } from "node:stream";
import type { FastifyInstance } from "fastify";
import { pino } from "pino";
import { Type } from "typebox";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { operations } from "../app.ts";
import { loadOrganization } from "../nouns/orgs/queries.ts";
import { type Person, useWorld } from "../test/harness.ts";
import { openCursors } from "./cursor.ts";
import { conflict } from "./errors.ts";
import { mountOperations } from "./mount.ts";
import { chapter, holding, ok, op, type OutcomeOf, streamed } from "./operation.ts";
import { openPlaces } from "./perOrganization.ts";
import { newServer } from "./server.ts";

const world = useWorld();
let person: Person;
let other: string;
beforeAll(async () => {
  person = await world().addPerson("ada", "admin");
  other = await world().addOrganization("Other", "other");
  await world().deps.db.transact((tx) =>
    tx
      .insertInto("members")
      .values({ organization_id: other, user_id: person.id, role: "admin", joined_at: 1 } as never)
      .execute(),
  );
});

const apps: FastifyInstance[] = [];
afterEach(async () => {
  for (const app of apps.splice(0)) await app.close();
});

const until = (holds: () => boolean) => vi.waitUntil(holds, { timeout: 60_000, interval: 5 });

/** An app with one operation, two of which an organization may have under way; each ends when `answers` has its end. */
type Slow = OutcomeOf<{ 200: ReturnType<typeof Type.Any> }>;

function openApp(mostWaiting = 2, patience = 600_000) {
  const places = openPlaces({ mostWaiting, patience });
  const underway = new Map<string, ((outcome: Slow | Error) => void)[]>();
  const slow = op({
    method: "GET",
    url: "/orgs/:organizationId/slow",
    operationId: "slow",
    call: "slow.wait",
    summary: "Wait",
    scopes: [],
    access: holding("The organization", loadOrganization, "view"),
    shapes: { params: Type.Object({ organizationId: Type.String() }) },
    answers: { 200: Type.Any() },
    perOrganization: { atOnce: 2, of: ({ organization }) => organization.id },
    handler: ({ thing }) =>
      new Promise<Slow>((resolve, reject) => {
        const own = underway.get(thing.organization.id) ?? [];
        underway.set(thing.organization.id, own);
        own.push((outcome) => (outcome instanceof Error ? reject(outcome) : resolve(outcome)));
      }),
  });
  const { deps } = world();
  const app = newServer({
    log: pino({ level: "silent" }),
    newId: deps.newId,
    trustedProxies: [],
    patience: undefined,
  });
  apps.push(app);
  const edge = {
    deps,
    identities: deps.identities,
    identifySession: async () => undefined,
    cursors: openCursors(deps.secrets),
  };
  mountOperations(app, { ...edge, rateLimit: undefined, places }, chapter("Test", [slow]));
  const headers = { authorization: `Bearer ${person.token}` };
  const answered: number[] = [];
  const call = async (organization: string) => {
    const answer = await app.inject({ url: `/v1/orgs/${organization}/slow`, headers });
    answered.push(answer.statusCode);
    return answer;
  };
  const begun = (organization: string) => underway.get(organization) ?? [];
  return { app, call, answered, begun, places, headers };
}

test("of an operation with a share so many are under way, so many wait, and more are refused", async () => {
  const { call, answered, begun, places } = openApp();
  const own = world().organization;
  const calls = Array.from({ length: 6 }, () => call(own));
  await until(() => answered.length === 2 && begun(own).length === 2);
  expect(answered).toEqual([429, 429]);
  // Others don't wait for them.
  const theirs = call(other);
  await until(() => begun(other).length === 1);
  begun(other)[0]?.(ok({}));
  expect((await theirs).statusCode).toBe(200);
  // One that fails frees its place like one that is answered.
  begun(own)[0]?.(conflict("busy", "Busy."));
  await until(() => begun(own).length === 3);
  begun(own)[1]?.(ok({}));
  await until(() => begun(own).length === 4);
  for (const end of begun(own)) end(ok({}));
  const answers = await Promise.all(calls);
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 200, 200, 409, 429, 429]);
  const refused = answers.find(({ statusCode }) => statusCode === 429);
  expect(refused?.json().error).toMatchObject({ code: 429, type: "too-many-at-once" });
  expect(refused?.headers["retry-after"]).toBe("1");
  await until(() => places.size === 0);
});

test("who waits too long is refused, and takes no place", async () => {
  const { call, answered, begun, places } = openApp(9, 1);
  const own = world().organization;
  const calls = Array.from({ length: 4 }, () => call(own));
  await until(() => answered.length === 2 && begun(own).length === 2);
  for (const end of begun(own)) end(ok({}));
  await Promise.all(calls);
  expect(answered).toEqual([429, 429, 200, 200]);
  await until(() => places.size === 0);
  expect(begun(own)).toHaveLength(2);
});

test("a file keeps its place until it is sent", async () => {
  const { call, begun, places } = openApp();
  const own = world().organization;
  const calls = [call(own), call(own), call(own)];
  await until(() => begun(own).length === 2);
  const content = new PassThrough();
  begun(own)[0]?.(streamed({ type: "text/plain", filename: "a.txt", content }));
  content.write("a");
  await until(() => content.readableFlowing === true || content.listenerCount("readable") > 0);
  expect(begun(own)).toHaveLength(2);
  content.end();
  await until(() => begun(own).length === 3);
  for (const end of begun(own)) end(ok({}));
  expect((await Promise.all(calls)).map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
  await until(() => places.size === 0);
});

test("nothing is made for who went away while they waited", async () => {
  const { app, call, begun, places, headers } = openApp();
  const own = world().organization;
  const calls = [call(own), call(own)];
  await until(() => begun(own).length === 2);
  await app.listen({ port: 0, host: "127.0.0.1" });
  const arrived = new Promise<void>((resolve) => app.server.once("request", () => resolve()));
  const { port } = app.server.address() as AddressInfo;
  const leaving = ask({ host: "127.0.0.1", port, path: `/v1/orgs/${own}/slow`, headers });
  leaving.on("error", () => undefined).end();
  await arrived;
  leaving.destroy();
  await new Promise<void>((resolve) => {
    const look = (): void =>
      void app.server.getConnections((_error, count) => (count === 0 ? resolve() : setTimeout(look, 5)));
    look();
  });
  for (const end of begun(own)) end(ok({}));
  await Promise.all(calls);
  await until(() => places.size === 0);
  expect(begun(own)).toHaveLength(2);
});

test("what costs much has a share", () => {
  const shared = operations.filter(({ perOrganization }) => perOrganization !== undefined);
  expect(shared.map(({ operationId }) => operationId)).toEqual(
    expect.arrayContaining([
      "searchSpaceContent",
      "searchOrganizationContent",
      "searchSiteContent",
      "listSpaceLinks",
      "listSpacePageBacklinks",
      "getComputedRevision",
      "getComputedDocument",
      "exportSpace",
      "exportAuditEvents",
      "getChangeRequestChanges",
      "getSpacePDF",
      "getChangeRequestPDF",
      // What arrives lies on disk before it counts for anybody.
      ...operations.filter(({ upload }) => upload !== undefined).map(({ operationId }) => operationId),
    ]),
  );
});
