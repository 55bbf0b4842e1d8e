/** A file of a space: what it is, where it is used, and what can be done with it. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useLocation } from "wouter";
import type { ContentChange, RevisionFile } from "../../../sdk/src/index.ts";
import { useNeeded } from "../../api/needed.ts";
import { type ContentPlace, type ContentWritten, writeContent } from "../../api/content.ts";
import { fileOf, replaceFile, usersOfFile } from "../../api/files.ts";
import { addressOf, type RouteParams } from "../../routes.ts";
import { Ask, FormDialog } from "../../ui/Ask.tsx";
import { copyText } from "../../ui/copy.ts";
import { faultsOf } from "../../ui/faults.ts";
import { TextField } from "../../ui/Field.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { say, sayNotDone } from "../../ui/toasts.ts";
import { sizeOf } from "../../ui/size.ts";
import { words } from "../../words.ts";
import { filesWords } from "../../words/files.ts";
import { partsWords } from "../../words/parts.ts";
import { PlaceList } from "../links/PlaceList.tsx";
import { type OwnPlace, useOwnPlace } from "../../app/ownPlace.tsx";
import { SpacePart } from "../../app/SpacePart.tsx";
import { Thumbnail } from "./Thumbnail.tsx";

export default function FileScreen({ space, file }: RouteParams<"file">) {
  const place = useOwnPlace(space);
  const { data } = useNeeded({
    ...fileOf(place, file),
    enabled: place.isKnown,
    placeholderData: (before) => (before?.id === file ? before : undefined),
  });
  const href = addressOf("file", { space, file });
  return (
    <SpacePart
      space={space}
      part="files"
      inside={{ title: data?.name ?? "", href }}
      place={place}
      actions={() => (data !== undefined && place.mayWrite ? <Actions place={place} file={data} /> : null)}
    >
      {() =>
        data === undefined ? (
          <Skeleton />
        ) : (
          <>
            <Shown file={data} />
            <h2>{filesWords.usedBy}</h2>
            <Users place={place} file={file} />
          </>
        )
      }
    </SpacePart>
  );
}

function Shown({ file }: { readonly file: RevisionFile }) {
  const { id, name, contentType, size, dimensions, downloadURL } = file;
  const copy = async (): Promise<void> => {
    if (await copyText(`/files/${id}`)) say({ text: filesWords.copied });
  };
  return (
    <div className="file-shown">
      <Thumbnail file={file} width={768} />
      <p className="facts-line">
        <span>{contentType}</span>
        <span>{sizeOf(size)}</span>
        {dimensions === undefined ? null : (
          <span>{filesWords.pixels(dimensions.width, dimensions.height)}</span>
        )}
      </p>
      <div className="actions">
        <a
          className="button button-secondary"
          href={downloadURL}
          download={name}
          target="_blank"
          rel="noopener"
        >
          {filesWords.download}
        </a>
        <button type="button" className="button button-secondary" onClick={() => void copy()}>
          {filesWords.copyLink}
        </button>
      </div>
    </div>
  );
}

function Users({ place, file }: { readonly place: OwnPlace; readonly file: string }) {
  const { data } = useNeeded(usersOfFile(place, file));
  if (data === undefined) return <Skeleton rows={2} />;
  if (data.count === 0) return <p className="nothing">{filesWords.notUsed}</p>;
  return <PlaceList places={data.places} all={data.count} />;
}

interface ActionsProps {
  readonly place: OwnPlace;
  readonly file: RevisionFile;
}

/** What was written, and where. */
interface FileWritten extends ContentWritten {
  readonly at: ContentPlace;
}

/** Writes where changes go. */
const put = (
  { inPlace }: OwnPlace,
  write: (at: ContentPlace) => Promise<ContentWritten>,
): Promise<FileWritten> => inPlace(filesWords.subject, async (at) => ({ ...(await write(at)), at }));

const change =
  (one: ContentChange) =>
  (at: ContentPlace): Promise<ContentWritten> =>
    writeContent(at, [one]);

/** Says what was done, and how to take it back: the file as the revision before has it. */
function useTelling({ place: { space }, file }: ActionsProps) {
  const cache = useQueryClient();
  return ({ before, at }: FileWritten, text: string): void => {
    const undo = async (revision: string): Promise<void> => {
      try {
        await writeContent(at, [{ operation: "revert_file", file: file.id, revision }]);
        await cache.invalidateQueries({ queryKey: ["space", space] });
      } catch (error) {
        sayNotDone(error);
      }
    };
    say({
      text: at.number === undefined ? text : partsWords.inRequest(text, at.number),
      undo: before === undefined ? undefined : () => void undo(before),
    });
  };
}

function Actions(props: ActionsProps) {
  return (
    <>
      <Rename {...props} />
      <Replace {...props} />
      <Delete {...props} />
    </>
  );
}

function Rename(props: ActionsProps) {
  const { place, file } = props;
  const [isOpen, open] = useState(false);
  const [name, type] = useState(file.name);
  const tell = useTelling(props);
  return (
    <>
      <button
        type="button"
        className="button button-secondary"
        onClick={() => {
          type(file.name);
          open(true);
        }}
      >
        {filesWords.rename}
      </button>
      <FormDialog
        isOpen={isOpen}
        close={() => open(false)}
        title={filesWords.rename}
        verb={filesWords.saveName}
        isReady={name.trim() !== "" && name !== file.name}
        isDirty={name !== file.name}
        act={() => put(place, change({ operation: "update_file", file: file.id, name: name.trim() }))}
        done={(written) => tell(written, filesWords.renamed(name.trim()))}
        forget={() => type(file.name)}
      >
        {(error) => (
          <TextField
            label={filesWords.name}
            help={filesWords.renameHelp}
            error={faultsOf(error, ["changes/0/name"]).of("changes/0/name")}
            value={name}
            set={type}
            required
          />
        )}
      </FormDialog>
    </>
  );
}

/** Other bytes for the file. Where they are of another kind, the name that they come with is theirs. */
function Replace(props: ActionsProps) {
  const { place, file } = props;
  const field = useRef<HTMLInputElement>(null);
  const [part, send] = useState<number>();
  const tell = useTelling(props);
  const replace = async (chosen: File): Promise<void> => {
    send(0);
    try {
      const name = endingOf(chosen.name) === endingOf(file.name) ? file.name : chosen.name;
      const written = await put(place, (at) => replaceFile(at, file.id, chosen, name, { told: send }));
      tell(written, filesWords.replaced(name));
    } catch (error) {
      sayNotDone(error);
    } finally {
      send(undefined);
    }
  };
  return (
    <>
      <input
        ref={field}
        type="file"
        hidden
        aria-label={filesWords.replace}
        onChange={(event) => {
          const [chosen] = event.target.files ?? [];
          event.target.value = "";
          if (chosen !== undefined) void replace(chosen);
        }}
      />
      {part === undefined ? (
        <button
          type="button"
          className="button button-secondary"
          title={filesWords.replaceText}
          onClick={() => field.current?.click()}
        >
          {filesWords.replace}
        </button>
      ) : (
        <progress aria-label={filesWords.replacing} value={part} />
      )}
    </>
  );
}

const endingOf = (name: string): string => /\.[^.]+$/.exec(name.toLowerCase())?.[0] ?? "";

function Delete(props: ActionsProps) {
  const { place, file } = props;
  const [isAsking, ask] = useState(false);
  const { data: users } = useQuery(usersOfFile(place, file.id));
  const [, go] = useLocation();
  const tell = useTelling(props);
  const remove = async (): Promise<void> => {
    const written = await put(place, change({ operation: "delete_file", file: file.id, force: true }));
    go(addressOf("files", { space: place.space }));
    tell(written, filesWords.deleted(file.name));
  };
  return (
    <>
      <button type="button" className="button button-secondary" onClick={() => ask(true)}>
        {filesWords.remove}
      </button>
      <Ask
        isOpen={isAsking}
        close={() => ask(false)}
        title={filesWords.deleteFile(file.name)}
        verb={filesWords.remove}
        act={remove}
      >
        <p>{users === undefined ? words.counting : filesWords.deleteText(users.count)}</p>
      </Ask>
    </>
  );
}
