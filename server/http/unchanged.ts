/** Updates that say nothing: they change nothing, and answer what reading answers. */
import { notFound } from "./errors.ts";
import type { Call, LoadedThing, Operation, Outcome, Shapes } from "./operation.ts";

type AnyCall = Call<unknown, Shapes>;
type AnyHandler = (call: AnyCall) => Promise<Outcome> | Outcome;

/**
 * The same operations, where an update without fields leaves no trace: no new version, by which somebody else's
 * `If-Match` would be refused, no time of a change, no event. It answers as `unchanged` says or as reading at the same
 * address does.
 */
export function leavingUnchanged(operations: readonly Operation[]): Operation[] {
  const readers = new Map(operations.flatMap((one) => (one.method === "GET" ? [[one.url, one]] : [])));
  return operations.map((operation) => {
    const { method, shapes, handler } = operation;
    if (method !== "PATCH" || shapes.body === undefined) return operation;
    const unchanged = (operation.unchanged as AnyHandler | undefined) ?? reading(readers.get(operation.url));
    if (unchanged === undefined) return operation;
    const change = handler as AnyHandler;
    return { ...operation, handler: (call: AnyCall) => (isEmpty(call.body) ? unchanged : change)(call) };
  });
}

function isEmpty(body: unknown): boolean {
  return typeof body === "object" && body !== null && Object.keys(body).length === 0;
}

/** What an operation that reads answers to a call of another. */
function reading(operation: Operation | undefined): AnyHandler | undefined {
  if (operation === undefined) return undefined;
  const { access } = operation;
  const handler = operation.handler as AnyHandler;
  if (access.kind !== "thing") return handler;
  return async (call) => {
    const { deps, identity, params } = call;
    const thing = (await access.load({ deps, identity, params: params as never })) as LoadedThing | undefined;
    if (thing === undefined || !thing.rights.view) throw notFound(access.noun);
    return handler({ ...call, thing });
  };
}
