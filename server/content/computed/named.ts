/** Which files, reusable contents and descriptions the pages of a revision name to one reader of a site. */
import { contentHash } from "../../../engine/hash.ts";
import { linksTo } from "../../../engine/links.ts";
import { getFromMap } from "../../../engine/mapRead.ts";
import { fieldTargets, type LinkTargets, type Page, type ReusableContent } from "../../../engine/page.ts";
import { targetInRevision } from "../../../engine/revision.ts";
import { readPage } from "../../../engine/tree.ts";
import { openKept } from "../../memory/kept.ts";
import { workOnText } from "../textWork.ts";
import { dataFor, type OpeningReader } from "./opened.ts";
import type { ShownRevision } from "./shown.ts";

type Naming = Pick<ShownRevision, "nodes" | "root" | "body">;
type Variables = Page["variables"];

/** Whether a text names a target to the reader, on a page with these variables. */
type Names = (body: string | undefined, variables: Variables, target: string) => Promise<boolean>;

/** What has conditions has to be read as its reader reads it; of all else the links are known. */
const CONDITION = /\{%[^a-z]*if\b/i;
/** Under the hash of the text and of all that its conditions may ask for, so it never ends before it makes way. */
const readLinks = openKept<LinkTargets>("read_links", {
  bytesOf: (links) => Object.keys(links).reduce((sum, target) => sum + target.length * 2 + 32, 0),
});

/**
 * Whether a page that the reader may see names a file, a reusable content or a description to them, be it by way of
 * other reusable contents: what stands under a condition that doesn't hold for them is not named. Costs the texts that
 * name it, each read once for the same answers.
 * @param organization whose revision it is
 * @param shown as it is opened for the reader
 * @param target such as `file:<id>`
 */
export async function isNamed(
  organization: string,
  shown: Naming,
  reader: OpeningReader,
  target: string,
): Promise<boolean> {
  const first = await namings(organization, shown, reader, target).next();
  return first.done !== true;
}

/**
 * The variables with which a reusable content is read that is read alone: those that have the same value on all pages
 * that show it to the reader, be it by way of other reusable contents.
 * @param body of the reusable content
 */
export async function variablesShared(
  organization: string,
  shown: Naming,
  reader: OpeningReader,
  { id, body }: Pick<ReusableContent, "id" | "body">,
): Promise<NonNullable<Variables>> {
  if (!ASKS_PAGES.test(await shown.body(body))) return {};
  let shared: NonNullable<Variables> | undefined;
  for await (const variables of namings(organization, shown, reader, `reusable:${id}`)) {
    const own = variables ?? {};
    shared = Object.fromEntries(Object.entries(shared ?? own).filter(([name, value]) => own[name] === value));
    if (Object.keys(shared).length === 0) break;
  }
  return shared ?? {};
}

/** What may ask for the variables of a page. */
const ASKS_PAGES = /\bpage\b/;

/** The variables of each page that the reader may see and that names a target to them, as `isNamed` says. */
async function* namings(
  organization: string,
  shown: Naming,
  reader: OpeningReader,
  target: string,
): AsyncGenerator<Variables> {
  const names = await namesFor(organization, shown, reader);
  const ways = await waysTo(shown, target);
  const met = new Set<string>();
  const waiting: [named: string, variables: Variables][] = [];
  const meet = (named: string, variables: Variables): void => {
    const state = JSON.stringify([named, variables ?? {}]);
    if (!met.has(state)) waiting.push([named, variables]);
    met.add(state);
  };
  for (const [named, sources] of ways.pages) {
    for (const id of sources) {
      const page = await readPage(shown.nodes, shown.root, id);
      if (page === undefined) continue;
      const isShown = fieldTargets(page).includes(named) || (await names(page.body, page.variables, named));
      if (!isShown) continue;
      if (named === target) yield page.variables;
      else meet(named, page.variables);
    }
  }
  // What a reusable content holds is read with the variables of the page that it is on.
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [source, variables] = next;
    const { nodes, root } = shown;
    const id = targetInRevision(source)?.id ?? "";
    const reusable = await getFromMap<ReusableContent>(nodes, root.reusable, id);
    for (const named of ways.below.get(source) ?? []) {
      if (reusable === undefined || !(await names(reusable.body, variables, named))) continue;
      if (named === target) yield variables;
      else meet(named, variables);
    }
  }
}

async function namesFor(organization: string, shown: Naming, reader: OpeningReader): Promise<Names> {
  const data = await dataFor(shown, reader);
  return async (hash, variables, target) => {
    const body = await shown.body(hash);
    if (!CONDITION.test(body)) return true;
    const asked = data(variables === undefined ? {} : { variables });
    const links = await readLinks.make(contentHash(JSON.stringify([hash, asked])), async () => {
      const text = await workOnText(organization, "evaluated", { text: body, data: asked });
      return workOnText(organization, "targets", { text });
    });
    return Object.hasOwn(links, target);
  };
}

/** What may lead to a target: the pages that name it or a reusable content on the way, and what these hold of the way. */
async function waysTo({ nodes, root }: Naming, target: string) {
  const pages = new Map<string, string[]>();
  const below = new Map<string, string[]>();
  const waiting = [target];
  for (let named = waiting.pop(); named !== undefined; named = waiting.pop()) {
    const { backlinks } = await linksTo(nodes, root, named);
    const own: string[] = [];
    for (const { source } of backlinks) {
      if (!source.startsWith("reusable:")) {
        own.push(source);
        continue;
      }
      const known = below.get(source);
      if (known === undefined) waiting.push(source);
      below.set(source, [...(known ?? []), named]);
    }
    pages.set(named, own);
  }
  return { pages, below };
}
