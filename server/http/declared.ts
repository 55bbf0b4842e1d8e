import type { Operation, Outcome } from "./operation.ts";

/**
 * Holds an outcome against the table of its operation. Types do that for handlers; this is for what they can't see. It
 * is asked inside a change's transaction too, so that what can't be answered has no effect.
 * @throws what is logged and answered as 500, when the table doesn't declare it: nothing of it is sent
 */
export function requireDeclared({ operationId, answers }: Operation, outcome: Outcome): void {
  const { status, body, kept, stream, text } = outcome;
  const fail = (what: string): never => {
    throw new Error(`${operationId} answers ${status} ${what}, which its table of answers doesn't declare.`);
  };
  const schema = Object.hasOwn(answers, status) ? answers[status] : undefined;
  if (schema === undefined) return fail("");
  const isEmpty = [body, kept, stream, text].every((part) => part === undefined);
  if (isEmpty !== (schema === null)) return fail(isEmpty ? "without a body" : "with a body");
  if (kept !== undefined && kept.schema !== schema) return fail("with bytes of another schema");
  const { type = "string" } = (schema ?? {}) as { readonly type?: string };
  if (stream !== undefined && type !== "string") return fail("with a file");
}
