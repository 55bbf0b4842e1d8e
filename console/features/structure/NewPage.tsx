/** The form of a new page, group or link, or of pages that an integration makes: what of, that asks itself. */
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { type OfferedSource, offeredSources } from "../../api/sources.ts";
import { FormDialog } from "../../ui/Ask.tsx";
import { words } from "../../words.ts";
import { structureWords } from "../../words/structure.ts";
import type { PageIndex } from "../../app/pageIndex.ts";
import { forgetRefused } from "../writing/typedAhead.ts";
import type { TreeChanges } from "./useStructure.ts";
import { treeWords } from "../../words/tree.ts";

interface NewPageProps {
  readonly space: string;
  /** The page that it goes under; null: the top. */
  readonly into: string | null;
  readonly index: PageIndex;
  readonly structure: TreeChanges;
  readonly close: () => void;
  /** Has an integration ask what it is to make pages of. */
  readonly askSource: (source: OfferedSource, title: string) => void;
}

const KINDS = ["document", "group", "link", "computed"] as const;
type PageKind = (typeof KINDS)[number];

/** Groups stand at the top alone, and few spaces have an integration that makes pages. */
const kindsOf = (into: string | null, sources: readonly OfferedSource[]): readonly PageKind[] =>
  KINDS.filter((one) => (one !== "group" || into === null) && (one !== "computed" || sources.length > 0));

export function NewPage({ space, into, index, structure, close, askSource }: NewPageProps) {
  const [kind, choose] = useState<PageKind>("document");
  const { data: sources = [] } = useQuery(offeredSources(space));
  const [picked, pick] = useState("");
  // The list is read again while somebody chooses: what they chose is known by its name.
  const source = sources.find((one) => keyOf(one) === picked) ?? sources[0];
  const [title, name] = useState("");
  const [url, lead] = useState("");
  const above = into === null ? undefined : index.entries.get(into)?.page.title;
  useEffect(() => forgetRefused, []);
  const kinds = kindsOf(into, sources);
  const isNamed = kind === "link" ? url.trim() !== "" : kind !== "computed" || source !== undefined;
  const isWhole = title.trim() !== "" && isNamed;
  const add = async () => {
    if (kind === "computed") return;
    await structure.add({
      type: kind,
      title: title.trim(),
      ...(into === null ? {} : { into }),
      ...(kind === "link" ? { target: { kind: "url", url: url.trim() } } : {}),
    });
  };
  return (
    <FormDialog
      title={above === undefined ? words.newPage : structureWords.newEntryBelow(above)}
      verb={structureWords.createKinds[kind]}
      isOpen
      isReady={isWhole}
      isDirty={title !== "" || url !== ""}
      act={add}
      close={close}
      done={() => {
        if (kind === "computed" && source !== undefined) askSource(source, title.trim());
      }}
    >
      {() => (
        <>
          <KindField kinds={kinds} kind={kind} choose={choose} />
          <label className="entry">
            {words.pageTitle}
            <input
              type="text"
              value={title}
              required
              data-autofocus="true"
              maxLength={250}
              autoComplete="off"
              onChange={(event) => name(event.target.value)}
            />
          </label>
          {kind === "link" ? (
            <label className="entry">
              {treeWords.linkAddress}
              <input
                type="url"
                value={url}
                required
                placeholder="https://"
                onChange={(event) => lead(event.target.value)}
              />
            </label>
          ) : null}
          {kind === "computed" && source !== undefined ? (
            <SourceField sources={sources} picked={keyOf(source)} pick={pick} />
          ) : null}
          <p className="help">{structureWords.pageKindHelp[kind]}</p>
        </>
      )}
    </FormDialog>
  );
}

interface KindFieldProps {
  readonly kinds: readonly PageKind[];
  readonly kind: PageKind;
  readonly choose: (kind: PageKind) => void;
}

function KindField({ kinds, kind, choose }: KindFieldProps) {
  return (
    <fieldset className="choice">
      <legend className="visually-hidden">{treeWords.kindOfPage}</legend>
      {kinds.map((one) => (
        <label key={one}>
          <input type="radio" name="kind" checked={kind === one} onChange={() => choose(one)} />
          {structureWords.pageKinds[one]}
        </label>
      ))}
    </fieldset>
  );
}

interface SourceFieldProps {
  readonly sources: readonly OfferedSource[];
  /** What is picked, by its key. */
  readonly picked: string;
  readonly pick: (key: string) => void;
}

const keyOf = ({ integration, id }: OfferedSource): string => `${integration} ${id}`;

function SourceField({ sources, picked, pick }: SourceFieldProps) {
  return (
    <label className="entry">
      {structureWords.source}
      <select value={picked} onChange={({ target }) => pick(target.value)}>
        {sources.map((one) => (
          <option key={keyOf(one)} value={keyOf(one)}>
            {one.title}
          </option>
        ))}
      </select>
    </label>
  );
}
