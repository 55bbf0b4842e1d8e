/** Tabs as on sites: one is seen, by pointer and arrows, and others with its title follow. Compared ones are all seen. */
import { type KeyboardEvent, type ReactNode, useId, useRef, useSyncExternalStore } from "react";
import type { Tab, Tabs } from "../../../engine/markdown/document.ts";
import { DrawnIcon } from "./Inlines.tsx";
import { useMarks, WITHOUT_MARKS } from "./marks.ts";
import { readingWords } from "../../words/reading.ts";

/** Titles that are remembered. */
const MOST = 40;

/** Titles that somebody chose, the latest first: on all pages, until the console is opened anew. */
let chosen: readonly string[] = [];
const listeners = new Set<() => void>();

function choose(title: string): void {
  chosen = [title, ...chosen.filter((other) => other !== title)].slice(0, MOST);
  for (const hear of listeners) hear();
}

function subscribe(hear: () => void): () => void {
  listeners.add(hear);
  return () => listeners.delete(hear);
}

interface TabsViewProps {
  readonly of: Tabs;
  readonly show: (tab: Tab) => ReactNode;
}

export function TabsView({ of: { children: tabs }, show }: TabsViewProps) {
  const isCompared = useMarks() !== WITHOUT_MARKS;
  if (!isCompared) return <RealTabs tabs={tabs} show={show} />;
  return tabs.map((tab, at) => (
    <section key={at} className="stacked-tab">
      <p className="stacked-title">{tab.title}</p>
      {show(tab)}
    </section>
  ));
}

interface RealTabsProps {
  readonly tabs: readonly Tab[];
  readonly show: (tab: Tab) => ReactNode;
}

function RealTabs({ tabs, show }: RealTabsProps) {
  const titles = useSyncExternalStore(subscribe, () => chosen);
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const known = titles.map((title) => tabs.findIndex((tab) => tab.title === title));
  const open = known.find((at) => at >= 0) ?? 0;
  const go = (at: number): void => {
    const next = (at + tabs.length) % tabs.length;
    choose(tabs[next]!.title);
    list.current?.querySelectorAll<HTMLElement>("[role=tab]")[next]?.focus();
  };
  const move = (event: KeyboardEvent<HTMLElement>): void => {
    const isFromRight = getComputedStyle(event.currentTarget).direction === "rtl";
    const places: Readonly<Record<string, number>> = {
      ArrowRight: open + (isFromRight ? -1 : 1),
      ArrowLeft: open + (isFromRight ? 1 : -1),
      Home: 0,
      End: tabs.length - 1,
    };
    const place = places[event.key];
    if (place === undefined) return;
    event.preventDefault();
    go(place);
  };
  return (
    <div className="tabs">
      <div
        className="tab-list tab-list-shown"
        role="tablist"
        aria-label={readingWords.tabs}
        ref={list}
        onKeyDown={move}
      >
        {tabs.map(({ title, icon }, at) => (
          <button
            key={at}
            type="button"
            role="tab"
            className="tab"
            id={`${id}tab${at}`}
            aria-controls={`${id}panel${at}`}
            aria-selected={at === open}
            tabIndex={at === open ? 0 : -1}
            onClick={() => go(at)}
          >
            {icon === undefined ? null : <DrawnIcon name={icon} />}
            {title}
          </button>
        ))}
      </div>
      {tabs.map((tab, at) => (
        <div
          key={at}
          role="tabpanel"
          className="tab-panel"
          id={`${id}panel${at}`}
          aria-labelledby={`${id}tab${at}`}
          hidden={at !== open}
          data-selected
        >
          {show(tab)}
        </div>
      ))}
    </div>
  );
}
