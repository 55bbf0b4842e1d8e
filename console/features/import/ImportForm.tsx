/** What to import: files that are dropped or chosen, or an address. */
import { type DragEvent, useEffect, useRef, useState } from "react";
import { sizeOf } from "../../ui/size.ts";
import { Check, ChoiceField, Field, TextField } from "../../ui/Field.tsx";
import { Icon } from "../../ui/Icon.tsx";
import { importWords } from "../../words/import.ts";
import { chosenFiles, droppedFiles, type FolderFile } from "./archive.ts";
import { forgetHanded, handedTo } from "./handed.ts";
import type { WantedImport } from "./imports.ts";
import { type ImportChoice, isByAddress } from "./sources.ts";

const TITLES: Readonly<Record<ImportChoice, string>> = importWords.kinds;
const HELPS: Readonly<Record<ImportChoice, string>> = importWords.helps;
const CHOICES = Object.entries(TITLES) as [ImportChoice, string][];

interface ImportFormProps {
  /** The id of the space. */
  readonly space: string;
  readonly begin: (order: WantedImport) => void;
}

export function ImportForm({ space, begin }: ImportFormProps) {
  const [kind, choose] = useState<ImportChoice>("files");
  const [url, type] = useState("");
  const [files, take] = useState(() => handedTo(space));
  useEffect(() => forgetHanded(space), [space]);
  const [prune, setPrune] = useState(false);
  const hasAddress = isByAddress(kind);
  const isReady = hasAddress ? /^https?:\/\/./i.test(url.trim()) : files.length > 0;
  return (
    <form
      className="settings-card"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady) begin({ kind, url, files: hasAddress ? [] : files, prune });
      }}
    >
      <ChoiceField label={importWords.from} help={HELPS[kind]} value={kind} set={choose} choices={CHOICES} />
      {hasAddress ? (
        <TextField
          label={importWords.address}
          type="url"
          placeholder="https://"
          value={url}
          set={type}
          required
        />
      ) : (
        <Source files={files} take={take} />
      )}
      <Check label={importWords.prune} help={importWords.pruneHelp} value={prune} set={setPrune} />
      <div className="card-foot">
        <button type="submit" className="button" disabled={!isReady}>
          {importWords.begin}
        </button>
      </div>
    </form>
  );
}

interface SourceProps {
  readonly files: readonly FolderFile[];
  readonly take: (files: readonly FolderFile[]) => void;
}

function Source({ files, take }: SourceProps) {
  const [isOver, hover] = useState(false);
  const drop = async (event: DragEvent): Promise<void> => {
    event.preventDefault();
    hover(false);
    take(await droppedFiles([...event.dataTransfer.items]));
  };
  return (
    <Field label={importWords.source}>
      {(control) => (
        <div
          className="import-drop"
          data-over={isOver || undefined}
          onDragOver={(event) => {
            event.preventDefault();
            hover(true);
          }}
          onDragLeave={() => hover(false)}
          onDrop={(event) => void drop(event)}
        >
          <Icon name="folder" />
          <p role="status">{files.length === 0 ? importWords.drop : chosenText(files)}</p>
          <div className="actions">
            <Choose {...control} title={importWords.chooseFiles} take={take} />
            <Choose title={importWords.chooseFolder} isFolder take={take} />
          </div>
        </div>
      )}
    </Field>
  );
}

function chosenText(files: readonly FolderFile[]): string {
  const size = files.reduce((sum, { file }) => sum + file.size, 0);
  const tops = new Set(files.map(({ path }) => path.split("/")[0] ?? ""));
  const [top = ""] = tops;
  return importWords.chosen(tops.size > 1 ? importWords.several(top) : top, files.length, sizeOf(size));
}

interface ChooseProps {
  readonly id?: string;
  readonly title: string;
  readonly isFolder?: boolean;
  readonly take: SourceProps["take"];
}

function Choose({ id, title, isFolder = false, take }: ChooseProps) {
  const field = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={field}
        type="file"
        multiple
        hidden
        aria-label={title}
        {...(isFolder ? { webkitdirectory: "" } : {})}
        onChange={(event) => {
          take(chosenFiles([...(event.target.files ?? [])]));
          event.target.value = "";
        }}
      />
      <button
        id={id}
        type="button"
        className="button button-secondary"
        onClick={() => field.current?.click()}
      >
        {title}
      </button>
    </>
  );
}
