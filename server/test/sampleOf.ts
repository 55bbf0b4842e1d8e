/** Made-up values that fit a schema. */

/** The part of JSON Schema that operations are declared in. */
export interface Schema {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly additionalProperties?: boolean | Schema;
  readonly patternProperties?: Readonly<Record<string, Schema>>;
  readonly discriminator?: { readonly propertyName: string };
  readonly format?: string;
  readonly minimum?: number;
  readonly minProperties?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly uniqueItems?: boolean;
  readonly maxItems?: number;
  readonly $ref?: string;
  /** Why nothing here stands for it: it is always refused. */
  readonly unsupported?: string;
}

const DEEPEST = 6;

const TEXTS: Readonly<Record<string, string>> = {
  displayName: "Ada Lovelace",
  email: "ada@example.com",
  title: "Getting started",
  label: "Deployment",
  description: "What to do first.",
  hostname: "acme",
  basename: "docs",
  slug: "getting-started",
  path: "getting-started",
  emoji: "1f4d8",
  light: "#3d5ccc",
  dark: "#8aa0ff",
  icon: "book",
  token: "lct_…",
  markdown: "# Getting started\n\nInstall it, then run it.",
  name: "diagram.png",
  contentType: "image/png",
  message: "Explain the installation",
  version: "0.1.0",
  build: "a1b2c3d",
  ref: "new-page",
  body: "Install it, then run it.",
};

const FORMATS: Readonly<Record<string, string>> = {
  "date-time": "2026-03-14T09:26:53.000Z",
  uri: "https://docs.example.com/",
  email: "ada@example.com",
};

/**
 * A value for a schema. `complete` fills in everything, as an answer does; otherwise only what is required, or the
 * first optional field where nothing is.
 */
export function sampleOf(schema: Schema, complete: boolean, name = "", depth = 0): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  if (schema.allOf !== undefined) {
    return Object.assign({}, ...schema.allOf.map((part) => sampleOf(part, complete, name, depth)));
  }
  const choices = schema.oneOf ?? schema.anyOf;
  if (choices !== undefined) {
    const chosen = choices.find(({ type }) => type !== "null");
    return chosen === undefined ? null : sampleOf(chosen, complete, name, depth);
  }
  const type = typeof schema.type === "string" ? schema.type : schema.type?.[0];
  switch (type) {
    case "object":
      return sampleObject(schema, complete, depth);
    case "array":
      return schema.items === undefined || depth >= DEEPEST
        ? []
        : [sampleOf(schema.items, complete, name, depth + 1)];
    case "integer":
    case "number":
      return Math.max(schema.minimum ?? 1, 1);
    case "boolean":
      return true;
    case "string":
      return sampleText(schema, name);
    default:
      return null;
  }
}

function sampleObject(schema: Schema, complete: boolean, depth: number): Record<string, unknown> {
  const properties = Object.entries(schema.properties ?? {}).filter(([, field]) => !field.unsupported);
  const required = new Set(schema.required);
  const needed = properties.filter(([name]) => required.has(name));
  // Where any field will do, one stands for all.
  const isAny = needed.length === 0 && (schema.minProperties ?? 0) > 0;
  const first = isAny || (needed.length === 0 && depth === 0) ? properties.slice(0, 1) : needed;
  const all = depth < DEEPEST ? properties : [];
  const shown = complete && !isAny ? all : first;
  return Object.fromEntries(
    shown.map(([name, property]) => [name, sampleOf(property, complete, name, depth + 1)]),
  );
}

function sampleText({ format, maxLength }: Schema, name: string): string {
  const known = FORMATS[format ?? ""] ?? (Object.hasOwn(TEXTS, name) ? TEXTS[name] : undefined);
  return (known ?? "Rk3vXw9TqLm2ZpB7sYcd").slice(0, maxLength ?? 2048);
}
