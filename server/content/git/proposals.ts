/** What a branch has seen of what was proposed to it: who writes there comes from that, as whoever writes here does. */
import { type NewRevision, newRevision } from "../../../engine/change.ts";
import { diffRevisions, EDITED_FIELDS, type RevisionDiff } from "../../../engine/diff.ts";
import {
  type DraftMap,
  openDraft,
  type PageReplacement,
  replaceLinks,
  replacePages,
} from "../../../engine/draft.ts";
import { contentHash } from "../../../engine/hash.ts";
import { sameJson } from "../../../engine/json.ts";
import type { EntryChange } from "../../../engine/mapDiff.ts";
import { getManyFromMap } from "../../../engine/mapRead.ts";
import { type ShownTexts, showsEdit } from "../../../engine/markdown/shownBlocks.ts";
import type { Page, ReusableContent } from "../../../engine/page.ts";
import { reusableSource } from "../../../engine/revision.ts";
import { WorkerFailed } from "../../ports/worker.ts";
import { openPace } from "../../turns/pace.ts";
import { bodyByIds } from "../pageText.ts";
import type { Content } from "../store.ts";
import { workOnText } from "../textWork.ts";
import { Arrivals, bodyOf, isSame, type ProposedChange, type Said } from "./arrivals.ts";
import { KINDS } from "./sides.ts";

/** What was proposed and may be on the branch. */
export interface ProposedContent {
  /** Hash of the root of what it said. */
  readonly root: string;
  /** The same of what both sides had agreed on then. */
  readonly agreed: string;
  /** Whether its commit has come to the branch since the last agreement. */
  readonly isThere: boolean;
}

type Kind = keyof typeof KINDS;

type WrittenThing = Page | ReusableContent;

/** A thing as it was agreed on last, and as proposals say it that were made for that, the oldest first. */
interface ProposedThing {
  readonly agreed: Said;
  readonly versions: readonly (ThingVersion & { readonly isThere: boolean })[];
  /** What the branch says. */
  readonly shown: Said;
}

interface ThingVersion {
  readonly said: Said;
  /** Which proposal has it so, from 0, the oldest. */
  readonly proposal: number;
}

/** What the branch has surely seen of a thing, and what was proposed after that and may be there. */
interface SeenThing {
  readonly seen: Said;
  readonly later: readonly ThingVersion[];
  /** What the branch says. */
  readonly shown: Said;
}

/**
 * What both sides come from: what was agreed on, with what the branch has seen of proposals. Where the commit of one has
 * come there, that is all of it; else what is there as it was proposed, or alike, each block and each field for itself.
 * What the branch may never have seen stays as it was agreed on: it can't have taken that back.
 * @param agreed hash of the root of what was agreed on last, `theirs` of what the branch says
 * @param proposals the oldest first
 */
export async function withProposals(
  content: Content,
  {
    agreed,
    theirs,
    proposals,
  }: { readonly agreed: string; readonly theirs: string; readonly proposals: readonly ProposedContent[] },
): Promise<NewRevision> {
  const draft = await openDraft(content.nodes, agreed, openPace());
  const bodies = new Map<string, string>();
  const pages: PageReplacement[] = [];
  const proposed = await proposedThings(content, { agreed, theirs, proposals });
  const arrivals = new Arrivals(content, (proposal) => changesIn(proposed, proposal));
  for (const [kind, things] of proposed) {
    for (const [key, thing] of things) {
      const found = seenOf(kind, thing);
      const fields = await withFieldsShown(kind, found, arrivals);
      if (kind !== "page" && kind !== "reusable") {
        (draft[KINDS[kind]] as DraftMap<Said>).set(key, fields);
        continue;
      }
      let made = fields as WrittenThing | undefined;
      // Most texts that are proposed are on the branch still as they were agreed on.
      if ([made, found.shown as WrittenThing | undefined].some((one) => one?.body !== bodyOf(thing.agreed))) {
        const body = await bodyShown({ content, arrivals }, made, found);
        if (body !== undefined) bodies.set(body.hash, body.text);
        const links = body && (await bodyByIds(content.organization, body.text));
        replaceLinks(draft, kind === "page" ? key : reusableSource(key), links?.targets);
        made = made && withBody(made, body?.hash);
      }
      // Of what both sides say alike nothing has changed there, not even when.
      const said = isSame(made as Said, found.shown) ? found.shown : made;
      if (kind === "page")
        pages.push({ before: thing.agreed as Page | undefined, after: said as Page | undefined });
      else draft.reusable.set(key, said as ReusableContent | undefined);
    }
  }
  replacePages(draft, pages);
  return newRevision(draft, { bodies, reused: new Set() });
}

type Sides = Parameters<typeof withProposals>[1];
type ProposedThings = ReadonlyMap<Kind, ReadonlyMap<string, ProposedThing>>;

/** All that a proposal changes of what the branch has surely seen before it: of that it tells nothing anew. */
function* changesIn(proposed: ProposedThings, proposal: number): Iterable<ProposedChange> {
  for (const things of proposed.values())
    for (const { agreed, versions, shown } of things.values()) {
      let seen = agreed;
      for (const { said, isThere, proposal: own } of versions) {
        if (own === proposal) yield { seen, said, shown };
        if (isThere) seen = said;
      }
    }
}

/** What proposals change of that which the branch still said last as it did when they were made: they speak of nothing else. */
async function proposedThings(
  { nodes, root }: Content,
  { agreed, theirs, proposals }: Sides,
): Promise<ProposedThings> {
  const [now, there] = [await root(agreed), await root(theirs)];
  const differences: { isThere: boolean; since: RevisionDiff; changed: RevisionDiff }[] = [];
  for (const { root: own, agreed: then, isThere } of proposals)
    differences.push({
      isThere,
      since: await diffRevisions(nodes, await root(then), now),
      changed: await diffRevisions(nodes, now, await root(own)),
    });
  const things = new Map<Kind, ReadonlyMap<string, ProposedThing>>();
  for (const kind of Object.keys(KINDS) as Kind[]) {
    const made = differences.map(({ isThere, since, changed }) => ({
      isThere,
      moved: new Set(
        changesOf(since, kind).flatMap(({ key, before, after }) => (isSame(before, after) ? [] : [key])),
      ),
      changes: new Map(changesOf(changed, kind).map((change) => [change.key, change])),
    }));
    const known = new Map(
      made.flatMap(({ changes }) => [...changes].map(([key, { before }]) => [key, before])),
    );
    const shown = await getManyFromMap<Said>(nodes, there[KINDS[kind]], [...known.keys()]);
    const thingOf = ([key, before]: [string, Said]): [string, ProposedThing] => {
      const versions = made.flatMap(({ isThere, moved, changes }, proposal) => {
        if (moved.has(key)) return [];
        const change = changes.get(key);
        return [{ isThere, proposal, said: change === undefined ? before : change.after }];
      });
      return [key, { agreed: before, versions, shown: shown.get(key) }];
    };
    things.set(kind, new Map([...known].map(thingOf)));
  }
  return things;
}

const changesOf = (difference: RevisionDiff, kind: Kind) =>
  difference[KINDS[kind]] as readonly EntryChange<Said>[];

/**
 * The newest proposal that has come to the branch is what was seen there, else what was agreed on. Of a page that is there
 * and was never agreed on it is the first that had it: by that it came there.
 */
function seenOf(kind: Kind, { agreed, versions, shown }: ProposedThing): SeenThing {
  const isNew = agreed === undefined;
  // Nobody can tell whether somebody has deleted there what is new, or has never seen it.
  if (isNew && shown === undefined) return { seen: undefined, later: [], shown };
  const all = versions.map(({ said }) => said);
  const came = versions.findLastIndex(({ isThere }) => isThere);
  const first = all.findIndex((said) => said !== undefined);
  const at = came === -1 && isNew && (kind === "page" || kind === "reusable") ? first : came;
  return { seen: at === -1 ? agreed : all[at], later: versions.slice(at + 1), shown };
}

/** Where a page stands: fields that nobody edits as words. */
const PLACE = ["parent", "order"] as const;

/** A thing with those fields of later proposals that the branch shows. */
async function withFieldsShown(
  kind: Kind,
  { seen, later, shown }: SeenThing,
  arrivals: Arrivals,
): Promise<Said> {
  if (kind !== "page" && kind !== "reusable")
    return [seen, ...later.map(({ said }) => said)].some((said) => isSame(said, shown)) ? shown : seen;
  if (typeof seen !== "object" || typeof shown !== "object") return seen;
  const fields: Record<string, unknown> = { ...seen };
  for (const { said, proposal } of later) {
    if (typeof said !== "object") continue;
    for (const field of [...EDITED_FIELDS, ...PLACE]) {
      if (field === "body") continue;
      const values = [fields[field], said[field], shown[field]] as const;
      if (sameJson(values[1], values[2]) || (isEditOf(field, values) && (await arrivals.hasCome(proposal))))
        fields[field] = said[field];
    }
  }
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Said;
}

/** Fields of words; of all others a likeness says nothing. */
const WORDS: ReadonlySet<string> = new Set(["title", "linkTitle", "description"]);

/** Whether the words that the branch has in a field are alike those that were proposed for it. */
function isEditOf(field: string, [before, proposed, shown]: readonly [unknown, unknown, unknown]): boolean {
  if (!WORDS.has(field) || typeof proposed !== "string" || typeof shown !== "string") return false;
  return showsEdit([typeof before === "string" ? before : "", proposed, shown]);
}

/** The text of a thing with those blocks of later proposals that the branch shows. */
async function bodyShown(
  { content, arrivals }: { readonly content: Content; readonly arrivals: Arrivals },
  one: WrittenThing | undefined,
  { later, shown }: SeenThing,
): Promise<{ readonly hash: string; readonly text: string } | undefined> {
  const proposed = new Map<string, number[]>();
  for (const { said, proposal } of later) {
    const hash = bodyOf(said);
    if (hash !== undefined) proposed.set(hash, [...(proposed.get(hash) ?? []), proposal]);
  }
  const textOf = async (hash: string | undefined): Promise<string> => (await content.body(hash)) ?? "";
  let text = await textOf(one?.body);
  // Where the branch has the text still that it has seen, it shows nothing else.
  if (one !== undefined && shown !== undefined && bodyOf(shown) !== one.body)
    for (const [hash, proposals] of proposed) {
      const texts = [text, await textOf(hash), await textOf(bodyOf(shown))] as const;
      const { sure, reviewed } = await textShown(content.organization, texts);
      text = sure;
      // Asked only where it matters: all that was proposed is looked at.
      if (reviewed !== sure)
        for (const proposal of proposals) if (await arrivals.hasCome(proposal)) text = reviewed;
    }
  return text === "" ? undefined : { hash: contentHash(text), text };
}

function withBody(one: WrittenThing, hash: string | undefined): WrittenThing {
  const { body: _, ...rest } = one;
  return { ...rest, ...(hash !== undefined && { body: hash }) } as WrittenThing;
}

/** What takes too long to read shows nothing. */
async function textShown(
  organization: string,
  [before, text, shown]: readonly [string, string, string],
): Promise<ShownTexts> {
  try {
    return await workOnText(organization, "shown", { text, former: [before, shown] });
  } catch (error) {
    if (error instanceof WorkerFailed) return { sure: before, reviewed: before };
    throw error;
  }
}
