/** Parts of texts as sites show them: code in colours, formulas, graphs, raw HTML. The console shows the rest itself. */
import type { FastifyInstance, FastifyRequest } from "fastify";
import { type Static, Type } from "typebox";
import type { Identity } from "../../access/identity.ts";
import { openDerived } from "../../content/derived.ts";
import { showParts } from "../../content/shownParts.ts";
import { sessionOnly, takePoints } from "../../http/caller.ts";
import type { Edge } from "../../http/edge.ts";
import { notFound } from "../../http/errors.ts";
import { closed } from "../../http/named.ts";
import { Id } from "../../http/shapes.ts";
import { seeSpace } from "../../nouns/spaces/queries.ts";

/** In characters: what is longer is shown as it is written. */
const LONGEST = 100_000;
/** Of one call; the console knows it too (`console/api/shownParts.ts`). */
const MOST = 30;
const Text = Type.String({ maxLength: LONGEST });
const Word = Type.String({ maxLength: 1_000 });

const Asked = closed({
  space: Id,
  parts: Type.Array(
    Type.Union([
      closed({ type: Type.Literal("code"), lang: Word, info: Word, text: Text }),
      closed({ type: Type.Literal("math"), text: Text, inLine: Type.Optional(Type.Boolean()) }),
      closed({ type: Type.Literal("emoji"), name: Word }),
      closed({ type: Type.Literal("html"), raw: Text }),
    ]),
    { minItems: 1, maxItems: MOST },
  ),
});

export function mountParts(app: FastifyInstance, edge: Edge): void {
  const kept = { derived: openDerived("shown_parts") };
  app.route({
    method: "PUT",
    url: "/-/parts",
    schema: { body: Asked },
    onRequest: sessionOnly(edge),
    handler: async (request, reply) => {
      const { body, identity } = request as FastifyRequest<{ Body: Static<typeof Asked> }> & {
        identity: Identity;
      };
      // Each may cost a turn of a thread.
      takePoints(edge, request, reply, body.parts.length);
      const thing = await seeSpace({ deps: edge.deps, identity }, body.space);
      if (thing === undefined) throw notFound("The space");
      return { parts: await showParts(kept, thing.space, body.parts) };
    },
  });
}
