/** Code, in the colours of sites; what is the source of a diagram, drawn. */
import { Fragment, type ReactNode } from "react";
import type { Code } from "../../../engine/markdown/document.ts";
import { titleOfLanguage } from "../../../engine/markdown/html/languageTitles.ts";
import { copyText } from "../../ui/copy.ts";
import { say } from "../../ui/toasts.ts";
import { words } from "../../words.ts";
import { Diagram } from "./Diagram.tsx";
import { elementsIn, type MarkupNode } from "../../ui/markup.ts";
import { Markup } from "./Markup.tsx";
import { type MarkedLine, useMarks } from "./marks.ts";
import { useShown } from "./Shown.tsx";

export function CodeView({ of }: { readonly of: Code }) {
  const marked = useMarks().lines.get(of);
  const language = of.lang.toLowerCase();
  if (marked === undefined && language === "mermaid") return <Diagram key={of.text} text={of.text} />;
  return <CodeBox of={of} marked={marked} isGraph={language === "dot" || language === "graphviz"} />;
}

interface CodeBoxProps {
  readonly of: Omit<Code, "type" | "start" | "end">;
  /** The number of its first line. */
  readonly first?: number;
  /** Its lines, where some differ: those of both. */
  readonly marked: readonly MarkedLine[] | undefined;
  readonly isGraph: boolean;
}

/** Code in its frame, whatever its language. */
export function CodeBox({ of, first = 1, marked, isGraph }: CodeBoxProps) {
  const { lang, info, title, overflow, lineNumbers } = of;
  const text = (marked?.map((line) => line.text).join("\n") ?? of.text).replace(/\r?\n$/, "");
  const isPlain = lang === "" && !/\{[\d\s,-]+\}/.test(info);
  const tree = useShown(isPlain ? undefined : { type: "code", lang, info, text });
  if (isGraph && marked === undefined && tree !== undefined && hasDrawing(tree)) return <Markup of={tree} />;
  const name = lang === "" ? undefined : (titleOfLanguage(lang) ?? lang);
  const copy = async (): Promise<void> => {
    if (await copyText(text)) say({ text: words.copied });
  };
  return (
    <figure
      className={title === undefined && name === undefined ? "code code-plain" : "code"}
      data-wrap={overflow === "wrap" || undefined}
      data-line-numbers={lineNumbers || undefined}
    >
      <figcaption className="code-bar">
        {title === undefined ? null : <span className="code-title">{title}</span>}
        {name === undefined ? null : <span className="code-lang">{name}</span>}
        <button type="button" className="copy" onClick={() => void copy()}>
          {words.copy}
        </button>
      </figcaption>
      <pre className="code-body" tabIndex={0}>
        <code>
          <Lines of={text.split(/\r?\n/)} first={first} marked={marked} tree={tree} />
        </code>
      </pre>
    </figure>
  );
}

const hasDrawing = (tree: readonly MarkupNode[]): boolean =>
  elementsIn(tree, ({ name }) => name === "svg").length > 0;

interface LinesProps {
  readonly of: readonly string[];
  readonly first: number;
  readonly marked: CodeBoxProps["marked"];
  readonly tree: readonly MarkupNode[] | undefined;
}

/** Line by line, so that nothing moves when the colours come. */
function Lines({ of, first, marked, tree = [] }: LinesProps) {
  const coloured = elementsIn(tree, ({ attributes }) => /^line\b/.test(attributes.get("class") ?? ""));
  return of.map((text, place): ReactNode => {
    const known = coloured.length === of.length ? coloured[place] : undefined;
    const change = marked?.[place]?.change;
    const Tag = change === undefined ? "span" : change === "removed" ? "del" : "ins";
    const look = known?.attributes.get("class") ?? "line";
    return (
      <Fragment key={place}>
        <Tag
          className={change === undefined ? look : `${look} changed-line`}
          data-change={change}
          data-line={first === 1 ? undefined : first + place}
        >
          {known === undefined ? text : <Markup of={known.children} />}
          {change === undefined ? null : "\n"}
        </Tag>
        {/* Behind lines that stand in a row; those that changed are blocks, which end by themselves. */}
        {change === undefined ? "\n" : null}
      </Fragment>
    );
  });
}
