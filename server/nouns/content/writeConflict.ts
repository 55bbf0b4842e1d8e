/** Why a write that names what it was made on can't be made: somebody else changed the same. */
import { type Static, Type } from "typebox";
import { HttpError, type FieldProblem } from "../../http/errors.ts";
import { ErrorAnswer } from "../../http/errorShape.ts";
import { extended, named } from "../../http/named.ts";
import type { ContentChange } from "./schema.ts";

const Side = (whose: string) => Type.Optional(Type.Unknown({ description: whose }));

export const WriteConflict = named(
  "WriteConflict",
  Type.Object(
    {
      change: Type.Integer({ description: "The index of the change in the request, from 0." }),
      page: Type.Optional(Type.String()),
      reusableContent: Type.Optional(Type.String()),
      documentId: Type.Optional(Type.String({ description: "The id of its current text." })),
      kind: Type.Enum(
        ["body", "page-field", "page-version", "reusable", "page-removed", "base-unknown", "variable", "tag"],
        {
          description:
            "`body`: blocks that both sides changed. `page-field`: a field with neither its old value nor the one that you sent; " +
            "`reusable`: a field of a reusable content. `page-version`: the version differs from `ifVersion`. `page-removed`: " +
            "the page no longer exists. `variable`, `tag`: the variable or tag of the space with the name in `field`. `base-unknown`: the space has no text with the id of the base.",
        },
      ),
      field: Type.Optional(Type.String()),
      block: Type.Optional(
        Type.String({ description: "The first block of the conflict in the current content." }),
      ),
      base: Side("What it was changed from."),
      primary: Side("As the content has it."),
      changed: Side("As it was sent."),
      omitted: Type.Optional(
        Type.Literal(true, {
          description:
            "The three sides are left out, because with them the conflicts up to this one have more than 256 kB together.",
        }),
      ),
    },
    { description: "A conflict between a write and the content." },
  ),
);

export type WriteConflict = Static<typeof WriteConflict>;

/** Errors of this kind are `content-conflict`, `base-unknown` or `page-removed`, by the first of the conflicts. */
export const WriteConflicts = named(
  "WriteConflicts",
  extended(
    ErrorAnswer,
    {
      conflicts: Type.Optional(
        Type.Array(WriteConflict, {
          description:
            "All conflicts of a write, for the types `content-conflict`, `base-unknown` and `page-removed`.",
        }),
      ),
    },
    { description: "The state of the content doesn't allow this. Nothing was written." },
  ),
);

/** Bytes of texts that one answer has. */
const MOST_TEXT = 256 * 1024;

/**
 * 409 with all that stands against a write, in the order of its changes; the first says what `type` the error has.
 * @param operations those of the changes: an edit of blocks has its text and its base in other fields
 */
export function contentConflict(
  conflicts: readonly WriteConflict[],
  operations: readonly ContentChange["operation"][],
): HttpError {
  const details = conflicts
    .slice(0, 20)
    .map((conflict) => problemOf(conflict, operations[conflict.change] === "edit_page"));
  const more = conflicts.length > 1 ? ` (and ${conflicts.length - 1} more)` : "";
  const { path, message } = details[0] as FieldProblem;
  const kind = conflicts[0]?.kind;
  const type = kind === "page-removed" || kind === "base-unknown" ? kind : "content-conflict";
  return new HttpError(409, type, `${path}: ${message}${more} Nothing was written.`, {
    details,
    body: { conflicts: withinBounds(conflicts) },
  });
}

function withinBounds(conflicts: readonly WriteConflict[]): WriteConflict[] {
  let room = MOST_TEXT;
  return conflicts.map((conflict) => {
    const { base, primary, changed, ...rest } = conflict;
    room -= Buffer.byteLength(JSON.stringify([base, primary, changed]));
    return room >= 0 ? conflict : { ...rest, omitted: true };
  });
}

function problemOf(conflict: WriteConflict, isOfBlocks: boolean): FieldProblem {
  const { change, kind, field } = conflict;
  const path = `/changes/${change}`;
  switch (kind) {
    case "body":
      return {
        path: `${path}/${isOfBlocks ? "edits" : "document"}`,
        message: "changes blocks that somebody else changed meanwhile.",
      };
    case "page-field":
    case "reusable":
      return { path: `${path}/was/${field}`, message: "is not what the field is now." };
    case "variable":
      return { path: `${path}/was/${field}`, message: "is not what the variable is now." };
    case "tag":
      return { path: `${path}/was/${field}`, message: "is not what is said of the tag now." };
    case "page-version":
      return { path: `${path}/ifVersion`, message: "is not the version that it is at; read it again." };
    case "page-removed":
      return {
        path: `${path}/${conflict.page === undefined ? "reusableContent" : "page"}`,
        message: "names what is not there any more.",
      };
    case "base-unknown":
      return {
        path: `${path}/${isOfBlocks ? "base" : "document/base"}`,
        message: "names no text that this space has answered and still keeps; read the page again.",
      };
    default:
      return kind satisfies never;
  }
}
