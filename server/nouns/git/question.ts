/** What a person is asked, by a name that changes with all that would make it another question. */
import { contentHash } from "../../../engine/hash.ts";
import type { Row } from "../../db/schema.ts";

/** What a person is asked, by its kind and all that would make it another question. */
export function questionOf(kind: string, ...of: readonly (string | undefined)[]): string {
  return `${kind} ${contentHash(JSON.stringify(of))}`;
}

/** Whether it is a question of a kind. */
export const isOfKind = (question: string, kind: string): boolean => question.startsWith(`${kind} `);

type HeldRow = Pick<Row<"git_held">, "installation_id" | "kind" | "source" | "why" | "sides">;

/** What is asked where nothing stands still: which side counts of all that is held. Undefined: nothing is that anybody decides. */
export function heldQuestion(held: readonly HeldRow[]): string | undefined {
  const said = held.flatMap(({ installation_id, kind, source, why, sides }) =>
    why === "both" ? [JSON.stringify([installation_id, kind, source, sides])] : [],
  );
  return said.length === 0 ? undefined : questionOf("held", ...said.toSorted());
}
