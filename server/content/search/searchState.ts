import type { SpaceKey } from "../../db/schema.ts";
import { sql } from "kysely";
import { prepared, preparedWrite, type Params, type Read, type Write } from "../../db/database.ts";
import type { StemLanguage } from "../../../engine/search/stem.ts";
import { stemsBy, TOKENIZER, tokenizerOf } from "../../../engine/search/tokenize.ts";

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

/** By what some spaces are indexed. */
interface IndexedBy {
  /** The rules for stems. */
  readonly stems: readonly StemLanguage[];
  /** Whether all pages say whose they are as this program does: none was indexed by another, or elsewhere. */
  readonly isAllOurs: boolean;
}

export async function indexedBy(
  read: Read,
  within: { readonly organization: string; readonly spaces: readonly string[] },
): Promise<IndexedBy> {
  const rows = await tokenizers.all(read, within);
  return {
    stems: [...new Set(rows.map(({ tokenizer }) => stemsBy(tokenizer)))].toSorted(),
    isAllOurs: rows.every(({ tokenizer }) => tokenizer.startsWith(TOKENIZER)),
  };
}

/**
 * Has all pages of spaces written anew that came from another organization: each names the one in which it was indexed.
 * They are found meanwhile, as those are that another program has indexed. Whoever calls it queues the indexing.
 */
export async function outdateIndexes(tx: Write, organization: string, ids: readonly string[]): Promise<void> {
  await outdatePages.run(tx, { organization, ids });
  await outdateStates.run(tx, { organization, ids });
}

type MovedSpaces = Params<{ organization: string; ids: readonly string[] }>;

const outdatePages = preparedWrite((tx, p: MovedSpaces) =>
  tx
    .updateTable("search_pages")
    .set({ hash: "" })
    .where("organization_id", "=", p("organization"))
    .where("space_id", "in", p.list("ids")),
);

const outdateStates = preparedWrite((tx, p: MovedSpaces) =>
  tx
    .updateTable("search_state")
    .set({ root: "", tokenizer: sql<string>`${sql.lit(ELSEWHERE)} || tokenizer` })
    .where("organization_id", "=", p("organization"))
    .where("space_id", "in", p.list("ids")),
);

/** Before the name of the tokenizer of what was indexed in another organization. */
const ELSEWHERE = "-";

const stateOfSpace = prepared((q, p: Params<SpaceKey>) =>
  q
    .selectFrom("search_state")
    .select(["root", "tokenizer"])
    .where("organization_id", "=", p("organization_id"))
    .where("space_id", "=", p("id")),
);
