/** What the palette leads to of the space, change request or site that is open, as far as somebody may. */
import type { ChangeRequest, Site, Space } from "../../sdk/src/index.ts";
import { addressOf } from "../routes.ts";
import type { LineIconName } from "../ui/Icon.tsx";
import { words } from "../words.ts";
import { frameWords } from "../words/frame.ts";
import { peopleWords } from "../words/people.ts";
import { reviewWords } from "../words/review.ts";
import { settingsWords } from "../words/settings.ts";
import { siteWords } from "../words/sites.ts";
import { asking } from "./beginning.ts";
import { SITE_TABS } from "./siteTabs.ts";
import { SPACE_PARTS } from "./spaceParts.ts";

/** A screen, or what one is asked to begin with. */
export interface PlaceCommand {
  readonly title: string;
  readonly href: string;
  readonly icon: LineIconName;
}

/** Each place has a picture of its own. */
const PICTURES = {
  history: "history",
  spaceComments: "comment",
  files: "picture",
  reusables: "copy",
  variables: "code",
  tags: "record",
  brokenLinks: "fault",
  spaceImport: "folder",
  spaceTrash: "bin",
  site: "menu",
  siteLook: "theme",
  siteAudience: "person",
  siteRedirects: "external",
  siteFeedback: "comment",
  siteGit: "reload",
  sitePermissions: "people",
  siteSettings: "settings",
} as const satisfies Readonly<
  Record<(typeof SPACE_PARTS)[number] | (typeof SITE_TABS)[number], LineIconName>
>;

/** @param isTranslation whether the space is the translation of another */
export function partsOf({ id, title, permissions }: Space, isTranslation: boolean): readonly PlaceCommand[] {
  const at = { space: id };
  const named = (part: string, icon: LineIconName, href: string): PlaceCommand => ({
    title: frameWords.ofSpace(part, title),
    href,
    icon,
  });
  return [
    named(words.changeRequests, "change", addressOf("spaceChanges", at)),
    ...SPACE_PARTS.map((name) => named(words.spaceParts[name], PICTURES[name], addressOf(name, at))),
    ...(isTranslation ? [named(words.translations, "language", addressOf("spaceTranslation", at))] : []),
    ...(permissions.admin
      ? [
          named(words.settings, "settings", addressOf("spaceSettings", at)),
          named(peopleWords.permissions, "people", addressOf("spacePermissions", at)),
          named(settingsWords.git, "reload", addressOf("spaceGit", at)),
        ]
      : []),
  ];
}

/** What may be done with a change request that is open on the screen. */
export function actsOn(
  { number, status }: ChangeRequest,
  { id, permissions }: Space,
): readonly PlaceCommand[] {
  const isOpen = status === "draft" || status === "open";
  const href = addressOf("change", { space: id, number: `${number}` });
  return permissions.edit && isOpen
    ? [{ title: reviewWords.askForReview, href: asking(href, "review"), icon: "inbox" }]
    : [];
}

/** @param organization the id of that which has the site */
export function partsOfSite(
  { id, title, permissions, published }: Site,
  organization: string,
): readonly PlaceCommand[] {
  const at = { organization, site: id };
  const href = addressOf("site", at);
  return [
    ...(permissions.publish && !published
      ? [{ title: siteWords.publish, href: asking(href, "publish"), icon: "globe" as const }]
      : []),
    ...(permissions.edit
      ? SITE_TABS.map((name) => ({
          title: frameWords.ofSpace(siteWords.tabs[name], title),
          href: addressOf(name, at),
          icon: PICTURES[name],
        }))
      : []),
  ];
}
