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

/**
 * Why what was asked was not done, though nothing was wrong with it: there is no room, whoever should do it is away or
 * can't for now, or it took too long.
 */
type Outage = "full" | "unreachable" | "gaveUp";

const OUTAGES: readonly [RegExp, Outage][] = [
  [/^57014$/, "gaveUp"],
  [/^(SQLITE_FULL|53100|ENOSPC|EDQUOT)$/, "full"],
  [/^(SQLITE_(IOERR|BUSY|CANTOPEN|READONLY).*|08...|57P0.|53[023]00|58030|40001|40P01)$/, "unreachable"],
  [/^(ECONNREFUSED|ECONNRESET|ENOTFOUND|ETIMEDOUT|EPIPE|EHOSTUNREACH|EAI_AGAIN)$/, "unreachable"],
  [/^(EIO|EROFS|EMFILE|ENFILE)$/, "unreachable"],
];

/** The driver has no connection, or lost it: it says so in words of its own, which change, and without a code. */
export class ConnectionLost extends Error {
  override readonly name = "ConnectionLost";
}

/** Only a server that copies another one has answered: whether that one lives, it doesn't tell. */
export class OnlyCopy extends ConnectionLost {}

/** The server gave no answer to a commit: what the transaction did may be there, and may not. */
export class CommitLost extends ConnectionLost {}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

/** The rule that `error` reports as broken; undefined when it is another kind of error. */
export function brokenRule(error: unknown): "unique" | "reference" | "required" | "check" | undefined {
  return RULES.get(codeOf(error));
}

/** What of these `error` says, which comes from the database or from the disk; undefined: it is another kind of error. */
export function outage(error: unknown): Outage | undefined {
  if (error instanceof ConnectionLost) return "unreachable";
  const code = codeOf(error);
  return OUTAGES.find(([codes]) => codes.test(code))?.[1];
}
