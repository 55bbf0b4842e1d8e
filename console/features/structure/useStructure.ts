/** What can be done with the pages of a space, or of a change request: shown at once, written in order, taken back. */
import { hashKey, type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useLocation } from "wouter";
import {
  type ContentChange,
  getPageById,
  getPageInChangeRequestById,
  type InsertPage,
  type Page,
  type Space,
  type UpdatePage,
} from "../../../sdk/src/index.ts";
import { client } from "../../api/client.ts";
import { type ContentPlace, type ContentWritten, writeContent } from "../../api/content.ts";
import { inOwnPlace } from "../../api/proposals.ts";
import { pagesOf } from "../../api/queries.ts";
import { addressOf } from "../../routes.ts";
import { say, sayNotDone } from "../../ui/toasts.ts";
import { words } from "../../words.ts";
import { indexPages, type PageIndex } from "../../app/pageIndex.ts";
import type { PageAuthor } from "../writing/writer.ts";
import { whileMade } from "../writing/typedAhead.ts";
import {
  changedTree,
  type TreePlace,
  movesTo,
  type TreeStep,
  stepTo,
  topmost,
  withoutPages,
} from "./moves.ts";

/** Changes of one request, and moves of one. */
const MOST_CHANGES = 50;
const MOST_MOVES = 200;

export interface TreeChanges {
  /** Moves pages, each with those below it. */
  readonly move: (ids: readonly string[], to: TreePlace) => void;
  /** Moves siblings by one key, where they can. @returns the page that they are under then, if it is any */
  readonly step: (ids: readonly string[], step: TreeStep) => string | undefined;
  readonly rename: (id: string, title: string) => void;
  /** A page, a group, a link, or what an integration makes. A page is opened when it is there. @throws what the server refuses */
  readonly add: (fields: Omit<InsertPage, "operation">) => Promise<void>;
  /** Changes a page, and says so with a way back. @throws what the server refuses */
  readonly change: (change: UpdatePage, said: string, undo: UpdatePage) => Promise<void>;
  readonly duplicate: (id: string) => void;
  /** @throws what the server refuses */
  readonly remove: (ids: readonly string[]) => Promise<void>;
}

interface Scene {
  readonly cache: QueryClient;
  readonly space: Space;
  readonly number: string | undefined;
  readonly index: PageIndex;
  readonly go: (to: string) => void;
  /** The page that is shown. */
  readonly shown: string | undefined;
  /** The id of who writes. */
  readonly user: string;
  readonly line: Line;
}

/** Writes wait for each other: each is made on what those before it left. */
interface Line {
  current: Promise<unknown>;
  /** Ends what is shown ahead of the writes that are under way. */
  readonly ahead: Set<() => void>;
}

interface Around {
  /** Of the change request that is looked at. */
  readonly number: string | undefined;
  readonly index: PageIndex | undefined;
  readonly shown: string | undefined;
  readonly writer: PageAuthor;
}

/** @returns undefined for who may not edit, and while it isn't known */
export function useStructure(
  space: Space | undefined,
  { number, index, shown, writer: { user, mayWrite } }: Around,
): TreeChanges | undefined {
  const cache = useQueryClient();
  const [, go] = useLocation();
  const [line] = useState((): Line => ({ current: Promise.resolve(), ahead: new Set() }));
  return useMemo(() => {
    if (space === undefined || !mayWrite || index === undefined) return undefined;
    return structureOf({ cache, space, number, index, go, shown, user, line });
  }, [cache, space, number, index, go, shown, user, mayWrite, line]);
}

/** The pages as they are shown after what is under way: several keys may come before any of it is drawn. */
function indexNow({ cache, space, number, index }: Scene): PageIndex {
  const pages = cache.getQueryData<readonly Page[]>(pagesOf(space.id, number).queryKey);
  return pages === undefined ? index : indexPages(pages);
}

function structureOf(scene: Scene): TreeChanges {
  const titleOf = (id: string): string => indexNow(scene).entries.get(id)?.page.title ?? "";
  return {
    step(ids, step) {
      const to = stepTo(indexNow(scene), ids, step);
      if (to !== undefined) this.move(ids, to);
      return to?.into ?? undefined;
    },
    move(ids, to) {
      const index = indexNow(scene);
      const pages = topmost(index, ids);
      const { changes, undo } = movesTo(index, pages, to);
      if (changes.length === 0) return;
      const said =
        pages.length === 1 ? words.movedPage(titleOf(pages[0] ?? "")) : words.movedPages(pages.length);
      updated(scene, changes, said, undo);
    },
    rename(id, title) {
      const was = titleOf(id);
      const named = title.trim();
      if (named === "" || named === was) return;
      const change = (to: string, from: string): UpdatePage => ({
        operation: "update_page",
        page: id,
        title: to,
        was: { title: from },
      });
      updated(scene, [change(named, was)], words.renamedPage(named), [change(was, named)]);
    },
    async add(fields) {
      const change: InsertPage = { operation: "insert_page", ...fields };
      const isWritten = fields.type === "document";
      const make = async (): Promise<string> => {
        let id = "";
        await written(scene, [change], ([place, [done]]) => {
          id = done?.changes[0]?.page ?? "";
          const address = addressIn(place, id);
          if (fields.type !== "group") scene.go(isWritten ? `${address}?edit` : address);
          say({ text: words.addedPage(fields.title ?? ""), undo: () => takeOut(scene, place, done) });
        });
        return id;
      };
      await (isWritten ? whileMade(make) : make());
    },
    change: (change, text, undo) => written(scene, [change], told(scene, text, [undo])),
    duplicate(id) {
      const title = words.copyOf(titleOf(id));
      attempted(scene, [{ operation: "duplicate_page", page: id, title }], ([place, [done]]) => {
        scene.go(addressIn(place, done?.changes[0]?.page ?? ""));
        say({ text: words.addedPage(title), undo: () => takeOut(scene, place, done) });
      });
    },
    remove: (ids) => removed(scene, ids),
  };
}

/** Of a page, or of the content as a whole. */
function addressIn({ space, number }: ContentPlace, page?: string): string {
  if (number === undefined)
    return page === undefined ? addressOf("space", { space }) : addressOf("page", { space, page });
  return page === undefined
    ? addressOf("change", { space, number })
    : addressOf("changedPage", { space, number, page });
}

/** Moves and titles are shown before they are written. */
function updated(
  scene: Scene,
  changes: readonly UpdatePage[],
  text: string,
  undo?: readonly UpdatePage[],
): void {
  if (scene.number !== undefined || scene.space.editMode === "live") showAhead(scene, changes);
  const most = changes.every(({ title }) => title === undefined) ? MOST_MOVES : MOST_CHANGES;
  attempted(scene, changes, told(scene, text, undo), most);
}

/** Says what was done, with a way back. */
const told =
  (scene: Scene, text: string, undo?: readonly UpdatePage[]) =>
  ([{ number }]: DoneChange): void =>
    say({ text, undo: undo && (() => updated({ ...scene, number }, undo, words.undone)) });

/** Deletes pages with those below them; taken back, they come again from above down. */
async function removed(scene: Scene, ids: readonly string[]): Promise<void> {
  const { shown, go } = scene;
  const index = indexNow(scene);
  const pages = topmost(index, ids);
  const gone = pages.flatMap((id) => withBelow(index, id));
  const deletion = (page: string) => deletionOf({ space: scene.space.id, number: scene.number }, page);
  const [first] = pages;
  const title = first === undefined ? "" : (index.entries.get(first)?.page.title ?? "");
  const making = () => Promise.all(pages.map(deletion));
  await written(scene, making, ([place, [done]]) => {
    if (shown !== undefined && gone.includes(shown)) go(addressIn(place));
    show(scene, (tree) => withoutPages(tree, pages));
    const revision = done?.before;
    const back = gone.map((page): ContentChange => ({
      operation: "revert_page",
      page,
      ...(revision && { revision }),
    }));
    const text = pages.length === 1 ? words.deletedPage(title) : words.deletedPages(gone.length);
    const undo = () => attempted({ ...scene, number: place.number }, back, () => say({ text: words.undone }));
    say({ text, undo: revision === undefined ? undefined : undo });
  });
}

function withBelow(index: PageIndex, id: string): readonly string[] {
  const children = index.entries.get(id)?.children ?? [];
  return [id, ...children.flatMap((child) => withBelow(index, child))];
}

/** Deletes a page as it is now: not as somebody leaves it who is writing in it. */
async function deletionOf({ space, number }: ContentPlace, page: string): Promise<ContentChange> {
  const query = { metadata: false, computed: false };
  const { version } = await (number === undefined
    ? getPageById(client, space, page, query)
    : getPageInChangeRequestById(client, space, number, page, query));
  return { operation: "delete_page", page, ...(version === undefined ? {} : { ifVersion: version }) };
}

/** Takes out a page that was put in, while nobody has changed it. */
function takeOut(scene: Scene, place: ContentPlace, done: ContentWritten | undefined): void {
  const [{ page = "", version } = {}] = done?.changes ?? [];
  const change = {
    operation: "delete_page" as const,
    page,
    ...(version === undefined ? {} : { ifVersion: version }),
  };
  scene.go(addressIn(place));
  attempted({ ...scene, number: place.number }, [change], () => say({ text: words.undone }));
}

type DoneChange = readonly [place: ContentPlace, answers: readonly ContentWritten[]];

/** Writes when those before have been. @throws what the server refuses; the pages are read again as they are then */
function written(
  scene: Scene,
  making: readonly ContentChange[] | (() => Promise<readonly ContentChange[]>),
  then: (done: DoneChange) => void | Promise<void>,
  most = MOST_CHANGES,
): Promise<void> {
  const { cache, space, number, user, go, line } = scene;
  const turn = line.current.then(async (): Promise<void> => {
    const changes = typeof making === "function" ? await making() : making;
    const done = await inOwnPlace({ space, number, user }, words.treeSubject, async (place) => {
      const answers: ContentWritten[] = [];
      for (let from = 0; from < changes.length; from += most)
        answers.push(await writeContent(place, changes.slice(from, from + most)));
      return [place, answers] as const;
    });
    const [place] = done;
    if (place.number !== number) go(addressIn(place));
    await then(done);
  });
  const settled = turn.catch(() => undefined);
  line.current = settled;
  // While more are under way, what is shown is ahead of what was read.
  void settled.then(() => {
    if (line.current !== settled) return;
    for (const end of line.ahead) end();
    line.ahead.clear();
    void cache.invalidateQueries({ queryKey: ["space", space.id] });
  });
  return turn;
}

/** Writes, and tells what was refused where nothing else does. */
function attempted(...write: Parameters<typeof written>): void {
  written(...write).catch((error: unknown) => {
    sayNotDone(error);
  });
}

function show({ cache, space, number }: Scene, change: (pages: readonly Page[]) => readonly Page[]): void {
  const { queryKey } = pagesOf(space.id, number);
  void cache.cancelQueries({ queryKey });
  cache.setQueryData<readonly Page[]>(queryKey, (pages) => pages && change(pages));
}

/** Shows changes before they are written, also in what is read until then: that may be of before them. */
function showAhead(scene: Scene, changes: readonly UpdatePage[]): void {
  const { cache, space, number, line } = scene;
  const key = hashKey(pagesOf(space.id, number).queryKey);
  const change = (): void => show(scene, (pages) => changedTree(pages, changes));
  change();
  const end = cache.getQueryCache().subscribe((event) => {
    const isRead =
      event.type === "updated" && event.action.type === "success" && event.action.manual !== true;
    if (isRead && event.query.queryHash === key) change();
  });
  line.ahead.add(end);
}
