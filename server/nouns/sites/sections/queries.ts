import { partOfSite } from "../site/partOfSite.ts";

/** The section that the path names, with the caller's rights on its site. */
export const loadSection = partOfSite("section", "site_sections", "siteSectionId");
