/** The parts of the OpenAPI document that stand in it once and are referred to. */
import { type Extension, extensionOf, nameOf, shapeOf } from "./named.ts";

export type DocumentPart = Record<string, unknown>;

/** Schemas with names, as far as something refers to them. */
export class Schemas {
  readonly #written = new Map<string, { readonly text: string; schema: unknown }>();

  /**
   * A schema as the document has it: named ones, inside it as well, are references.
   * @throws when two different schemas have one name
   */
  write(schema: object): DocumentPart {
    const name = nameOf(schema);
    if (name === undefined) return this.#whole(schema);
    const text = JSON.stringify(shapeOf(schema) ?? schema);
    const known = this.#written.get(name);
    if (known !== undefined && known.text !== text) throw new Error(`Two schemas are called ${name}.`);
    if (known === undefined) {
      const entry = { text, schema: undefined as unknown };
      this.#written.set(name, entry);
      entry.schema = this.#whole(schema);
    }
    return { $ref: `#/components/schemas/${name}` };
  }

  /** All that have been referred to, by their names. */
  get all(): DocumentPart {
    const all = [...this.#written].map(([name, { schema }]) => [name, schema] as const);
    return Object.fromEntries(all.toSorted(([a], [b]) => (a < b ? -1 : 1)));
  }

  #whole(schema: object): DocumentPart {
    const shape = shapeOf(schema);
    if (shape !== undefined) return "$ref" in shape ? { ...shape } : this.write(shape);
    const extension = extensionOf(schema);
    return extension === undefined ? this.#fields(schema) : this.#extended(extension);
  }

  #extended({ base, own }: Extension): DocumentPart {
    // The one that it extends says that it is an object.
    const { description, type: _object, ...rest } = this.#fields(own);
    return {
      ...(description === undefined ? {} : { description }),
      allOf: [this.write(base), rest],
    };
  }

  #fields(schema: object): DocumentPart {
    const fields = Object.entries(schema).flatMap(([key, part]) =>
      isRefused(part) ? [] : [[key, this.#part(part)] as const],
    );
    const { discriminator, patternProperties, ...written } = Object.fromEntries(fields) as DocumentPart;
    if (patternProperties !== undefined) Object.assign(written, byAnyName(patternProperties as DocumentPart));
    // No body takes a field that it doesn't declare: the document says so once, of all of them.
    if (written["additionalProperties"] === false && hasFields(written))
      delete written["additionalProperties"];
    // It says all that the type says.
    if ("const" in written || "enum" in written) delete written["type"];
    if (discriminator !== undefined)
      written["discriminator"] =
        written["oneOf"] === undefined ? discriminator : this.#told(schema as DocumentPart);
    return orNull(written);
  }

  #part(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((item) => this.#part(item));
    return typeof value === "object" && value !== null ? this.write(value) : value;
  }

  /** Which value tells which of the choices: without it, readers take the names of the schemas for the values. */
  #told(schema: DocumentPart): DocumentPart {
    const { propertyName } = schema["discriminator"] as { readonly propertyName: string };
    const mapping = (schema["oneOf"] as readonly { readonly properties: DocumentPart }[]).map((choice) => {
      const { const: value } = choice.properties[propertyName] as { readonly const: string };
      const { $ref } = this.write(choice);
      if ($ref === undefined) throw new Error(`The choice ${value} of ${propertyName} has no name.`);
      return [value, $ref] as const;
    });
    return { propertyName, mapping: Object.fromEntries(mapping) };
  }
}

/** Fields of any name: generators know one word for them. */
function byAnyName(patterns: DocumentPart): DocumentPart {
  const [only, ...more] = Object.entries(patterns);
  if (only === undefined || more.length > 0 || only[0] !== "^.*$") return { patternProperties: patterns };
  const [, values] = only;
  return { additionalProperties: Object.keys(values as object).length === 0 ? true : values };
}

function hasFields({ properties }: DocumentPart): boolean {
  return Object.keys((properties ?? {}) as object).length > 0;
}

/** The same in fewer words, where a schema only says that a value of one type may be null as well. */
function orNull(written: DocumentPart): DocumentPart {
  const { anyOf, ...rest } = written;
  const [choice, none, ...more] = (anyOf ?? []) as readonly DocumentPart[];
  if (choice === undefined || none?.["type"] !== "null" || more.length > 0) return written;
  const { type, enum: values } = choice;
  if (typeof type === "string") return { ...choice, type: [type, "null"], ...rest };
  return Array.isArray(values) ? { ...choice, enum: [...(values as unknown[]), null], ...rest } : written;
}

/** A field that is only there to be refused with a reason: the document leaves it out. */
export function isRefused(schema: unknown): boolean {
  return (schema as { readonly unsupported?: string } | null)?.unsupported !== undefined;
}

/** What has the same form at many places, such as the parameter `spaceId`: it stands once, under its own name. */
export class Common {
  readonly #kind: string;
  readonly #places: number;
  readonly #forms = new Map<string, Map<string, number>>();

  /** @param places from how many on it stands once */
  constructor(kind: "parameters" | "responses", places: number) {
    this.#kind = kind;
    this.#places = places;
  }

  /** To be called for all before any is referred to. */
  count(name: string, form: DocumentPart): void {
    const forms = this.#forms.get(name) ?? new Map<string, number>();
    const text = JSON.stringify(form);
    this.#forms.set(name, forms.set(text, (forms.get(text) ?? 0) + 1));
  }

  /** A reference to the most frequent form of its name, if it is frequent; all others as they are. */
  refer(name: string, form: DocumentPart): DocumentPart {
    return JSON.stringify(form) === this.#formOf(name)
      ? { $ref: `#/components/${this.#kind}/${name}` }
      : form;
  }

  /** Those that stand once, by their names. */
  get all(): DocumentPart {
    const all = [...this.#forms.keys()].toSorted().flatMap((name) => {
      const form = this.#formOf(name);
      return form === undefined ? [] : [[name, JSON.parse(form) as DocumentPart] as const];
    });
    return Object.fromEntries(all);
  }

  #formOf(name: string): string | undefined {
    const [most] = [...(this.#forms.get(name) ?? [])].toSorted(([, a], [, b]) => b - a);
    return most !== undefined && most[1] >= this.#places ? most[0] : undefined;
  }
}
