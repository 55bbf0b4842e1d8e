/** A page in the other languages of its section: what search engines and the menu of languages are told. */
import type { Page } from "../../../engine/page.ts";
import { readTrail } from "../../../engine/tree.ts";
import type { AlternateView } from "../render/view.ts";
import { absoluteHref, type Frame } from "./frame.ts";
import { languageTag } from "../reading/languages.ts";
import { isOpen, pageHref, pathOf, type VariantReading } from "../reading/reading.ts";

/** The languages of a section's variants as browsers write them, by variant; none where there is only one language. */
function languagesBeside(frame: Frame, { variant }: VariantReading): Map<string, string> {
  const here = frame.arrangement.sections.find(({ variants }) =>
    variants.some(({ id }) => id === variant.id),
  );
  const found = new Map(
    (here?.variants ?? []).flatMap(({ id, language }) =>
      language === null ? [] : [[id, languageTag(language)] as const],
    ),
  );
  return new Set(found.values()).size < 2 ? new Map() : found;
}

/** A page in another language, or in its own. */
export interface Alternate extends AlternateView {
  /** Within its origin. */
  readonly href: string;
  /** The prefix of its variant. */
  readonly base: string;
}

/**
 * The addresses of a page in every language that has it for this reader, its own among them, and of the one for
 * everybody else: the section's default variant.
 */
export async function alternatesOf(frame: Frame, reading: VariantReading, page: Page): Promise<Alternate[]> {
  const languages = languagesBeside(frame, reading);
  if (!languages.has(reading.variant.id)) return [];
  const alternates = new Map<string, Alternate>();
  // Of two variants in one language the one that is read is named, else the first.
  const others = frame.readings.filter((each) => each !== reading);
  for (const each of [reading, ...others]) {
    const language = languages.get(each.variant.id);
    if (language === undefined || alternates.has(language)) continue;
    const href = await hrefIn(each, page.id);
    if (href === undefined) continue;
    const url = absoluteHref(frame, href);
    alternates.set(language, { language, href, url, base: each.base });
  }
  if (alternates.size < 2) return [];
  const chosen = others
    .concat(reading)
    .find(({ variant: { id, isDefault } }) => isDefault && languages.has(id));
  const forOthers = [...alternates.values()].find(({ base }) => base === chosen?.base);
  return [...alternates.values(), ...(forOthers ? [{ ...forOthers, language: "x-default" }] : [])];
}

async function hrefIn(reading: VariantReading, id: string): Promise<string | undefined> {
  const { nodes, root } = reading.shown;
  const trail = await readTrail(nodes, root, id);
  if (trail === undefined || trail.length === 0 || !isOpen(reading, trail)) return undefined;
  return pageHref(reading, id, pathOf(trail));
}
