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
import { sourceWords } from "../../words/sources.ts";
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

export function NewPage({ space, into, index, structure, close, askSource }: NewPageProps) {
  const [kind, choose] = useState<PageKind>("document");
  const { data: sources = [] } = useQuery(offeredSources(space));
  const [place, pick] = useState(0);
  const source = kind === "computed" ? sources[place] : undefined;
  const [title, name] = useState("");
  const [url, lead] = useState("");
  const above = into === null ? undefined : index.entries.get(into)?.page.title;
  useEffect(() => forgetRefused, []);
  // Groups stand at the top alone, and few spaces have an integration that makes pages.
  const kinds = KINDS.filter(
    (one) => (one !== "group" || into === null) && (one !== "computed" || sources.length > 0),
  );
  const isWhole = title.trim() !== "" && (kind !== "link" || url.trim() !== "");
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
        if (source !== undefined) askSource(source, title.trim());
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
          {kind === "computed" ? <SourceField sources={sources} place={place} pick={pick} /> : null}
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
  readonly place: number;
  readonly pick: (place: number) => void;
}

function SourceField({ sources, place, pick }: SourceFieldProps) {
  return (
    <label className="entry">
      {sourceWords.source}
      <select value={place} onChange={({ target }) => pick(Number(target.value))}>
        {sources.map(({ integration, id, title }, at) => (
          <option key={`${integration} ${id}`} value={at}>
            {title}
          </option>
        ))}
      </select>
    </label>
  );
}
