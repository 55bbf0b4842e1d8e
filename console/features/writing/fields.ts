/** What a page says beside its text, as it is edited: each field with a value, so that it can be compared. */
import type { Page, UpdatePage } from "../../../sdk/src/index.ts";

type SentFields = NonNullable<UpdatePage["was"]>;

/** The fields that are edited. Empty texts and null stand for what the page hasn't. */
export type EditedFields = Required<
  Pick<
    SentFields,
    | "title"
    | "linkTitle"
    | "description"
    | "slug"
    | "emoji"
    | "icon"
    | "hidden"
    | "noIndex"
    | "noRobotsIndex"
    | "condition"
    | "cover"
    | "layout"
    | "tags"
  >
>;

export type FieldName = keyof EditedFields;

/** Values of some fields. */
export type SomeFields = Partial<EditedFields>;

/** The fields of a page as it is stored. */
export function fieldsOf(page: Page): EditedFields {
  const {
    title,
    linkTitle = "",
    description = "",
    slug = "",
    emoji = "",
    icon = "",
    hidden,
    noIndex = false,
  } = page;
  const { noRobotsIndex = false, condition = "", cover, layout, tags = [] } = page;
  return {
    title,
    linkTitle,
    description,
    slug,
    emoji,
    icon,
    hidden,
    noIndex,
    noRobotsIndex,
    condition,
    cover: (cover as EditedFields["cover"] | undefined) ?? null,
    layout: layout ?? null,
    tags,
  };
}

export const FIELD_NAMES: readonly FieldName[] = [
  "title",
  "linkTitle",
  "description",
  "slug",
  "emoji",
  "icon",
  "hidden",
  "noIndex",
  "noRobotsIndex",
  "condition",
  "cover",
  "layout",
  "tags",
];

/** Whether two values of a field say the same. */
export const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** Which fields differ. */
export const changedFields = (was: EditedFields, now: EditedFields): FieldName[] =>
  FIELD_NAMES.filter((name) => !isSame(was[name], now[name]));

/** Some of the fields. */
export const someOf = (fields: EditedFields, names: readonly FieldName[]): SomeFields =>
  Object.fromEntries(names.map((name) => [name, fields[name]]));

/** What is half typed into fields, without what is as it is stored: blanks around it don't count. */
export const halvesOf = (
  held: Readonly<Record<string, string>>,
  fields: EditedFields,
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(held).filter(([name, half]) => half.trim() !== String(fields[name as FieldName]).trim()),
  );
