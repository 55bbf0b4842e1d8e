/**
 * The claims that a site's visitors may have: a small part of JSON Schema, checked and interpreted here alone. Schemas
 * are a stranger's; they never reach a general validator.
 */
import { forbiddenNames } from "../expression/syntax.ts";
import { pointerPart } from "../json.ts";

type ClaimSchema =
  | { readonly type: "boolean" | "number"; readonly description: string }
  | { readonly type: "string"; readonly description: string; readonly enum?: readonly string[] }
  | { readonly type: "array"; readonly description: string; readonly items: ClaimSchema }
  | {
      readonly type: "object";
      readonly description: string;
      readonly properties: Readonly<Record<string, ClaimSchema>>;
    };

/** A schema as it was checked: the claims by name, `unsigned` ones among them. */
export interface ClaimsSchema {
  readonly properties: Readonly<Record<string, ClaimSchema>>;
}

/** What is wrong with a schema: a JSON pointer into it and a sentence. */
interface SchemaProblem {
  readonly path: string;
  readonly message: string;
}

const DEEPEST = 16;
const MOST_PROPERTIES = 500;
const MOST_VALUES = 500;
const LONGEST_NAME = 64;
const LONGEST_TEXT = 1024;
/** Enough to mend a schema by. */
const MOST_PROBLEMS = 20;
const DRAFT = "http://json-schema.org/draft-07/schema#";
const ABOUT_UNSIGNED = "Unsigned claims of the site visitor.";

/** What a node of the type may say beside `type` and `description`. */
const MORE = {
  boolean: [],
  number: [],
  string: ["enum"],
  array: ["items"],
  object: ["properties", "additionalProperties"],
} as const;

/** What is wrong with a schema; nothing: it is a `ClaimsSchema`. Its work is bounded whatever it is given. */
export function claimsSchemaProblems(schema: unknown): readonly SchemaProblem[] {
  const check = new Check();
  check.root(schema);
  return check.problems;
}

type Fields = Readonly<Record<string, unknown>>;

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

class Check {
  readonly problems: SchemaProblem[] = [];
  #properties = 0;
  #values = 0;

  root(schema: unknown): void {
    if (!isFields(schema)) return this.#refuse("", "is not an object.");
    this.#knows(schema, "", ["$schema", "type", "properties", "additionalProperties"]);
    if (schema["$schema"] !== undefined && schema["$schema"] !== DRAFT) {
      this.#refuse("/$schema", `is not "${DRAFT}".`);
    }
    if (schema["type"] !== "object") this.#refuse("/type", 'is not "object".');
    this.#closed(schema, "", 0);
    const properties = schema["properties"];
    const unsigned = isFields(properties) && Object.hasOwn(properties, "unsigned") && properties["unsigned"];
    if (!isFields(unsigned)) return;
    const isNamed = unsigned["type"] === "object" && unsigned["description"] === ABOUT_UNSIGNED;
    if (!isNamed) {
      this.#refuse("/properties/unsigned", `is not an object with the description "${ABOUT_UNSIGNED}"`);
    }
  }

  #node(node: unknown, path: string, depth: number): void {
    if (this.problems.length >= MOST_PROBLEMS) return;
    if (depth > DEEPEST) return this.#refuse(path, `is more than ${DEEPEST} levels deep.`);
    if (!isFields(node)) return this.#refuse(path, "is not an object.");
    const type = node["type"];
    if (typeof type !== "string" || !Object.hasOwn(MORE, type)) {
      return this.#refuse(`${path}/type`, "is not one of boolean, string, number, array, object.");
    }
    this.#knows(node, path, ["type", "description", ...MORE[type as keyof typeof MORE]]);
    const about = node["description"];
    if (typeof about !== "string")
      this.#refuse(`${path}/description`, "is missing: say what the claim tells.");
    else if (about.length > LONGEST_TEXT)
      this.#refuse(`${path}/description`, `has over ${LONGEST_TEXT} characters.`);
    if (type === "string" && node["enum"] !== undefined) this.#enum(node["enum"], `${path}/enum`);
    if (type === "array") this.#items(node["items"], `${path}/items`, depth + 1);
    if (type === "object") this.#closed(node, path, depth);
  }

  #items(node: unknown, path: string, depth: number): void {
    const type = isFields(node) ? node["type"] : undefined;
    if (type === "array" || type === "object")
      return this.#refuse(path, "is not a boolean, string or number.");
    this.#node(node, path, depth);
  }

  #closed(node: Fields, path: string, depth: number): void {
    if (node["additionalProperties"] !== false) {
      this.#refuse(`${path}/additionalProperties`, "is not false: every claim has to be named.");
    }
    const properties = node["properties"];
    if (!isFields(properties)) return this.#refuse(`${path}/properties`, "is not an object.");
    for (const name of Object.keys(properties)) {
      if (this.problems.length >= MOST_PROBLEMS) return;
      this.#properties++;
      if (this.#properties > MOST_PROPERTIES) {
        return this.#refuse(`${path}/properties`, `brings the claims to over ${MOST_PROPERTIES}.`);
      }
      const inside = `${path}/properties/${pointerPart(name.slice(0, LONGEST_NAME))}`;
      if (name === "" || name.length > LONGEST_NAME || forbiddenNames.has(name)) {
        this.#refuse(inside, `has a name that no claim can have: 1 to ${LONGEST_NAME} characters.`);
      } else this.#node(properties[name], inside, depth + 1);
    }
  }

  #enum(values: unknown, path: string): void {
    if (!Array.isArray(values)) return this.#refuse(path, "is not a list of texts.");
    this.#values += values.length;
    if (values.length === 0 || this.#values > MOST_VALUES) {
      return this.#refuse(path, `is empty, or brings the values of all lists to over ${MOST_VALUES}.`);
    }
    const isFine = values.every((value) => typeof value === "string" && value.length <= LONGEST_TEXT);
    if (!isFine) this.#refuse(path, `has a value that is not a text of up to ${LONGEST_TEXT} characters.`);
    else if (new Set(values).size < values.length) this.#refuse(path, "has a value twice.");
  }

  #knows(node: Fields, path: string, known: readonly string[]): void {
    const other = Object.keys(node).find((name) => !known.includes(name));
    if (other !== undefined)
      this.#refuse(path, `has "${other.slice(0, LONGEST_NAME)}", which is not supported here.`);
  }

  #refuse(path: string, message: string): void {
    if (this.problems.length < MOST_PROBLEMS) this.problems.push({ path, message });
  }
}

/** The claims that a schema declares, with values that it allows; the others are left out. */
export function admittedClaims(
  { properties }: Pick<ClaimsSchema, "properties">,
  claims: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const admitted: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(properties)) {
    const value = Object.hasOwn(claims, name) ? admittedValue(schema, claims[name]) : undefined;
    if (value !== undefined) admitted[name] = value;
  }
  return admitted;
}

function admittedValue(schema: ClaimSchema, value: unknown): unknown {
  switch (schema.type) {
    case "object":
      return isFields(value) ? admittedClaims(schema, value) : undefined;
    case "array": {
      const { items } = schema;
      const isFine = Array.isArray(value) && value.every((item) => admittedValue(items, item) !== undefined);
      return isFine ? value : undefined;
    }
    case "string":
      if (typeof value !== "string") return undefined;
      return schema.enum === undefined || schema.enum.includes(value) ? value : undefined;
    default:
      return typeof value === schema.type ? value : undefined;
  }
}

/** A condition to start from, and what it asks. */
interface TemplateCondition {
  readonly description: string;
  readonly condition: string;
}

/** One condition for each claim that a condition can decide by: booleans, the values of lists, what arrays hold. */
export function templateConditions(schema: ClaimsSchema): TemplateCondition[] {
  return Object.entries(schema.properties).flatMap(([name, claim]) =>
    templatesFor(claim, member("visitor.claims", name)),
  );
}

function templatesFor(schema: ClaimSchema, path: string): TemplateCondition[] {
  const { description } = schema;
  switch (schema.type) {
    case "boolean":
      return [{ description, condition: path }];
    case "string":
      return (schema.enum ?? []).map((value) => ({
        description: `${description} (${value})`,
        condition: `${path} === ${JSON.stringify(value)}`,
      }));
    case "array": {
      const values = schema.items.type === "string" ? (schema.items.enum ?? []) : [];
      return values.map((value) => ({
        description: `${description} (${value})`,
        condition: `${path}.includes(${JSON.stringify(value)})`,
      }));
    }
    case "object":
      return Object.entries(schema.properties).flatMap(([name, claim]) =>
        templatesFor(claim, member(path, name)),
      );
    case "number":
      return [];
  }
}

function member(path: string, name: string): string {
  return /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name)
    ? `${path}.${name}`
    : `${path}[${JSON.stringify(name)}]`;
}
