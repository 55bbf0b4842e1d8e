/** Which inline is shown by what, one row a type. */
import type { ComponentType, ReactNode } from "react";
import { colorName } from "../../../engine/markdown/html/colors.ts";
import { renderIcon } from "../../../engine/markdown/html/icons.ts";
import type { Inline } from "../../../engine/markdown/document.ts";
import { useMarks } from "./marks.ts";
import { treeOf } from "../../ui/markup.ts";
import { Markup } from "./Markup.tsx";
import { Pictures } from "../targets/Picture.tsx";
import { Shown } from "./Shown.tsx";
import { LeadsTo } from "../targets/targets.tsx";

type InlineOf<T extends Inline["type"]> = Extract<Inline, { type: T }>;

interface InlineProps<I> {
  readonly inline: I;
}

interface InlinesProps {
  readonly of: readonly Inline[];
  /** They stand in a link, so none of them is one. */
  readonly isInLink?: boolean;
}

export function Inlines({ of, isInLink = false }: InlinesProps): ReactNode {
  const { changes } = useMarks();
  return of.map((inline, place) => {
    if (isInLink && inline.type === "link") return <Inlines key={place} of={inline.children} isInLink />;
    const View = VIEWS[inline.type] as ComponentType<InlineProps<Inline>>;
    const change = changes.get(inline);
    if (change === undefined) return <View key={place} inline={inline} />;
    const Tag = change === "removed" ? "del" : "ins";
    return (
      <Tag key={place}>
        <View inline={inline} />
      </Tag>
    );
  });
}

type SpanTag = "em" | "strong" | "s" | "u" | "kbd" | "sub" | "sup";

function span(Tag: SpanTag) {
  return ({ inline }: InlineProps<{ readonly children: readonly Inline[] }>) => (
    <Tag>
      <Inlines of={inline.children} />
    </Tag>
  );
}

const VIEWS: { readonly [T in Inline["type"]]: ComponentType<InlineProps<InlineOf<T>>> } = {
  text: ({ inline }) => inline.text,
  emphasis: span("em"),
  strong: span("strong"),
  strikethrough: span("s"),
  underline: span("u"),
  kbd: span("kbd"),
  sub: span("sub"),
  sup: span("sup"),
  mark: ({ inline }) => (
    <mark className={lookOf(inline)}>
      <Inlines of={inline.children} />
    </mark>
  ),
  code: ({ inline }) => <code>{inline.text}</code>,
  expression: ({ inline }) => <code className="expression">{inline.expression}</code>,
  math: ({ inline }) => (
    <Shown of={{ type: "math", text: inline.text, inLine: true }} isInLine>
      <code className="expression">{inline.text}</code>
    </Shown>
  ),
  link: ({ inline }) => (
    <LeadsTo url={inline.url}>
      <Inlines of={inline.children} isInLink />
    </LeadsTo>
  ),
  image: ({ inline }) => (
    <Pictures
      image={inline}
      look={inline.size === "line" ? "inline-image inline-image-line" : "inline-image"}
    />
  ),
  break: ({ inline }) => (inline.hard ? <br /> : "\n"),
  emoji: ({ inline }) => (
    <Shown of={{ type: "emoji", name: inline.name }} isInLine>
      {`:${inline.name}:`}
    </Shown>
  ),
  icon: ({ inline }) => <DrawnIcon name={inline.name} />,
  button: ({ inline }) =>
    inline.url === undefined ? (
      // What it does, it does on the site.
      <span className={`button button-${inline.style}`}>
        {inline.icon === undefined ? null : <DrawnIcon name={inline.icon} />}
        <Inlines of={inline.children} />
      </span>
    ) : (
      <LeadsTo url={inline.url} look={`button button-${inline.style}`}>
        {inline.icon === undefined ? null : <DrawnIcon name={inline.icon} />}
        <Inlines of={inline.children} isInLink />
      </LeadsTo>
    ),
  footnoteRef: ({ inline }) => <sup>{inline.label}</sup>,
  annotation: ({ inline }) => (
    <>
      <Inlines of={inline.children} />
      <sup>{inline.label}</sup>
    </>
  ),
  html: ({ inline }) => <code className="expression">{inline.raw}</code>,
};

/** An icon by the name that its author gave it. */
export function DrawnIcon({ name }: { readonly name: string }) {
  return <Markup of={treeOf(renderIcon(name).toString())} />;
}

function lookOf({ color, background }: InlineOf<"mark">): string {
  const named = (part: string, written: string | undefined) => {
    const known = written === undefined ? undefined : colorName(written);
    return known === undefined ? [] : [`mark-${part}-${known}`];
  };
  return ["mark", ...named("text", color), ...named("back", background)].join(" ");
}
