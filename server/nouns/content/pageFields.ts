/** What changes of pages say beside their text, as the engine takes it. */
import type { Static } from "typebox";
import type { JsonObject } from "../../../engine/json.ts";
import { colorName } from "../../../engine/markdown/html/colors.ts";
import { invalidField } from "../../http/errors.ts";
import { emojiCharacters } from "../spaces/emoji.ts";
import { refuseUselessCondition } from "./condition.ts";
import type { InsertPage, UpdatePage } from "./schema.ts";
import type { SetTags } from "./valueSchema.ts";

type Fields = Static<typeof UpdatePage> | Static<typeof InsertPage>;
type FieldName = keyof NonNullable<Static<typeof UpdatePage>["was"]>;

/** What the change sets. @throws 400 naming the field */
export function ownFields(change: Fields, index: number): JsonObject {
  refuseUselessCondition(change.condition, `/changes/${index}/condition`);
  return fieldValues(change, `/changes/${index}`);
}

/** Fields as a page has them. @param path where the request has them @throws 400 naming the field */
export function fieldValues(given: Pick<Fields, FieldName>, path: string): JsonObject {
  const { title, linkTitle, slug, emoji, icon, description, hidden, noIndex, noRobotsIndex, condition } =
    given;
  const { cover, layout, variables, tags, computed } = given;
  const fields = {
    title,
    linkTitle: linkTitle === "" ? null : linkTitle,
    slug,
    emoji: emoji ? emojiCharacters(emoji, `${path}/emoji`) : emoji === "" ? null : undefined,
    icon: icon === "" ? null : icon,
    description: description === "" ? null : description,
    hidden,
    noIndex,
    noRobotsIndex,
    condition: condition === "" ? null : condition,
    cover: cover ? { yPos: 0, ...cover } : cover,
    layout: layout ? ownLayout(layout, `${path}/layout`) : layout,
    variables,
    computed,
    tags:
      tags?.length === 0
        ? null
        : tags?.map(({ tag: { tag }, primary }) => ({ tag, ...(primary === true ? { primary } : {}) })),
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as JsonObject;
}

/** A layout without what every page has alike. @throws 400 where it is to be otherwise */
function ownLayout(layout: object, path: string): JsonObject {
  const { coverMask: _mask, actions = true, anchors = true, ...own } = layout as JsonObject;
  for (const [name, value] of Object.entries({ actions, anchors }))
    if (value !== true) throw invalidField(`${path}/${name}`, "has to be true: every page has it.");
  return own;
}

/** Where a page leads that is a link. */
export const linkFields = ({ target }: Static<typeof InsertPage>): JsonObject =>
  target === undefined ? {} : { target: target as unknown as JsonObject };

/** Where the page is to stand. */
export function placingOf({ into, at }: Fields): { into?: string | null; at?: number } {
  return { ...(into === undefined ? {} : { into }), ...(at === undefined ? {} : { at }) };
}

/** What a change says of tags. @throws 400 for a colour that is none */
export function tagsTaken({ tags }: Static<typeof SetTags>, index: number): Static<typeof SetTags>["tags"] {
  for (const [name, tag] of Object.entries(tags))
    if (tag?.color !== undefined && colorName(tag.color) === undefined)
      throw invalidField(
        `/changes/${index}/tags/${name}/color`,
        "is no colour: `red`, `#d33` and the like are.",
      );
  return tags;
}
