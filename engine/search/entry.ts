import { contentHash } from "../hash.ts";
import { distinctTerms, fieldOf, type Field } from "./field.ts";
import { type StemLanguage, stemLanguage } from "./stem.ts";
import { isUnspaced, LINE, termsOf, tokenizerOf } from "./tokenize.ts";

/** One page as it goes into the index; pages that search must not find are not given. */
export interface SearchablePage {
  /** Page id. */
  readonly page: string;
  readonly title: string;
  readonly description?: string | undefined;
  /** The code of the language that it is written in. */
  readonly language?: string | null | undefined;
  /** Whether it does little but name other pages: see `isIndexPage`. */
  readonly isIndex?: boolean;
  /** What precedes the first heading (level 0), then one for each heading of level 1 to 3. */
  readonly sections: readonly SearchableSection[];
}

interface SearchableSection {
  readonly anchor: string;
  readonly title: string;
  readonly level: number;
  /** Plain text, lines divided by "\n". */
  readonly text: string;
  /** Whoever fails one of them must not find the section. */
  readonly conditions?: readonly string[] | undefined;
}

interface SectionEntry {
  readonly anchor: string;
  readonly title: string;
  readonly titleTerms: Field;
  readonly level: number;
  readonly body: string;
  /** Terms of title and body. */
  readonly terms: Field;
  readonly conditions: readonly string[];
}

/** A page made ready: pure work, for a worker thread where many pages come at once. */
export interface SearchEntry {
  readonly page: string;
  readonly title: string;
  readonly description: string;
  readonly titleTerms: Field;
  readonly headingTerms: Field;
  readonly isIndex: boolean;
  readonly sections: readonly SectionEntry[];
  /** Of all that is indexed and of the tokenizer: equal entries have equal hashes. */
  readonly hash: string;
}

/** UTF-16 units of text that are indexed of one page; what follows is not found by search. */
export const longestText = 1_000_000;
/** Sections of one page; those after the last have their text added to it, if it has no conditions. */
export const mostSections = 1000;
/** UTF-16 units of different terms of one page that the full-text index is given: what PostgreSQL can hold. */
export const longestTerms = 250_000;

export function searchEntry(page: SearchablePage): SearchEntry {
  const description = storable(page.description ?? "");
  const sections = bounded(withDescription(page.sections, description));
  const title = storable(page.title);
  const language = stemLanguage(page.language);
  const entry = {
    page: page.page,
    title,
    description,
    titleTerms: fieldOf(termsOf(title, language)),
    headingTerms: fieldOf(termsOf(sections.map((section) => storable(section.title)).join("\n"), language)),
    isIndex: page.isIndex ?? false,
    sections: sections.map((section) => sectionEntry(section, language)),
  };
  return { ...entry, hash: contentHash(JSON.stringify([tokenizerOf(page.language), entry])) };
}

/** The terms of a page that the index is given, each once, the title's and the headings' first. */
export function indexedTerms(entry: {
  readonly titleTerms: Field;
  readonly headingTerms: Field;
  readonly sections: readonly { readonly terms: Field }[];
}): Set<string> {
  const terms = new Set<string>();
  let room = longestTerms;
  for (const field of [
    entry.titleTerms,
    entry.headingTerms,
    ...entry.sections.map((section) => section.terms),
  ]) {
    for (const term of distinctTerms(field)) {
      if (terms.has(term)) continue;
      room -= term.length;
      if (room < 0) return terms;
      terms.add(term);
    }
  }
  return terms;
}

/** Whether a term belongs in the vocabulary: a word that a typo of a longer or shorter one may stand for. */
export function isVocabulary(term: string): boolean {
  return term.length >= 4 && term.length <= 40 && /^[\p{L}\p{M}]+$/u.test(term) && !isUnspaced(term);
}

function sectionEntry(section: SearchableSection, language: StemLanguage): SectionEntry {
  const { anchor, level } = section;
  const title = storable(section.title);
  const text = storable(section.text);
  const heading = termsOf(title, language);
  const body = termsOf(text, language);
  const main = heading.main.length === 0 ? body.main : [...heading.main, LINE, ...body.main];
  const terms = fieldOf({ main, extra: heading.extra.concat(body.extra) });
  const conditions = (section.conditions ?? []).map(storable);
  return {
    anchor: storable(anchor),
    title,
    titleTerms: fieldOf(heading),
    level,
    body: text,
    terms,
    conditions,
  };
}

function withDescription(
  sections: readonly SearchableSection[],
  description: string,
): readonly SearchableSection[] {
  if (description === "") return sections;
  const [first, ...others] = sections;
  if (!first || first.level > 0 || isConditional(first))
    return [{ anchor: "", title: "", level: 0, text: description }, ...sections];
  return [{ ...first, text: first.text === "" ? description : `${description}\n${first.text}` }, ...others];
}

function bounded(sections: readonly SearchableSection[]): SearchableSection[] {
  let room = longestText;
  const kept = sections.slice(0, mostSections);
  const last = kept.at(-1);
  if (last && sections.length > mostSections) {
    const rest = sections.slice(mostSections).filter((section) => !isConditional(section));
    kept[kept.length - 1] = {
      ...last,
      text: [last.text, ...rest.flatMap(({ title, text }) => [title, text])].join("\n"),
    };
  }
  return kept.map(({ anchor, title, level, text: whole, conditions }) => {
    const text = whole.slice(0, Math.max(0, room));
    room -= text.length;
    return { anchor, title, level, text, conditions };
  });
}

function isConditional({ conditions }: SearchableSection): boolean {
  return conditions !== undefined && conditions.length > 0;
}

/** The text as both databases can keep it: half characters and U+0000 become the replacement character. */
function storable(text: string): string {
  return text.toWellFormed().replaceAll("\0", "\ufffd");
}
