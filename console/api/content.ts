/** Writing the content of a space, or of a change request of it. */
import {
  type ContentChange,
  type ContentChangeResult,
  updateChangeRequestContent,
  updateSpaceContent,
} from "../../sdk/src/index.ts";
import { client } from "./client.ts";

/** What content is written to. */
export interface ContentPlace {
  /** The id of the space. */
  readonly space: string;
  /** The number of a change request. */
  readonly number: string | undefined;
}

export interface ContentWritten {
  /** The revision that the changes were made on. */
  readonly before: string | undefined;
  readonly changes: readonly ContentChangeResult[];
}

/** Writes changes in order, all or none. @throws LecternError */
export async function writeContent(
  { space, number }: ContentPlace,
  changes: readonly ContentChange[],
): Promise<ContentWritten> {
  if (number === undefined) {
    const { before, changes: done } = await updateSpaceContent(client, space, { changes });
    return { before, changes: done };
  }
  const answer = await updateChangeRequestContent(client, space, number, { changes }, { compat: false });
  if (!("changeRequest" in answer)) return { before: undefined, changes: [] };
  return { before: answer.before, changes: answer.changes };
}
