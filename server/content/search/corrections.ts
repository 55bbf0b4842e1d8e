import type { SearchedSpaces } from "./matchingNumbers.ts";
import { prepared, type Params, type Read } from "../../db/database.ts";
import { intactHalves, isWithinOneEdit, startsWithinOneEdit } from "../../../engine/search/oneEdit.ts";
import { correctableTerm, type Query, type QueryWord } from "../../../engine/search/query.ts";

interface Range {
  organization: string;
  spaces: string[];
  from: string;
  until: string;
}

/** Spaces whose words are looked through; a search over more corrects by the first ones. */
const mostSpaces = 50;
/** Words of the vocabulary looked at for each half of a word. */
const mostWordsRead = 2000;
const mostCorrections = 16;

/** The query with `typos` filled in: terms of these spaces, one edit away. */
export async function correct(read: Read, within: SearchedSpaces, query: Query): Promise<Query> {
  const words: QueryWord[] = [];
  for (const word of query.words) {
    const term = correctableTerm(word);
    const typos = term === undefined ? [] : await corrections(read, within, term, word.isPrefix);
    words.push({ ...word, typos });
  }
  return { ...query, words };
}

async function corrections(
  read: Read,
  { organization, spaces }: SearchedSpaces,
  typed: string,
  isPrefix: boolean,
): Promise<string[]> {
  const { beginnings, backwardEnds } = intactHalves(typed);
  const near = new Set<string>();
  const isNear = isPrefix ? startsWithinOneEdit : isWithinOneEdit;
  for (const [lookUp, halves] of [
    [byBeginning, beginnings],
    [byEnd, backwardEnds],
  ] as const) {
    for (const from of new Set(halves)) {
      const range = { organization, spaces: spaces.slice(0, mostSpaces), from, until: `${from}\u{10ffff}` };
      for (const { term } of await lookUp.all(read, range)) {
        if (term !== typed && (isWithinOneEdit(typed, term) || isNear(typed, term))) near.add(term);
      }
    }
  }
  // Whole words come before longer ones that only begin alike.
  const distance = (term: string) => (isWithinOneEdit(typed, term) ? 0 : 1);
  return [...near]
    .toSorted((a, b) => distance(a) - distance(b) || (a < b ? -1 : 1))
    .slice(0, mostCorrections);
}

const byBeginning = prepared((q, p: Params<Range>) =>
  q
    .selectFrom("search_vocabulary")
    .select("term")
    .where("organization_id", "=", p("organization"))
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
    .select("term")
    .where("organization_id", "=", p("organization"))
    .where("space_id", "in", p.list("spaces"))
    .where("backwards", ">=", p("from"))
    .where("backwards", "<", p("until"))
    .groupBy(["backwards", "term"])
    .orderBy("backwards")
    .limit(mostWordsRead),
);
