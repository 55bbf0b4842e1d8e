/**
 * Diagrams that only browsers can draw: whoever may write into a space leaves the drawing of theirs there, so that readers,
 * paper and machines have it too.
 */
import type { FastifyInstance, FastifyRequest } from "fastify";
import { type Static, Type } from "typebox";
import { diagramKey, diagramOf } from "../../../engine/markdown/html/diagramSource.ts";
import type { Identity } from "../../access/identity.ts";
import { drawnSources, LONGEST_DRAWING, putDrawing } from "../../content/keptDrawings.ts";
import { sessionOnly, takePoints } from "../../http/caller.ts";
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
      const isKept = (await drawnSources(deps.db.read, thing.space, [source])).has(source);
      if (svg === undefined) return { isWanted: !isKept && mayWrite(thing) };
      if (!mayWrite(thing)) throw forbidden("Your role in this space doesn't let you keep drawings in it.");
      if (!isKept)
        await deps.db.transact((tx) => putDrawing(tx, thing.space, { source, svg, now: deps.clock.now() }));
      return { isWanted: false };
    },
  });
}

/** Whether they may say what stands in the space without anybody's review: a drawing could say something else than its text. */
function mayWrite({ rights, space }: SpaceThing): boolean {
  return rights.merge || (rights.edit && space.edit_mode === "live");
}
