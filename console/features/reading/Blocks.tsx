/** Which block is shown by what, one row a type; classes are those of published pages. */
import type { ComponentType, ReactNode } from "react";
import type { BlockOf } from "../../../engine/markdown/anatomy.ts";
import type { Block, Cell, Code, ListItem } from "../../../engine/markdown/document.ts";
import { words } from "../../words.ts";
import { reviewWords } from "../../words/review.ts";
import { Inlines } from "./Inlines.tsx";
import { type DiffMark, useMarks } from "./marks.ts";
import { usePage } from "./page.ts";
import { LeadsTo, Picture } from "./targets.tsx";

interface BlockProps<B> {
  readonly block: B;
}

/** Blocks in their order. @param isTight paragraphs are shown without a space between them */
export function Blocks({
  of,
  isTight = false,
}: {
  readonly of: readonly Block[];
  readonly isTight?: boolean;
}) {
  const { changes } = useMarks();
  return of.map((block, place) =>
    isTight && block.type === "paragraph" && !changes.has(block) ? (
      <Inlines key={place} of={block.children} />
    ) : (
      <OneBlock key={place} block={block} />
    ),
  );
}

function OneBlock({ block }: BlockProps<Block>): ReactNode {
  const { changes, settings } = useMarks();
  const View = VIEWS[block.type] as ComponentType<BlockProps<Block>>;
  const set = settings.get(block);
  const view =
    set === undefined ? (
      <View block={block} />
    ) : (
      <>
        <Settings {...set} />
        <View block={block} />
      </>
    );
  const change = changes.get(block);
  return change === undefined ? view : <Changed change={change}>{view}</Changed>;
}

interface ChangedProps {
  readonly change: DiffMark;
  readonly children: ReactNode;
}

/** Blocks that came, went or moved. */
function Changed({ change, children }: ChangedProps) {
  const Tag = change === "removed" ? "del" : change === "added" ? "ins" : "div";
  return (
    <Tag className="changed" data-change={change}>
      <span className="visually-hidden">{reviewWords.changed[change]}</span>
      {children}
    </Tag>
  );
}

/** The settings of a block, as they are written, where they differ. */
function Settings({ before, after }: { readonly before: string; readonly after: string }) {
  return (
    <p className="changed-settings">
      {before === "" ? null : <del>{before}</del>} {after === "" ? null : <ins>{after}</ins>}
    </p>
  );
}

/** What holds other blocks and nothing of its own. */
function Inside({ block }: BlockProps<{ readonly children: readonly Block[] }>) {
  return <Blocks of={block.children} />;
}

/** What has its place in the source and shows nothing there. */
const nothing = () => null;

/** What is told as it is written: its meaning is another's. */
function Written({ of }: { readonly of: string }) {
  return (
    <pre className="written">
      <code>{of}</code>
    </pre>
  );
}

const VIEWS: { readonly [T in Block["type"]]: ComponentType<BlockProps<BlockOf<T>>> } = {
  paragraph: ({ block }) => (
    <p>
      <Inlines of={block.children} />
    </p>
  ),
  heading: ({ block }) => {
    const { anchors } = usePage();
    const Tag = `h${Math.max(2, block.level)}` as "h2";
    return (
      <Tag id={anchors.get(block)}>
        <Inlines of={block.children} />
      </Tag>
    );
  },
  list: ({ block }) => {
    const Tag = block.ordered ? "ol" : "ul";
    const isTasks = block.children.some(({ checked }) => checked !== undefined);
    return (
      <Tag className={isTasks ? "tasks" : undefined} {...(block.ordered ? { start: block.first } : {})}>
        {block.children.map((item, place) => (
          <Item key={place} item={item} isTight={block.tight} />
        ))}
      </Tag>
    );
  },
  listItem: Inside,
  blockquote: ({ block }) => (
    <blockquote className="quote">
      <Blocks of={block.children} />
    </blockquote>
  ),
  code: ({ block }) => (
    <figure className="code">
      {block.title === undefined && block.lang === "" ? null : (
        <figcaption className="code-bar">
          {block.title === undefined ? null : <span className="code-title">{block.title}</span>}
          <span className="code-lang">{block.lang}</span>
        </figcaption>
      )}
      <pre className="code-body" tabIndex={0}>
        <code>
          <CodeText block={block} />
        </code>
      </pre>
    </figure>
  ),
  math: ({ block }) => <Written of={block.text} />,
  thematicBreak: () => <hr />,
  table: ({ block }) => {
    const shown = block.columns.flatMap((column, at) => (column.hidden ? [] : [{ at, align: column.align }]));
    const cell = (Tag: "th" | "td", cells: readonly Cell[]) =>
      shown.map(({ at, align }) => (
        <Tag key={at} className={align === undefined ? undefined : `align-${align}`}>
          <Inlines of={cells[at]?.children ?? []} />
        </Tag>
      ));
    return (
      <div className="table" role="region" tabIndex={0} aria-label={words.table}>
        <table>
          {block.header.length === 0 ? null : (
            <thead>
              <tr>{cell("th", block.header)}</tr>
            </thead>
          )}
          <tbody>
            {block.rows.map((row, place) => (
              <TableRow key={place} row={row}>
                {cell("td", row)}
              </TableRow>
            ))}
          </tbody>
        </table>
      </div>
    );
  },
  cards: ({ block }) => (
    <div className={`cards cards-${block.size}`}>
      {block.cards.map((card) => (
        <div key={card.start} className="card">
          <div className="card-body">
            {card.cells.map((cell) => (
              <div key={cell.start} className="card-cell">
                <Inlines of={cell.children} />
              </div>
            ))}
          </div>
        </div>
      ))}
    </div>
  ),
  hint: ({ block }) => (
    <aside className={`hint hint-${block.style}`} role="note">
      <p className="hint-label">{words.hints[block.style]}</p>
      <div className="hint-body">
        <Blocks of={block.children} />
      </div>
    </aside>
  ),
  tabs: Inside,
  tab: ({ block }) => (
    <section className="stacked-tab">
      <p className="stacked-title">{block.title}</p>
      <Blocks of={block.children} />
    </section>
  ),
  stepper: ({ block }) => {
    const { changes } = useMarks();
    return (
      <ol className="steps">
        {block.children.map((step, place) => (
          <li key={place} className="step" data-change={changes.get(step)}>
            <Blocks of={step.children} />
          </li>
        ))}
      </ol>
    );
  },
  step: Inside,
  columns: ({ block }) => (
    <div className="columns">
      {block.children.map((column, place) => (
        <div key={place}>
          <Blocks of={column.children} />
        </div>
      ))}
    </div>
  ),
  column: Inside,
  details: ({ block }) => (
    <details className="expandable" open={block.open}>
      <summary>
        <Inlines of={block.summary} />
      </summary>
      <div className="expandable-body">
        <Blocks of={block.children} />
      </div>
    </details>
  ),
  embed: ({ block }) => (
    <p className="ref-line">
      <LeadsTo url={block.url}>{block.url}</LeadsTo>
    </p>
  ),
  contentRef: ({ block }) => (
    <p className="ref-line">
      <LeadsTo url={block.url}>
        {block.children.length === 0 ? block.url : <Inlines of={block.children} isInLink />}
      </LeadsTo>
    </p>
  ),
  file: ({ block }) => (
    <p className="ref-line">
      {block.caption.length === 0 ? nameOf(block.src) : <Inlines of={block.caption} />}
    </p>
  ),
  include: ({ block }) => <Written of={block.path} />,
  updates: Inside,
  update: ({ block }) => (
    <section className="stacked-tab">
      <p className="stacked-title">{block.date}</p>
      <Blocks of={block.children} />
    </section>
  ),
  prompt: ({ block }) => <Written of={block.text} />,
  if: ({ block }) => (
    <section className="stacked-tab">
      <p className="stacked-title">{words.shownIf(block.expression)}</p>
      <Blocks of={block.children} />
    </section>
  ),
  openapiOperation: ({ block }) => <Written of={`${block.method.toUpperCase()} ${block.path}`} />,
  openapiSchemas: ({ block }) => <Written of={block.schemas.join(", ")} />,
  integration: ({ block }) => (
    <section className="stacked-tab">
      <p className="stacked-title">{block.name}</p>
      <Blocks of={block.children} />
    </section>
  ),
  figure: ({ block }) =>
    block.images.map((image) => (
      <figure key={image.destination.start}>
        <Picture src={image.src} alt={image.alt} />
        {image.caption.length === 0 ? null : (
          <figcaption className="caption">
            <Inlines of={image.caption} />
          </figcaption>
        )}
      </figure>
    )),
  html: ({ block }) => <Written of={block.raw.trim()} />,
  definition: nothing,
  footnote: ({ block }) => (
    <aside className="footnote">
      <small>{block.label}</small>
      <Blocks of={block.children} />
    </aside>
  ),
};

/** Code, line by line where lines differ. */
function CodeText({ block }: BlockProps<Code>) {
  const lines = useMarks().lines.get(block);
  if (lines === undefined) return block.text;
  return lines.map(({ text, change }, place) => {
    if (change === undefined) return `${text}\n`;
    const Tag = change === "removed" ? "del" : "ins";
    return (
      <Tag key={place} className="changed-line" data-change={change}>
        {`${text}\n`}
      </Tag>
    );
  });
}

function TableRow({ row, children }: { readonly row: readonly Cell[]; readonly children: ReactNode }) {
  const change = useMarks().changes.get(row);
  return <tr data-change={change}>{children}</tr>;
}

function Item({ item, isTight }: { readonly item: ListItem; readonly isTight: boolean }) {
  const marks = useMarks();
  const change = marks.changes.get(item);
  const set = marks.settings.get(item);
  if (item.checked === undefined) {
    return (
      <li data-change={change}>
        {change === undefined ? null : <span className="visually-hidden">{reviewWords.changed[change]}</span>}
        <Blocks of={item.children} isTight={isTight} />
      </li>
    );
  }
  const [first, ...others] = item.children;
  const isSpoken = first?.type === "paragraph";
  return (
    <li className="task" data-change={change}>
      {set === undefined ? null : <Settings {...set} />}
      <label className="task-label">
        <input type="checkbox" disabled checked={item.checked} readOnly />
        <span>{isSpoken ? <Inlines of={first.children} /> : null}</span>
      </label>
      <Blocks of={isSpoken ? others : item.children} isTight={isTight} />
    </li>
  );
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
