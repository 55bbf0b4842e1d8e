/** What the palette leads to of the space, change request or site that is open, as far as somebody may. */
import type { ChangeRequest, Site, Space } from "../../sdk/src/index.ts";
import { addressOf } from "../routes.ts";
import { words } from "../words.ts";
import { frameWords } from "../words/frame.ts";
import { peopleWords } from "../words/people.ts";
import { reviewWords } from "../words/review.ts";
import { settingsWords } from "../words/settings.ts";
import { siteWords } from "../words/sites.ts";
import { asking } from "./beginning.ts";

/** A screen, or what one is asked to begin with. */
export interface PlaceCommand {
  readonly title: string;
  readonly href: string;
}

/** In the order of the space's own list, with the changes first. */
const PARTS = [
  "history",
  "spaceComments",
  "files",
  "reusables",
  "variables",
  "tags",
  "brokenLinks",
  "spaceImport",
  "spaceTrash",
] as const;

/** @param isTranslation whether the space is the translation of another */
export function partsOf({ id, title, permissions }: Space, isTranslation: boolean): readonly PlaceCommand[] {
  const at = { space: id };
  const named = (part: string, href: string): PlaceCommand => ({
    title: frameWords.ofSpace(part, title),
    href,
  });
  return [
    named(words.changeRequests, addressOf("spaceChanges", at)),
    ...PARTS.map((name) => named(words.spaceParts[name], addressOf(name, at))),
    ...(isTranslation ? [named(words.translations, addressOf("spaceTranslation", at))] : []),
    ...(permissions.admin
      ? [
          named(words.settings, addressOf("spaceSettings", at)),
          named(peopleWords.permissions, addressOf("spacePermissions", at)),
          named(settingsWords.git, addressOf("spaceGit", at)),
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
    ? [{ title: reviewWords.askForReview, href: asking(href, "review") }]
    : [];
}

const SITE_TABS = [
  "siteLook",
  "siteAudience",
  "siteRedirects",
  "siteFeedback",
  "siteGit",
  "sitePermissions",
  "siteSettings",
] as const;

/** @param organization the id of that which has the site */
export function partsOfSite(
  { id, title, permissions, published }: Site,
  organization: string,
): readonly PlaceCommand[] {
  const at = { organization, site: id };
  const href = addressOf("site", at);
  return [
    ...(permissions.publish && !published
      ? [{ title: siteWords.publish, href: asking(href, "publish") }]
      : []),
    ...(permissions.edit
      ? (["site", ...SITE_TABS] as const).map((name) => ({
          title: frameWords.ofSpace(siteWords.tabs[name], title),
          href: addressOf(name, at),
        }))
      : []),
  ];
}
