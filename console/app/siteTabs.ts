/** The screens of a site, in the order of its tabs. */
export const SITE_TABS = [
  "site",
  "siteLook",
  "siteAudience",
  "siteRedirects",
  "siteFeedback",
  "siteGit",
  "sitePermissions",
  "siteSettings",
] as const;
