import { pino } from "pino";
import { expect, test } from "vitest";
import { newServer } from "../../http/server.ts";
import type { Assets } from "../../pages/assets.ts";
import { failureNotice } from "./failure.ts";

test("a template that fails in the notice of a failure as well leaves readers a page, and the log both faults", async () => {
  const lines: string[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(line) });
  const assets = {
    hrefs: () => {
      throw new Error("no such template <here>");
    },
  } as unknown as Assets;
  const app = newServer({
    log,
    newId: () => "a".repeat(20),
    trustedProxies: [],
    answerFailure: failureNotice(assets, log),
  });
  app.get("/page", () => {
    throw new Error("no such page");
  });
  const { statusCode, headers, body } = await app.inject("/page");
  await app.close();
  expect([statusCode, headers["content-type"]]).toEqual([500, "text/html; charset=utf-8"]);
  expect(headers["content-security-policy"]).toMatch(/^default-src 'none'; style-src 'unsafe-inline'/);
  expect(headers["cache-control"]).toBe("private, no-store");
  expect(body).toContain("<h1>Something went wrong</h1>");
  expect(body).not.toMatch(/no such|<script|https?:/);
  const [, id = ""] = /number of this request: (\w+)</.exec(body) ?? [];
  const faults = lines.map((line) => JSON.parse(line)).filter(({ requestId }) => requestId === id);
  expect(faults.map(({ err }) => err.message)).toEqual(["no such page", "no such template <here>"]);
});
