/** One rule for all updates: fields that are left out stay, and so an update without any leaves everything. */
import { beforeAll, expect, test } from "vitest";
import { operations } from "../app.ts";
import { type Person, useWorld } from "./harness.ts";
import { addressIn, makeOneOfEach } from "./oneOfEach.ts";

const world = useWorld();
let owner: Person;
let known = new Map<string, string>();

beforeAll(async () => {
  owner = await world().addPerson("olga", "admin");
  known = await makeOneOfEach(world(), owner);
});

const optional = operations.filter(({ method, shapes: { body } }) => {
  return method === "PATCH" && body !== undefined && (body as { required?: string[] }).required === undefined;
});

/** Invitations say of what they are by their fields, and each kind has one that is required. */
const CHOICES = new Set(["updateOrganizationInviteById"]);

/** What changes with a thing. */
const without = ({ updatedAt: _updated, ...rest }: Record<string, unknown>) => rest;

test.each(optional.map(({ operationId, url }) => [operationId, url] as const))(
  "%s without fields leaves everything as it is",
  async (id, url) => {
    const at = addressIn(known, url);
    const before = await world().get(at, owner);
    const { status, body } = await world().patch(at, {}, owner);
    if (CHOICES.has(id)) return expect(status).toBe(400);
    expect([status, body.error]).toEqual([200, undefined]);
    // Some things are answered in lists alone.
    if (before.status === 405) return;
    const after = await world().get(at, owner);
    expect(without(after.body)).toEqual(without(before.body));
    expect(without(body)).toEqual(without(after.body));
  },
);
