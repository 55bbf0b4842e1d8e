/** Our own blocks: what the format has no block for, as `ownBlock` writes it. */
import type { OwnNodeType } from "./nodeTypes.ts";
import type { Flow } from "./print.ts";
import { schemasTag } from "./readOpenapi.ts";
import { type JsonRecord, own } from "./reader.ts";
import type { NodeReading } from "./reading.ts";
import { tagOf } from "./tags.ts";

type ReadOwn = (node: JsonRecord, props: JsonRecord, path: string, reading: NodeReading) => Flow[];

/** One of our own blocks; undefined when there is none of this name. */
export function readOwnBlock(
  block: string,
  node: JsonRecord,
  props: JsonRecord,
  path: string,
  reading: NodeReading,
): Flow[] | undefined {
  const read = Object.hasOwn(OWN, block) ? OWN[block as OwnNodeType] : undefined;
  return read?.(node, props, path, reading);
}

const OWN: Readonly<Record<OwnNodeType, ReadOwn>> = {
  include: (_, props, path, reading) => {
    const url = reading.reader.url(props, "path", `${path}/data/props`);
    return url === undefined ? [] : reading.single(path, tagOf("include", url), "include");
  },
  html: (_, props, path, { reader }) => {
    // Spaces in front would make it part of a list before it, and say nothing in HTML.
    const html = (reader.text(props, "html", `${path}/data/props`) ?? "").trimStart();
    return html === "" ? [] : [{ type: "raw", value: html }];
  },
  definition: (_, props, path, { reader }) => {
    const at = `${path}/data/props`;
    const label = reader.line(props, "label", at) ?? "";
    const url = reader.url(props, "url", at) ?? "";
    const title = reader.line(props, "title", at);
    const named = title === undefined ? "" : ` "${title.replace(/["\\]/g, "\\$&")}"`;
    if (label.trim() === "" || label.length > 900) return [];
    const written = label.replace(/[[\]\\]/g, "\\$&");
    return [{ type: "raw", value: `[${written}]: <${url.replace(/[<>\\]/g, "\\$&")}>${named}` }];
  },
  footnote: (node, props, path, reading) => {
    const label = reading.reader.line(props, "label", `${path}/data/props`);
    reading.footnote({ label, fragments: bodyAsNote(node) }, path);
    return [];
  },
  "openapi-schemas": (node, props, path, reading) => {
    const src = reading.reader.url(props, "src", `${path}/data/props`);
    return schemasTag(node, props, path, reading, src === undefined ? {} : { src });
  },
};

/** The fragments of a footnote block under the name that annotations have for theirs. */
function bodyAsNote(node: JsonRecord): unknown {
  const fragments = own(node, "fragments");
  if (!Array.isArray(fragments)) return [];
  return fragments.map((one: unknown) =>
    typeof one === "object" && one !== null && own(one as JsonRecord, "fragment") === "body"
      ? { ...one, fragment: "annotation-body", type: "annotation-body" }
      : one,
  );
}
