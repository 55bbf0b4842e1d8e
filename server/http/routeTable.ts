import type { Operation } from "./operation.ts";

/** @throws when an operation lacks what every one must have: better no start than an open door. */
export function checkOperations(operations: readonly Operation[]): void {
  const ids = new Set<string>();
  const routes = new Set<string>();
  for (const operation of operations) {
    const name = `${operation.method} ${operation.url}`;
    const lacking = (
      ["access", "scopes", "operationId", "call", "tag", "summary", "answers", "handler"] as const
    ).filter((field) => operation[field] === undefined || operation[field] === "");
    if (lacking.length > 0) throw new Error(`Operation ${name} lacks ${lacking.join(", ")}.`);
    if (!["anyone", "user", "thing"].includes(operation.access.kind)) {
      throw new Error(`Operation ${name} declares no access.`);
    }
    if (Object.keys(operation.answers).length === 0) throw new Error(`Operation ${name} declares no answer.`);
    if (ids.has(operation.operationId)) throw new Error(`Two operations are named ${operation.operationId}.`);
    if (routes.has(name)) throw new Error(`Two operations answer ${name}.`);
    ids.add(operation.operationId);
    routes.add(name);
  }
}
