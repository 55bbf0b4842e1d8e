/** A space: the tree of its pages, and the page that is read; the same as a change request has it. */
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useMemo, useRef, useState } from "react";
import { Link, useLocation } from "wouter";
import { type Page, type Space } from "../../../sdk/src/index.ts";
import { isGone, useNeeded } from "../../api/needed.ts";
import {
  changeRequest,
  page as pageOf,
  pagesOf,
  space as spaceOf,
  user as userOf,
} from "../../api/queries.ts";
import { useBeginning } from "../../app/beginning.ts";
import { Frame } from "../../app/Frame.tsx";
import { SPACE_PARTS } from "../../app/spaceParts.ts";
import { addressOf } from "../../routes.ts";
import { Icon } from "../../ui/Icon.tsx";
import { later } from "../../ui/later.tsx";
import { Notice } from "../../ui/Notice.tsx";
import { PageIcon } from "../../ui/PageIcon.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { words } from "../../words.ts";
import type { PageFates } from "../changes/ChangedPages.tsx";
import { EditedPages } from "../structure/EditedPages.tsx";
import type { TreeQuestion } from "../structure/StructureDialogs.tsx";
import { type TreeChanges, useStructure } from "../structure/useStructure.ts";
import { PageActions } from "./PageActions.tsx";
import { above, firstReadable, indexPages, type PageIndex, pagesCalled } from "../../app/pageIndex.ts";
import { PageTree } from "../structure/PageTree.tsx";
import { useWriter, type PageAuthor } from "../writing/writer.ts";

const Reading = later(() => import("../reading/Reading.tsx"), Waiting);
const Writing = later(() => import("../writing/Writing.tsx"), Waiting);
const ChangedPages = later(() => import("../changes/ChangedPages.tsx"));
const GonePage = later(() => import("./GonePage.tsx"), Waiting);

interface SpaceScreenProps {
  readonly space: string;
  /** The id of a page; without it, the first one is shown. */
  readonly page?: string;
  /** The number of a change request. */
  readonly number?: string;
}

export function SpaceScreen({ space, page, number }: SpaceScreenProps) {
  const { data: it } = useNeeded(spaceOf(space));
  const { data: pages } = useNeeded(pagesOf(space, number));
  const [asking, ask] = useState<TreeQuestion>();
  const cache = useQueryClient();
  useState(() => void readSpace(cache, space, page, number));
  const [status, setStatus] = useState<HTMLElement | null>(null);
  const index = useMemo(() => (pages === undefined ? undefined : indexPages(pages)), [pages]);
  const shown = page ?? (index && firstReadable(index));
  const entry = shown === undefined ? undefined : index?.entries.get(shown);
  const writer = useWriter(it, number, shown, entry?.page);
  const hrefOf = (id: string) =>
    number === undefined
      ? addressOf("page", { space, page: id })
      : addressOf("changedPage", { space, number, page: id });
  const structure = useHeld(useStructure(it, { number, index, shown, writer }), number, asking !== undefined);
  const trail = [
    ...(it === undefined ? [] : [{ title: it.title, href: addressOf("space", { space }) }]),
    ...(number === undefined ? [] : [{ title: `#${number}`, href: addressOf("change", { space, number }) }]),
    ...(index === undefined ? [] : trailTo(index, shown, hrefOf)),
  ];
  const newPage = writer.mayWrite ? () => ask({ what: "new", into: null }) : undefined;
  useBeginning(["page"], structure === undefined ? undefined : newPage);
  const frame = {
    title: entry?.page.title ?? it?.title ?? "",
    trail,
    organization: it?.organization,
    // The tree of who may edit is another one: shown too early, it would lose the focus of who is in it already.
    side: (
      <Side
        current={shown}
        index={writer.isKnown ? index : undefined}
        {...{ it, number, hrefOf, structure, asking, ask }}
      />
    ),
    actions: (
      <PageActions space={it} page={entry?.page} {...{ shown, number, writer, hrefOf }} status={setStatus} />
    ),
  };
  return (
    <Frame {...frame}>
      {index === undefined || it === undefined ? (
        <Waiting />
      ) : shown === undefined ? (
        <NoPages newPage={newPage} />
      ) : (
        <PageBody page={shown} space={it} {...{ number, index, hrefOf, writer, status }} />
      )}
    </Frame>
  );
}

/**
 * Reads all of the screen at once, so that it is drawn at once, and loads what shows a page. Where something doesn't come,
 * the screen says so.
 */
export async function readSpace(
  cache: QueryClient,
  space: string,
  page: string | undefined,
  number: string | undefined,
): Promise<void> {
  await Promise.all([
    Reading.load().catch(() => undefined),
    cache.prefetchQuery(userOf()),
    cache.prefetchQuery(spaceOf(space)),
    cache.prefetchQuery(pagesOf(space, number)),
    page === undefined ? undefined : cache.prefetchQuery(pageOf(space, page, number)),
    number === undefined ? undefined : cache.prefetchQuery(changeRequest(space, number)),
  ]);
}

/** A form that is open stays with what is typed, also when the right is gone: what refuses it is told there. */
function useHeld(
  structure: TreeChanges | undefined,
  number: string | undefined,
  isAsking: boolean,
): TreeChanges | undefined {
  const held = useRef({ structure, number });
  // What writes into one change request is none of what another screen of the space shows.
  const isElsewhere = held.current.number !== number;
  if (structure !== undefined || !isAsking || isElsewhere) held.current = { structure, number };
  return held.current.structure;
}

interface PagesProps {
  readonly number: string | undefined;
  readonly current: string | undefined;
  readonly hrefOf: (id: string) => string;
  /** Of who may edit. */
  readonly structure: TreeChanges | undefined;
  readonly asking: TreeQuestion | undefined;
  readonly ask: (asking: TreeQuestion | undefined) => void;
}

interface SideProps extends PagesProps {
  readonly it: Space | undefined;
  readonly index: PageIndex | undefined;
}

function Side({ it, index, ...rest }: SideProps) {
  return (
    <div className="side-body side-tree">
      {it === undefined ? null : (
        <Link className="side-link side-space" href={addressOf("space", { space: it.id })}>
          <PageIcon emoji={it.emoji} otherwise="space" />
          <span className="cut">{it.title}</span>
        </Link>
      )}
      {it === undefined ? null : (
        <Link className="side-link" href={addressOf("spaceChanges", { space: it.id })}>
          <Icon name="change" />
          <span className="cut">{words.changeRequests}</span>
          {it.changeRequestsOpen === 0 ? null : <small className="muted">{it.changeRequestsOpen}</small>}
        </Link>
      )}
      {index === undefined || it === undefined ? (
        <Skeleton rows={8} />
      ) : (
        <Pages space={it.id} index={index} {...rest} />
      )}
      {it === undefined ? null : (
        <nav className="side-parts" aria-label={words.moreOfSpace}>
          {SPACE_PARTS.map((name) => (
            <Link key={name} href={addressOf(name, { space: it.id })}>
              {words.spaceParts[name]}
            </Link>
          ))}
        </nav>
      )}
    </div>
  );
}

interface NoPagesProps {
  /** Undefined for who may make none. */
  readonly newPage: (() => void) | undefined;
}

function NoPages({ newPage }: NoPagesProps) {
  return (
    <Notice icon="page" title={words.noPages} text={words.noPagesText}>
      {newPage === undefined ? null : (
        <button type="button" className="button" onClick={newPage}>
          {words.newPage}
        </button>
      )}
    </Notice>
  );
}

function Waiting() {
  return (
    <div className="column">
      <Skeleton />
    </div>
  );
}

function trailTo(index: PageIndex, shown: string | undefined, hrefOf: (id: string) => string) {
  if (shown === undefined) return [];
  return [...above(index, shown).toReversed(), shown].flatMap((id) => {
    const title = index.entries.get(id)?.page.title;
    return title === undefined ? [] : [{ title, href: hrefOf(id) }];
  });
}

/** More than anybody reads through. */
const MOST_FOUND = 100;
/** Trees that are smaller need no filter. */
const FILTERED_FROM = 12;

interface OfSpace {
  readonly space: string;
  readonly index: PageIndex;
}

function Pages(props: PagesProps & OfSpace) {
  const { space, number, index, current, hrefOf, structure } = props;
  const [fates, setFates] = useState<PageFates>();
  const [text, type] = useState("");
  const found = text.trim() === "" ? undefined : pagesCalled(index, text, MOST_FOUND);
  return (
    <>
      {index.entries.size < FILTERED_FROM ? null : (
        <input
          className="side-filter"
          type="search"
          value={text}
          placeholder={words.filterPages}
          aria-label={words.filterPages}
          onChange={(event) => type(event.target.value)}
        />
      )}
      {found === undefined && structure !== undefined ? (
        <EditedPages {...props} place={{ space, number }} structure={structure} fates={fates} />
      ) : found === undefined ? (
        <PageTree index={index} current={current} hrefOf={hrefOf} fates={fates} />
      ) : found.length === 0 ? (
        <p className="side-note">{words.noMatch(text.trim())}</p>
      ) : (
        <ul className="tree-scroll">
          {found.map(({ id, title, emoji, icon }) => (
            <li key={id}>
              <Link
                className="side-link"
                href={hrefOf(id)}
                aria-current={id === current ? "page" : undefined}
              >
                <PageIcon emoji={emoji} icon={icon} otherwise="page" />
                <span className="cut">{title}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      {number === undefined ? null : <ChangedPages space={space} number={number} tell={setFates} />}
    </>
  );
}

interface PageBodyProps {
  readonly space: Space;
  readonly page: string;
  readonly number: string | undefined;
  readonly index: PageIndex;
  readonly hrefOf: (id: string) => string;
  readonly writer: PageAuthor;
  /** Where the status of saving is shown. */
  readonly status: HTMLElement | null;
}

function PageBody({ space, page, number, index, hrefOf, writer, status }: PageBodyProps) {
  const [, go] = useLocation();
  // A page that is gone leaves the rest of the screen as it is.
  const { data, error, refetch } = useNeeded(pageOf(space.id, page, number), isGone);
  const { mode, user, mayTalk, goesOnIn } = writer;
  const isWritten = mode !== "read" && data !== undefined;
  const gone =
    error === null || !isGone(error) || (isWritten && index.entries.has(page)) ? null : (
      <GonePage key={page} {...{ space, page, number, user, isWritten }} back={() => void refetch()} />
    );
  if (gone !== null && !isWritten) return gone;
  if (data === undefined) return <Waiting />;
  const leave = (): void => go(hrefOf(page));
  const read = (it: Page, talks: boolean) => (
    <Reading key={page} page={it} {...{ index, hrefOf, space, number, user }} mayTalk={talks} />
  );
  if (!isWritten) return read(data, mayTalk);
  return (
    <>
      {gone}
      <Writing
        key={page}
        page={data}
        space={space.id}
        isProposal={mode === "propose"}
        {...{ user, number, status, leave, mayTalk, goesOnIn }}
        read={(it) => read(it, false)}
      />
    </>
  );
}
