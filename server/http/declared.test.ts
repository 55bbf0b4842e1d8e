/** Handlers that answer what their operation doesn't declare: types refuse them, and so does the edge. */
import type { FastifyInstance } from "fastify";
import { pino } from "pino";
import { Type } from "typebox";
import { afterEach, beforeAll, expect, test } from "vitest";
import { type Person, useWorld } from "../test/harness.ts";
import type { RunningChange } from "./change.ts";
import { openCursors } from "./cursor.ts";
import { mountOperations } from "./mount.ts";
import { anyUser, chapter, op, type Operation, type Outcome } from "./operation.ts";
import { openPlaces } from "./perOrganization.ts";
import { newServer } from "./server.ts";

const world = useWorld();
let person: Person;
beforeAll(async () => {
  person = await world().addPerson("ada", "admin");
});

const apps: FastifyInstance[] = [];
const log: string[] = [];
afterEach(async () => {
  for (const app of apps.splice(0)) await app.close();
  log.length = 0;
});

type Run = (work: (change: RunningChange) => Promise<Outcome>) => Promise<Outcome>;
const Thing = Type.Object({ title: Type.String() });
const SECRET = "$argon2id$of-somebody";

/** Calls an operation whose handler the compiler wasn't asked about. */
async function answerOf(
  answers: Operation["answers"],
  handler: (call: { readonly change: Run }) => Outcome | Promise<Outcome>,
  headers: Record<string, string> = {},
) {
  const { deps } = world();
  const probe = op({
    method: "POST",
    url: "/probe",
    operationId: "probe",
    call: "probes.try",
    summary: "Answer",
    scopes: [],
    access: anyUser,
    answers,
    handler: handler as never,
  });
  const app = newServer({
    log: pino({ level: "error" }, { write: (line) => void log.push(line) }),
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
    places: openPlaces(),
  };
  mountOperations(app, { ...edge, rateLimit: undefined }, chapter("Test", [probe]));
  return app.inject({
    method: "POST",
    url: "/v1/probe",
    headers: { authorization: `Bearer ${person.token}`, ...headers },
  });
}

const bytes = async () => Buffer.from(JSON.stringify({ password_hash: SECRET }));

test.each<[string, Operation["answers"], Outcome]>([
  ["a status", { 201: Thing }, { status: 200, body: { password_hash: SECRET } }],
  ["a status by the name of a property of all objects", { 201: Thing }, { status: "toString" as never }],
  ["a body where there is none", { 204: null }, { status: 204, body: { password_hash: SECRET } }],
  ["no body where there is one", { 200: Thing }, { status: 200 }],
  [
    "bytes of another schema",
    { 200: Thing },
    { status: 200, kept: { schema: Type.Object({}), key: "k", bytes } } as Outcome,
  ],
  ["a version", { 200: Thing }, { status: 200, body: { title: SECRET }, version: 1 }],
])("%s that isn't declared is 500, and nothing of it is sent", async (_, answers, outcome) => {
  const answer = await answerOf(answers, () => outcome);
  expect([answer.statusCode, answer.json().error.type]).toEqual([500, "internal"]);
  expect(answer.body).not.toContain(SECRET);
  expect(log.join("")).toContain("probe answers");
});

test("fields that the schema doesn't declare are not sent", async () => {
  const answer = await answerOf({ 200: Thing }, () => ({
    status: 200,
    body: { title: "a", password_hash: SECRET },
  }));
  expect([answer.statusCode, answer.json()]).toEqual([200, { title: "a" }]);
});

test.each<[string, number, unknown, Record<string, string>]>([
  ["a status", 202, { title: "changed" }, {}],
  ["a status, under a key", 202, { title: "changed" }, { "idempotency-key": "status" }],
  ["an answer without a field", 200, {}, {}],
  ["an answer without a field, under a key", 200, {}, { "idempotency-key": "field" }],
])("%s that can't be answered has no effect", async (_, wrong, lacking, headers) => {
  const changing = (status: number, body: unknown) =>
    answerOf(
      { 200: Thing },
      ({ change }) =>
        change(async ({ tx, now, trace }) => {
          await tx
            .updateTable("users")
            .set({ display_name: "changed" })
            .where("id", "=", person.id)
            .execute();
          const target = { type: "user", id: person.id, label: String(now) };
          await trace({ action: "user.update", organization: world().organization, target });
          return { status, body };
        }),
      headers,
    );
  const nameNow = () =>
    world()
      .deps.db.read.selectFrom("users")
      .select("display_name")
      .where("id", "=", person.id)
      .executeTakeFirstOrThrow();
  expect((await changing(wrong, lacking)).statusCode).toBe(500);
  expect((await nameNow()).display_name).not.toBe("changed");
  // The key was given back with everything else: the same request is no repetition.
  const again = await changing(200, { title: "changed" });
  expect([again.statusCode, again.headers["idempotent-replayed"]]).toEqual([200, undefined]);
  expect((await nameNow()).display_name).toBe("changed");
  await world().deps.db.transact((tx) =>
    tx.updateTable("users").set({ display_name: "ada" }).where("id", "=", person.id).execute(),
  );
});
