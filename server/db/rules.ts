/** Why a statement failed, in words that don't depend on the database. */

const RULES = new Map<string, "unique" | "reference" | "required" | "check">([
  ["23505", "unique"],
  ["SQLITE_CONSTRAINT_UNIQUE", "unique"],
  ["SQLITE_CONSTRAINT_PRIMARYKEY", "unique"],
  ["SQLITE_CONSTRAINT_ROWID", "unique"],
  ["23503", "reference"],
  ["SQLITE_CONSTRAINT_FOREIGNKEY", "reference"],
  ["SQLITE_CONSTRAINT_TRIGGER", "reference"],
  ["23502", "required"],
  ["SQLITE_CONSTRAINT_NOTNULL", "required"],
  ["23514", "check"],
  ["SQLITE_CONSTRAINT_CHECK", "check"],
]);

/** Why the database did not do what it was asked, though nothing was wrong with that. */
export type Outage = "full" | "unreachable" | "gaveUp";

const OUTAGES: readonly [RegExp, Outage][] = [
  [/^57014$/, "gaveUp"],
  [/^(SQLITE_FULL|53100|ENOSPC)$/, "full"],
  [/^(SQLITE_IOERR.*|SQLITE_BUSY.*|SQLITE_CANTOPEN.*|08...|57P0.|53300)$/, "unreachable"],
  [/^(ECONNREFUSED|ECONNRESET|ENOTFOUND|ETIMEDOUT|EPIPE|EHOSTUNREACH|EAI_AGAIN)$/, "unreachable"],
];

/** What the driver says in its own words, without a code: no connection was to be had in time, or one was cut. */
const UNREACHED = /^(timeout exceeded when trying to connect|timeout expired|Connection terminated)/;

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

/** The rule that `error` reports as broken; undefined when it is another kind of error. */
export function brokenRule(error: unknown): "unique" | "reference" | "required" | "check" | undefined {
  return RULES.get(codeOf(error));
}

/**
 * Whether `error` says that the disk is full, that the database can't be reached for now, or that it gave up a statement
 * that took too long; undefined: none of these.
 */
export function outage(error: unknown): Outage | undefined {
  const code = codeOf(error);
  if (code === "" && error instanceof Error && UNREACHED.test(error.message)) return "unreachable";
  return OUTAGES.find(([codes]) => codes.test(code))?.[1];
}
