/** Shaped content to Markdown of the dialect. */
import type { Element, Parents } from "hast";
import { type Handle, toMdast } from "hast-util-to-mdast";
import { gfmToMarkdown } from "mdast-util-gfm";
import { defaultHandlers, type Options, type State, toMarkdown } from "mdast-util-to-markdown";
import type { Nodes as MdastNodes, Root } from "mdast";
import { anchorOf } from "../../../engine/markdown/anchors.ts";
import { namesOf } from "./anchors.ts";
import { attribute, childElements, firstIn, hasClass, isNamed, textOf } from "./hast.ts";
import { imageHtml, inlineHtml, quoted } from "./rawHtml.ts";

/** Gives the destination to be written for one as it stands in the page; undefined takes the link away. */
type Destination = (url: string, kind: "link" | "image") => string | undefined;

/** @throws RangeError for content that is nested too deeply */
export function printMarkdown(main: Parents, destination: Destination): string {
  const root = { type: "root" as const, children: main.children as Element[] };
  const tree = toMdast(root, { document: true, handlers: handlersFor(destination) }) as Root;
  return toMarkdown(tree, PRINT).trim();
}

type PrintedNodes = MdastNodes | MdastNodes[];
const raw = (value: string): MdastNodes => ({ type: "lecternRaw", value }) as never;
/** Of a kind that is always within a line: `html` may be a block, and would end a paragraph. */
const inline = (value: string): MdastNodes => ({ type: "textDirective", value }) as never;
const block = (open: string, close: string, children: unknown): MdastNodes =>
  ({ type: "lecternBlock", open, close, children }) as never;

function handlersFor(destination: Destination): Record<string, Handle> {
  const imageOf = (one: Element): { src: string; alt: string } | undefined => {
    const src = destination(sourceOf(one), "image");
    return src === undefined ? undefined : { src, alt: attribute(one, "alt") ?? "" };
  };
  return {
    ...BLOCKS,
    ...Object.fromEntries(["sub", "sup", "kbd", "u"].map((name) => [name, spanned(name)])),
    ins: spanned("u"),
    mark: spanned("mark"),
    a: (state, one) => {
      const href = attribute(one, "href");
      const url = href === undefined ? undefined : destination(href, "link");
      const children = state.all(one) as never[];
      if (url === undefined || (children.length === 0 && textOf(one) === "")) return children;
      return { type: "link", url, title: null, children };
    },
    img: (_, one) => {
      const image = imageOf(one);
      return image === undefined ? undefined : { type: "image", url: image.src, alt: image.alt, title: null };
    },
    figure: (state, one) => figure(state, one, imageOf, destination),
    picture: (state, one) =>
      state.all({ ...one, children: childElements(one).filter((inner) => isNamed(inner, "img")) }) as never,
    video: (_, one) => media(one, destination),
    audio: (_, one) => media(one, destination),
    iframe: (_, one) => {
      const url = destination(attribute(one, "src") ?? "", "link");
      return url === undefined || !/^https?:/.test(url) ? undefined : raw(`{% embed url="${quoted(url)}" %}`);
    },
  };
}

/** A film or a sound is a card by its address; a file of an archive is a link. */
function media(one: Element, destination: Destination): PrintedNodes | undefined {
  const source = firstIn(one, (inner) => isNamed(inner, "source"));
  const src = attribute(one, "src") ?? (source === undefined ? undefined : attribute(source, "src"));
  const url = src === undefined ? undefined : destination(src, "link");
  if (url === undefined) return undefined;
  if (/^https?:/.test(url)) return raw(`{% embed url="${quoted(url)}" %}`);
  const name = url.replace(/^.*\//, "");
  return {
    type: "paragraph",
    children: [{ type: "link", url, title: null, children: [{ type: "text", value: name }] }],
  };
}

function sourceOf(one: Element): string {
  const lazy = attribute(one, "dataSrc") ?? attribute(one, "dataLazySrc");
  const src = attribute(one, "src") ?? "";
  const isPlaceholder = src === "" || (src.startsWith("data:") && lazy !== undefined);
  return isPlaceholder ? (lazy ?? /^\s*([^\s,]+)/.exec(attribute(one, "srcSet") ?? "")?.[1] ?? src) : src;
}

function spanned(name: string): Handle {
  return (state, one) =>
    [inline(`<${name}>`), ...(state.all(one) as MdastNodes[]), inline(`</${name}>`)] as PrintedNodes;
}

function figure(
  state: Parameters<Handle>[0],
  one: Element,
  imageOf: (image: Element) => { src: string; alt: string } | undefined,
  destination: Destination,
): PrintedNodes | undefined {
  const image = firstIn(one, (inner) => isNamed(inner, "img"));
  const found = image === undefined ? undefined : imageOf(image);
  const caption = firstIn(one, (inner) => isNamed(inner, "figcaption") || hasClass(inner, "caption"));
  if (found === undefined || firstIn(one, (inner) => isNamed(inner, "table", "lectern-code")) !== undefined)
    return state.toFlow(state.all(one) as never) as PrintedNodes;
  const text = caption === undefined ? "" : inlineHtml(caption, destination);
  if (text === "")
    return { type: "paragraph", children: [{ type: "image", url: found.src, alt: found.alt, title: null }] };
  return raw(`<figure>${imageHtml(found)}<figcaption><p>${text}</p></figcaption></figure>`);
}

const BLOCKS: Record<string, Handle> = {
  "lectern-hint": (state, one) =>
    block(
      `{% hint style="${attribute(one, "hint")}" %}`,
      "{% endhint %}",
      state.toFlow(state.all(one) as never),
    ),
  "lectern-columns": (state, one) => block("{% columns %}", "{% endcolumns %}", state.all(one)),
  "lectern-column": (state, one) =>
    block("{% column %}", "{% endcolumn %}", state.toFlow(state.all(one) as never)),
  "lectern-mark": (state, one) =>
    [
      inline(`<mark style="background-color:${attribute(one, "color")};">`),
      ...(state.all(one) as MdastNodes[]),
      inline("</mark>"),
    ] as PrintedNodes,
  "lectern-tabs": (state, one) => block("{% tabs %}", "{% endtabs %}", state.all(one)),
  "lectern-tab": (state, one) =>
    block(
      `{% tab title="${quoted(attribute(one, "title") ?? "")}" %}`,
      "{% endtab %}",
      state.toFlow(state.all(one) as never),
    ),
  "lectern-code": (_, one) => {
    const value = attribute(one, "text") ?? "";
    const code: MdastNodes = { type: "code", lang: attribute(one, "language") || null, value };
    const title = attribute(one, "title");
    return title === undefined ? code : block(`{% code title="${quoted(title)}" %}`, "{% endcode %}", [code]);
  },
  "lectern-formula": (_, one) => raw(`$$\n${(attribute(one, "tex") ?? "").replace(/\n\s*\n/g, "\n")}\n$$`),
  "lectern-inline-formula": (_, one) => inline(`$$${(attribute(one, "tex") ?? "").replace(/\s+/g, " ")}$$`),
  "lectern-anchor": (_, one) => inline(place(attribute(one, "place") ?? "")),
  wbr: () => inline("<wbr>"),
  "lectern-reference": (_, one) => inline(`[^${attribute(one, "label")}]`),
  "lectern-footnote": (state, one) =>
    ({
      type: "footnoteDefinition",
      identifier: attribute(one, "label"),
      children: state.toFlow(state.all(one) as never),
    }) as never,
  details: (state, one) => {
    const summary = childElements(one).find((child) => isNamed(child, "summary"));
    const rest = { ...one, children: one.children.filter((child) => child !== summary) };
    const open = attribute(one, "open") === undefined ? "<details>" : "<details open>";
    const title = summary === undefined ? "" : inlineHtml(summary, () => undefined);
    return block(
      `${open}\n\n<summary>${title}</summary>\n`,
      "\n</details>",
      state.toFlow(state.all(rest) as never),
    );
  },
  ...Object.fromEntries([1, 2, 3, 4, 5, 6].map((depth) => [`h${depth}`, heading(depth)])),
};

/** With its anchor, where its text would give another one, and with those of whatever else leads to it. */
function heading(depth: number): Handle {
  return (state, one) => {
    const children = state.all(one) as MdastNodes[];
    const names = namesOf(one);
    const isTold = names.length === 1 && names[0] === anchorOf(textOf(one));
    const anchors = isTold
      ? []
      : names.map((name, index) => inline(`${index === 0 ? " " : ""}${place(name)}`));
    return { type: "heading", depth, children: [...children, ...anchors] } as never;
  };
}

const place = (name: string): string => `<a href="#${quoted(name)}" id="${quoted(name)}"></a>`;

interface Block {
  readonly open: string;
  readonly close: string;
  readonly children: readonly MdastNodes[];
}

const PRINT: Options = {
  bullet: "-",
  emphasis: "*",
  fences: true,
  listItemIndent: "one",
  rule: "-",
  resourceLink: false,
  extensions: [gfmToMarkdown({ tablePipeAlign: false, tableCellPadding: true })],
  handlers: {
    lecternRaw: (node: { value: string }) => node.value,
    textDirective: (node: { value: string }) => node.value,
    lecternBlock: (node: Block, _: unknown, state: State, info: never) =>
      `${node.open}\n${state.containerFlow(node as never, info)}\n${node.close}`,
    break: (node: never, parent: never, state: State, info: never) =>
      state.stack.includes("tableCell") ? "<br>" : defaultHandlers.break(node, parent, state, info),
  } as never,
  // What the dialect reads beyond Markdown is text here.
  unsafe: [
    { character: "{", after: "%", inConstruct: "phrasing" },
    { character: "$", after: "\\$", inConstruct: "phrasing" },
    { character: ":", before: "(?:^|[^0-9:])", after: "[a-z0-9_+-]{1,64}:", inConstruct: "phrasing" },
    { character: "[", after: "\\^", inConstruct: "phrasing" },
  ],
};
