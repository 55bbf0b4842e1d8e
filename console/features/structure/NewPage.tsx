/** The form of a new page, group or link. */
import { useEffect, useState } from "react";
import { FormDialog } from "../../ui/Ask.tsx";
import { words } from "../../words.ts";
import { structureWords } from "../../words/structure.ts";
import type { PageIndex } from "../../app/pageIndex.ts";
import { forgetRefused } from "../writing/typedAhead.ts";
import type { TreeChanges } from "./useStructure.ts";
import { treeWords } from "../../words/tree.ts";

interface NewPageProps {
  /** The page that it goes under; null: the top. */
  readonly into: string | null;
  readonly index: PageIndex;
  readonly structure: TreeChanges;
  readonly close: () => void;
}

const KINDS = ["document", "group", "link"] as const;

export function NewPage({ into, index, structure, close }: NewPageProps) {
  const [kind, choose] = useState<(typeof KINDS)[number]>("document");
  const [title, name] = useState("");
  const [url, lead] = useState("");
  const above = into === null ? undefined : index.entries.get(into)?.page.title;
  useEffect(() => forgetRefused, []);
  // Groups stand at the top alone.
  const kinds = KINDS.filter((one) => one !== "group" || into === null);
  const isWhole = title.trim() !== "" && (kind !== "link" || url.trim() !== "");
  const add = () =>
    structure.add({
      type: kind,
      title: title.trim(),
      ...(into === null ? {} : { into }),
      ...(kind === "link" ? { target: { kind: "url", url: url.trim() } } : {}),
    });
  return (
    <FormDialog
      title={above === undefined ? words.newPage : structureWords.newEntryBelow(above)}
      verb={structureWords.createKinds[kind]}
      isOpen
      isReady={isWhole}
      isDirty={title !== "" || url !== ""}
      act={add}
      close={close}
    >
      {() => (
        <>
          <fieldset className="choice">
            <legend className="visually-hidden">{treeWords.kindOfPage}</legend>
            {kinds.map((one) => (
              <label key={one}>
                <input type="radio" name="kind" checked={kind === one} onChange={() => choose(one)} />
                {structureWords.pageKinds[one]}
              </label>
            ))}
          </fieldset>
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
          <p className="help">{structureWords.pageKindHelp[kind]}</p>
        </>
      )}
    </FormDialog>
  );
}
