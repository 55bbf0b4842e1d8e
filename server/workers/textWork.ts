/** What is made of a text alone, by name: of long ones in a thread, since reading a page of tables takes a second. */
import { dereferenced } from "../../engine/document/dereferenced.ts";
import { fromDocument } from "../../engine/document/fromDocument.ts";
import { toDocument } from "../../engine/document/toDocument.ts";
import { asksVisitor, evaluateCondition, evaluateInline } from "../../engine/expression/condition.ts";
import { evaluatedBody } from "../../engine/markdown/evaluated.ts";
import { parse } from "../../engine/markdown/parse.ts";
import {
  destinationsIn,
  type TextByIds,
  linkText,
  type LinkMeaning,
  targetsOf,
} from "../../engine/markdown/textLinks.ts";
import type { Reference } from "../../engine/markdown/references.ts";
import { destinationsOf, findLinks, type FoundLinks } from "../importers/linkedText.ts";
import {
  type CameAlong,
  cameAlong,
  shownBlocks,
  type ShownTexts,
} from "../../engine/markdown/shownBlocks.ts";
import { uselessConditionsIn } from "../../engine/markdown/uselessConditions.ts";
import type { LinkTargets } from "../../engine/page.ts";
import { searchablePage, type SearchableText } from "../../engine/search/searchablePage.ts";

/** Characters of the JSON of a document: handing out more holds up others. */
export const LARGEST_DOCUMENT = 16_000_000;

interface Text {
  readonly text: string;
  readonly former?: readonly string[];
}

interface TextToLink extends Text {
  readonly resolved: ReadonlyMap<string, LinkMeaning>;
  readonly former: readonly string[];
}

interface TextToEvaluate extends Text {
  readonly data: Parameters<typeof evaluateCondition>[1];
  /** What depends on who reads stays as it is written. */
  readonly isForNobody?: boolean;
}

interface TextToShow extends Text {
  /** The texts that stand in it, by the id of the reusable content; without it they stay references. */
  readonly included?: ReadonlyMap<string, string> | undefined;
}

interface ProposedText extends Text {
  /** What it was proposed for, and the text that may show it. */
  readonly former: readonly [before: string, shown: string];
}

export const TEXT_WORK = {
  /** Each destination once. */
  destinations: ({ text }: Text): string[] => destinationsIn(parse(text).document),
  /** The text with its destinations by id, and what it links to. */
  link: ({ text, resolved, former }: TextToLink): TextByIds =>
    linkText(parse(text).document, resolved, former),
  /** What an export writes anew, with its places. */
  references: ({ text }: Text): Reference[] => destinationsOf(parse(text).document),
  /** What an import reads a text for. */
  links: ({ text }: Text): FoundLinks => findLinks(text),
  targets: ({ text }: Text): LinkTargets => targetsOf(text),
  /** The text that another was proposed for, with what a third one shows of that. */
  shown: ({ text, former: [before, shown] }: ProposedText): ShownTexts =>
    shownBlocks({ before, proposed: text, shown }),
  /** What of it has come to that third one. */
  came: ({ text, former: [before, shown] }: ProposedText): CameAlong =>
    cameAlong({ before, proposed: text, shown }),
  uselessConditions: ({ text }: Text) => uselessConditionsIn(text),
  /** The text as somebody reads it, of whom `data` tells all. */
  evaluated: ({ text, data, isForNobody = false }: TextToEvaluate): string =>
    evaluatedBody(text, {
      holds: (condition) => evaluateCondition(condition, data),
      value: (expression) => evaluateInline(expression, data),
      ...(isForNobody && { isLeft: asksVisitor }),
    }),
  /** The document of the API, as JSON; undefined when that is larger than is sent. */
  document: ({ text, included }: TextToShow): Uint8Array<ArrayBuffer> | undefined => {
    const document = toDocument(parse(text).document);
    const json = JSON.stringify(included === undefined ? document : dereferenced(document, included));
    return json.length > LARGEST_DOCUMENT ? undefined : new TextEncoder().encode(json);
  },
  /** A document as JSON in the dialect. */
  fromDocument: ({ text }: Text) => fromDocument(JSON.parse(text)),
  searchEntry: (page: SearchableText) => searchablePage(page),
};

export type TextWork = keyof typeof TEXT_WORK;
export type TextInput<W extends TextWork> = Parameters<(typeof TEXT_WORK)[W]>[0];
export type TextOutput<W extends TextWork> = ReturnType<(typeof TEXT_WORK)[W]>;

/** A piece of work as a thread gets it. */
export interface TextOrder {
  readonly work: TextWork;
  readonly input: unknown;
}
