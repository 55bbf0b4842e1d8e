/**
 * Blocks that are edited as Markdown, as forms: what can be filled in, and the Markdown with another value in that place.
 * A value is written where it stands, so all else of the block keeps its bytes.
 */
import type { BlockOf } from "../../engine/markdown/anatomy.ts";
import type { Block } from "../../engine/markdown/document.ts";
import { parse } from "../../engine/markdown/parse.ts";
import { readTag, type Tag } from "../../engine/markdown/tag.ts";
import { cardsForm } from "./cardsForm.ts";
import { FORM_WORDS as WORDS } from "./formWords.ts";
import {
  oneLine,
  replaced,
  type BlockFormEntry,
  type BlockFormField,
  type SourceForm,
} from "./sourceField.ts";

/** A text with another value of an attribute of a tag in it. */
function withValue(source: string, tag: Tag, name: string, value: string): string {
  const line = oneLine(value);
  const found = tag.attributes.find((one) => one.name === name);
  if (found === undefined) {
    if (line === "") return source;
    const before = source.slice(tag.start, tag.end).search(/\s*-?%\}$/);
    const at = tag.start + before;
    return replaced(source, { start: at, end: at }, ` ${name}="${escaped(line, '"')}"`);
  }
  const written = found.quote === "" ? `"${escaped(line, '"')}"` : escaped(line, found.quote);
  return replaced(source, found, written);
}

const escaped = (value: string, quote: string): string =>
  value.replaceAll("\\", "\\\\").replaceAll(quote, `\\${quote}`);

type FieldMore = Pick<BlockFormField, "kind" | "of" | "within">;

/** The field of an attribute. */
function attribute(
  source: string,
  tag: Tag,
  name: string,
  label: string,
  more: FieldMore = {},
): BlockFormField {
  const value = tag.attributes.find((one) => one.name === name)?.value ?? "";
  return { label, value, ...more, write: (next) => withValue(source, tag, name, next) };
}

/** The field of what stands between a tag and the one that closes it. */
function between(source: string, tag: Tag, close: number, label: string): BlockFormField {
  const inside = source.slice(tag.end, close);
  const value = inside.trim();
  const start = tag.end + (value === "" ? 0 : inside.indexOf(value));
  const range = value === "" ? { start: tag.end, end: close } : { start, end: start + value.length };
  return {
    label,
    value,
    kind: "text",
    write: (next) => replaced(source, range, value === "" ? `\n${next.trim()}\n` : next.trim()),
  };
}

type MakeForm<B> = (source: string, block: B) => SourceForm | undefined;

const FORMS: { readonly [T in SourceForm["type"]]: MakeForm<BlockOf<T>> } = {
  cards: cardsForm,
  updates: updatesForm,
  prompt: (source, block) => {
    const tag = readTag(source, block.start);
    const close = source.lastIndexOf("{%");
    if (tag === undefined || close < tag.end) return undefined;
    const fence = /^(`{3,})[^\n]*\n([^]*?)\n?\1$/.exec(source.slice(tag.end, close).trim());
    const body = between(source, tag, close, WORDS.prompt);
    const plain = fence === null ? body : fenced(body, fence);
    return {
      type: "prompt",
      fields: [
        attribute(source, tag, "description", WORDS.description),
        attribute(source, tag, "icon", WORDS.icon),
        plain,
      ],
    };
  },
  openapiOperation: (source, { start, spec = "", path, method }) => {
    const tag = readTag(source, start);
    if (tag === undefined) return undefined;
    const isWebhook = tag.name === "openapi-webhook";
    const operation: BlockFormField = {
      label: WORDS.operation,
      value: `${method} ${path}`.trim(),
      of: "operation",
      within: spec,
      write: (value) => {
        const [, to = method, where = value] = /^(\w+)\s+(.*)$/.exec(value.trim()) ?? [];
        const there = withValue(source, tag, "path", where);
        return withValue(there, readTag(there, start)!, "method", to.toLowerCase());
      },
    };
    return {
      type: "openapiOperation",
      fields: [
        attribute(source, tag, "spec", WORDS.specification, { of: "specification" }),
        ...(isWebhook ? [attribute(source, tag, "name", WORDS.operation)] : [operation]),
      ],
    };
  },
  openapiSchemas: (source, { start, spec = "", grouped }) => {
    const tag = readTag(source, start);
    if (tag === undefined) return undefined;
    const list = attribute(source, tag, "schemas", WORDS.schemas);
    return {
      type: "openapiSchemas",
      fields: [
        attribute(source, tag, "spec", WORDS.specification, { of: "specification" }),
        list,
        {
          label: WORDS.schema,
          value: "",
          of: "schema",
          within: spec,
          write: (name) =>
            name.trim() === ""
              ? source
              : list.write(
                  [...list.value.split(",").filter((one) => one.trim() !== ""), name.trim()].join(","),
                ),
        },
        { ...attribute(source, tag, "grouped", WORDS.grouped, { kind: "flag" }), value: String(grouped) },
      ],
    };
  },
  integration: (source, { start, name, props }) => {
    const tag = readTag(source, start);
    if (tag === undefined) return undefined;
    const at = source.indexOf(`@${name}`, start) + 1;
    return {
      type: "integration",
      fields: [
        {
          label: WORDS.block,
          value: name,
          of: "integration",
          write: (value) =>
            /^[\w-]+\/[\w-]+$/.test(value.trim())
              ? replaced(source, { start: at, end: at + name.length }, value.trim())
              : source,
        },
        ...Object.keys(props).map((one) => attribute(source, tag, one, one)),
      ],
    };
  },
  footnote: (source) => {
    const opening = /^\[\^([^\]\n]+)\]:[ \t]*/.exec(source);
    if (opening === null) return undefined;
    const [written, label = ""] = opening;
    const text = source.slice(written.length).replaceAll(/\n(?: {1,4}|\t)/g, "\n");
    return {
      type: "footnote",
      fields: [
        named(source, 2, label, WORDS.footnoteName),
        {
          label: WORDS.text,
          value: text.trim(),
          kind: "text",
          write: (next) => `[^${label}]: ${next.trim().replaceAll(/\n(?=.)/g, "\n    ")}`,
        },
      ],
    };
  },
  definition: (source, { destination }) => {
    const label = /^\[([^\]\n]+)\]:/.exec(source)?.[1];
    if (label === undefined) return undefined;
    return {
      type: "definition",
      fields: [
        named(source, 1, label, WORDS.definitionName),
        {
          label: WORDS.address,
          value: destination.url,
          of: "page",
          write: (value) => replaced(source, destination, addressIn(value, destination.syntax)),
        },
      ],
    };
  },
};

/** An address without spaces, or between what holds those. */
function addressIn(value: string, syntax: string): string {
  const line = oneLine(value.trim());
  return /[\s()<>]/.test(line) || line === ""
    ? syntax === "angle"
      ? line.replaceAll(/[<>]/g, "")
      : `<${line.replaceAll(/[<>]/g, "")}>`
    : line;
}

/** The field of the name of a note or of a definition, which can't be nothing and holds no bracket. */
const named = (source: string, start: number, value: string, label: string): BlockFormField => ({
  label,
  value,
  write: (next) => {
    const line = oneLine(next).replaceAll(/[[\]]/g, "").trim();
    return line === "" ? source : replaced(source, { start, end: start + value.length }, line);
  },
});

/** A text in a fence, which is made longer where the text has one as long. */
function fenced(body: BlockFormField, [whole, marks = "```", text = ""]: RegExpExecArray): BlockFormField {
  const opening = whole.slice(marks.length, whole.indexOf("\n"));
  return {
    ...body,
    value: text,
    write: (next) => {
      const longest = Math.max(marks.length - 1, ...[...next.matchAll(/`+/g)].map(([run]) => run.length));
      const fence = "`".repeat(longest + 1);
      return body.write(`${fence}${opening}\n${next}\n${fence}`);
    },
  };
}

function updatesForm(source: string, { children, end }: BlockOf<"updates">): SourceForm | undefined {
  const last = source.lastIndexOf("{%", end);
  const entries = children.map((update, place): BlockFormEntry | undefined => {
    const tag = readTag(source, update.start);
    const close = source.lastIndexOf("{%", update.end);
    if (tag === undefined || tag.name !== "update" || close < tag.end) return undefined;
    const next = children[place + 1]?.start ?? last;
    return {
      label: WORDS.update(place + 1),
      fields: [
        attribute(source, tag, "date", WORDS.date, { kind: "date" }),
        attribute(source, tag, "tags", WORDS.tags),
        between(source, tag, close, WORDS.text),
      ],
      remove:
        children.length === 1
          ? undefined
          : () => replaced(source, { start: update.start, end: place === 0 ? next : update.end }, ""),
    };
  });
  if (entries.length === 0 || entries.includes(undefined)) return undefined;
  const first = children[0]!.start;
  const today = new Date().toISOString().slice(0, 10);
  return {
    type: "updates",
    fields: [],
    entries: entries as BlockFormEntry[],
    add: {
      label: WORDS.addUpdate,
      // The newest comes first.
      write: () =>
        replaced(
          source,
          { start: first, end: first },
          `{% update date="${today}" %}\n## \n{% endupdate %}\n\n`,
        ),
    },
  };
}

/** The form of a block; undefined for what has none, and is edited as it is written. */
export function formOf(source: string): SourceForm | undefined {
  const { children } = parse(source).document;
  const [block, ...others] = children;
  if (block === undefined || others.length > 0 || !(block.type in FORMS)) return undefined;
  if (source.slice(0, block.start).trim() !== "" || source.slice(block.end).trim() !== "") return undefined;
  const form = (FORMS[block.type as SourceForm["type"]] as MakeForm<Block>)(source, block);
  // What is as it was is written as it was.
  const kept = (field: BlockFormField): BlockFormField => ({
    ...field,
    write: (value) => (value === field.value ? source : field.write(value)),
  });
  return (
    form && {
      ...form,
      fields: form.fields.map(kept),
      ...(form.entries && {
        entries: form.entries.map((entry) => ({ ...entry, fields: entry.fields.map(kept) })),
      }),
    }
  );
}
