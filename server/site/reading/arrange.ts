/** Where the variants of a site stand in its addresses, for one reader. */
import { isNamed, segmentsBelow, type SiteStep, stepAmong } from "../../../engine/siteAddress.ts";
import type { SectionView } from "../render/view.ts";
import type { PublishedSite, SiteLink, SiteSection, Variant } from "./publishedSite.ts";

/** A variant at its place. */
export interface PlacedVariant extends Variant {
  /** Its path below the site's, with a slash after each segment; nothing for the site's own address. */
  readonly below: string;
  /** Whether it has no segment of its own in its section, or on a site without sections. */
  readonly isDefault: boolean;
  /** What the addresses of its pages may begin with: its section's step, if the site has sections, and its own. */
  readonly steps: readonly SiteStep[];
}

/** A section that a reader sees, with the variants in it that they see. */
interface PlacedSection {
  /** undefined: what a site without sections consists of. */
  readonly section: SiteSection | undefined;
  readonly step: SiteStep | undefined;
  readonly below: string;
  readonly variants: readonly PlacedVariant[];
}

/** A site as one reader may walk it. A section without a variant for them is none. */
export interface Arrangement {
  readonly sections: readonly PlacedSection[];
  /** The links of its navigation that lead elsewhere. A site without sections has none. */
  readonly links: readonly SiteLink[];
}

type Holds = (condition: string) => boolean;

/**
 * Places what a reader may see: the default section and the default variant of each section have no segment of their
 * own. Where the chosen default is not for this reader, the first that is stands in for it.
 * @param holds whether a condition holds for the reader
 */
export function arrange({ site, sections, links, variants }: PublishedSite, holds: Holds): Arrangement {
  const isShown = ({ condition }: { readonly condition: string | null }): boolean =>
    condition === null || holds(condition);
  const shown = variants.filter(isShown);
  if (sections.length === 0) {
    const inside = shown.filter(({ section }) => section === null);
    const alone =
      inside.length === 0 ? [] : [place(undefined, undefined, inside, site.default_site_space_id)];
    return { sections: alone, links: [] };
  }
  const open = sections
    .filter(isShown)
    .map((section) => ({ section, inside: shown.filter((variant) => variant.section === section.id) }))
    .filter(({ inside }) => inside.length > 0);
  const among = open.map(({ section }) => section);
  const first = among.find(({ id }) => id === site.default_site_section_id) ?? among[0];
  return {
    sections: open.map(({ section, inside }) =>
      place(section, stepAmong(among, first, section), inside, section.defaultVariant),
    ),
    links: links.filter(isShown),
  };
}

function place(
  section: SiteSection | undefined,
  step: SiteStep | undefined,
  inside: readonly Variant[],
  chosen: string | null,
): PlacedSection {
  const first = inside.find(({ id }) => id === chosen) ?? inside[0];
  const above = step === undefined ? [] : [step];
  const variants = inside.map((variant) => {
    const own = stepAmong(inside, first, variant);
    const steps = [...above, own];
    return { ...variant, isDefault: own.isDefault, below: prefixOf(steps), steps };
  });
  return { section, step, below: prefixOf(above), variants };
}

const prefixOf = (steps: readonly SiteStep[]): string =>
  segmentsBelow(steps, [])
    .map((segment) => `${segment}/`)
    .join("");

/**
 * The section and the variant that a path begins with, and what follows; undefined where there are none.
 * @param namesDefaults whether the names of defaults, which addresses leave out, may stand there all the same
 */
export function chooseVariant(
  { sections }: Arrangement,
  path: readonly string[],
  { namesDefaults = false } = {},
): { readonly variant: PlacedVariant; readonly rest: readonly string[] } | undefined {
  const [section, inside] = chooseStep(sections, ({ step }) => step, path, namesDefaults);
  if (section === undefined) return undefined;
  const [variant, rest] = chooseStep(section.variants, ({ steps }) => steps.at(-1), inside, namesDefaults);
  return variant && { variant, rest };
}

function chooseStep<Each>(
  all: readonly Each[],
  stepOf: (each: Each) => SiteStep | undefined,
  path: readonly string[],
  namesDefaults: boolean,
): readonly [Each | undefined, rest: readonly string[]] {
  const first = path[0]?.toLowerCase();
  const other = all.find((each) => {
    const step = stepOf(each);
    return step?.isDefault === false && step.own === first;
  });
  if (other !== undefined) return [other, path.slice(1)];
  const chosen = all.find((each) => stepOf(each)?.isDefault !== false);
  const step = chosen && stepOf(chosen);
  const hasName = step !== undefined && (namesDefaults ? step.own === first : isNamed(step, path));
  return [chosen, hasName ? path.slice(1) : path];
}

/** The tabs of a site: its sections and external links in their order, those of a group in the group's menu. */
export function tabsOf(
  arrangement: Arrangement,
  basePath: string,
  current: string | undefined,
): SectionView[] {
  const tabs: SectionView[] = [];
  const menus = new Map<string, SectionView[]>();
  for (const { part, tab } of entriesOf(arrangement, basePath, current)) {
    const { group } = part;
    const menu = group && menus.get(group.id);
    if (group === null) tabs.push(tab);
    else if (menu) menu.push(tab);
    else {
      const inside = [tab];
      menus.set(group.id, inside);
      tabs.push({
        kind: "group",
        title: group.title,
        ...(group.icon === null ? {} : { icon: group.icon }),
        sections: inside,
      });
    }
  }
  return tabs;
}

interface Entry {
  readonly part: SiteSection | SiteLink;
  readonly tab: SectionView;
}

function entriesOf(
  { sections, links }: Arrangement,
  basePath: string,
  current: string | undefined,
): readonly Entry[] {
  const inside = sections.flatMap(({ section, below, variants }): readonly Entry[] => {
    if (section === undefined) return [];
    const here = variants.some(({ id }) => id === current);
    return [
      { part: section, tab: { kind: "section", ...said(section), href: basePath + below, current: here } },
    ];
  });
  const away = links.map((link): Entry => ({
    part: link,
    tab: { kind: "link", ...said(link), href: link.url },
  }));
  return away.length === 0 ? inside : [...inside, ...away].toSorted(byOrder);
}

function said({ title, description, icon }: SiteSection | SiteLink) {
  return {
    title,
    ...(description === null ? {} : { description }),
    ...(icon === null ? {} : { icon }),
  };
}

function byOrder({ part: a }: Entry, { part: b }: Entry): number {
  const at = a.order.findIndex((key, index) => key !== b.order[index]);
  return at < 0 ? 0 : (a.order[at] ?? "") < (b.order[at] ?? "") ? -1 : 1;
}

/** What tells a variant from all others of its site: its section's title, its own, both, or nothing where it is alone. */
export function placeNames({ sections }: Arrangement, variant: string): readonly string[] {
  const place = sections.find(({ variants }) => variants.some(({ id }) => id === variant));
  const found = place?.variants.find(({ id }) => id === variant);
  if (place === undefined || found === undefined) return [];
  return [
    ...(sections.length > 1 && place.section !== undefined ? [place.section.title] : []),
    ...(place.variants.length > 1 ? [found.title] : []),
  ];
}
