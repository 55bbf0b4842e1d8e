/** Which block is shown by what, one row a type; classes are those of published pages. */
import type { ComponentType, ReactNode } from "react";
import type { BlockOf } from "../../../engine/markdown/anatomy.ts";
import type { Block, Cell, Image, ListItem, Paragraph } from "../../../engine/markdown/document.ts";
import { titledContent } from "../../../engine/markdown/hintTitle.ts";
import { parse } from "../../../engine/markdown/parse.ts";
import { later } from "../../ui/later.tsx";
import { reviewWords } from "../../words/review.ts";
import { CardsView, ContentRefView, EmbedView, FileView } from "./Cards.tsx";
import { CodeBox, CodeView } from "./Code.tsx";
import type { KitText } from "../contentkit/kit.ts";
import { FigureView, ImageView } from "./Figures.tsx";
import { Included } from "./Included.tsx";
import { DrawnIcon, Inlines } from "./Inlines.tsx";
import { type DiffMark, useMarks } from "./marks.ts";
import { usePage } from "../targets/page.ts";
import { Shown } from "./Shown.tsx";
import { TabsView } from "./Tabs.tsx";
import { readingWords } from "../../words/reading.ts";

/** A text that an integration wrote; diagrams it draws itself. */
export function DrawnText({ text, code }: KitText) {
  if (code === undefined) return <Blocks of={parse(text).document.children} />;
  const { lang, first } = code;
  const of = { text, lang, info: lang, lineNumbers: first !== undefined };
  return <CodeBox of={of} first={first ?? 1} marked={undefined} isGraph={false} />;
}

const IntegrationView = later(
  () => import("../contentkit/BlockView.tsx"),
  ({ children }) => children,
);

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

/** A title stands in the label, but where it is shown what became of it. */
function HintView({ block }: BlockProps<BlockOf<"hint">>) {
  const { changes } = useMarks();
  const [first] = block.children;
  const isChanged = first !== undefined && changes.has(first);
  const { title, children } = isChanged
    ? { title: undefined, children: block.children }
    : titledContent(block.children);
  return (
    <aside className={`hint hint-${block.style}`} role="note">
      <p className="hint-label">
        <DrawnIcon name={block.icon ?? HINT_ICONS[block.style]} />
        {title === undefined ? (
          readingWords.hints[block.style]
        ) : (
          <>
            <span className="visually-hidden">{readingWords.hints[block.style]}: </span>
            <span>
              <Inlines of={title} />
            </span>
          </>
        )}
      </p>
      <div className="hint-body">
        <Blocks of={children} />
      </div>
    </aside>
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
  paragraph: ({ block }) => {
    const { changes } = useMarks();
    const image = onlyImage(block);
    return image === undefined || changes.has(image) ? (
      <p>
        <Inlines of={block.children} />
      </p>
    ) : (
      <ImageView of={image} caption={image.title} />
    );
  },
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
  code: ({ block }) => <CodeView of={block} />,
  math: ({ block }) => (
    <Shown of={{ type: "math", text: block.text }}>
      <Written of={block.text} />
    </Shown>
  ),
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
      <div className="table" role="region" tabIndex={0} aria-label={readingWords.table}>
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
  cards: ({ block }) => <CardsView of={block} />,
  hint: HintView,
  tabs: ({ block }) => <TabsView of={block} show={(tab) => <Blocks of={tab.children} />} />,
  tab: Inside,
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
  embed: ({ block }) => <EmbedView of={block} />,
  contentRef: ({ block }) => <ContentRefView of={block} />,
  file: ({ block }) => <FileView of={block} />,
  include: ({ block }) => <Included of={block} show={(inside) => <Blocks of={inside} />} />,
  updates: Inside,
  update: ({ block }) => (
    <section className="stacked-tab">
      <p className="stacked-title">{block.date}</p>
      <Blocks of={block.children} />
    </section>
  ),
  prompt: ({ block }) => (
    <details className="prompt" open={block.defaultExpanded === true}>
      <summary className="prompt-head">
        <DrawnIcon name={block.icon ?? "wand-magic-sparkles"} />
        {block.description ?? readingWords.prompt}
      </summary>
      <div className="prompt-body">
        <pre tabIndex={0}>
          <code>{block.text}</code>
        </pre>
      </div>
    </details>
  ),
  if: ({ block }) => (
    <section className="stacked-tab">
      <p className="stacked-title">{readingWords.shownIf(block.expression)}</p>
      <Blocks of={block.children} />
    </section>
  ),
  openapiOperation: ({ block }) => (
    <section className="api">
      <p className="api-line">
        <span className={`api-method api-${methodOf(block.method)}`}>{block.method.toUpperCase()}</span>
        <code className="api-path">{block.path}</code>
      </p>
    </section>
  ),
  openapiSchemas: ({ block }) => <Written of={block.schemas.join(", ")} />,
  integration: ({ block }) => (
    <IntegrationView of={block} markdown={DrawnText}>
      <section className="stacked-tab">
        <p className="stacked-title">{block.name}</p>
        <Blocks of={block.children} />
      </section>
    </IntegrationView>
  ),
  figure: ({ block }) => <FigureView of={block} />,
  html: ({ block }) => (
    <Shown of={{ type: "html", raw: block.raw }}>
      <Written of={block.raw.trim()} />
    </Shown>
  ),
  definition: nothing,
  footnote: ({ block }) => (
    <aside className="footnote">
      <small>{block.label}</small>
      <Blocks of={block.children} />
    </aside>
  ),
};

const HINT_ICONS = {
  info: "circle-info",
  success: "circle-check",
  warning: "triangle-exclamation",
  danger: "circle-exclamation",
} as const;

const METHODS = new Set(["get", "post", "put", "patch", "delete"]);

function methodOf(written: string): string {
  const method = written.toLowerCase();
  return METHODS.has(method) ? method : "other";
}

/** The picture that is all of a paragraph. */
function onlyImage({ children: [first, second] }: Paragraph): Image | undefined {
  return first?.type === "image" && second === undefined && first.size !== "line" ? first : undefined;
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
