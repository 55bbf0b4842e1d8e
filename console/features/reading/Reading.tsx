/** A page as it is read: its title, its text by the site's styles, its outline. No text of it becomes markup. */
import { Fragment, useEffect, useMemo, useState } from "react";
import { Link, useLocation } from "wouter";
import { contentSourceOf } from "../../../engine/contentSource.ts";
import type { JsonObject } from "../../../engine/json.ts";
import { headingAnchors } from "../../../engine/markdown/anchors.ts";
import type { Document } from "../../../engine/markdown/document.ts";
import { bodyBelowTitle } from "../../../engine/markdown/leadingTitle.ts";
import { parse } from "../../../engine/markdown/parse.ts";
import { plainText } from "../../../engine/markdown/plainText.ts";
import type { Page, Space } from "../../../sdk/src/index.ts";
import { rememberPage } from "../../api/recents.ts";
import { addressOf } from "../../routes.ts";
import { later } from "../../ui/later.tsx";
import { PageIcon } from "../../ui/PageIcon.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { Time } from "../../ui/Time.tsx";
import { words } from "../../words.ts";
import type { PageIndex } from "../../app/pageIndex.ts";
import { Blocks } from "../text/Blocks.tsx";
import { type Talk, useReadingTalk } from "./useReadingTalk.tsx";
import { PageContext, pageNamed, type ReadingPage } from "../targets/page.ts";
import { readingWords } from "../../words/reading.ts";

const InChanges = later(() => import("./InChanges.tsx"));
const SourceState = later(() => import("./SourceState.tsx"));

interface ReadingProps {
  /** With its Markdown. */
  readonly page: Page;
  readonly index: PageIndex;
  readonly hrefOf: (page: string) => string;
  readonly space: Space;
  /** The number of the change request that it is read in. */
  readonly number: string | undefined;
  /** The id of who reads. */
  readonly user: string;
  /** Whether they may say something about it. */
  readonly mayTalk: boolean;
}

/** What stands where there is no text. */
const INSTEAD = {
  group: readingWords.groupPage,
  link: readingWords.linkPage,
  computed: readingWords.computedPage,
  document: readingWords.emptyPage,
};

export default function Reading({ page, index, hrefOf, space, number, user, mayTalk }: ReadingProps) {
  const { markdown = "", title, description, type } = page;
  const body = useBody(markdown, title);
  const read = useMemo(() => {
    const { document } = parse(body ?? "");
    return { document, anchors: headingAnchors(document) };
  }, [body]);
  const context = useMemo(
    (): ReadingPage => ({
      anchors: read.anchors,
      hrefOf: (url) => addressIn(url, index, hrefOf),
      pageOf: (url) => index.entries.get(pageNamed(url)?.id ?? "")?.page,
      space: space.id,
      number,
    }),
    [read, index, hrefOf, space.id, number],
  );
  const place = { space: space.id, number };
  const talk = useReadingTalk(
    { place, page: page.id, document: read.document },
    mayTalk && type === "document",
  );
  useAnchor(page.id, body !== undefined);
  useRemembered(page, space, number === undefined ? user : "");
  return (
    <div className="page">
      <article className="page-text" lang="">
        <header className="page-head">
          <h1>
            {page.emoji === undefined && page.icon === undefined ? null : (
              <PageIcon emoji={page.emoji} icon={page.icon} otherwise="page" />
            )}
            {title}
          </h1>
          {description === undefined || description === "" ? null : (
            <p className="page-lead">{description}</p>
          )}
        </header>
        <div className="prose">
          {body === undefined ? (
            <Skeleton />
          ) : read.document.children.length === 0 ? (
            <NoText page={page} space={space} />
          ) : (
            <PageContext value={context}>
              <Spoken of={read.document} talk={talk} />
            </PageContext>
          )}
        </div>
        <footer className="page-foot">
          <Time at={page.updatedAt} say={readingWords.lastEdited} />
          {number === undefined ? (
            <Link href={addressOf("pageHistory", { space: space.id, page: page.id })}>
              {words.pageHistory}
            </Link>
          ) : null}
        </footer>
      </article>
      <aside className="rail">
        <Outline document={read.document} anchors={read.anchors} />
        {number === undefined ? <InChanges key={page.id} space={space} page={page.id} /> : null}
        {talk?.list}
      </aside>
    </div>
  );
}

function NoText({ page, space }: Pick<ReadingProps, "page" | "space">) {
  const { id, type, computedSeed: seed = id } = page;
  const source = type === "computed" ? contentSourceOf(page.computed as JsonObject | undefined) : undefined;
  return (
    <>
      <p className="muted">{INSTEAD[type]}</p>
      {source !== undefined && space.permissions.edit ? (
        <SourceState space={space.id} seed={seed} source={source} />
      ) : null}
    </>
  );
}

/** The text of a page below its title; undefined while what reads the front matter of files comes, where it has some. */
function useBody(markdown: string, title: string): string | undefined {
  const body = useMemo(() => bodyBelowTitle(markdown, title), [markdown, title]);
  const [split, setSplit] = useState<typeof import("../../../engine/markdown/frontMatter.ts").splitPage>();
  const isFile = body === undefined;
  useEffect(() => {
    if (!isFile) return;
    import("../../../engine/markdown/frontMatter.ts").then(
      ({ splitPage }) => setSplit(() => splitPage),
      // Without a connection it is shown with its front matter.
      () => setSplit(() => (source: string) => ({ meta: {}, body: source, problems: [] })),
    );
  }, [isFile]);
  return useMemo(() => body ?? split?.(markdown, title).body, [body, split, markdown, title]);
}

/** The blocks of a page, each with what is said about it. */
function Spoken({ of, talk }: { readonly of: Document; readonly talk: Talk | undefined }) {
  if (talk === undefined) return <Blocks of={of.children} />;
  return (
    <>
      {talk.above}
      {of.children.map((block, at) => (
        <Fragment key={talk.keyOf(at)}>
          <Blocks of={[block]} />
          {talk.behind(at)}
        </Fragment>
      ))}
    </>
  );
}

/** Where a destination leads in the console: pages of the space are stored by their ids, so that they may move. */
function addressIn(url: string, index: PageIndex, hrefOf: (page: string) => string): string | undefined {
  const named = pageNamed(url);
  return named !== undefined && index.entries.has(named.id) ? hrefOf(named.id) + named.anchor : undefined;
}

/** What an address names; as it stands where it is no escape. */
function decoded(hash: string): string {
  try {
    return decodeURIComponent(hash);
  } catch {
    return hash;
  }
}

/** A page that has just come begins at the heading that its address names, else at its top. */
function useAnchor(page: string, isThere: boolean): void {
  const [, go] = useLocation();
  useEffect(() => {
    const named = decoded(location.hash.slice(1));
    const heading = named === "" ? null : document.getElementById(named);
    if (heading === null) document.getElementById("content")?.scrollTo(0, 0);
    else heading.scrollIntoView();
  }, [page, isThere, go]);
}

/** What was read is found again at home and in the search. @param user the id of who reads; "" where none is meant */
function useRemembered({ id, title, emoji, icon }: Page, space: Space, user: string): void {
  const { id: of, title: spaceTitle, organization } = space;
  useEffect(() => {
    if (user === "") return;
    rememberPage(user, { organization, space: of, spaceTitle, page: id, title, emoji, icon });
  }, [user, organization, of, spaceTitle, id, title, emoji, icon]);
}

interface OutlineProps {
  readonly document: Document;
  readonly anchors: ReadingPage["anchors"];
}

function Outline({ document, anchors }: OutlineProps) {
  const headings = document.children.flatMap((block) =>
    block.type === "heading" && block.level < 4 ? [block] : [],
  );
  if (headings.length < 2) return null;
  return (
    <nav aria-label={readingWords.onThisPage}>
      <h2 className="side-label">{readingWords.onThisPage}</h2>
      <ol>
        {headings.map((heading) => (
          <li key={heading.start} data-level={heading.level}>
            <a href={`#${anchors.get(heading) ?? ""}`}>{plainText(heading.children)}</a>
          </li>
        ))}
      </ol>
    </nav>
  );
}
