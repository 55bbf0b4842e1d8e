import type { FastifyInstance } from "fastify";
import type { Deps } from "../deps.ts";
import { networkOf } from "../http/rateLimit.ts";

/** Refuses, in all processes together, what one network asks for a scope's routes beyond `most` a minute: it is asked without a token. */
export function limitByNetwork(
  scope: FastifyInstance,
  { clock, limits }: Pick<Deps, "clock" | "limits">,
  name: string,
  most: number,
  refusal: () => Error,
): void {
  const limit = limits.open(name, most);
  scope.addHook("onRequest", (request, _reply, done) => {
    const { remaining } = limit.take(networkOf(request.ip), 1, clock.now());
    done(remaining < 0 ? refusal() : undefined);
  });
}
