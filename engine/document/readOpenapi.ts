/** Blocks made of a description of an API: operations, webhooks, schemas. */
import type { Flow } from "./print.ts";
import { type JsonRecord, own } from "./reader.ts";
import type { NodeReading } from "./reading.ts";
import { tag } from "./tags.ts";

/** The slug of the specification, or the address of it. */
function specOf(data: JsonRecord, path: string, { reader }: NodeReading): { spec?: string; src?: string } {
  const ref = own(data, "ref");
  const spec = typeof ref === "object" && ref !== null ? own(ref as JsonRecord, "spec") : undefined;
  if (typeof spec === "string") {
    const src = reader.url(data, "src", path);
    return { spec, ...(src === undefined ? {} : { src }) };
  }
  const src = reader.refUrl(data, "ref", path);
  return src === undefined || src === "" ? {} : { src };
}

/** An operation or a webhook: a tag of this name. */
export function readOperation(node: JsonRecord, path: string, reading: NodeReading, name: string): Flow[] {
  const { reader } = reading;
  const data = reader.data(node, path);
  const at = `${path}/data`;
  const which = name === "openapi-webhook" ? "name" : "path";
  const values = {
    ...specOf(data, at, reading),
    [which]: reader.line(data, which, at),
    method: reader.line(data, "method", at),
  };
  return reading.single(path, tag(name, values), name, reading.body(node, path));
}

export function readSchemas(node: JsonRecord, path: string, reading: NodeReading): Flow[] {
  const { reader } = reading;
  const data = reader.data(node, path);
  return schemasTag(node, data, path, reading, specOf(data, `${path}/data`, reading));
}

/** The block of schemas, whichever way its source is named. */
export function schemasTag(
  node: JsonRecord,
  data: JsonRecord,
  path: string,
  reading: NodeReading,
  source: { spec?: string; src?: string },
): Flow[] {
  const list = own(data, "schemas");
  const names = Array.isArray(list) ? list.filter((one) => typeof one === "string") : [];
  const grouped = reading.reader.flag(data, "grouped", `${path}/data`);
  const open = tag("openapi-schemas", { ...source, schemas: names.join(","), grouped });
  return reading.single(path, open, "openapi-schemas", reading.body(node, path));
}
