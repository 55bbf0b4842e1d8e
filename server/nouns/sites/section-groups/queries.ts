import { partOfSite } from "../site/partOfSite.ts";

/** The section group that the path names, with the caller's rights on its site. */
export const loadGroup = partOfSite("group", "site_section_groups", "siteSectionGroupId");
