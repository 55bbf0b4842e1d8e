/** Reads values of JSON that anybody may have sent: notes what is wrong, with its path, and goes on with what is right. */
import { isHostile } from "./hostile.ts";
import { urlOfRef } from "./refs.ts";
import { pointerPart } from "../json.ts";

/** What is wrong with a document, and where: a JSON pointer into it. */
export interface DocumentProblem {
  readonly path: string;
  readonly message: string;
}

/** Blocks and inlines within each other. */
export const MAX_DEPTH = 40;
/** Blocks, inlines, fragments and leaves of one document. */
export const MAX_NODES = 200_000;
const MAX_PROBLEMS = 50;
const MAX_URL = 2048;

export type JsonRecord = Readonly<Record<string, unknown>>;

export class Reader {
  readonly problems: DocumentProblem[] = [];
  private count = 0;
  /** Nothing more is read once there is too much of it. */
  private stopped = false;

  problem(path: string, message: string): void {
    if (this.problems.length < MAX_PROBLEMS) this.problems.push({ path, message });
  }

  /** Counts one node; false when the document has too many, or they are too deep. */
  enters(path: string, depth: number): boolean {
    if (this.stopped) return false;
    if (++this.count > MAX_NODES) {
      this.stopped = true;
      this.problem(path, `is too much: a document has at most ${MAX_NODES} nodes.`);
      return false;
    }
    if (depth <= MAX_DEPTH) return true;
    this.problem(path, `is nested too deeply: at most ${MAX_DEPTH} levels.`);
    return false;
  }

  /** An object; undefined with a problem when it is something else. */
  record(value: unknown, path: string): JsonRecord | undefined {
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as JsonRecord;
    this.problem(path, "must be an object.");
    return undefined;
  }

  /** The objects of a list, each with its path; an absent list is empty. */
  records(
    parent: JsonRecord,
    name: string,
    path: string,
  ): { readonly record: JsonRecord; readonly path: string }[] {
    const list = own(parent, name);
    if (list === undefined) return [];
    if (!Array.isArray(list)) {
      this.problem(`${path}/${name}`, "must be a list.");
      return [];
    }
    return list.flatMap((one: unknown, index) => {
      const at = `${path}/${name}/${index}`;
      const record = this.stopped ? undefined : this.record(one, at);
      return record === undefined ? [] : [{ record, path: at }];
    });
  }

  /** The entries of an object by name; an absent one has none. */
  entries(parent: JsonRecord, name: string, path: string): [key: string, record: JsonRecord][] {
    const value = own(parent, name);
    if (value === undefined) return [];
    const record = this.record(value, `${path}/${name}`);
    return Object.entries(record ?? {}).flatMap(([key, one]) => {
      const entry = this.record(one, `${path}/${name}/${pointer(key)}`);
      return entry === undefined ? [] : [[key, entry] as [string, JsonRecord]];
    });
  }

  /** The `data` of a node; empty when absent. */
  data(node: JsonRecord, path: string): JsonRecord {
    const data = own(node, "data");
    return data === undefined ? {} : (this.record(data, `${path}/data`) ?? {});
  }

  text(record: JsonRecord, name: string, path: string): string | undefined {
    const value = own(record, name);
    if (value === undefined || value === null) return undefined;
    if (typeof value === "string") return clean(value);
    this.problem(`${path}/${name}`, "must be a text.");
    return undefined;
  }

  /** A text of one line. */
  line(record: JsonRecord, name: string, path: string): string | undefined {
    return this.text(record, name, path)?.replace(/\s*\n\s*/g, " ");
  }

  flag(record: JsonRecord, name: string, path: string): boolean | undefined {
    const value = own(record, name);
    if (value === undefined || typeof value === "boolean") return value;
    this.problem(`${path}/${name}`, "must be true or false.");
    return undefined;
  }

  number(record: JsonRecord, name: string, path: string): number | undefined {
    const value = own(record, name);
    if (value === undefined || (typeof value === "number" && Number.isFinite(value))) return value;
    this.problem(`${path}/${name}`, "must be a number.");
    return undefined;
  }

  oneOf<const T extends string>(
    record: JsonRecord,
    name: string,
    path: string,
    known: readonly T[],
  ): T | undefined {
    const value = own(record, name);
    if (value === undefined || value === null) return undefined;
    const found = known.find((one) => one === value);
    if (found === undefined) this.problem(`${path}/${name}`, `must be one of ${known.join(", ")}.`);
    return found;
  }

  /** A length as the dialect writes it: pixels, or a number with its unit. */
  size(record: JsonRecord, name: string, path: string): string | undefined {
    const value = own(record, name);
    if (value === undefined) return undefined;
    const { unit, value: number } =
      typeof value === "number"
        ? { unit: "", value }
        : ((this.record(value, `${path}/${name}`) ?? {}) as JsonRecord);
    const isSize = typeof number === "number" && Number.isFinite(number) && typeof unit === "string";
    if (isSize && /^(?:%|[a-z]{0,4})$/.test(unit)) return `${number}${unit}`;
    this.problem(`${path}/${name}`, "must be a length: a number, or { unit, value }.");
    return undefined;
  }

  /** The address that the reference in a field stands for. */
  refUrl(record: JsonRecord, name: string, path: string): string | undefined {
    const value = own(record, name);
    if (value === undefined) return undefined;
    const ref = this.record(value, `${path}/${name}`);
    if (ref === undefined) return undefined;
    const url = Object.hasOwn(ref, "kind") ? urlOfRef(ref) : undefined;
    if (url !== undefined) return this.checked(url, `${path}/${name}`);
    this.problem(
      `${path}/${name}`,
      "is no reference that a page can make: url, page, anchor, file, space or reusable-content, with the id that it needs.",
    );
    return undefined;
  }

  /** An address in a field. */
  url(record: JsonRecord, name: string, path: string): string | undefined {
    const url = this.text(record, name, path);
    return url === undefined ? undefined : this.checked(url, `${path}/${name}`);
  }

  /** An address, unless it is one that runs code or is no address at all. */
  checked(url: string, path: string): string | undefined {
    if (isHostile(url)) this.problem(path, "is an address that runs code, which no page links to.");
    else if (url.length > MAX_URL && !url.startsWith("data:image/"))
      this.problem(path, `is an address longer than ${MAX_URL} characters.`);
    else return clean(url).replace(/\n/g, "");
    return undefined;
  }
}

/** A field of the object itself, never of its prototype. */
export function own(record: JsonRecord, name: string): unknown {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}

/** A key as part of a JSON pointer. */
export function pointer(key: string): string {
  return pointerPart(key.slice(0, 100));
}

/** Text as Markdown can hold it: one kind of line end, no NUL. */
function clean(text: string): string {
  return text.replace(/\r\n?/g, "\n").replaceAll("\0", "\ufffd");
}
