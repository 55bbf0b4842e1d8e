/** What became of a write that failed, and what helps. */
import { Conflict, InvalidInput, LecternError, NotLectern, Unauthenticated } from "../../../sdk/src/index.ts";
import { isMissingPart } from "../../ui/missingPart.ts";
import { FIELD_NAMES, type FieldName } from "./fields.ts";

export interface Fault {
  /**
   * `passing`: it may work later. `conflict`: others wrote meanwhile, so their page is read first. `fields`: the page is
   * refused for some of its fields. `signed-out`: nobody is signed in. `refused`: it will not work as it is.
   */
  readonly kind: "passing" | "conflict" | "fields" | "signed-out" | "refused";
  readonly error: Error;
  /** Whether the write may have been made, so that it has to be sent again as it was. */
  readonly keepsPending: boolean;
  readonly isOffline?: boolean;
  /** Seconds that the server asked for. */
  readonly retryAfter?: number | undefined;
  readonly fields?: Partial<Readonly<Record<FieldName, string>>>;
}

/** After these the page is read again. The last was carried out, and its answer is too long to be given twice. */
const CONFLICTS = new Set(["content-conflict", "base-unknown", "answer-not-kept"]);

/** Sorts what a call has thrown. */
export function faultOf(thrown: unknown): Fault {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  if (!(error instanceof LecternError))
    return { kind: isMissingPart(error) ? "passing" : "refused", error, keepsPending: true };
  const { status, type, retryAfter } = error;
  if (error instanceof Unauthenticated) return { kind: "signed-out", error, keepsPending: true };
  if (CONFLICTS.has(type)) return { kind: "conflict", error, keepsPending: false };
  const isOffline = status === 0 || error instanceof NotLectern;
  const isWaitedFor = status >= 500 || status === 408 || status === 429;
  if (isOffline || isWaitedFor) return { kind: "passing", error, keepsPending: true, isOffline, retryAfter };
  // An address that another page has is a conflict, and one field's all the same.
  const isOfFields = error instanceof InvalidInput || error instanceof Conflict;
  const fields = isOfFields ? faultyFields(error) : {};
  const kind = Object.keys(fields).length > 0 ? "fields" : "refused";
  return { kind, error, keepsPending: false, fields };
}

/** The fields that are named by what was refused, with why. */
function faultyFields({ details }: LecternError): Partial<Record<FieldName, string>> {
  const named = details.flatMap(({ path, message }) => {
    const name = /^\/changes\/0\/(\w+)/.exec(path)?.[1];
    const known = FIELD_NAMES.find((one) => one === name);
    return known === undefined ? [] : [[known, message] as const];
  });
  return Object.fromEntries(named);
}
