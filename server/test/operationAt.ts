import { operations } from "../app.ts";
import type { Operation } from "../http/operation.ts";

/**
 * The operation of a method and of a path below `/v1`, whatever stands in the place of its ids; undefined: there is none.
 * @param path begins with a slash
 */
export function operationAt(method: string, path: string): Operation | undefined {
  const matching = operations.filter(
    (one) => one.method === method && new RegExp(`^${one.url.replaceAll(/:\w+/g, "[^/]+")}$`).test(path),
  );
  // Words come before ids, as in the server.
  return matching.toSorted((a, b) => a.url.split(":").length - b.url.split(":").length)[0];
}
