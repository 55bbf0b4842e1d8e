/** What holds for every operation there is, asserted from the route table: a new one is covered as it appears. */
import { beforeAll, describe, expect, test } from "vitest";
import { operations } from "../app.ts";
import { unanswered } from "./answeredReporter.ts";
import { type Person, useWorld } from "./harness.ts";
import { addressIn, makeOneOfEach } from "./oneOfEach.ts";

const world = useWorld();
let stranger: Person;
let known = new Map<string, string>();

/** A path with real ids of somebody else's things, absent ones where nothing of the kind exists. */
function addressOf(url: string): string {
  return addressIn(known, url, "absent");
}

beforeAll(async () => {
  const owner = await world().addPerson("olga", "admin");
  stranger = await world().addPerson("sam", "admin", await world().addOrganization("Other", "other"));
  known = await makeOneOfEach(world(), owner);
});

test("an operation without an answer of its own is not taken for one whose name begins like it", () => {
  expect(unanswered(["getSpace", "getSpaceById"], "getSpaceById\nlistSpaces\n")).toEqual(["getSpace"]);
});

describe.each(operations.map((operation) => [operation.operationId, operation] as const))(
  "%s",
  (_id, operation) => {
    test("says what it is", () => {
      expect(operation.tag).not.toBe("");
      expect(operation.summary).not.toMatch(/\.$/);
      for (const [status, schema] of Object.entries(operation.answers)) {
        expect([status, schema === null]).toEqual([status, status === "204" || status === "205"]);
      }
      const placeholders = [...operation.url.matchAll(/:(\w+)/g)].map(([, name]) => name);
      expect(Object.keys(operation.shapes.params?.properties ?? {}).toSorted()).toEqual(
        placeholders.toSorted(),
      );
    });

    test("asks for a token", async () => {
      const { status, headers } = await world().call(operation.method, addressOf(operation.url));
      // Whoever asks is answered, be it that something of the request is missing.
      if (operation.access.kind === "anyone")
        expect(status < 300 || status === 400, String(status)).toBe(true);
      else expect([status, headers["www-authenticate"] !== undefined]).toEqual([401, true]);
    });

    test("refuses a token that isn't one", async () => {
      for (const token of ["x", "lct_000000000000000000000000000000000000", "a".repeat(2000)]) {
        const { status } = await world().call(operation.method, addressOf(operation.url), { as: token });
        expect(status).toBe(401);
      }
    });

    test("hides everything of an organization from members of others", async () => {
      // What is the caller's own is no organization's.
      if (operation.access.kind !== "thing" || operation.access.noun === "Your settings") return;
      const body = operation.shapes.body && !operation.upload ? { body: {} } : {};
      const { status } = await world().call(operation.method, addressOf(operation.url), {
        as: stranger,
        ...body,
      });
      // A body that the schema refuses is refused before anything is looked up.
      // The integration is a public one: everybody sees it, and what they may not do with it is forbidden.
      const refused = operation.url.startsWith("/integrations/:integrationName")
        ? [403, 404, 400]
        : [404, 400];
      expect(refused).toContain(status);
      if (status === 400) expect(operation.shapes.body ?? operation.shapes.query).toBeDefined();
    });

    test("knows no parameter that it doesn't declare", async () => {
      const { status } = await world().call(operation.method, `${addressOf(operation.url)}?never=1`, {
        as: stranger,
      });
      expect([400, 404, 415]).toContain(status);
    });
  },
);
