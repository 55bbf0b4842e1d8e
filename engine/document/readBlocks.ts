/** Blocks of the format, as a reader sent them, as blocks to be printed: one entry a type. */
import { readPrompt, readUpdate, readUpdates } from "./readUpdates.ts";
import type { Inline } from "../markdown/document.ts";
import { readCode } from "./readCode.ts";
import { parse } from "../markdown/parse.ts";
import { readOperation, readSchemas } from "./readOpenapi.ts";
import { readDrawing, readImages } from "./readFigures.ts";
import { readOwnBlock } from "./readOwnBlocks.ts";
import { readTable } from "./readTables.ts";
import { htmlOf } from "./htmlInlines.ts";
import { type Flow, headingPhrases, paragraphFlow } from "./print.ts";
import { type JsonRecord, own } from "./reader.ts";
import type { NodeReading } from "./reading.ts";
import { type NodeType, OWN_BLOCKS } from "./nodeTypes.ts";
import { tag, tagOf } from "./tags.ts";

type ReadBlock = (node: JsonRecord, path: string, reading: NodeReading) => Flow[];

/** The blocks in `nodes` of something; what is none of them is a problem. */
export function readBlocks(parent: JsonRecord, path: string, reading: NodeReading): Flow[] {
  const { reader, depth } = reading;
  const nodes = reader.records(parent, "nodes", path);
  return nodes.flatMap(({ record, path: at }, index) => {
    if (!reader.enters(at, depth)) return [];
    const type = own(record, "type");
    if (typeof type !== "string" || !Object.hasOwn(BLOCKS, type)) {
      reader.problem(`${at}/type`, `must be one of ${Object.keys(BLOCKS).join(", ")}.`);
      return [];
    }
    const flows = BLOCKS[type as NodeType](record, at, reading.deeper);
    // Lists side by side would become one.
    const isBesideList = [nodes[index - 1], nodes[index + 1]].some((other) => isList(other?.record));
    const written = isList(record) && isBesideList ? undefined : reading.written?.sourceOf(record);
    return written === undefined ? flows : [{ type: "raw", value: written }];
  });
}

const isList = (node: JsonRecord | undefined): boolean =>
  node !== undefined && String(own(node, "type")).startsWith("list-");

/** A tag around the blocks of a node, with values from its data. */
function around(name: string, ...keys: readonly string[]): ReadBlock {
  return (node, path, reading) => {
    const data = reading.reader.data(node, path);
    const values = Object.fromEntries(
      keys.map((key) => [key, reading.reader.line(data, key, `${path}/data`)]),
    );
    return reading.tagged(path, tag(name, values), name, reading.blocks(node, path));
  };
}

/** A caption as the one paragraph inside a tag. */
function captioned(inlines: readonly Inline[]): Flow[] {
  return inlines.length === 0 ? [] : [paragraphFlow(inlines)];
}

const BLOCKS: Readonly<Record<NodeType, ReadBlock>> = {
  paragraph: (node, path, reading) => reading.paragraph(node, path),
  "heading-1": (node, path, reading) => heading(node, path, reading, 2),
  "heading-2": (node, path, reading) => heading(node, path, reading, 3),
  "heading-3": (node, path, reading) => heading(node, path, reading, 4),
  "list-unordered": (node, path, reading) => list(node, path, reading, "unordered"),
  "list-ordered": (node, path, reading) => list(node, path, reading, "ordered"),
  "list-tasks": (node, path, reading) => list(node, path, reading, "tasks"),
  blockquote: (node, path, reading) => [{ type: "blockquote", children: reading.blocks(node, path) }],
  divider: () => [{ type: "thematicBreak" }],
  code: readCode,
  math: readMath,
  table: readTable,
  hint: (node, path, reading) => {
    const data = reading.reader.data(node, path);
    const known = ["info", "warning", "danger", "success"] as const;
    const style = reading.reader.oneOf(data, "style", `${path}/data`, known) ?? "info";
    const icon = reading.reader.line(data, "icon", `${path}/data`);
    return reading.tagged(path, tag("hint", { style, icon }), "hint", reading.blocks(node, path));
  },
  tabs: around("tabs"),
  "tabs-item": (node, path, reading) => {
    const data = reading.reader.data(node, path);
    const title = reading.reader.line(data, "title", `${path}/data`) ?? "";
    const icon = reading.reader.line(data, "icon", `${path}/data`);
    return reading.tagged(path, tag("tab", { title, icon }), "tab", reading.blocks(node, path));
  },
  stepper: around("stepper"),
  "stepper-step": around("step"),
  columns: around("columns"),
  column: (node, path, reading) => {
    const width = reading.reader.size(reading.reader.data(node, path), "width", `${path}/data`);
    return reading.tagged(path, tag("column", { width }), "column", reading.blocks(node, path));
  },
  expandable: (node, path, reading) => {
    const summary = htmlOf(reading.line(node, path, "expandable-title"));
    const isOpen = reading.reader.flag(reading.reader.data(node, path), "defaultExpanded", `${path}/data`);
    const open = `<details${isOpen === true ? " open" : ""}>\n\n<summary>${summary}</summary>\n`;
    const body = reading.body(node, path, "expandable-body");
    return [
      { type: "tagged", open, close: body.length === 0 ? "</details>" : "\n</details>", children: body },
    ];
  },
  updates: readUpdates,
  update: readUpdate,
  prompt: readPrompt,
  embed: (node, path, reading) => {
    const url = reading.reader.url(reading.reader.data(node, path), "url", `${path}/data`) ?? "";
    return reading.single(
      path,
      tag("embed", { url }),
      "embed",
      captioned(reading.line(node, path, "caption")),
    );
  },
  "content-ref": (node, path, reading) => {
    const url = reading.reader.refUrl(reading.reader.data(node, path), "ref", `${path}/data`) ?? "";
    const told = reading.line(node, path, "caption");
    const again: Inline = { type: "link", url, mention: false, children: [{ type: "text", text: url }] };
    const inside = told.length > 0 || url === "" ? told : [again];
    return reading.single(path, tag("content-ref", { url }), "content-ref", captioned(inside));
  },
  file: (node, path, reading) => {
    const src = fileSource(node, path, reading);
    return reading.single(path, tag("file", { src }), "file", captioned(reading.line(node, path, "caption")));
  },
  drawing: readDrawing,
  images: readImages,
  "reusable-content": (node, path, reading) => {
    const url = reading.reader.refUrl(reading.reader.data(node, path), "ref", `${path}/data`);
    return url === undefined ? [] : reading.single(path, tagOf("include", url), "include");
  },
  if: (node, path, reading) => {
    const data = reading.reader.data(node, path);
    const expression = reading.reader.line(data, "expression", `${path}/data`)?.trim() ?? "";
    return reading.tagged(path, `{% if ${expression} %}`, "if", reading.blocks(node, path));
  },
  swagger: (node, path, reading) => readOperation(node, path, reading, "openapi"),
  "openapi-operation": (node, path, reading) => readOperation(node, path, reading, "openapi-operation"),
  "openapi-webhook": (node, path, reading) => readOperation(node, path, reading, "openapi-webhook"),
  "openapi-schemas": readSchemas,
  integration,
};

function heading(node: JsonRecord, path: string, reading: NodeReading, usual: number): Flow[] {
  const { reader } = reading;
  const data = reader.data(node, path);
  const sent = reader.number(data, "level", `${path}/data`);
  // A level of the dialect that the type stands for as well.
  const isSame = usual === 2 ? sent === 1 : usual === 4 ? sent === 5 || sent === 6 : false;
  const depth = isSame ? (sent as number) : usual;
  const id = reader.line(data, "id", `${path}/data`) ?? reader.line(data, "anchor", `${path}/data`);
  const inlines = reading.inlines(node, path);
  const anchor = id === undefined || !/^[^\s"<>&]{1,200}$/.test(id) ? "" : `<a href="#${id}" id="${id}"></a>`;
  const space = anchor === "" || inlines.length === 0 ? "" : " ";
  const title = [...headingPhrases(inlines)];
  if (anchor !== "") title.push({ type: "html", value: space + anchor });
  return [{ type: "heading", depth, children: title }];
}

function list(
  node: JsonRecord,
  path: string,
  reading: NodeReading,
  kind: "unordered" | "ordered" | "tasks",
): Flow[] {
  const { reader } = reading;
  const meta = own(node, "meta");
  const spread = typeof meta === "object" && meta !== null && own(meta as JsonRecord, "loose") === true;
  const start = reader.number(reader.data(node, path), "start", `${path}/data`) ?? 1;
  const items = reader.records(node, "nodes", path).flatMap(({ record, path: at }): Flow[] => {
    if (!reader.enters(at, reading.depth)) return [];
    if (own(record, "type") !== "list-item") {
      reader.problem(`${at}/type`, "must be list-item.");
      return [];
    }
    const checked = reader.flag(reader.data(record, at), "checked", `${at}/data`);
    const children = reading.deeper.blocks(record, at);
    return [
      {
        type: "listItem",
        spread,
        children: boxed(children, kind === "tasks" ? (checked ?? false) : checked),
      },
    ];
  });
  if (items.length === 0) return [];
  const first = Number.isInteger(start) && start >= 0 && start < 1e9 ? start : 1;
  return [{ type: "list", ordered: kind === "ordered", start: first, spread, children: items }];
}

/** The blocks of an item with its box before them. */
function boxed(children: readonly Flow[], checked: boolean | undefined): readonly Flow[] {
  if (checked === undefined) return children;
  const box = { type: "phrase", value: checked ? "[x] " : "[ ] " } as const;
  const [first, ...rest] = children;
  if (first?.type === "paragraph") return [{ ...first, children: [box, ...first.children] }, ...rest];
  return [{ type: "paragraph", children: [{ ...box, value: box.value.trim() }] }, ...children];
}

function readMath(node: JsonRecord, path: string, { reader }: NodeReading): Flow[] {
  const data = reader.data(node, path);
  const formula = (reader.text(data, "formula", `${path}/data`) ?? "")
    .replace(/\n(?:[ \t]*\n)+/g, "\n")
    .trim();
  const value = `$$\n${formula}\n$$`;
  if (!formula.includes("$$") || isMath(value, formula)) return [{ type: "raw", value }];
  reader.problem(`${path}/data/formula`, "must not have $$ in it.");
  return [];
}

/** Inside a line there may be $$: only some of them end a formula. */
function isMath(written: string, formula: string): boolean {
  const [first, ...others] = parse(written).document.children;
  return first?.type === "math" && first.text === formula && others.length === 0;
}

/** The address of a file block: by the id of a file, or what was written in its place. */
function fileSource(node: JsonRecord, path: string, { reader }: NodeReading): string {
  const data = reader.data(node, path);
  const ref = own(data, "ref");
  const file = typeof ref === "object" && ref !== null ? own(ref as JsonRecord, "file") : undefined;
  if (typeof file !== "string") {
    reader.problem(`${path}/data/ref`, "must be { kind: file, file: the id of a file }.");
    return "";
  }
  if (/^[A-Za-z0-9_-]{1,128}$/.test(file)) return `/files/${file}`;
  return reader.checked(file, `${path}/data/ref/file`) ?? "";
}

function integration(node: JsonRecord, path: string, reading: NodeReading): Flow[] {
  const { reader } = reading;
  const data = reader.data(node, path);
  const at = `${path}/data`;
  const name = reader.line(data, "integration", at) ?? "";
  const block = reader.line(data, "block", at) ?? "";
  const props =
    own(data, "props") === undefined ? {} : (reader.record(own(data, "props"), `${at}/props`) ?? {});
  const ours = name === OWN_BLOCKS ? readOwnBlock(block, node, props, path, reading) : undefined;
  if (ours !== undefined) return ours;
  if (!/^[A-Za-z][\w.-]{0,99}$/.test(name) || !/^[\w.-]{0,100}$/.test(block)) {
    reader.problem(at, "must name an integration and a block of it.");
    return [];
  }
  const values = Object.entries(props).flatMap(([key, value]) => {
    const isPlain = typeof value === "string" || typeof value === "number" || typeof value === "boolean";
    if (isPlain && /^[\w:@.-]{1,100}$/.test(key)) return [[key, value] as const];
    reader.problem(`${at}/props`, "must have texts, numbers, true and false by plain names.");
    return [];
  });
  const full = block === "" ? `@${name}` : `@${name}/${block}`;
  return reading.single(path, tag(full, Object.fromEntries(values)), full, reading.body(node, path));
}
