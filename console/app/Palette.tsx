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
import { type ReactNode, useDeferredValue, useState } from "react";
import { useLocation } from "wouter";
import { spacesOf, wordsFound } from "../api/queries.ts";
import { addressOf } from "../routes.ts";
import { type LineIconName, Icon } from "../ui/Icon.tsx";
import { PageIcon } from "../ui/PageIcon.tsx";
import { words } from "../words.ts";
import { switchTheme, useTheme } from "./theme.ts";

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

export default function Palette({ isOpen, close, organization }: PaletteProps) {
  const [text, type] = useState("");
  const asked = useDeferredValue(text.trim());
  const { groups, isSettled } = useEntries(asked, organization);
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
      aria-label={words.paletteTitle}
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
            placeholder={words.paletteHint}
            aria-label={words.paletteTitle}
            maxLength={200}
          />
        </div>
        <ComboboxList className="palette-list" alwaysVisible>
          {groups.map(({ title, entries }) => (
            <ComboboxGroup key={title} className="palette-group">
              <ComboboxGroupLabel className="menu-label">{title}</ComboboxGroupLabel>
              {entries.map((entry) => (
                <PaletteRow key={entry.key} entry={entry} leave={leave} />
              ))}
            </ComboboxGroup>
          ))}
        </ComboboxList>
        <p className="palette-count" role="status">
          {asked === "" || !isSettled ? "" : count === 0 ? words.nothingFound(asked) : words.found(count)}
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
): { readonly groups: readonly EntryGroup[]; readonly isSettled: boolean } {
  const [, go] = useLocation();
  const theme = useTheme();
  const { data: spaces = [] } = useQuery({
    ...spacesOf(organization ?? ""),
    enabled: organization !== undefined,
  });
  const { data: found = [], isFetching } = useQuery({
    ...wordsFound(organization ?? "", asked),
    placeholderData: keepPreviousData,
  });
  const named = (title: string) => title.toLowerCase().includes(asked.toLowerCase());
  const groups: EntryGroup[] = [
    {
      title: words.spaces,
      entries: spaces
        .filter(({ title }) => named(title))
        .slice(0, MOST_SPACES)
        .map(({ id, title, emoji }) => ({
          key: id,
          title,
          picture: <PageIcon emoji={emoji} otherwise="space" />,
          act: () => go(addressOf("space", { space: id })),
        })),
    },
    {
      title: words.pages,
      entries: (asked === "" ? [] : found).flatMap((space) =>
        space.pages.map(({ id, title }) => ({
          key: `${space.id}/${id}`,
          title,
          where: space.title,
          picture: <Icon name="page" />,
          act: () => go(addressOf("page", { space: space.id, page: id })),
        })),
      ),
    },
    { title: words.commands, entries: commands(organization, theme, go).filter(({ title }) => named(title)) },
  ];
  return { groups: groups.filter(({ entries }) => entries.length > 0), isSettled: !isFetching };
}

function commands(
  organization: string | undefined,
  theme: string,
  go: (to: string) => void,
): readonly Entry[] {
  const command = (title: string, icon: LineIconName, act: () => void): Entry => ({
    key: `command ${title}`,
    title,
    picture: <Icon name={icon} />,
    act,
  });
  const home = organization === undefined ? "/" : addressOf("home", { organization });
  return [
    command(words.home, "home", () => go(home)),
    command(theme === "dark" ? words.toLight : words.toDark, "theme", switchTheme),
    command(words.account, "person", () => location.assign("/account")),
    command(words.apiReference, "code", () => location.assign("/docs")),
  ];
}
