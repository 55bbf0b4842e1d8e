import type { SpaceKey } from "../../db/schema.ts";
import { prepared, type Params, type Read } from "../../db/database.ts";
import type { StemLanguage } from "../../../engine/search/stem.ts";
import { stemsBy, tokenizerOf } from "../../../engine/search/tokenize.ts";

/**
 * The root of a space that the index stands for; undefined when the space was never indexed to the end, or by
 * another tokenizer: then `indexPages` is given every page. Pages whose text is the same cost a look only.
 */
export async function indexedRoot(
  read: Read,
  space: SpaceKey & { readonly language?: string | null },
): Promise<string | undefined> {
  const state = await stateOfSpace.first(read, space);
  const isOurs = state?.tokenizer === tokenizerOf(space.language);
  return isOurs && state.root !== "" ? state.root : undefined;
}

const tokenizers = prepared((q, p: Params<{ organization: string; spaces: readonly string[] }>) =>
  q
    .selectFrom("search_state")
    .select("tokenizer")
    .distinct()
    .where("organization_id", "=", p("organization"))
    .where(p.among("space_id", "spaces")),
);

/** The rules for stems by which spaces are indexed. */
export async function stemsOf(
  read: Read,
  within: { readonly organization: string; readonly spaces: readonly string[] },
): Promise<StemLanguage[]> {
  const rows = await tokenizers.all(read, within);
  return [...new Set(rows.map(({ tokenizer }) => stemsBy(tokenizer)))].toSorted();
}

const stateOfSpace = prepared((q, p: Params<SpaceKey>) =>
  q
    .selectFrom("search_state")
    .select(["root", "tokenizer"])
    .where("organization_id", "=", p("organization_id"))
    .where("space_id", "=", p("id")),
);
