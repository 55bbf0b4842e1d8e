/**
 * Diagrams that only browsers can draw: whoever may write into a space leaves the drawing of theirs there, so that readers,
 * paper and machines have it too.
 */
import { createHash } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { type Static, Type } from "typebox";
import { diagramKey, diagramOf, LONGEST_DRAWING } from "../../../engine/markdown/html/diagramSource.ts";
import type { Identity } from "../../access/identity.ts";
import { roleUnder } from "../../access/scope.ts";
import { spaceRights } from "../../access/table.ts";
import { drawnSources, putDrawing } from "../../content/keptDrawings.ts";
import { sessionOnly, takePoints } from "../../http/caller.ts";
import type { Deps } from "../../deps.ts";
import { runChange } from "../../http/runChange.ts";
import type { Edge } from "../../http/edge.ts";
import { forbidden, notFound } from "../../http/errors.ts";
import { closed } from "../../http/named.ts";
import { Id } from "../../http/shapes.ts";
import { type SpaceThing, seeSpace } from "../../nouns/spaces/queries.ts";

/** Characters of a source: a longer one is shown as it is written. */
const LONGEST_SOURCE = 50_000;

const Drawn = closed({
  space: Id,
  text: Type.String({ maxLength: LONGEST_SOURCE }),
  /** Without it, it is asked whether one is wanted. */
  svg: Type.Optional(Type.String({ minLength: 1, maxLength: LONGEST_DRAWING })),
});

export function mountDrawings(app: FastifyInstance, edge: Edge): void {
  app.route({
    method: "PUT",
    url: "/-/drawings",
    schema: { body: Drawn },
    onRequest: sessionOnly(edge),
    handler: async (request, reply) => {
      const { body, identity } = request as FastifyRequest<{ Body: Static<typeof Drawn> }> & {
        identity: Identity;
      };
      takePoints(edge, request, reply, 1);
      const { deps } = edge;
      const thing = await seeSpace({ deps, identity }, body.space);
      if (thing === undefined) throw notFound("The space");
      const { text, svg } = body;
      const source = diagramKey(diagramOf("mermaid", text));
      const kept = (await drawnSources(deps.db.read, thing.space, [source])).get(source);
      if (svg === undefined) {
        // Of somebody who may write here no more nobody has to believe how a text looks.
        const isGood = kept !== undefined && !kept.isOld && (await mayStillWrite(deps, thing, kept.by));
        return { isWanted: !isGood && mayWrite(thing) };
      }
      if (!mayWrite(thing)) throw forbidden("Your role in this space doesn't let you keep drawings in it.");
      const { id, organization_id, title } = thing.space;
      const origin = { identity, ip: request.ip, source: "ui" as const };
      await runChange(deps, origin, undefined, async ({ tx, now, trace }) => {
        await putDrawing(tx, thing.space, { source, svg, by: identity.userId, now });
        await trace({
          action: "space.drawing.keep",
          organization: organization_id,
          target: { type: "space", id, label: title },
          after: { source, svg: createHash("sha256").update(svg).digest("hex") },
        });
        return { status: 200 };
      });
      return { isWanted: false };
    },
  });
}

async function mayStillWrite(deps: Deps, { space }: SpaceThing, user: string): Promise<boolean> {
  const member = await deps.members.ofUser(space.organization_id, user);
  return (
    member !== undefined &&
    mayWrite({ space, rights: spaceRights(await roleUnder(deps.members, space, member)) })
  );
}

/** Whether they may say what stands in the space without anybody's review: a drawing could say something else than its text. */
function mayWrite({ rights, space }: Pick<SpaceThing, "rights" | "space">): boolean {
  return rights.merge || (rights.edit && space.edit_mode === "live");
}
