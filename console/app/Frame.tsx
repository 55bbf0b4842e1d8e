/** What every screen stands in: the sidebar, the bar with the way here, the content. */
import { type ReactNode, useEffect, useId, useState } from "react";
import { Link, useLocation } from "wouter";
import { useOpenPlace } from "../api/useLive.ts";
import { addressOf } from "../routes.ts";
import { Icon } from "../ui/Icon.tsx";
import { words } from "../words.ts";
import { type KeyActions, useKeys } from "./keys.ts";
import { LazyFrameNotices, LazyKeyList, LazyPalette } from "./lazy.tsx";
import { rememberOrganization } from "./lastOrganization.ts";
import { Sidebar } from "./Sidebar.tsx";
import { Toasts } from "./Toasts.tsx";

/** A step of the way to a screen. */
export interface TrailStep {
  readonly title: string;
  readonly href: string;
}

interface FrameProps {
  /** Of the tab; empty while it isn't known. */
  readonly title: string;
  readonly trail: readonly TrailStep[];
  /** The id of the organization that the screen is in. */
  readonly organization?: string | undefined;
  /** What stands in the sidebar instead of the organization's spaces. */
  readonly side?: ReactNode;
  /** At the end of the bar. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** Whether the sidebar lies over the content: below this width it is a drawer. */
const NARROW = "(width < 50rem)";

/** The path at which the search is open: the screen that takes the place of the one that waited for it goes on with it. */
let searched: string | undefined;

export function Frame({ title, trail, organization, side, actions, children }: FrameProps) {
  const [path] = useLocation();
  const [isDrawn, draw] = useState(false);
  const [isHidden, hide] = useState(false);
  const [isSearching, search] = useSearching(path);
  const [hasKeys, showKeys] = useState(false);
  const sideId = useId();
  useTitle(title);
  useOpenPlace({ organization });
  useEffect(() => draw(false), [path]);
  useEffect(() => rememberOrganization(organization), [organization]);
  useFrameKeys(organization, {
    "?": () => showKeys(true),
    "mod+k": () => search(true),
    "/": () => search(true),
    "[": () => (matchMedia(NARROW).matches ? draw(true) : hide((before) => !before)),
    Escape: () => draw(false),
  });
  return (
    <div className="app" data-hidden={isHidden || undefined} data-drawn={isDrawn || undefined}>
      <a className="skip" href="#content">
        {words.skip}
      </a>
      <nav className="side" id={sideId} aria-label={words.mainNavigation}>
        <Sidebar organization={organization} search={() => search(true)}>
          {side}
        </Sidebar>
      </nav>
      {isDrawn ? (
        <button type="button" className="drape" aria-label={words.closeMenu} onClick={() => draw(false)} />
      ) : null}
      <div className="stage" inert={isDrawn}>
        <header className="bar">
          <button
            type="button"
            className="icon-button bar-menu"
            aria-controls={sideId}
            aria-expanded={isDrawn}
            aria-label={words.menu}
            onClick={() => draw(true)}
          >
            <Icon name="menu" />
          </button>
          <button
            type="button"
            className="icon-button bar-sidebar"
            aria-controls={sideId}
            aria-expanded={!isHidden}
            aria-label={isHidden ? words.openSidebar : words.closeSidebar}
            title="["
            onClick={() => hide(!isHidden)}
          >
            <Icon name="sidebar" />
          </button>
          <Trail steps={trail} />
          <div className="bar-actions">{actions}</div>
        </header>
        <LazyFrameNotices />
        <main className="screen" id="content" tabIndex={-1}>
          {children}
        </main>
      </div>
      <LazyPalette isOpen={isSearching} close={() => search(false)} organization={organization} />
      <LazyKeyList isOpen={hasKeys} close={() => showKeys(false)} />
      <Toasts />
    </div>
  );
}

function useSearching(path: string) {
  const [isSearching, show] = useState(searched === path);
  const search = (is: boolean): void => {
    searched = is ? path : undefined;
    show(is);
  };
  useEffect(() => {
    if (searched !== path) search(false);
  }, [path]);
  return [isSearching, search] as const;
}

/** The keys of every screen, among them pairs that lead to the parts of an organization. */
function useFrameKeys(organization: string | undefined, others: KeyActions): void {
  const [, go] = useLocation();
  const leadTo = (name: "home" | "changes" | "sites" | "members") => () =>
    organization === undefined ? undefined : go(addressOf(name, { organization }));
  useKeys({
    ...others,
    "g h": leadTo("home"),
    "g i": () => go(addressOf("inbox", {})),
    "g c": leadTo("changes"),
    "g s": leadTo("sites"),
    "g m": leadTo("members"),
  });
}

function Trail({ steps }: { readonly steps: readonly TrailStep[] }) {
  if (steps.length === 0) return <span className="trail" />;
  return (
    <nav className="trail" aria-label={words.youAreHere}>
      <ol>
        {steps.map(({ title, href }, place) => (
          <li key={href}>
            {place === steps.length - 1 ? (
              <span aria-current="page">{title}</span>
            ) : (
              <Link href={href}>{title}</Link>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}

function useTitle(title: string): void {
  useEffect(() => {
    document.title = title === "" ? words.product : `${title} · ${words.product}`;
  }, [title]);
}
