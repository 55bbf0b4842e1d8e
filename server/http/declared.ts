import type { LoadedThing, Operation, Outcome } from "./operation.ts";

/**
 * Holds an outcome against the table of its operation. Types do that for handlers; this is for what they can't see. It
 * is asked inside a change's transaction too, so that what can't be answered has no effect.
 * @throws what is logged and answered as 500, when the table doesn't declare it: nothing of it is sent
 */
export function requireDeclared(operation: Operation, outcome: Outcome): void {
  const fault = faultOf(operation, outcome);
  if (fault === undefined) return;
  const { operationId } = operation;
  throw new Error(
    `${operationId} answers ${outcome.status} ${fault}, which its table of answers doesn't declare.`,
  );
}

function faultOf({ answers, tagged }: Operation, outcome: Outcome): string | undefined {
  const { status, body, kept, stream, text, version } = outcome;
  const schema = answers[status];
  if (schema === undefined) return "";
  const isEmpty = body === undefined && kept === undefined && stream === undefined && text === undefined;
  if (isEmpty !== (schema === null)) return isEmpty ? "without a body" : "with a body";
  if (!isEmpty && status !== 202 && (version !== undefined) !== (tagged === true))
    return version === undefined ? "without a version" : "with a version";
  if (kept !== undefined && kept.schema !== schema) return "with bytes of another schema";
  if (stream === undefined) return undefined;
  const { type = "string" } = (schema ?? {}) as { readonly type?: string };
  return type === "string" ? undefined : "with a file";
}

/**
 * Holds what a change loaded against what its operation says of `If-Match`. A thing that isn't there yet has no version.
 * @throws what is logged and answered as 500, when the thing counts versions otherwise than the operation says
 */
export function requireComparable({ operationId, answers, ifMatch }: Operation, thing: LoadedThing): void {
  const { version } = thing;
  const isContent = typeof version === "object" && "content" in version;
  const compared = isContent ? "content" : version === undefined ? "nothing" : "the thing";
  // What makes something is compared with the content around it alone.
  const isMade = 201 in answers && ifMatch === undefined && !isContent;
  const isAbsent = compared === "nothing" && ifMatch === undefined;
  if (isMade || isAbsent || compared === (ifMatch ?? "the thing")) return;
  throw new Error(
    `${operationId} compares If-Match with ${compared}, and declares ${ifMatch ?? "the thing"}.`,
  );
}
