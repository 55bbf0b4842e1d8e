/** A part of a site as its table has it: a group, a section, a space of one, or a link that leads elsewhere. */
import type { SiteNode } from "../../../importers/siteConfig/siteConfig.ts";

/**
 * What `docs.yaml` says of a part, as columns of its table.
 * @param parent the id of the group or section that it stands in
 */
export function partRow({ type, title, path = "", ...said }: SiteNode, parent: string | null): object {
  const [icon, description] = [said.icon ?? null, said.description ?? null];
  return {
    "section-group": { title, icon },
    section: { title, icon, description, path, group_id: parent },
    space: { path, section_id: parent },
    "external-link": {
      title,
      icon,
      description,
      group_id: parent,
      url: said.url ?? "",
      condition: said.condition ?? null,
      draft: said.draft === true ? 1 : 0,
    },
  }[type];
}
