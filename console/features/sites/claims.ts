/** The claims of a site's visitors as a list, out of their JSON Schema and back: what a form doesn't know stays in it. */

type Fields = Readonly<Record<string, unknown>>;

/** One claim, with what the schema says of it. */
export interface VisitorClaim {
  readonly name: string;
  /** Whether visitors say it of themselves, and nobody signs it. */
  readonly isUnsigned: boolean;
  readonly node: Fields;
}

export type ClaimKind =
  | "boolean"
  | "string"
  | "choice"
  | "number"
  | "booleans"
  | "strings"
  | "numbers"
  | "other";

/** What the checked schema wants of the claims that nobody signs. */
const UNSIGNED = {
  type: "object",
  description: "Unsigned claims of the site visitor.",
  additionalProperties: false,
} as const;
const EMPTY: Fields = { type: "object", additionalProperties: false };

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function readRoot(text: string): Fields | undefined {
  if (text.trim() === "") return EMPTY;
  try {
    const root: unknown = JSON.parse(text);
    return isFields(root) ? root : undefined;
  } catch {
    return undefined;
  }
}

/** The claims of a schema; undefined where it is none that a form could show. */
export function claimsOf(text: string): readonly VisitorClaim[] | undefined {
  const { properties = {} } = readRoot(text) ?? { properties: null };
  if (!isFields(properties)) return undefined;
  const { unsigned, ...signed } = properties;
  const below = unsigned === undefined ? {} : isFields(unsigned) ? (unsigned["properties"] ?? {}) : null;
  if (!isFields(below)) return undefined;
  const claims = [
    ...Object.entries(signed).map(([name, node]) => ({ name, isUnsigned: false, node })),
    ...Object.entries(below).map(([name, node]) => ({ name, isUnsigned: true, node })),
  ];
  return claims.every((claim): claim is VisitorClaim => isFields(claim.node)) ? claims : undefined;
}

/** The schema with these claims in place of its own. */
export function withClaims(text: string, claims: readonly VisitorClaim[]): string {
  const root = readRoot(text) ?? EMPTY;
  const before = isFields(root["properties"]) ? root["properties"]["unsigned"] : undefined;
  const of = (isUnsigned: boolean) =>
    Object.fromEntries(
      claims.filter((claim) => claim.isUnsigned === isUnsigned).map(({ name, node }) => [name, node]),
    );
  const unsigned = of(true);
  const hasUnsigned = isFields(before) || Object.keys(unsigned).length > 0;
  const properties = {
    ...of(false),
    ...(hasUnsigned ? { unsigned: { ...(isFields(before) ? before : UNSIGNED), properties: unsigned } } : {}),
  };
  return JSON.stringify({ ...root, properties }, undefined, 2);
}

const LISTS: Readonly<Record<string, ClaimKind>> = {
  boolean: "booleans",
  string: "strings",
  number: "numbers",
};

export function kindOf({ type, items, enum: values }: Fields): ClaimKind {
  if (type === "boolean" || type === "number") return type;
  if (type === "string") return values === undefined ? "string" : "choice";
  const inside = isFields(items) ? items["type"] : undefined;
  return (type === "array" && typeof inside === "string" && LISTS[inside]) || "other";
}

/** A claim of another kind: what belongs to the former one alone goes, what says what it tells stays. */
export function ofKind(node: Fields, kind: ClaimKind): Fields {
  if (kind === kindOf(node) || kind === "other") return node;
  const {
    type: _type,
    enum: values,
    items: _items,
    properties: _in,
    additionalProperties: _more,
    ...rest
  } = node;
  if (kind === "choice") return { type: "string", enum: values ?? [], ...rest };
  if (kind === "boolean" || kind === "string" || kind === "number") return { type: kind, ...rest };
  const inside = Object.entries(LISTS).find(([, list]) => list === kind)?.[0] ?? "string";
  return { type: "array", items: { type: inside, description: rest["description"] ?? "" }, ...rest };
}

/** Where a schema has a claim, as problems name it. */
export function pointerOf({ name, isUnsigned }: VisitorClaim): string {
  const part = name.replaceAll("~", "~0").replaceAll("/", "~1");
  return isUnsigned ? `/properties/unsigned/properties/${part}` : `/properties/${part}`;
}
