/** A connection on which nothing happens is given up, unless it is we who are waited for. */
import { once } from "node:events";
import type { Socket } from "node:net";
import { Readable } from "node:stream";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newServer } from "./server.ts";

const app = newServer({
  log: pino({ level: "silent" }),
  newId: () => "0123456789abcdef",
  trustedProxies: [],
  patience: { head: 10_000, body: 30_000, idle: 50 },
});
let origin: string;

beforeAll(async () => {
  app.get("/long", async ({ raw }) => {
    await once(raw.socket as Socket, "timeout");
    return "done";
  });
  app.get("/stalled", (_request, reply) => {
    const content = new Readable({ read: () => undefined });
    content.push("begun");
    return reply.send(content);
  });
  origin = await app.listen({ host: "127.0.0.1", port: 0 });
});
afterAll(() => app.close());

test("an answer may take longer than a connection may be idle", async () => {
  const answer = await fetch(`${origin}/long`);
  expect(await answer.text()).toBe("done");
});

test("an answer that stops in the middle is given up", async () => {
  const answer = await fetch(`${origin}/stalled`);
  await expect(answer.text()).rejects.toThrow();
});
