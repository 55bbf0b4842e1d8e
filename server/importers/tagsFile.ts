/** `.gitbook/tags.yaml`: what the tags of pages look like. */
import { stringify } from "yaml";
import { TAG_LABEL_MAX, TAG_NAME_MAX } from "../../engine/changeResource.ts";
import { colorName } from "../../engine/markdown/html/colors.ts";
import type { TagDefinition } from "../../engine/page.ts";
import type { ReadYaml } from "./yamlText.ts";

const ICON_MAX = 50;

interface SaidTags {
  said: Map<string, TagDefinition>;
  problems: string[];
  refused?: string;
}

/**
 * The tags of a list of `{tag, label, icon, color}`, or of a map of tags to the rest of it; what describes none is named in
 * `problems`. All that are said are taken: those that were left out would be gone from the space. `refused`: why nothing
 * could be read, which is the one problem then.
 */
export function tagsIn(yaml: ReadYaml): SaidTags {
  const said = new Map<string, TagDefinition>();
  const refuse = (refused: string) => ({ said, problems: [refused], refused });
  if ("refused" in yaml) return refuse(yaml.refused);
  const entries = entriesOf(yaml.value);
  if (entries === undefined) return refuse("it is not a list of tags");
  const problems: string[] = [];
  for (const [name, fields] of entries) {
    const tag = tagOf(name, fields, (problem) => problems.push(problem));
    if (tag !== undefined) said.set(String(name), tag);
  }
  return { said, problems };
}

type Fields = ReadonlyMap<unknown, unknown>;

function entriesOf(value: unknown): (readonly [name: unknown, fields: unknown])[] | undefined {
  if (value === null || value === undefined) return [];
  if (value instanceof Map) return [...(value as Fields)];
  if (!Array.isArray(value)) return undefined;
  return (value as unknown[]).map((one) => [one instanceof Map ? (one as Fields).get("tag") : one, one]);
}

/** A tag by what is said of it; one that nothing is said of is called by its name. */
function tagOf(name: unknown, given: unknown, problem: (text: string) => void): TagDefinition | undefined {
  const told = String(name).slice(0, TAG_NAME_MAX);
  if (typeof name !== "string" || !/^[^\s,]+$/.test(name) || [...name].length > TAG_NAME_MAX) {
    problem(`the tag ${told} has no name without spaces and commas`);
    return undefined;
  }
  const fields: Fields = given instanceof Map ? (given as Fields) : new Map();
  const text = (key: string): string => {
    const value = fields.get(key) ?? "";
    return typeof value === "string" ? value.trim() : String(value);
  };
  const [label, icon, color] = [text("label") || name, text("icon"), text("color")];
  if ([...label].length > TAG_LABEL_MAX) {
    problem(`the label of the tag ${told} is longer than ${TAG_LABEL_MAX} characters`);
    return undefined;
  }
  const hasIcon = icon !== "" && [...icon].length <= ICON_MAX;
  const hasColor = color !== "" && colorName(color) !== undefined;
  if (icon !== "" && !hasIcon) problem(`the icon of the tag ${told} is longer than ${ICON_MAX} characters`);
  if (color !== "" && !hasColor) problem(`the color of the tag ${told} is none`);
  return { label, ...(hasIcon ? { icon } : {}), ...(hasColor ? { color } : {}) };
}

/** Prints `.gitbook/tags.yaml` with the names in order, or undefined when nothing is said of any tag. */
export function printTags(tags: ReadonlyMap<string, TagDefinition>): string | undefined {
  if (tags.size === 0) return undefined;
  const sorted = [...tags].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return stringify(
    sorted.map(([tag, { label, icon, color }]) => ({
      tag,
      label,
      ...(icon === undefined ? {} : { icon }),
      ...(color === undefined ? {} : { color }),
    })),
    { lineWidth: 0 },
  );
}
