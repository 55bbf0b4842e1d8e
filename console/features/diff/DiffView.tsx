/** How two texts of a page differ: as it is read, or by its source. What is the same is folded. */
import { Fragment, type ReactNode, useMemo, useState } from "react";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { reviewWords } from "../../words/review.ts";
import { Blocks } from "../text/Blocks.tsx";
import { MarksContext } from "../text/marks.ts";
import type { Part } from "./compare.ts";
import { mergeOnce, mergeSources, type SourceLine } from "./lines.ts";
import { useDifference } from "./useDifference.ts";

export interface DiffViewProps {
  /** Markdown, without front matter. */
  readonly before: string;
  readonly after: string;
  /** `once`: by the source, where the text before stands beside it. */
  readonly mode: "rendered" | "source" | "once";
  /** Both texts beside each other. */
  readonly isSideBySide?: boolean;
  /** What can be done with a block, beside it. */
  readonly tools?: (part: Part) => ReactNode;
  /** What is said about a block, below it. One about which something is said isn't folded. */
  readonly below?: (part: Part) => ReactNode;
  /** By what a block is known while others come and go around it, where that is not its place. */
  readonly keyOf?: (part: Part) => string | undefined;
}

export default function DiffView({ mode, ...texts }: DiffViewProps) {
  return mode === "rendered" ? (
    <RenderedDiff {...texts} />
  ) : (
    <SourceDiff {...texts} merge={mode === "once" ? mergeOnce : mergeSources} />
  );
}

type Texts = Omit<DiffViewProps, "mode">;

function RenderedDiff({ before, after, isSideBySide = false, tools, below, keyOf }: Texts) {
  // What is being said below a block stays on the screen while the next text is compared.
  const found = useDifference(before, after, below !== undefined);
  if (found === undefined) return <Skeleton rows={4} />;
  const { parts, marks } = found.difference;
  const isShown = (part: Part): boolean => part.change !== undefined || Boolean(below?.(part));
  if (!parts.some(isShown)) {
    return <p className="muted">{before === after ? reviewWords.sameText : reviewWords.respelled}</p>;
  }
  return (
    <div className="diff" data-sides={isSideBySide || undefined}>
      <MarksContext value={marks}>
        <Folded
          items={parts}
          isShown={isShown}
          around={AROUND.blocks}
          say={reviewWords.sameBlocks}
          keyOf={keyOf}
        >
          {(part) => (
            <OnePart
              part={part}
              isSideBySide={isSideBySide}
              tools={tools?.(part)}
              areToolsStale={found.isFormer}
              below={below?.(part)}
            />
          )}
        </Folded>
      </MarksContext>
    </div>
  );
}

interface OnePartProps {
  readonly part: Part;
  readonly isSideBySide: boolean;
  readonly tools: ReactNode;
  /** Whether they would do something with a block that may be another by now. */
  readonly areToolsStale: boolean;
  readonly below: ReactNode;
}

function OnePart({ part: { block, change, ids }, isSideBySide, tools, areToolsStale, below }: OnePartProps) {
  return (
    <div
      className="diff-part"
      role={change === undefined ? undefined : "group"}
      data-change={change}
      data-block={ids[0]}
      tabIndex={-1}
      aria-label={change === undefined ? undefined : reviewWords.partChanged[change]}
    >
      {tools === null || tools === undefined ? null : (
        <div className="part-tools" inert={areToolsStale}>
          {tools}
        </div>
      )}
      {isSideBySide ? (
        <div className="diff-sides">
          {(["before", "after"] as const).map((side) => (
            <div key={side} className="prose" data-side={side}>
              <Blocks of={[block]} />
            </div>
          ))}
        </div>
      ) : (
        <div className="prose">
          <Blocks of={[block]} />
        </div>
      )}
      {below}
    </div>
  );
}

function SourceDiff({ before, after, merge }: Texts & { readonly merge: typeof mergeSources }) {
  const lines = useMemo(() => merge(before, after), [before, after, merge]);
  if (lines.every(({ change }) => change === undefined))
    return <p className="muted">{reviewWords.sameText}</p>;
  return (
    <div className="diff-source" role="table" aria-label={reviewWords.source} tabIndex={0}>
      <Folded
        items={lines}
        isShown={({ change }) => change !== undefined}
        around={AROUND.lines}
        say={reviewWords.sameLines}
      >
        {(line) => <Line line={line} />}
      </Folded>
    </div>
  );
}

function Line({ line: { change, pieces, before, after } }: { readonly line: SourceLine }) {
  const sign = change === "added" ? "+" : change === "removed" ? "−" : "";
  return (
    <div className="diff-line" role="row" data-change={change}>
      <span role="cell" className="diff-number">
        {before}
      </span>
      <span role="cell" className="diff-number">
        {after}
      </span>
      <span role="cell" className="diff-sign">
        {sign}
      </span>
      <span role="cell" className="diff-text">
        {pieces.map(({ text, change: own }, place) => {
          if (own === undefined) return <Fragment key={place}>{text}</Fragment>;
          return own === "removed" ? <del key={place}>{text}</del> : <ins key={place}>{text}</ins>;
        })}
      </span>
    </div>
  );
}

/** What of the same is shown beside what differs. */
const AROUND = { blocks: 1, lines: 3 };
/** Fewer are not worth a fold. */
const LEAST_FOLDED = 3;

interface FoldedProps<Item> {
  readonly items: readonly Item[];
  readonly isShown: (item: Item) => boolean;
  /** How many are shown beside one that is. */
  readonly around: number;
  readonly say: (count: number) => string;
  readonly keyOf?: ((item: Item) => string | undefined) | undefined;
  readonly children: (item: Item) => ReactNode;
}

/** A list in which what nobody looks for is folded until somebody does. */
function Folded<Item>({ items, isShown, around, say, keyOf, children }: FoldedProps<Item>) {
  const [opened, open] = useState<ReadonlySet<number>>(new Set());
  const near = new Set<number>();
  for (const [at, item] of items.entries()) {
    if (!isShown(item)) continue;
    for (let place = at - around; place <= at + around; place++) near.add(place);
  }
  const shown: ReactNode[] = [];
  for (let at = 0; at < items.length;) {
    const from = at;
    while (at < items.length && !near.has(at)) at++;
    const isFold = at - from >= LEAST_FOLDED && !opened.has(from);
    if (isFold) {
      shown.push(
        <button
          key={`fold-${from}`}
          type="button"
          className="fold"
          onClick={() => open(new Set(opened).add(from))}
        >
          <span>{say(at - from)}</span>
          <span className="fold-show">{reviewWords.show}</span>
        </button>,
      );
    }
    for (let place = isFold ? at : from; place < Math.min(at + 1, items.length); place++) {
      const item = items[place]!;
      shown.push(<Fragment key={keyOf?.(item) ?? place}>{children(item)}</Fragment>);
    }
    at++;
  }
  return shown;
}
