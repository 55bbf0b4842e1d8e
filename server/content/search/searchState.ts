import type { SpaceKey } from "../../db/schema.ts";
import { prepared, type Params, type Read } from "../../db/database.ts";
import { tokenizerVersion } from "../../../engine/search/tokenize.ts";

/**
 * The root of a space that the index stands for; undefined when the space was never indexed to the end, or by
 * another tokenizer: then `indexPages` is given every page. Pages whose text is the same cost a look only.
 */
export async function indexedRoot(read: Read, space: SpaceKey): Promise<string | undefined> {
  const state = await stateOfSpace.first(read, space);
  return state && state.root !== "" && state.tokenizer === tokenizerVersion ? state.root : undefined;
}

const stateOfSpace = prepared((q, p: Params<SpaceKey>) =>
  q
    .selectFrom("search_state")
    .select(["root", "tokenizer"])
    .where("organization_id", "=", p("organization_id"))
    .where("space_id", "=", p("id")),
);
