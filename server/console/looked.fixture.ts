/** Which test looks at which screens of the console, so that none is looked at by nobody. */
import { ROUTES, type RouteName } from "../../console/routes.ts";

/** By the file, `<name>.browser.store.test.ts`, which gives `look` a screen of each. */
const LOOKED = {
  console: ["home", "page", "change", "site", "spec", "space"],
  administration: [
    "sites",
    "members",
    "teams",
    "team",
    "invites",
    "singleSignOn",
    "organizationSettings",
    "webhooks",
    "specs",
    "integrations",
    "translations",
    "jobs",
    "audit",
    "spaceSettings",
    "spacePermissions",
    "spaceGit",
    "collectionPermissions",
  ],
  structure: [
    "files",
    "file",
    "history",
    "pageHistory",
    "revision",
    "revisionPage",
    "spaceComments",
    "reusables",
    "reusable",
    "variables",
    "tags",
    "brokenLinks",
    "spaceImport",
    "spaceTrash",
  ],
  review: ["changes", "spaceChanges", "change", "changeDiff", "changeConflicts"],
  integrations: [
    "inbox",
    "organizationInbox",
    "siteFeedback",
    "kept",
    "collection",
    "trash",
    "webhook",
    "translation",
    "spaceTranslation",
    "integration",
    "siteAudience",
    "siteRedirects",
    "siteGit",
    "sitePermissions",
    "siteSettings",
    "changedPage",
  ],
} as const satisfies Readonly<Record<string, readonly RouteName[]>>;

export type LookingFile = keyof typeof LOOKED;

export const LOOKING_FILES: readonly string[] = Object.keys(LOOKED);

/** Those that nobody looks at, and why. A route that is in neither table doesn't compile. */
type Unlooked = Exclude<RouteName, (typeof LOOKED)[LookingFile][number]>;
export const UNLOOKED: Readonly<Record<Unlooked, string>> = {
  start: "It leads to the organization that was open last.",
  siteLook: "It has a preview from the sites’ own origin: `sites` looks at it, in both themes.",
  anyIntegration: "It leads to the integration in that organization.",
};

/** The routes of a file that none of these addresses is of. */
export function missedBy(file: LookingFile, paths: readonly string[]): readonly RouteName[] {
  return LOOKED[file].filter((name) => !paths.some((path) => routeOf(path) === name));
}

/** As the program takes the first that fits, the patterns with fewer names first. */
function routeOf(path: string): string | undefined {
  const [bare = ""] = path.split(/[?#]/);
  const fits = Object.entries(ROUTES).filter(([, pattern]) =>
    new RegExp(`^${pattern.replaceAll(/:\w+/g, "[^/]+")}$`).test(bare),
  );
  const namesIn = (pattern: string): number => pattern.split(":").length;
  return fits.toSorted(([, a], [, b]) => namesIn(a) - namesIn(b))[0]?.[0];
}
