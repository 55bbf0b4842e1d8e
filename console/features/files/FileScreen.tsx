/** A file of a space: what it is, where it is used, and what can be done with it. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useLocation } from "wouter";
import type { ContentChange, RevisionFile, Space } from "../../../sdk/src/index.ts";
import { useNeeded } from "../../api/needed.ts";
import { type ContentWritten, writeContent } from "../../api/content.ts";
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
import { PlaceList } from "../links/PlaceList.tsx";
import { mayWriteParts } from "../../app/mayWriteParts.ts";
import { SpacePart } from "../../app/SpacePart.tsx";
import { Thumbnail } from "./Thumbnail.tsx";

export default function FileScreen({ space, file }: RouteParams<"file">) {
  const { data } = useNeeded(fileOf(space, file));
  const href = addressOf("file", { space, file });
  return (
    <SpacePart
      space={space}
      part="files"
      inside={{ title: data?.name ?? "", href }}
      actions={(it) => (data !== undefined && mayWriteParts(it) ? <Actions space={it} file={data} /> : null)}
    >
      {() =>
        data === undefined ? (
          <Skeleton />
        ) : (
          <>
            <Shown file={data} />
            <h2>{filesWords.usedBy}</h2>
            <Users space={space} file={file} />
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

function Users({ space, file }: RouteParams<"file">) {
  const { data } = useNeeded(usersOfFile(space, file));
  if (data === undefined) return <Skeleton rows={2} />;
  if (data.count === 0) return <p className="nothing">{filesWords.notUsed}</p>;
  return <PlaceList places={data.places} all={data.count} />;
}

interface ActionsProps {
  readonly space: Space;
  readonly file: RevisionFile;
}

/** Says what was done, and how to take it back: the file as the revision before has it. */
function useTelling({ space: { id: space }, file }: ActionsProps) {
  const cache = useQueryClient();
  const read = () => cache.invalidateQueries({ queryKey: ["space", space] });
  return async ({ before }: ContentWritten, text: string): Promise<void> => {
    const undo = async (revision: string): Promise<void> => {
      try {
        await write(space, { operation: "revert_file", file: file.id, revision });
        await read();
      } catch (error) {
        sayNotDone(error);
      }
    };
    say({ text, undo: before === undefined ? undefined : () => void undo(before) });
    await read();
  };
}

const write = (space: string, change: ContentChange): Promise<ContentWritten> =>
  writeContent({ space, number: undefined }, [change]);

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
  const { space, file } = props;
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
        act={() => write(space.id, { operation: "update_file", file: file.id, name: name.trim() })}
        done={(written) => void tell(written, filesWords.renamed(name.trim()))}
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
  const { space, file } = props;
  const field = useRef<HTMLInputElement>(null);
  const [part, send] = useState<number>();
  const tell = useTelling(props);
  const replace = async (chosen: File): Promise<void> => {
    send(0);
    try {
      const name = endingOf(chosen.name) === endingOf(file.name) ? file.name : chosen.name;
      const written = await replaceFile(space.id, file.id, chosen, name, { told: send });
      await tell(written, filesWords.replaced(name));
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
  const { space, file } = props;
  const [isAsking, ask] = useState(false);
  const { data: users } = useQuery(usersOfFile(space.id, file.id));
  const [, go] = useLocation();
  const tell = useTelling(props);
  const remove = async (): Promise<void> => {
    const change = { operation: "delete_file", file: file.id, force: true } as const;
    const written = await write(space.id, change);
    go(addressOf("files", { space: space.id }));
    await tell(written, filesWords.deleted(file.name));
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
