/** Search and commands, from anywhere: spaces by title, pages by what they say, and what can be done. */
import {
  Combobox,
  ComboboxGroup,
  ComboboxGroupLabel,
  ComboboxItem,
  ComboboxList,
  ComboboxProvider,
} from "@ariakit/react/combobox";
import { Dialog } from "@ariakit/react/dialog";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { useLocation } from "wouter";
import type { FoundThing, Organization, Space } from "../../sdk/src/index.ts";
import {
  changeRequest as changeRequestOf,
  organization as organizationOf,
  site as siteOf,
  space as spaceOf,
  spacesOf,
  thingsFound,
  user,
} from "../api/queries.ts";
import { spaceTranslationOf } from "../api/spaceTranslation.ts";
import { recentPages } from "../api/recents.ts";
import { type AreaName, AREAS, rightTo, type TabName, tabTitle } from "./areas.ts";
import { addressOf, placeOf } from "../routes.ts";
import { type LineIconName, Icon } from "../ui/Icon.tsx";
import { PageIcon } from "../ui/PageIcon.tsx";
import { words } from "../words.ts";
import { frameWords } from "../words/frame.ts";
import { recentWords } from "../words/recent.ts";
import { type NewThing, asking } from "./beginning.ts";
import { type NamedPart, useNamedParts } from "./namedParts.ts";
import { actsOn, type PlaceCommand, partsOf, partsOfSite } from "./placeCommands.ts";
import { switchTheme, useTheme } from "./theme.ts";
import { spaceName } from "../ui/spaceName.ts";

export interface PaletteProps {
  readonly isOpen: boolean;
  readonly close: () => void;
  /** The id of the organization that is searched. */
  readonly organization: string | undefined;
}

interface Entry {
  readonly key: string;
  readonly title: string;
  /** Where it is, beside its title. */
  readonly where?: string;
  readonly picture: ReactNode;
  readonly act: () => void;
}

const MOST_SPACES = 8;
const MOST_RECENT = 5;

/** What can be found. */
const KINDS: Readonly<Record<FoundThing["type"], { readonly title: string; readonly icon: LineIconName }>> = {
  page: { title: words.pages, icon: "page" },
  space: { title: words.spaces, icon: "space" },
  collection: { title: words.collections, icon: "folder" },
  "change-request": { title: words.changeRequests, icon: "change" },
  site: { title: words.sites, icon: "globe" },
  member: { title: words.people, icon: "person" },
  team: { title: frameWords.teamsFound, icon: "people" },
  spec: { title: frameWords.specsFound, icon: "code" },
};

/** What is found by its name alone, in this order. */
const NAMED: Readonly<Record<NamedPart["kind"], { readonly title: string; readonly icon: LineIconName }>> = {
  files: { title: words.spaceParts.files, icon: "picture" },
  reusables: { title: words.spaceParts.reusables, icon: "record" },
  variables: { title: words.spaceParts.variables, icon: "code" },
  integrations: { title: tabTitle("integrations"), icon: "code" },
  webhooks: { title: tabTitle("webhooks"), icon: "code" },
};

/** What is asked while it is open: a screen may take the place of another meanwhile. */
let typed = "";

export default function Palette({ isOpen, close, organization }: PaletteProps) {
  const [text, show] = useState(isOpen ? typed : "");
  const type = (now: string): void => show((typed = now));
  useEffect(() => {
    const at = location.pathname;
    return () => {
      if (location.pathname !== at) typed = "";
    };
  }, []);
  const asked = text.trim();
  const { groups, isSettled } = useEntries(asked, organization, isOpen);
  const count = groups.reduce((sum, { entries }) => sum + entries.length, 0);
  const leave = (): void => {
    type("");
    close();
  };
  return (
    <Dialog
      className="palette"
      open={isOpen}
      onClose={leave}
      aria-label={frameWords.paletteTitle}
      backdrop={<div className="backdrop" />}
    >
      <ComboboxProvider
        open={isOpen}
        value={text}
        setValue={type}
        includesBaseElement={false}
        resetValueOnHide
      >
        <div className="palette-field">
          <Icon name="search" />
          <Combobox
            autoSelect="always"
            autoFocus
            placeholder={frameWords.paletteHint}
            aria-label={frameWords.paletteTitle}
            maxLength={200}
          />
        </div>
        <ComboboxList className="palette-list" alwaysVisible>
          {groups.map(({ title, entries }, at) => (
            <ComboboxGroup key={`${at} ${title}`}>
              <ComboboxGroupLabel className="menu-label">{title}</ComboboxGroupLabel>
              {entries.map((entry) => (
                <PaletteRow key={entry.key} entry={entry} leave={leave} />
              ))}
            </ComboboxGroup>
          ))}
        </ComboboxList>
        <p className="palette-count" role="status">
          {asked === "" || !isSettled
            ? ""
            : count === 0
              ? frameWords.nothingFound(asked)
              : frameWords.found(count)}
        </p>
      </ComboboxProvider>
    </Dialog>
  );
}

function PaletteRow({ entry, leave }: { readonly entry: Entry; readonly leave: () => void }) {
  return (
    <ComboboxItem
      className="menu-row"
      value={entry.key}
      setValueOnClick={false}
      hideOnClick={false}
      onClick={() => {
        leave();
        entry.act();
      }}
    >
      {entry.picture}
      <span className="cut">{entry.title}</span>
      {entry.where === undefined ? null : <small className="cut">{entry.where}</small>}
    </ComboboxItem>
  );
}

interface EntryGroup {
  readonly title: string;
  readonly entries: readonly Entry[];
}

function useEntries(
  asked: string,
  organization: string | undefined,
  isOpen: boolean,
): { readonly groups: readonly EntryGroup[]; readonly isSettled: boolean } {
  const [, go] = useLocation();
  const theme = useTheme();
  const { data: spaces = [] } = useQuery({
    ...spacesOf(organization ?? ""),
    enabled: organization !== undefined,
  });
  const { data: found = [], isFetching } = useQuery({
    ...thingsFound(organization ?? "", asked),
    placeholderData: keepPreviousData,
  });
  const commands = useCommands(organization, theme, go);
  const { parts, isSettled } = useNamedParts(organization, asked);
  const recent = useRecent(isOpen && asked === "" ? organization : undefined, go);
  const named = (title: string) => title.toLowerCase().includes(asked.toLowerCase());
  const things =
    asked === ""
      ? spaces
          .slice(0, MOST_SPACES)
          .map((space) => ({ ...space, title: spaceName(space), type: "space" as const, where: undefined }))
      : found;
  // The best of all was answered first: its kind is shown first.
  const kinds = [...new Set(things.map(({ type }) => type))];
  const groups: EntryGroup[] = [
    { title: recentWords.recent, entries: recent },
    ...kinds.map((kind) => ({
      title: KINDS[kind].title,
      entries: things
        .filter(({ type }) => type === kind)
        .map(({ id, title: name, where, urls }) => ({
          key: `${kind} ${urls.app}`,
          title: kind === "change-request" ? `#${id} ${name || words.noSubject}` : name,
          ...(where === undefined ? {} : { where }),
          picture: <Icon name={KINDS[kind].icon} />,
          act: () => go(new URL(urls.app).pathname),
        })),
    })),
    ...(Object.keys(NAMED) as NamedPart["kind"][]).map((kind) => ({
      title: NAMED[kind].title,
      entries: parts
        .filter((part) => part.kind === kind)
        .map(({ title, where, href }) => ({
          key: `${kind} ${href} ${title}`,
          title,
          where,
          picture: <Icon name={NAMED[kind].icon} />,
          act: () => go(href),
        })),
    })),
    ...commands.map(({ title, entries }) => ({
      title,
      entries: entries.filter((entry) => named(entry.title)),
    })),
  ];
  return { groups: groups.filter(({ entries }) => entries.length > 0), isSettled: isSettled && !isFetching };
}

/** Pages that somebody read last, but for the one that is open. */
function useRecent(organization: string | undefined, go: (to: string) => void): readonly Entry[] {
  const { data: who } = useQuery(user());
  if (organization === undefined || who === undefined) return [];
  return recentPages(who.id)
    .map((one) => ({ ...one, href: addressOf("page", one) }))
    .filter((one) => one.organization === organization && one.href !== location.pathname)
    .slice(0, MOST_RECENT)
    .map(({ title, spaceTitle, emoji, icon, href }) => ({
      key: `recent ${href}`,
      title,
      where: spaceTitle,
      picture: <PageIcon emoji={emoji} icon={icon} otherwise="page" />,
      act: () => go(href),
    }));
}

const AREA_ICONS: Readonly<Record<AreaName, LineIconName>> = {
  people: "people",
  developers: "code",
  translations: "language",
  sites: "globe",
  audit: "record",
  settings: "settings",
};

/** What can be done, by what it is done to: the space that is open, the organization, and what is somebody's own. */
function useCommands(id: string | undefined, theme: string, go: (to: string) => void): readonly EntryGroup[] {
  const { data: organization } = useQuery({ ...organizationOf(id ?? ""), enabled: id !== undefined });
  const { space: open, changeRequest: number } = placeOf(location.pathname);
  const site = useOpenSite();
  const { data: space } = useQuery({
    ...spaceOf(open ?? ""),
    enabled: open !== undefined,
    throwOnError: false,
  });
  const { data: request } = useQuery({
    ...changeRequestOf(open ?? "", number ?? ""),
    enabled: open !== undefined && number !== undefined,
    throwOnError: false,
  });
  const { data: translation } = useQuery({
    ...spaceTranslationOf(open ?? ""),
    enabled: open !== undefined,
    throwOnError: false,
  });
  const leading = (those: readonly PlaceCommand[]): readonly Entry[] =>
    those.map(({ title, href, icon }) => command(title, icon, () => go(href)));
  const inSpace =
    space === undefined
      ? []
      : [
          ...(request === undefined ? [] : leading(actsOn(request, space))),
          ...commandsIn(space, go),
          ...leading(partsOf(space, Boolean(translation))),
        ];
  return [
    { title: space?.title ?? "", entries: inSpace },
    {
      title: site?.title ?? "",
      entries: site === undefined ? [] : leading(partsOfSite(site, site.within)),
    },
    ...(organization === undefined
      ? []
      : [{ title: organization.title, entries: commandsOf(organization, go) }]),
    { title: frameWords.you, entries: ownCommands(theme, go) },
  ];
}

/** The site whose screen is open, with the id of its organization. */
function useOpenSite() {
  const { organization: within = "", site: id = "" } = placeOf(location.pathname);
  const { data } = useQuery({ ...siteOf(within, id), enabled: id !== "", throwOnError: false });
  return data === undefined ? undefined : { ...data, within };
}

const begins = (
  title: string,
  icon: LineIconName,
  href: string,
  what: NewThing,
  go: (to: string) => void,
): Entry => command(title, icon, () => go(asking(href, what)));

/** What can be begun in a space. */
function commandsIn({ id, permissions }: Space, go: (to: string) => void): readonly Entry[] {
  if (!permissions.edit) return [];
  const to = { space: id };
  return [
    begins(words.newPage, "page", addressOf("space", to), "page", go),
    begins(frameWords.newChange, "change", addressOf("spaceChanges", to), "change", go),
  ];
}

/** What can be begun in an organization, and all that somebody may open there. */
function commandsOf({ id, permissions }: Organization, go: (to: string) => void): readonly Entry[] {
  const to = { organization: id };
  const home = addressOf("home", to);
  const opens = (title: string, icon: LineIconName, name: "home" | "changes" | "trash"): Entry =>
    command(title, icon, () => go(addressOf(name, to)));
  const areas = (Object.keys(AREAS) as AreaName[]).flatMap((area) => {
    const tabs: readonly TabName[] = AREAS[area].tabs;
    return tabs
      .filter((tab) => permissions[rightTo(tab)])
      .map((tab) => command(tabTitle(tab), AREA_ICONS[area], () => go(addressOf(tab, to))));
  });
  return [
    ...(permissions.createContent
      ? [
          begins(words.newSpace, "space", home, "space", go),
          begins(words.newCollection, "folder", home, "collection", go),
          begins(words.import, "folder", home, "import", go),
          begins(frameWords.newSite, "globe", addressOf("sites", to), "site", go),
        ]
      : []),
    ...(permissions.admin
      ? [begins(frameWords.invite, "person", addressOf("members", to), "invite", go)]
      : []),
    opens(words.home, "home", "home"),
    opens(words.changeRequests, "change", "changes"),
    opens(words.trash, "bin", "trash"),
    ...areas,
  ];
}

function ownCommands(theme: string, go: (to: string) => void): readonly Entry[] {
  return [
    command(words.inbox, "inbox", () => go(addressOf("inbox", {}))),
    command(theme === "dark" ? frameWords.toLight : frameWords.toDark, "theme", switchTheme),
    command(words.apiTokens, "code", () => location.assign("/account#tokens")),
    command(words.account, "person", () => location.assign("/account")),
    command(frameWords.apiReference, "code", () => location.assign("/docs")),
  ];
}

function command(title: string, icon: LineIconName, act: () => void): Entry {
  return { key: `command ${title}`, title, picture: <Icon name={icon} />, act };
}
