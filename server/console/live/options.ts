/** Choices of a field that an integration drew or declared, which it has at an address of its own. */
import type { FastifyInstance, FastifyRequest } from "fastify";
import { type Static, Type } from "typebox";
import type { Identity } from "../../access/identity.ts";
import { sessionOnly, takePoints } from "../../http/caller.ts";
import type { Edge } from "../../http/edge.ts";
import { closed } from "../../http/named.ts";
import { loadComponentPlace, standingIn } from "../../nouns/installations/componentPlace.ts";
import { askOptions, LONGEST_ADDRESS } from "../../nouns/installations/options.ts";
import { ComponentContext } from "../../nouns/installations/schema.ts";

/** A script runs for it. */
const POINTS = 5;

const Asked = closed({
  integration: Type.String({ minLength: 1, maxLength: 100 }),
  context: ComponentContext,
  address: Type.String({ minLength: 1, maxLength: LONGEST_ADDRESS }),
  find: Type.Optional(Type.String({ maxLength: 200 })),
});

export function mountOptions(app: FastifyInstance, edge: Edge): void {
  app.route({
    method: "PUT",
    url: "/-/options",
    schema: { body: Asked },
    onRequest: sessionOnly(edge),
    handler: async (request, reply) => {
      const { body, identity } = request as FastifyRequest<{ Body: Static<typeof Asked> }> & {
        identity: Identity;
      };
      // One was taken when it was seen who asks.
      takePoints(edge, request, reply, POINTS - 1);
      const { deps } = edge;
      const { address, find = "", context } = body;
      const asker = { deps, identity };
      const { integration, place } = await loadComponentPlace(asker, body.integration, context);
      return askOptions(deps, integration, place, { address, find, context: standingIn(context) });
    },
  });
}
