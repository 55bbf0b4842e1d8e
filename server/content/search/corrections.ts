import { prepared, type Params, type Read } from "../../db/database.ts";
import { intactHalves, isWithinOneEdit, startsWithinOneEdit } from "../../engine/search/oneEdit.ts";
import { correctableTerm, type Query, type QueryWord } from "../../engine/search/query.ts";

interface Range {
  spaces: string[];
  from: string;
  until: string;
}

/** Spaces whose words are looked through; a search over more corrects by the first ones. */
const mostSpaces = 50;
/** Words of the vocabulary looked at for each half of a word. */
const mostWordsRead = 2000;
const mostCorrections = 8;

/** The query with `typos` filled in: terms of these spaces, one edit away, those of most pages first. */
export async function correct(read: Read, spaces: readonly string[], query: Query): Promise<Query> {
  const words: QueryWord[] = [];
  for (const word of query.words) {
    const term = correctableTerm(word);
    const typos = term === undefined ? [] : await corrections(read, spaces, term, word.isPrefix);
    words.push({ ...word, typos });
  }
  return { ...query, words };
}

async function corrections(
  read: Read,
  spaces: readonly string[],
  typed: string,
  isPrefix: boolean,
): Promise<string[]> {
  const { beginnings, backwardEnds } = intactHalves(typed);
  const pages = new Map<string, number>();
  for (const [lookUp, halves] of [
    [byBeginning, beginnings],
    [byEnd, backwardEnds],
  ] as const) {
    for (const half of new Set(halves)) {
      const rows = await lookUp.all(read, {
        spaces: spaces.slice(0, mostSpaces),
        from: half,
        until: `${half}\u{10ffff}`,
      });
      for (const row of rows) pages.set(row.term, row.pages);
    }
  }
  pages.delete(typed);
  const isNear = isPrefix ? startsWithinOneEdit : isWithinOneEdit;
  return [...pages]
    .filter(([term]) => isWithinOneEdit(typed, term) || isNear(typed, term))
    .toSorted(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
    .slice(0, mostCorrections)
    .map(([term]) => term);
}

const byBeginning = prepared((q, p: Params<Range>) =>
  q
    .selectFrom("search_vocabulary")
    .select(({ fn }) => ["term", fn.sum<number>("pages").as("pages")])
    .where("space_id", "in", p.list("spaces"))
    .where("term", ">=", p("from"))
    .where("term", "<", p("until"))
    .groupBy("term")
    .orderBy("term")
    .limit(mostWordsRead),
);

const byEnd = prepared((q, p: Params<Range>) =>
  q
    .selectFrom("search_vocabulary")
    .select(({ fn }) => ["term", fn.sum<number>("pages").as("pages")])
    .where("space_id", "in", p.list("spaces"))
    .where("backwards", ">=", p("from"))
    .where("backwards", "<", p("until"))
    .groupBy(["backwards", "term"])
    .orderBy("backwards")
    .limit(mostWordsRead),
);
