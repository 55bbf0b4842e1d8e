/** A page as it is written: its title, its text, and how its saving stands. */
import { useQueryClient } from "@tanstack/react-query";
import {
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { createPortal } from "react-dom";
import { useLocation } from "wouter";
import { Conflict, Forbidden, type Page } from "../../../sdk/src/index.ts";
import { membersFound } from "../../api/administration.ts";
import { changeRequest, page as pageOf, pagesOf, space as spaceOf } from "../../api/queries.ts";
import { askWhile } from "../../api/unload.ts";
import { useKeys } from "../../app/keys.ts";
import type { FindTargets } from "../../editor/menu.ts";
import { addressOf } from "../../routes.ts";
import { copyText } from "../../ui/copy.ts";
import { later } from "../../ui/later.tsx";
import { PageIcon } from "../../ui/PageIcon.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { sayNotDone } from "../../ui/toasts.ts";
import { writesIn } from "../../ui/wayBack.ts";
import { indexPages, pagesCalled } from "../../app/pageIndex.ts";
import { Heading } from "./Heading.tsx";
import { takeField } from "./heldField.ts";
import { type Hold, hold, type HoldWish } from "./hold.ts";
import { Followed } from "./Followed.tsx";
import { nameOf } from "./openSaving.ts";
import type { SavingState } from "./savingView.ts";
import type { StoredPage } from "./savingPorts.ts";
import { SavingStatus, Trouble } from "./SavingStatus.tsx";
import { openSession, type PageWriting } from "./session.ts";
import { handOver, rest, typeAhead } from "./typedAhead.ts";
import { WrittenAs } from "./WrittenAs.tsx";

/** More than anybody looks through. */
const MOST_OFFERED = 8;

const BlockTalk = later(() => import("./BlockTalk.tsx"));
const DrawnInEditor = later(() => import("./DrawnInEditor.tsx"));
const OthersInEditor = later(() => import("./OthersInEditor.tsx"));
const PartsInEditor = later(() => import("./PartsInEditor.tsx"));
const Properties = later(() => import("./Properties.tsx"));

interface WritingProps {
  /** The id of the person. */
  readonly user: string;
  readonly space: string;
  /** With its Markdown. */
  readonly page: Page;
  /** The number of the change request that is written in. */
  readonly number: string | undefined;
  /** Whether the first write makes a change request. */
  readonly isProposal: boolean;
  /** Whether the person may say something about blocks. */
  readonly mayTalk: boolean;
  /** Where the status is shown. */
  readonly status: HTMLElement | null;
  /** Back to reading. */
  readonly leave: () => void;
  /** Is told the change request in which what is written goes on, before the page has its address. */
  readonly goesOnIn: (number: string) => void;
  /** Shows a page to be read. */
  readonly read: (page: Page) => ReactNode;
}

export default function Writing(props: WritingProps) {
  const element = useRef<HTMLDivElement>(null);
  const { session, isElsewhere, tryAs, turn } = useSession(props, element);
  const [rail, setRail] = useState<HTMLElement | null>(null);
  const { user, space, number, page, read } = props;
  if (isElsewhere) {
    const name = nameOf({ user, space, number, page: page.id });
    return <Followed name={name} page={page} read={read} tryAs={tryAs} />;
  }
  return (
    <div className="page">
      <article className="page-text writing" lang="">
        {session === undefined ? <Skeleton /> : <Written {...props} session={session} rail={rail} />}
        <div key={turn} className="writing-text" ref={element} />
      </article>
      <aside className="rail properties">
        <div ref={setRail} />
        {session === undefined ? null : (
          <Beside session={session} space={props.space} number={props.number} />
        )}
      </aside>
    </div>
  );
}

/** Pages that this tab lets go of, until what was written in them is saved. */
const leaving = new Map<string, Promise<void>>();

/** @param opening the page, which may still be opening */
function letGo(name: string, opening: Promise<PageWriting> | undefined, held: Hold): void {
  const left = Promise.resolve(opening)
    .then((open) => open?.close())
    .catch(() => undefined)
    .then(() => {
      held.release();
      if (leaving.get(name) === left) leaving.delete(name);
    });
  leaving.set(name, left);
}

/** Whether what is written is refused where it is, as in a change request that was merged meanwhile. */
const isOver = (state: SavingState): boolean =>
  state.name === "refused" && (state.error instanceof Conflict || state.error instanceof Forbidden);

/** Whether blocks of the page may be talked about. */
const isTalkedOf = ({ mayTalk, number, isProposal }: WritingProps): boolean =>
  mayTalk && (number !== undefined || !isProposal);

/** Loads what stands beside a text: what can't be had is missed before anything is written, not in the midst of it. */
const loadBeside = (): Promise<unknown> =>
  Promise.all([Properties.load(), DrawnInEditor.load(), PartsInEditor.load(), OthersInEditor.load()]);

/** The session of a page while it is on the screen. */
function useSession(props: WritingProps, element: RefObject<HTMLDivElement | null>) {
  const { user, space, page, number, isProposal } = props;
  const [session, setSession] = useState<PageWriting>();
  const [isElsewhere, setElsewhere] = useState(false);
  const [wish, want] = useState<HoldWish>("asks");
  const [error, fail] = useState<unknown>();
  if (error !== undefined) throw error;
  const { turn, isWrittenIn } = usePlace(number);
  const latest = useLatest(useOnStored(props, isWrittenIn));
  const finding = useLatest(useFind(props));
  useEffect(() => {
    const name = nameOf({ user, space, number, page: page.id });
    let isGone = false;
    let held: Hold | undefined;
    let opening: Promise<PageWriting> | undefined;
    const close = (): void => {
      setSession(undefined);
      if (held !== undefined) letGo(name, opening, held);
      [opening, held] = [undefined, undefined];
    };
    const elsewhere = (): void => {
      rest();
      setElsewhere(true);
    };
    const lost = (): void => {
      close();
      elsewhere();
    };
    const begin = async (): Promise<void> => {
      const beside = loadBeside();
      beside.catch(() => undefined);
      // Who comes back at once finds no other tab there, but this one.
      await leaving.get(name);
      if (isGone) return;
      held = await hold(name, wish, lost);
      if (held === undefined) return elsewhere();
      if (isGone || element.current === null) return held.release();
      await beside;
      if (isGone) return undefined;
      const mine = openSession({
        user,
        space,
        number,
        isProposal,
        page,
        mayTalk: isTalkedOf(props),
        element: element.current,
        onStored: (now, of) => latest.current(now, of, isGone),
        find: (...asked) => finding.current(...asked),
      });
      opening = mine;
      const open = await mine;
      // Who has left meanwhile has it closed as soon as it is open.
      if (opening !== mine) return;
      setSession(open);
      handOver(page.id, open.text.goOn);
      // What is on the screen may be what was known of it earlier.
      void open.saving.refresh();
    };
    // What can't be opened is told by the screen around it.
    if (!isElsewhere) begin().catch(fail);
    return () => {
      isGone = true;
      close();
    };
    // What the page is afterwards comes to the session by itself.
  }, [user, space, page.id, isElsewhere, turn]);
  const tryAs = (how: HoldWish): void => {
    if (how === "takes") typeAhead(page.id);
    want(how);
    setElsewhere(false);
  };
  return { session, isElsewhere, tryAs, turn };
}

/**
 * Where a page is written: in another change request with each turn, but for one that the writing itself has made.
 * @param number of the change request that is shown
 */
function usePlace(number: string | undefined) {
  const [turn, begin] = useState(0);
  const shown = useRef(number);
  const written = useRef(number);
  useEffect(() => {
    if (shown.current === number) return;
    shown.current = number;
    if (written.current !== number) begin((count) => count + 1);
    written.current = number;
  }, [number]);
  return { turn, isWrittenIn: (of: string | undefined): void => void (written.current = of) };
}

function useLatest<Value>(value: Value): RefObject<Value> {
  const latest = useRef(value);
  latest.current = value;
  return latest;
}

/** Pages, files and reusable contents of the space and people of the organization, to be linked and shown. */
function useFind({ space, number }: WritingProps): FindTargets {
  const cache = useQueryClient();
  return async (of, text, within = "") => {
    if (of === "page") {
      const index = indexPages(await cache.ensureQueryData(pagesOf(space, number)));
      const known = index.entries.get(/^\/pages\/([\w-]+)$/.exec(text)?.[1] ?? "");
      if (known !== undefined) return [{ title: known.page.title, url: text }];
      return pagesCalled(index, text, MOST_OFFERED).map(({ id, title }) => ({ title, url: `/pages/${id}` }));
    }
    if (of === "file" || of === "picture" || of === "reusable") {
      const { partsFound } = await import("./partsFound.ts");
      return partsFound({ space, number }, of, text, MOST_OFFERED);
    }
    const { organization } = await cache.ensureQueryData(spaceOf(space));
    if (of !== "person") {
      const { apisFound } = await import("./apisFound.ts");
      return apisFound({ organization, space }, of, text, { within, most: MOST_OFFERED });
    }
    const found = await cache.fetchQuery(membersFound(organization, text));
    return found.map(({ user }) => ({ title: `@${user.displayName}`, url: `/users/${user.id}` }));
  };
}

/** What follows for the rest of the screen when something is stored. */
function useOnStored(
  { space, page, number, goesOnIn }: WritingProps,
  isWrittenIn: (number: string | undefined) => void,
) {
  const cache = useQueryClient();
  const [, go] = useLocation();
  return ({ documentId, markdown, fields }: StoredPage, of: string | undefined, isLeft: boolean): void => {
    if (!isLeft) isWrittenIn(of);
    const { title, emoji, icon, hidden } = fields;
    const key = pageOf(space, page.id, of).queryKey;
    const former = cache.getQueryData(key) ?? page;
    cache.setQueryData(key, {
      ...former,
      title,
      hidden,
      description: fields.description ?? "",
      markdown,
      ...(documentId === null ? {} : { documentId }),
    });
    const inTree = [title, emoji, icon, hidden].join("\n");
    const wasInTree = [former.title, former.emoji ?? "", former.icon ?? "", former.hidden].join("\n");
    if (of !== number && of !== undefined) {
      const pages = cache.getQueryData(pagesOf(space, number).queryKey);
      if (pages !== undefined) cache.setQueryData(pagesOf(space, of).queryKey, pages);
      const address = `${addressOf("changedPage", { space, number: of, page: page.id })}?edit`;
      goesOnIn(of);
      // Known before it is on the screen, so that the page stays there while its address changes.
      void cache.fetchQuery(changeRequest(space, of)).finally(() => go(address, { replace: true }));
    }
    if (inTree !== wasInTree) void cache.invalidateQueries({ queryKey: pagesOf(space, of).queryKey });
    void cache.invalidateQueries({ queryKey: ["space", space, "change"] });
  };
}

interface WrittenProps extends WritingProps {
  readonly session: PageWriting;
  /** Where what is said about the page is listed. */
  readonly rail: HTMLElement | null;
}

type BesideProps = Pick<WritingProps, "space" | "number"> & { readonly session: PageWriting };

function Beside({ session: { saving, take }, space, number }: BesideProps) {
  const view = useSyncExternalStore(saving.subscribe, saving.view);
  return <Properties saving={saving} view={view} take={take} place={{ space, number }} />;
}

function Written(props: WrittenProps) {
  const { session, space, page, status, number, leave, rail } = props;
  const { saving, text } = session;
  const view = useSyncExternalStore(saving.subscribe, saving.view);
  const resume = useResume(session);
  useMoments(session, resume);
  useEffect(() => writesIn(() => text.focus()), [text]);
  // The page is read again when something happens to it elsewhere.
  useEffect(() => void (session.isKnown(page) ? undefined : saving.refresh()), [session, saving, page]);
  const save = (): void => {
    takeField();
    void saving.retry();
  };
  useKeys({ "mod+s": save });
  const actions = {
    again: save,
    resume: () => void resume().catch(sayNotDone),
    propose: () => void session.propose(),
    asWords: () => void text.sayWords().then(saving.save),
    copy: () => void text.shown().then(({ source }) => copyText(source)),
    discard: () => void session.discard().then(leave),
  };
  return (
    <>
      {status === null
        ? null
        : createPortal(
            <>
              <SavingStatus state={view.state} isKept={view.isKept} again={actions.again} />
              <WrittenAs saving={saving} text={text} />
            </>,
            status,
          )}
      {isTalkedOf(props) ? (
        <BlockTalk session={session} place={{ space, number }} page={page.id} rail={rail} />
      ) : null}
      <DrawnInEditor text={text} space={space} number={number} />
      <PartsInEditor text={text} space={space} number={number} />
      <OthersInEditor text={text} space={space} number={number} page={page.id} />
      <Trouble state={view.state} actions={actions} mayPropose={number === undefined || isOver(view.state)} />
      <header className="page-head">
        {view.fields.emoji === "" && view.fields.icon === "" ? null : (
          <span className="writing-icon">
            <PageIcon emoji={view.fields.emoji} icon={view.fields.icon} otherwise="page" />
          </span>
        )}
        <Heading saving={saving} view={view} next={() => text.focus()} />
      </header>
    </>
  );
}

/** Goes on after the session had ended, and with it what else is on the screen, which was refused meanwhile. */
function useResume({ resume }: PageWriting): () => Promise<void> {
  const cache = useQueryClient();
  return useCallback(async () => {
    if (await resume()) await cache.invalidateQueries();
  }, [resume, cache]);
}

/** States in which something is lost to all others until somebody has decided. */
const ASKS: ReadonlySet<string> = new Set<SavingState["name"]>(["conflict", "refused", "unsaid"]);

/** Moments at which it is saved, or looked after what others wrote. */
function useMoments({ saving }: PageWriting, resume: () => Promise<void>): void {
  useEffect(() => {
    const isLost = (): boolean => {
      const { state, isKept } = saving.view();
      return ASKS.has(state.name) || (!isKept && state.name !== "saved");
    };
    const seen = (): void => {
      if (document.visibilityState === "hidden") {
        takeField();
        saving.leave();
      } else if (saving.view().state.name === "signed-out")
        // Nobody asked for it: it waits for the next look, or for the button.
        resume().catch(() => undefined);
      else void saving.refresh();
    };
    const connected = (): void => void saving.save();
    const asksNoMore = askWhile(isLost);
    addEventListener("online", connected);
    addEventListener("focus", seen);
    document.addEventListener("visibilitychange", seen);
    return () => {
      removeEventListener("online", connected);
      removeEventListener("focus", seen);
      document.removeEventListener("visibilitychange", seen);
      asksNoMore();
    };
  }, [saving, resume]);
}
