/** The components of a page: those that have a block become it, others keep their content. */
import { dedent, indented, inOneLine, lineBefore, withoutEnd } from "./code.ts";
import { componentTags, type ComponentTag } from "./jsx.ts";
import type { ReadingNotes } from "./told.ts";

/** A component whose content has been written already. */
export interface Component {
  readonly name: string;
  /** Text of an attribute; "" for one that is missing, or says nothing that is known without running it. */
  readonly text: (name: string) => string;
  readonly list: (name: string) => readonly string[];
  readonly has: (name: string) => boolean;
  /** What stands between its tags, as Markdown of the dialect at the margin. */
  readonly inner: string;
  /** The components directly in it. */
  readonly children: readonly Component[];
}

/** What a component is written as. Inline ones stay in their line; a block gets lines of its own. */
export interface ComponentRow {
  readonly isInline?: boolean;
  readonly write: (component: Component) => string;
}

export type ComponentTable = Readonly<Record<string, ComponentRow>>;

/** What is deeper than this is left as content: each level would be moved to the margin again. */
const DEEPEST = 60;

interface Frame {
  readonly tag: ComponentTag | undefined;
  readonly parts: string[];
  readonly children: Component[];
}

/** Writes the components of a page by a table. Costs what the text's length costs. */
export function writeComponents(
  text: string,
  table: ComponentTable,
  told: ReadingNotes,
  path: string,
): string {
  const tags = componentTags(text);
  if (tags.length === 0) return text;
  const closers = countClosers(tags);
  const stack: Frame[] = [{ tag: undefined, parts: [], children: [] }];
  let from = 0;
  for (const tag of tags) {
    const top = stack.at(-1) as Frame;
    top.parts.push(text.slice(from, tag.start));
    from = tag.end;
    if (tag.kind === "open" && tag.name !== "") {
      const left = closers.get(tag.name) ?? 0;
      // One that nothing closes, and one too deep, is only its content.
      if (left > 0 && stack.length < DEEPEST) stack.push({ tag, parts: [], children: [] });
      else if (left === 0) told.unknown(`<${tag.name}> is not closed, so only its content is kept`, path);
      else
        told.problem(path, `<${tag.name}> is more than ${DEEPEST} components deep: only its content is kept`);
    } else if (tag.kind === "single") place(top, written(tag, "", [], table, told, path), tag, text, table);
    else if (tag.kind === "close") {
      closers.set(tag.name, (closers.get(tag.name) ?? 1) - 1);
      close(stack, tag, { text, table, told, path });
    }
  }
  while (stack.length > 1) drop(stack);
  return (stack[0] as Frame).parts.join("") + text.slice(from);
}

interface Writing {
  readonly text: string;
  readonly table: ComponentTable;
  readonly told: ReadingNotes;
  readonly path: string;
}

function close(stack: Frame[], { name }: ComponentTag, { text, table, told, path }: Writing): void {
  const at = stack.findLastIndex(({ tag }) => tag?.name === name);
  if (at < 1) return;
  while (stack.length - 1 > at) drop(stack);
  const { tag, parts, children } = stack.pop() as Frame;
  if (tag === undefined) return;
  const raw = parts.join("");
  const inner = dedent(raw.replace(/^(?:[ \t]*\n)+/, "")).trimEnd();
  place(stack.at(-1) as Frame, written(tag, inner, children, table, told, path), tag, text, table);
}

/** An element that was never closed: its content belongs to the one around it. */
function drop(stack: Frame[]): void {
  const { parts, children } = stack.pop() as Frame;
  const top = stack.at(-1) as Frame;
  for (const part of parts) top.parts.push(part);
  for (const child of children) top.children.push(child);
}

interface WrittenComponent {
  readonly component: Component;
  readonly made: string;
}

function written(
  { name, attributes }: ComponentTag,
  inner: string,
  children: readonly Component[],
  table: ComponentTable,
  told: ReadingNotes,
  path: string,
): WrittenComponent {
  const component: Component = {
    name,
    text: (key) => {
      const value = attributes.get(key);
      return typeof value === "string" ? value : "";
    },
    list: (key) => {
      const value = attributes.get(key);
      return typeof value === "object" ? value : [];
    },
    has: (key) => attributes.has(key) && attributes.get(key) !== false,
    inner,
    children,
  };
  const row = Object.hasOwn(table, name) ? table[name] : undefined;
  if (row === undefined) {
    const what = inner === "" ? "it is left out" : "its content is kept";
    told.unknown(`the component <${name}> is not known here: ${what}`, path);
    return { component, made: inner };
  }
  return { component, made: row.write(component) };
}

/** Puts what was written where its tag stood: on lines of its own, as far from the margin. */
function place(
  frame: Frame,
  { component, made }: WrittenComponent,
  tag: ComponentTag,
  text: string,
  table: ComponentTable,
): void {
  frame.children.push(component);
  // What a component begins with begins a line, be it behind the component's own tag.
  const isFirst = frame.tag !== undefined && frame.parts.length === 1 && frame.parts[0]?.trim() === "";
  const before = isFirst ? "" : (lineBefore(text, tag.start) ?? "text");
  const marker = /^[ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?$/.exec(before)?.[0];
  const row = Object.hasOwn(table, component.name) ? table[component.name] : undefined;
  const isInline = row?.isInline ?? !/\n|^<(?:figure|table)\b/.test(made);
  if (marker === undefined || isInline) {
    frame.parts.push(marker === undefined ? inOneLine(made) : made);
    return;
  }
  const lines = indented(made, " ".repeat(marker.length));
  if (marker.trim() !== "") {
    frame.parts.push(`${lines.trimStart()}\n`);
    return;
  }
  frame.parts.push(withoutEnd(frame.parts.pop() ?? "", " \t"), `\n${lines}\n`);
}

function countClosers(tags: readonly ComponentTag[]): Map<string, number> {
  const closers = new Map<string, number>();
  for (const { kind, name } of tags) if (kind === "close") closers.set(name, (closers.get(name) ?? 0) + 1);
  return closers;
}
