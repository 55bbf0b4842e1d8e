/** What opens operations to tokens that are narrowed. */
import { describe, expect, test } from "vitest";
import type { Identity } from "../access/identity.ts";
import { INTEGRATION_SCOPES, OWN_INSTALLATION, TOKEN_SCOPES } from "../access/scopes.ts";
import { operations } from "../app.ts";
import type { Deps } from "../deps.ts";
import { openedBy } from "../test/openedBy.ts";
import { narrowing } from "./narrowed.ts";
import { anyUser, empty, op } from "./operation.ts";

/** Nothing is looked up before the scopes are. */
const nothing = {} as Deps;

describe("an operation that says nothing of scopes", () => {
  const probe = op({
    method: "POST",
    // An address below one that scopes of content open.
    url: "/spaces/:spaceId/content/probe",
    operationId: "probe",
    call: "spaces.probe",
    tag: "Test",
    summary: "Probe",
    scopes: [],
    access: anyUser,
    answers: { 204: null },
    handler: () => empty(204),
  });

  test.each<[string, Partial<Identity>]>([
    ["a person's", { scopes: TOKEN_SCOPES }],
    [
      "an installation's",
      { scopes: [...INTEGRATION_SCOPES, OWN_INSTALLATION], installation: { id: "i" } as never },
    ],
  ])("is closed to %s token with all scopes", async (_, identity) => {
    const asked = async () => narrowing(probe)(nothing, { userId: "u", ...identity } as Identity, {});
    await expect(asked()).rejects.toMatchObject({ status: 403 });
  });

  test("is open to a token without scopes", async () => {
    const identity = { userId: "u" } as Identity;
    expect(await narrowing(probe)(nothing, identity, {})).toBe(identity);
  });
});

test("a narrowed token is opened what names one of its scopes", async () => {
  const read = op({
    method: "GET",
    url: "/probe",
    operationId: "probe",
    call: "probes.get",
    tag: "Test",
    summary: "Probe",
    scopes: ["space:read", "site:read"],
    access: anyUser,
    answers: { 204: null },
    handler: () => empty(204),
  });
  const holding = (scope: string) => ({ userId: "u", scopes: [scope] }) as unknown as Identity;
  expect(await narrowing(read)(nothing, holding("site:read"), {})).toEqual(holding("site:read"));
  expect(() => narrowing(read)(nothing, holding("space:write"), {})).toThrow(
    'it takes "space:read" or "site:read"',
  );
});

test.each(operations.map((operation) => [operation.call, operation] as const))(
  "%s is opened by the scopes of its kind",
  (_, operation) => {
    expect([...operation.scopes].toSorted()).toEqual(openedBy(operation));
  },
);
