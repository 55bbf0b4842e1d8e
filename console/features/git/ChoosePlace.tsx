/** A repository, a branch and a folder: chosen from what the host has, or typed where it has no lists. */
import { Combobox, ComboboxItem, ComboboxPopover, ComboboxProvider } from "@ariakit/react/combobox";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { GitSyncInstallation } from "../../../sdk/src/index.ts";
import { gitBranches, gitFolders, gitRepositories } from "../../api/git.ts";
import { faultsOf } from "../../ui/faults.ts";
import { Field, TextField } from "../../ui/Field.tsx";
import { useLate } from "../../ui/useLate.ts";
import { gitWords } from "../../words/git.ts";
import { branchName } from "../../api/branchName.ts";

/** As it is typed: the branch by its short name. */
export interface TypedPlace {
  readonly url: string;
  /** As the host calls the repository; undefined: it was typed, or is the one that there is. */
  readonly name: string | undefined;
  readonly branch: string;
  readonly directory: string;
}

interface ChoosePlaceProps {
  readonly installation: GitSyncInstallation;
  readonly typed: TypedPlace;
  readonly set: (changed: Partial<TypedPlace>) => void;
  readonly error: Error | undefined;
}

/** Whether its host can be asked what it has. */
export const hasLists = ({ provider, connection }: GitSyncInstallation): boolean =>
  provider !== "git" && connection !== undefined;

export function ChoosePlace({ installation, typed, set, error }: ChoosePlaceProps) {
  const faults = faultsOf(error, [
    "providerConfiguration/url",
    "providerConfiguration/branch",
    "projectDirectory",
  ]);
  const { id } = installation;
  const isListed = hasLists(installation);
  // What is typed is no repository of the host's list.
  const isKnown = typed.name !== undefined || typed.url === installation.repository?.url;
  const of = { isAsked: isListed && isKnown, repository: typed.name };
  const parent = typed.directory.slice(0, typed.directory.lastIndexOf("/") + 1).replace(/\/$/, "");
  return (
    <>
      {isListed ? (
        <ChooseRepository
          installation={installation}
          typed={typed}
          set={set}
          error={faults.of("providerConfiguration/url")}
        />
      ) : (
        <TextField
          label={gitWords.url}
          help={gitWords.addressHelp}
          type="url"
          required
          error={faults.of("providerConfiguration/url")}
          value={typed.url}
          set={(url) => set({ url, name: undefined })}
        />
      )}
      <TextOrChoice
        label={gitWords.branch}
        value={typed.branch}
        set={(branch) => set({ branch })}
        error={faults.of("providerConfiguration/branch")}
        query={(text) => gitBranches(id, { ...of, search: text })}
      />
      <TextOrChoice
        label={gitWords.directory}
        help={installation.target.type === "site" ? gitWords.siteDirectoryHelp : gitWords.directoryHelp}
        value={typed.directory}
        set={(directory) => set({ directory })}
        error={faults.of("projectDirectory")}
        query={() => gitFolders(id, { ...of, branch: typed.branch, directory: parent })}
      />
    </>
  );
}

interface ChooseRepositoryProps extends Omit<ChoosePlaceProps, "error"> {
  readonly error: string | undefined;
}

function ChooseRepository({ installation, typed, set, error }: ChooseRepositoryProps) {
  const [text, type] = useState(typed.name ?? typed.url);
  const [isOpen, open] = useState(false);
  const isAddress = /^https?:/.test(text);
  const asked = useLate(text.trim());
  const {
    data,
    isFetching,
    error: refusal,
  } = useQuery({
    ...gitRepositories(installation.id, asked),
    enabled: !isAddress,
    placeholderData: keepPreviousData,
  });
  const items = isAddress ? [] : (data?.items ?? []);
  const change = (value: string): void => {
    type(value);
    const known = items.find(({ name }) => name === value);
    if (known === undefined) return set({ url: /^https?:/.test(value) ? value : "", name: undefined });
    const { url, name, defaultBranch } = known;
    set({ url, name, ...(defaultBranch === undefined ? {} : { branch: branchName(defaultBranch) }) });
  };
  return (
    <ComboboxProvider
      value={text}
      setValue={change}
      open={isOpen && !isAddress && refusal === null}
      setOpen={open}
    >
      <Field
        label={gitWords.repository}
        help={refusal === null || isAddress ? gitWords.repositoryHelp[installation.provider] : undefined}
        error={error ?? (isAddress ? undefined : refusal?.message)}
      >
        {(control) => <Combobox {...control} placeholder={gitWords.typeRepository} maxLength={2048} />}
      </Field>
      <ComboboxPopover className="menu-box" gutter={4} sameWidth>
        {items.map(({ id, name, defaultBranch }) => (
          <ComboboxItem key={id} className="menu-row" value={name}>
            <span className="cut">{name}</span>
            <small className="cut">{defaultBranch === undefined ? "" : branchName(defaultBranch)}</small>
          </ComboboxItem>
        ))}
        {items.length === 0 && !isFetching ? <p className="menu-label">{gitWords.noRepository}</p> : null}
        {data?.more === true ? <p className="menu-label">{gitWords.moreRepositories}</p> : null}
      </ComboboxPopover>
    </ComboboxProvider>
  );
}

interface TextOrChoiceProps {
  readonly label: string;
  readonly help?: string;
  readonly value: string;
  readonly set: (value: string) => void;
  readonly error: string | undefined;
  /** What there is that begins like a text. */
  readonly query: (text: string) => ReturnType<typeof gitBranches>;
}

/** A text of which the host knows some: what it doesn't know may be typed as well. */
function TextOrChoice({ label, help, value, set, error, query }: TextOrChoiceProps) {
  const asked = useLate(value.trim());
  const [isOpen, open] = useState(false);
  const { data = [] } = useQuery({ ...query(asked), placeholderData: keepPreviousData });
  const items = data.filter((item) => item.toLowerCase().includes(value.trim().toLowerCase()));
  const isOffered = items.length > 0 && !(items.length === 1 && items[0] === value);
  return (
    <ComboboxProvider value={value} setValue={set} open={isOpen && isOffered} setOpen={open}>
      <Field label={label} help={help} error={error}>
        {(control) => <Combobox {...control} maxLength={1000} />}
      </Field>
      <ComboboxPopover className="menu-box" gutter={4} sameWidth>
        {items.map((item) => (
          <ComboboxItem key={item} className="menu-row" value={item}>
            <span className="cut">{item}</span>
          </ComboboxItem>
        ))}
      </ComboboxPopover>
    </ComboboxProvider>
  );
}
