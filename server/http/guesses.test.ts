import { mkdtemp } from "node:fs/promises";
import { createServer, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { FastifyInstance } from "fastify";
import { openIdentities } from "../access/identity.ts";
import { newToken } from "../ports/tokens.ts";
import { type Person, useWorld } from "../test/harness.ts";

const LIMIT = 10;
const world = useWorld();
let app: FastifyInstance;
let known: Person;
let reads = 0;

beforeAll(async () => {
  known = await world().addPerson("ada", "admin");
  const { deps } = world();
  const identities = openIdentities(deps.db, deps.clock, {
    secrets: deps.secrets,
    readers: { identify: async () => undefined },
  });
  const counted: typeof identities = {
    identify: (token, stranger) =>
      identities.identify(token, () => {
        stranger?.();
        reads++;
      }),
  };
  // One minute for the whole file: the window must not change under it.
  const clock = { now: () => 1_000_000_000_000 };
  app = world().openApp({ clock, identities: counted }, { rateLimit: LIMIT });
});
afterAll(() => app.close());

const ask = async (token: string, remoteAddress = "192.0.2.1") =>
  (await app.inject({ url: "/v1/user", remoteAddress, headers: { authorization: `Bearer ${token}` } }))
    .statusCode;

test("tokens never seen before are looked up as often as an address has points, even all at once", async () => {
  expect(await ask(known.token)).toBe(200);
  reads = 0;
  const guesses = await Promise.all(Array.from({ length: 4 * LIMIT }, () => ask(newToken())));
  expect(guesses.filter((status) => status === 401)).toHaveLength(LIMIT);
  expect(guesses.filter((status) => status === 429)).toHaveLength(3 * LIMIT);
  expect(reads).toBe(LIMIT);
  // Neighbours who are known are no strangers, even when they have to be read again; other networks have their own.
  await world().addPerson("bob", "read");
  expect(await ask(known.token)).toBe(200);
  expect(await ask(newToken(), "198.51.100.1")).toBe(401);
});

test("what one installation's script guesses shuts no other script out, and who comes by a network can't say that it is one", async () => {
  // Scripts come through the door, over no network.
  const socket = join(await mkdtemp(join(tmpdir(), "lectern-guesses-")), "door");
  const door = createServer((incoming, response) => app.routing(incoming, response));
  await new Promise<void>((listening) => door.listen(socket, listening));
  const headersOf = (installation: string) => ({
    authorization: `Bearer ${newToken()}`,
    "lectern-installation": installation,
  });
  const asScript = (installation: string) =>
    new Promise<number | undefined>((answered, failed) => {
      const asked = { socketPath: socket, path: "/v1/user", headers: headersOf(installation) };
      request(asked, (response) => answered(response.resume().statusCode))
        .on("error", failed)
        .end();
    });
  for (let index = 0; index < LIMIT; index++) expect(await asScript("guessing")).toBe(401);
  expect(await asScript("guessing")).toBe(429);
  expect(await asScript("other")).toBe(401);
  for (let index = 0; index < LIMIT; index++)
    await app.inject({ url: "/v1/user", remoteAddress: "192.0.2.77", headers: headersOf("other") });
  expect(await asScript("other")).toBe(401);
  door.closeAllConnections();
  await new Promise((closed) => door.close(closed));
});

test("a token that turns out valid gives its address the points back", async () => {
  for (let index = 0; index < 2 * LIMIT; index++) {
    const person = await world().addPerson(`p${index}`, "read");
    expect(await ask(person.token, "203.0.113.1")).toBe(200);
  }
});
