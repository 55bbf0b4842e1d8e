import { prepared, type Params, type Read } from "../../db/database.ts";
import { tokenizerVersion } from "../../engine/search/tokenize.ts";

/**
 * The root of a space that the index stands for; undefined when the space was never indexed to the end, or by
 * another tokenizer: then `indexPages` is given every page. Pages whose text is the same cost a look only.
 */
export async function indexedRoot(read: Read, spaceId: string): Promise<string | undefined> {
  const state = await stateOfSpace.first(read, { spaceId });
  return state && state.root !== "" && state.tokenizer === tokenizerVersion ? state.root : undefined;
}

/** Ids of the pages that the index has of a space: a first or a new build removes those that the space lacks. */
export async function indexedPageIds(read: Read, spaceId: string): Promise<string[]> {
  const rows = await pagesOfSpace.all(read, { spaceId });
  return rows.map(({ page_id }) => page_id);
}

const pagesOfSpace = prepared((q, p: Params<{ spaceId: string }>) =>
  q.selectFrom("search_pages").select("page_id").where("space_id", "=", p("spaceId")).orderBy("page_id"),
);

const stateOfSpace = prepared((q, p: Params<{ spaceId: string }>) =>
  q.selectFrom("search_state").select(["root", "tokenizer"]).where("space_id", "=", p("spaceId")),
);
