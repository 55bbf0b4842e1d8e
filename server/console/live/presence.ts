/** Who has what open. A browser says it every twenty seconds, for as long as it is so. */
import type { FastifyInstance, FastifyRequest } from "fastify";
import { type Static, Type } from "typebox";
import type { Identity } from "../../access/identity.ts";
import type { Read, Write } from "../../db/database.ts";
import type { SpaceKey } from "../../db/schema.ts";
import type { Addresses } from "../../deps.ts";
import { sessionOnly } from "../../http/caller.ts";
import type { Edge } from "../../http/edge.ts";
import { notFound } from "../../http/errors.ts";
import { closed } from "../../http/named.ts";
import { Id } from "../../http/shapes.ts";
import { findChangeRequest } from "../../nouns/change-requests/queries.ts";
import { seeSpace } from "../../nouns/spaces/queries.ts";
import { type Beholder, presentUser, seenBy } from "../../nouns/users/present.ts";
import { PRESENT_MS } from "./read.ts";

const Place = closed({
  space: Id,
  changeRequest: Type.Optional(Id),
  page: Type.Optional(Id),
  block: Type.Optional(Type.String({ minLength: 1, maxLength: 128 })),
});
type Place = Static<typeof Place>;

export function mountPresence(app: FastifyInstance, edge: Edge): void {
  app.route({
    method: "PUT",
    url: "/-/presence",
    schema: { body: Place },
    onRequest: sessionOnly(edge),
    handler: async (request) => {
      const { body: place, identity } = request as FastifyRequest<{ Body: Place }> & { identity: Identity };
      const { deps } = edge;
      const thing = await seeSpace({ deps, identity }, place.space);
      if (thing === undefined) throw notFound("The space");
      const { space } = thing;
      const changeRequest = await idOf(deps.db.read, space, place.changeRequest);
      await deps.db.transact((tx) =>
        notePresence(tx, space, { ...place, changeRequest }, identity, deps.clock.now()),
      );
      return { people: await listPeople(deps.db.read, space, changeRequest, thing.member, edge.deps) };
    },
  });
}

/** '' is the space itself. */
async function idOf(read: Read, space: SpaceKey, named: string | undefined): Promise<string> {
  if (named === undefined) return "";
  const request = await findChangeRequest(read, space, named);
  if (request === undefined) throw notFound("The change request");
  return request.id;
}

async function notePresence(
  tx: Write,
  { organization_id, id }: SpaceKey,
  { changeRequest = "", page, block }: Place,
  { sessionId, userId }: Identity,
  now: number,
): Promise<void> {
  const there = { page_id: page ?? null, block: block ?? null, seen_at: now };
  await tx
    .insertInto("presence")
    .values({
      organization_id,
      space_id: id,
      change_request_id: changeRequest,
      session_id: sessionId ?? "",
      user_id: userId,
      ...there,
    })
    .onConflict((on) =>
      on.columns(["organization_id", "space_id", "change_request_id", "session_id"]).doUpdateSet(there),
    )
    .execute();
}

/** The others who are there, each as they were last seen, in the order of their names. */
async function listPeople(
  read: Read,
  { organization_id, id }: SpaceKey,
  changeRequest: string,
  member: Beholder,
  { addresses, clock }: { readonly addresses: Addresses; readonly clock: { now(): number } },
) {
  const rows = await read
    .selectFrom("presence")
    .innerJoin("users", "users.id", "presence.user_id")
    .selectAll("users")
    .select(["presence.page_id", "presence.block"])
    .where("presence.organization_id", "=", organization_id)
    .where("presence.space_id", "=", id)
    .where("presence.change_request_id", "=", changeRequest)
    .where("presence.user_id", "!=", member.userId)
    .where("presence.seen_at", ">", clock.now() - PRESENT_MS)
    .orderBy("presence.seen_at")
    .execute();
  // Somebody with two browsers is where they were seen last.
  const people = new Map(rows.map((row) => [row.id, row]));
  return [...people.values()]
    .map(({ page_id: page, block, ...user }) => ({
      user: presentUser(seenBy(member, user), addresses),
      ...(page === null ? {} : { page }),
      ...(block === null ? {} : { block }),
    }))
    .toSorted((a, b) => (a.user.displayName < b.user.displayName ? -1 : 1));
}
