import type { Space } from "../../sdk/src/index.ts";
import { languageName } from "./languageName.ts";

type SpaceTitle = Pick<Space, "title" | "language">;

/** What a space is called where translations stand beside their sources, whose title they often have. */
export function spaceName({ title, language }: SpaceTitle): string {
  if (language === undefined) return title;
  const name = languageName(language);
  return title.toLowerCase().includes(name.toLowerCase()) ? title : `${title} (${name})`;
}

/** Spaces to choose among, each once. */
export function spaceChoices(
  spaces: readonly (SpaceTitle & Pick<Space, "id">)[],
): readonly (readonly [id: string, name: string])[] {
  return [...new Map(spaces.map((space) => [space.id, spaceName(space)]))];
}
