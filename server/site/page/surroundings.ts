/** What a page's text depends on beside itself: in its own space, and in others that it shows parts of. */
import { latestVersions, type SpecVersion } from "../../content/computed/specs.ts";
import { bodyLinks, linksFrom } from "../../../engine/links.ts";
import { getFromMap, getManyFromMap } from "../../../engine/mapRead.ts";
import type { FileEntry, Page, ReusableContent } from "../../../engine/page.ts";
import { reusableSource } from "../../../engine/revision.ts";
import { readTrail } from "../../../engine/tree.ts";
import type { Values } from "../bodies/values.ts";
import { isOpen, type VariantReading } from "../reading/reading.ts";
import { RenderFailed } from "../bodies/renderer.ts";

/** Reusable contents shown in one page, those inside others included. */
const MOST_INCLUDES = 100;
/** Other spaces that one page's texts name. */
const MOST_SPACES = 50;

/** What the texts of one space mean where a page shows them; small but for the texts, which are named by their hashes. */
export interface PageGround {
  readonly reading: VariantReading;
  /** Pages that they link to, as far as the reader may know of them. */
  readonly pages: ReadonlyMap<string, readonly Page[]>;
  readonly files: ReadonlyMap<string, FileEntry>;
  /** The hashes of included bodies, by the id of the reusable content. */
  readonly includes: Readonly<Record<string, string>>;
  /** What their expressions are worth. */
  readonly values: Values;
  /** Which expressions they have could not be read in time: the next reader may be shown more. */
  readonly isMakeshift: boolean;
}

/** What a page's body means where it is read. */
export interface Surroundings extends PageGround {
  /** The descriptions of APIs whose operations it shows, by slug. */
  readonly specs: ReadonlyMap<string, SpecVersion>;
  /** Other spaces that it names and that its reader may walk on the same site, by id. */
  readonly elsewhere: ReadonlyMap<string, PageGround>;
}

/**
 * What a page's text depends on beside itself. Its cost grows with the page, not with the space. Of other spaces it
 * knows what the same reader is shown on the same site; all else is as if it weren't there.
 */
export async function surroundingsOf(reading: VariantReading, page: Page): Promise<Surroundings> {
  const [own, ...others] = await namedFrom(reading, page.id);
  const specs = [own, ...others].flatMap(({ targets }) => idsOf(targets, "openapi"));
  const elsewhere = new Map<string, PageGround>();
  for (const other of others) elsewhere.set(other.reading.variant.space, await groundOf(other, page, []));
  const ground = await groundOf(own, page, page.body === undefined ? [] : [page.body]);
  return {
    ...ground,
    isMakeshift: [ground, ...elsewhere.values()].some((one) => one.isMakeshift),
    specs: await latestVersions(reading.deps.db.read, reading.organization, [...new Set(specs)]),
    elsewhere,
  };
}

/** @param bodies hashes of texts of the space beside those that are included */
async function groundOf(
  { reading, targets, includes }: SpaceTargets,
  page: Page,
  bodies: string[],
): Promise<PageGround> {
  const { nodes, root } = reading;
  const pages = new Map<string, readonly Page[]>();
  for (const id of idsOf(targets, "page")) {
    const trail = await readTrail(nodes, root, id);
    if (trail !== undefined && isOpen(reading, trail)) pages.set(id, trail);
  }
  const files = new Map(await getManyFromMap<FileEntry>(nodes, root.files, idsOf(targets, "file")));
  const { expressions, isMakeshift } = await expressionsOf(reading, [...bodies, ...Object.values(includes)]);
  const values = reading.conditions.valuesOn(page, expressions);
  return { reading, pages, files, includes, values, isMakeshift };
}

/** The texts that are included from one space, by the id of the reusable content. */
export async function includedTexts({
  reading,
  includes,
}: Pick<PageGround, "reading" | "includes">): Promise<Record<string, string>> {
  const texts = await reading.deps.content.of(reading.organization).bodies(Object.values(includes));
  return Object.fromEntries(Object.entries(includes).map(([id, hash]) => [id, texts.get(hash) ?? ""]));
}

/** An expression can't be written without one of these. */
export const MAY_ASK = /\{%-?\s*if\b|\bexpression\b/;

/** The expressions in texts; `isMakeshift`: in those that could be read in time. */
async function expressionsOf(
  { deps, shown }: VariantReading,
  bodies: readonly string[],
): Promise<{ readonly expressions: string[]; readonly isMakeshift: boolean }> {
  let isMakeshift = false;
  const { content, renderer } = deps;
  const found = new Set<string>();
  for (const hash of new Set(bodies)) {
    const listing = content.derived("expressions", hash, async () => {
      const text = await shown.body(hash);
      return MAY_ASK.test(text) ? JSON.stringify(await renderer.run("expressions", [text])) : "[]";
    });
    // What can't be read in time shows nothing that is under a condition.
    const listed = await listing.catch((error: unknown) => {
      if (!(error instanceof RenderFailed)) throw error;
      isMakeshift = true;
      return "[]";
    });
    for (const expression of JSON.parse(listed) as string[]) found.add(expression);
  }
  return { expressions: [...found], isMakeshift };
}

/** What a page names in one space, itself and through what it includes. */
interface SpaceTargets {
  readonly reading: VariantReading;
  readonly targets: Set<string>;
  readonly includes: Record<string, string>;
}

/** What a page names, its own space first; the others are those that the reader may walk. */
async function namedFrom(reading: VariantReading, page: string): Promise<[SpaceTargets, ...SpaceTargets[]]> {
  const own: SpaceTargets = { reading, targets: new Set(), includes: {} };
  const named = new Map([[reading.variant.space, own]]);
  const open: (readonly [SpaceTargets, string])[] = [];
  const name = (where: SpaceTargets, target: string): void => {
    const [here, thing] = placed(where, target, named);
    if (here === undefined || thing === undefined || here.targets.has(thing)) return;
    here.targets.add(thing);
    open.push([here, thing]);
  };
  for (const target of Object.keys(await linksFrom(reading.nodes, reading.root, page))) name(own, target);
  let included = 0;
  // The list grows while it is walked: what an included text names is visited as well, each once.
  for (const [where, target] of open) {
    const [id] = idsOf([target], "reusable");
    if (id === undefined || included >= MOST_INCLUDES) continue;
    const { nodes, root } = where.reading;
    const found = await getFromMap<ReusableContent>(nodes, root.reusable, id);
    if (found?.body === undefined) continue;
    where.includes[id] = found.body;
    included++;
    for (const next of Object.keys(await bodyLinks(nodes, root, reusableSource(id)))) name(where, next);
  }
  return [own, ...[...named.values()].filter((one) => one !== own)];
}

/** The space that a target of a text means, and what it is there; nothing of a space that this reader may not walk. */
function placed(
  where: SpaceTargets,
  target: string,
  named: Map<string, SpaceTargets>,
): readonly [SpaceTargets | undefined, string | undefined] {
  const [, space, thing] = /^space:([^/]*)(?:\/(.*))?$/s.exec(target) ?? [];
  if (space === undefined) return [where, target];
  const known = named.get(space);
  const reading = where.reading.among.find(({ variant }) => variant.space === space);
  if (known !== undefined || reading === undefined || named.size > MOST_SPACES) return [known, thing];
  const opened = { reading, targets: new Set<string>(), includes: {} };
  named.set(space, opened);
  return [opened, thing];
}

function idsOf(targets: Iterable<string>, kind: string): string[] {
  const prefix = `${kind}:`;
  const ids = [...targets]
    .filter((target) => target.startsWith(prefix))
    .map((target) => target.slice(prefix.length).split("#", 1)[0] as string);
  return [...new Set(ids)];
}
