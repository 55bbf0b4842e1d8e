/** What a change request changes, thing by thing: a page that is moved and edited is one. */
import type { ChangedAttributes, NamedTag, SemanticChange } from "../../sdk/src/index.ts";

export type PageFate = "created" | "edited" | "moved" | "deleted";

/** A page, or a reusable content, with what becomes of it. */
export interface ChangedText {
  /** Unique among all that are changed. */
  readonly key: string;
  /** Of a page. */
  readonly page: string | undefined;
  readonly title: string;
  readonly fates: readonly PageFate[];
  /** Ids of its text before and after; undefined where there is none. */
  readonly before: string | undefined;
  readonly after: string | undefined;
  /** Whether its text is another one. */
  readonly isRewritten: boolean;
  /** What else of it is another. */
  readonly fields: ChangedAttributes;
}

export interface ChangedThings {
  readonly pages: readonly ChangedText[];
  readonly reusable: readonly ChangedText[];
  readonly files: readonly SemanticChange[];
  readonly variables: ChangedAttributes;
  readonly tags: ChangedAttributes;
}

const FATES: Readonly<Partial<Record<SemanticChange["type"], PageFate>>> = {
  page_created: "created",
  page_edited: "edited",
  page_moved: "moved",
  page_deleted: "deleted",
  reusable_content_created: "created",
  reusable_content_edited: "edited",
  reusable_content_deleted: "deleted",
};

export function changedThings(changes: readonly SemanticChange[]): ChangedThings {
  const texts = new Map<string, ChangedText>();
  const files: SemanticChange[] = [];
  let variables: ChangedAttributes = {};
  const tags: Record<string, ChangedAttributes[string]> = {};
  for (const change of changes) {
    if (change.file !== undefined) files.push(change);
    if (change.variables !== undefined) variables = change.variables;
    if (change.tag !== undefined) tags[change.tag.tag] = sidesOf(change, change.tag);
    const fate = FATES[change.type];
    if (fate === undefined) continue;
    const text = textOf(change, fate);
    const other = texts.get(text.key);
    texts.set(text.key, other === undefined ? text : joined(other, text));
  }
  const all = [...texts.values()];
  return {
    pages: all.filter(({ page }) => page !== undefined),
    reusable: all.filter(({ page }) => page === undefined),
    files,
    variables,
    tags,
  };
}

/** What was said of a tag, and what is. */
function sidesOf({ type, attributes = {} }: SemanticChange, tag: NamedTag): ChangedAttributes[string] {
  const former = Object.entries(attributes).map(([name, { before }]) => [name, before] as const);
  return {
    ...(type === "tag_created" ? {} : { before: { ...tag, ...Object.fromEntries(former) } }),
    ...(type === "tag_deleted" ? {} : { after: tag }),
  };
}

function textOf(change: SemanticChange, fate: PageFate): ChangedText {
  const { page, reusableContent, attributes = {}, parent } = change;
  const { document, ...fields } = attributes;
  const moved = parent === undefined ? {} : { parent };
  // Reusable contents name their text by itself where all of it came or went.
  const whole = reusableContent?.document;
  const before = document?.before ?? (fate === "deleted" ? whole : undefined);
  const after = document?.after ?? (fate === "created" ? whole : undefined);
  return {
    key: page === undefined ? `reusable ${reusableContent?.id ?? ""}` : page.id,
    page: page?.id,
    title: page?.title ?? reusableContent?.title ?? "",
    fates: [fate],
    before: before as string | undefined,
    after: after as string | undefined,
    isRewritten: before !== after,
    fields: { ...fields, ...moved },
  };
}

function joined(one: ChangedText, other: ChangedText): ChangedText {
  const [text, rest] = one.isRewritten ? [one, other] : [other, one];
  return { ...text, fates: [...one.fates, ...other.fates], fields: { ...rest.fields, ...text.fields } };
}

/** Texts as their pages stand in the navigation; what isn't there any more comes last. */
export function inNavigation(
  texts: readonly ChangedText[],
  order: readonly string[],
): readonly ChangedText[] {
  const places = new Map(order.map((id, place) => [id, place]));
  const placeOf = ({ page = "" }: ChangedText): number => places.get(page) ?? order.length;
  return texts.toSorted((a, b) => placeOf(a) - placeOf(b));
}

/** A value of a field as people read it. */
export function said(value: unknown): string {
  if (value === undefined || value === null || value === "") return "";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "object") {
    if (Array.isArray(value)) return value.map(said).join(", ");
    const { title, label, icon, color, tag } = value as Readonly<Record<string, unknown>>;
    // A page names a tag by a reference, whose name is `tag` again.
    if (typeof tag === "object") return said(tag);
    if (typeof label === "string") return [label, icon, color].filter(Boolean).join(" · ");
    const name = title ?? tag;
    return typeof name === "string" ? name : JSON.stringify(value);
  }
  return String(value);
}
