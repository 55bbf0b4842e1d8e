/** The claims of a site's visitors as a list, out of their JSON Schema and back: what a form doesn't know stays in it. */

type Fields = Readonly<Record<string, unknown>>;

/** One claim, with what the schema says of it. */
export interface VisitorClaim {
  readonly name: string;
  /** Whether visitors say it of themselves, and nobody signs it. */
  readonly isUnsigned: boolean;
  readonly node: Fields;
}

/** The kinds that a form makes. */
export type FormKind = "boolean" | "string" | "choice" | "number" | "booleans" | "strings" | "numbers";

/** What no form makes is other. */
export type ClaimKind = FormKind | "other";

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

const LISTS: ReadonlyMap<unknown, FormKind> = new Map([
  ["boolean", "booleans"],
  ["string", "strings"],
  ["number", "numbers"],
]);

/** The texts of which a claim is one; undefined where it says none, or none that a form could show. */
export function choicesOf({ enum: values }: Fields): readonly string[] | undefined {
  const isShown = Array.isArray(values) && values.every((value) => typeof value === "string");
  return isShown ? values : undefined;
}

export function kindOf(node: Fields): ClaimKind {
  const { type, items, enum: values } = node;
  if (type === "boolean" || type === "number") return type;
  if (type === "string" && values === undefined) return "string";
  if (type === "string") return choicesOf(node) === undefined ? "other" : "choice";
  return (type === "array" && isFields(items) && LISTS.get(items["type"])) || "other";
}

/**
 * A claim of another kind: what belongs to the present one alone goes, what says what it tells stays.
 * @param former what it was when it had that kind before, which it is again
 */
export function ofKind(node: Fields, kind: FormKind, former?: Fields): Fields {
  if (kind === kindOf(node)) return node;
  if (former !== undefined) {
    const { description = former["description"] } = node;
    return description === undefined ? former : { ...former, description };
  }
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
  const [inside] = [...LISTS].find(([, list]) => list === kind) ?? ["string"];
  return { type: "array", items: { type: inside, description: rest["description"] ?? "" }, ...rest };
}

/** Where a schema has a claim, as problems name it. */
export function pointerOf({ name, isUnsigned }: VisitorClaim): string {
  const part = name.replaceAll("~", "~0").replaceAll("/", "~1");
  return isUnsigned ? `/properties/unsigned/properties/${part}` : `/properties/${part}`;
}

/** Ids of the rows of a form: they stay when claims get other names and, by that, other places. */
export interface ClaimRows {
  readonly idOf: (claim: VisitorClaim) => number;
  readonly becomes: (before: VisitorClaim, after: VisitorClaim) => void;
  readonly remove: (claim: VisitorClaim) => void;
}

export function claimRows(): ClaimRows {
  const ids = new Map<string, number>();
  let last = 0;
  const idOf = (claim: VisitorClaim): number => {
    const place = pointerOf(claim);
    const id = ids.get(place) ?? (last += 1);
    ids.set(place, id);
    return id;
  };
  return {
    idOf,
    becomes: (before, after) => {
      const id = idOf(before);
      ids.delete(pointerOf(before));
      ids.set(pointerOf(after), id);
    },
    remove: (claim) => void ids.delete(pointerOf(claim)),
  };
}
