/** Made-up values that fit a schema, and given ones made short enough to be read. */
import { type Fields, isFields, isTrueAt, listAt, own, textAt } from "../value.ts";
import type { Api } from "./api.ts";
import { partsOf, schemaShape } from "./schemaShape.ts";

interface SampleOptions {
  /** A request leaves out what is only read, an answer what is only written. */
  readonly use: "request" | "answer";
}

const DEEPEST = 7;
/** Values of one sample. */
const MOST_VALUES = 150;
const MOST_FIELDS = 60;

/** A value that a schema allows: its example where it has one. Never more than some hundred values. */
export function sampleOf(api: Api, schema: unknown, options: SampleOptions): unknown {
  return new Sampler(api, options).value(schema, "", 0, []);
}

class Sampler {
  readonly #api: Api;
  readonly #options: SampleOptions;
  #left = MOST_VALUES;

  constructor(api: Api, options: SampleOptions) {
    this.#api = api;
    this.#options = options;
  }

  value(schema: unknown, name: string, depth: number, above: readonly unknown[]): unknown {
    const followed = this.#api.follow(schema);
    if (followed === undefined) return schema === true || !isFields(schema) ? "…" : {};
    const { value } = followed;
    if (this.#left-- <= 0 || depth > DEEPEST || above.includes(value)) return {};
    const parts = partsOf(this.#api, value);
    const given = exampleIn(parts);
    if (given !== undefined) return shortened(given);
    const way = [...above, value];
    const shape = schemaShape(this.#api, value);
    const [choice] = shape.choices ?? [];
    if (shape.fields.length > 0) {
      const made = this.#object(shape.fields, depth, way);
      const more = choice === undefined ? undefined : this.value(choice.schema, name, depth + 1, way);
      return isFields(more) ? { ...made, ...more } : made;
    }
    if (choice !== undefined) return this.value(choice.schema, name, depth, way);
    if (shape.items !== undefined) {
      if (parts.some((part) => own(part, "maxItems") === 0)) return [];
      const item = this.value(shape.items, name, depth + 1, way);
      return isFields(item) && Object.keys(item).length === 0 && depth > 0 ? [] : [item];
    }
    if (shape.values !== undefined) return { property: this.value(shape.values, "", depth + 1, way) };
    return plain(parts, name);
  }

  #object(fields: ReturnType<typeof schemaShape>["fields"], depth: number, way: readonly unknown[]): Fields {
    const made: Record<string, unknown> = {};
    const left = this.#options.use === "request" ? "readOnly" : "writeOnly";
    for (const { name, schema } of fields.slice(0, MOST_FIELDS)) {
      if (this.#left <= 0) break;
      if (isTrueAt(this.#api.follow(schema)?.value, left)) continue;
      if (name !== "__proto__") made[name] = this.value(schema, name, depth + 1, way);
    }
    return made;
  }
}

function exampleIn(parts: readonly Fields[]): unknown {
  for (const part of parts) {
    for (const key of ["example", "const", "default"]) {
      const value = own(part, key);
      if (value !== undefined && value !== null) return value;
    }
    const [example] = listAt(part, "examples");
    if (example !== undefined) return example;
    const [first] = listAt(part, "enum");
    if (first !== undefined) return first;
  }
  return undefined;
}

const FORMATS: Readonly<Record<string, string>> = {
  "date-time": "2026-03-14T09:26:53Z",
  date: "2026-03-14",
  time: "09:26:53Z",
  duration: "PT5M",
  email: "name@example.com",
  hostname: "example.com",
  ipv4: "192.0.2.1",
  ipv6: "2001:db8::1",
  uri: "https://example.com",
  url: "https://example.com",
  uuid: "123e4567-e89b-12d3-a456-426614174000",
  byte: "dGV4dA==",
  binary: "(file)",
  password: "••••••••",
};

function plain(parts: readonly Fields[], name: string): unknown {
  const type = parts.map((part) => own(part, "type")).find((one) => one !== undefined);
  const first: unknown = Array.isArray(type) ? type.find((one) => one !== "null") : type;
  const minimum = parts.map((part) => own(part, "minimum")).find((one) => typeof one === "number");
  switch (first) {
    case "integer":
    case "number":
      return Math.max(1, Number(minimum ?? 1));
    case "boolean":
      return true;
    case "array":
      return [];
    case "null":
      return null;
    case "object":
      return {};
    default: {
      const format = parts.map((part) => textAt(part, "format")).find((one) => one !== undefined) ?? "";
      return Object.hasOwn(FORMATS, format)
        ? FORMATS[format]
        : name === ""
          ? "text"
          : name.replaceAll("_", " ");
    }
  }
}

/** What of a given example is shown. */
const SHOWN = { values: 140, items: 3, text: 600, depth: 8 } as const;

/** A given example, cut where it would fill the page: long lists to their first items, long texts to their beginning. */
export function shortened(value: unknown): unknown {
  let left: number = SHOWN.values;
  const cut = (at: unknown, depth: number): unknown => {
    left--;
    if (typeof at === "string") return at.length > SHOWN.text ? `${at.slice(0, SHOWN.text)}…` : at;
    if (Array.isArray(at)) {
      if (depth > SHOWN.depth || left <= 0) return [];
      return at
        .slice(0, at.length > 12 || left < 100 ? SHOWN.items : at.length)
        .map((one) => cut(one, depth + 1));
    }
    if (!isFields(at)) return at;
    if (depth > SHOWN.depth) return {};
    const kept: [string, unknown][] = [];
    for (const [key, inner] of Object.entries(at)) {
      if (left <= 0) break;
      kept.push([key, cut(inner, depth + 1)]);
    }
    return Object.fromEntries(kept);
  };
  return cut(value, 0);
}
