/** Blocks of code. */
import { markedLines } from "./writeBlocks.ts";
import { fenceOf } from "./fence.ts";
import type { Flow } from "./print.ts";
import { type JsonRecord, own } from "./reader.ts";
import type { NodeReading } from "./reading.ts";
import { tag } from "./tags.ts";

/** A fence, within a tag when it has options. */
export function readCode(node: JsonRecord, path: string, reading: NodeReading): Flow[] {
  const { reader } = reading;
  const data = reader.data(node, path);
  const at = `${path}/data`;
  const lines = codeLines(node, path, reading);
  const value = lines.map(({ text }) => text).join("\n");
  const lang = (reader.line(data, "syntax", at) ?? "").replace(/[\s`{].*$/s, "");
  const info = infoOf(lang, reader.line(data, "info", at) ?? "", lines);
  const fence: Flow = { type: "raw", value: fenceOf(value, info) };
  const title = reader.line(data, "title", at);
  const options = {
    title: info.includes(`title="${title}"`) ? undefined : title,
    overflow: reader.oneOf(data, "overflow", at, ["scroll", "wrap"]),
    lineNumbers: reader.flag(data, "lineNumbers", at),
    expandable: reader.flag(data, "expandable", at),
  };
  if (Object.values(options).every((option) => option === undefined)) return [fence];
  return reading.tagged(path, tag("code", options), "code", [fence]);
}

interface CodeLine {
  readonly text: string;
  readonly highlighted: boolean;
}

/** The info string as sent while it fits the language and the lines; else one that does. */
function infoOf(lang: string, info: string, lines: readonly CodeLine[]): string {
  const marked = new Set(lines.flatMap(({ highlighted }, index) => (highlighted ? [index + 1] : [])));
  const told = [...markedLines(info)].filter((line) => line <= lines.length);
  const fits = told.length === marked.size && told.every((line) => marked.has(line));
  if (fits && /^[^\s{]*/.exec(info)![0] === lang) return info;
  return (lang + rangesOf([...marked])).trim();
}

/** ` {1,3-5}`; nothing for none. */
function rangesOf(numbers: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const number of numbers) {
    const last = ranges.at(-1);
    if (last !== undefined && last[1] === number - 1) last[1] = number;
    else ranges.push([number, number]);
  }
  const written = ranges.map(([from, to]) => (from === to ? String(from) : `${from}-${to}`)).join(",");
  return written === "" || written.length > 200 ? "" : ` {${written}}`;
}

function codeLines(node: JsonRecord, path: string, { reader, depth }: NodeReading): CodeLine[] {
  return reader.records(node, "nodes", path).flatMap(({ record, path: at }) => {
    if (!reader.enters(at, depth)) return [];
    const text = reader
      .records(record, "nodes", at)
      .map(({ record: inline, path: inlineAt }) => wordsOf(inline, inlineAt, reader))
      .join("");
    return [
      { text, highlighted: reader.flag(reader.data(record, at), "highlighted", `${at}/data`) === true },
    ];
  });
}

/** The text of a line; of an annotation in it, the text that is annotated. */
function wordsOf(inline: JsonRecord, path: string, reader: NodeReading["reader"]): string {
  const leaves = reader
    .records(inline, "leaves", path)
    .map(({ record, path: at }) => reader.text(record, "text", at) ?? "");
  const nested = own(inline, "nodes") === undefined ? [] : reader.records(inline, "nodes", path);
  const inside = nested.flatMap(({ record, path: at }) =>
    reader
      .records(record, "leaves", at)
      .map(({ record: leaf, path: leafAt }) => reader.text(leaf, "text", leafAt) ?? ""),
  );
  return [...leaves, ...inside].join("");
}
