/** The files of a space: found, shown small, and added by choosing or dropping them. */
import { type DragEvent, type ReactNode, useRef, useState } from "react";
import { Link } from "wouter";
import { listFiles, listFilesInChangeRequestById } from "../../../sdk/src/index.ts";
import { client } from "../../api/client.ts";
import { sizeOf } from "../../ui/size.ts";
import { usePaged } from "../../api/paged.ts";
import { addressOf, type RouteParams } from "../../routes.ts";
import { Icon } from "../../ui/Icon.tsx";
import { Fault, Notice } from "../../ui/Notice.tsx";
import { RowsEnd } from "../../ui/Rows.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { say } from "../../ui/toasts.ts";
import { useLate } from "../../ui/useLate.ts";
import { words } from "../../words.ts";
import { filesWords } from "../../words/files.ts";
import { type OwnPlace, useOwnPlace } from "../../app/ownPlace.tsx";
import { SpacePart } from "../../app/SpacePart.tsx";
import { Thumbnail } from "./Thumbnail.tsx";
import { sendFiles } from "./sendings.ts";
import { Sendings } from "./Sendings.tsx";

export default function Files({ space }: RouteParams<"files">) {
  const place = useOwnPlace(space);
  const send = (files: readonly File[]): void => sendFiles(place, files);
  return (
    <SpacePart
      space={space}
      part="files"
      place={place}
      actions={() => (place.mayWrite ? <Upload send={send} /> : null)}
    >
      {() => (
        <DropPlace isOpen={place.mayWrite} send={send}>
          <Sendings space={space} />
          {place.isKnown ? <List of={place} /> : <Skeleton />}
        </DropPlace>
      )}
    </SpacePart>
  );
}

function Upload({ send }: { readonly send: (files: readonly File[]) => void }) {
  const field = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={field}
        type="file"
        multiple
        hidden
        aria-label={filesWords.upload}
        onChange={(event) => {
          send([...(event.target.files ?? [])]);
          event.target.value = "";
        }}
      />
      <button type="button" className="button" onClick={() => field.current?.click()}>
        <Icon name="plus" />
        {filesWords.upload}
      </button>
    </>
  );
}

interface DropPlaceProps {
  readonly isOpen: boolean;
  readonly send: (files: readonly File[]) => void;
  readonly children: ReactNode;
}

/** Takes what is dropped on the screen; folders are for imports. */
function DropPlace({ isOpen, send, children }: DropPlaceProps) {
  const [isOver, hover] = useState(false);
  const isFiles = ({ dataTransfer }: DragEvent): boolean => isOpen && dataTransfer.types.includes("Files");
  const drop = (event: DragEvent): void => {
    if (!isFiles(event)) return;
    event.preventDefault();
    hover(false);
    const items = [...event.dataTransfer.items];
    const isFolder = items.map((item) => item.webkitGetAsEntry()?.isDirectory === true);
    if (isFolder.includes(true)) say({ text: filesWords.noFolder, isWrong: true });
    send(items.flatMap((item, at) => (isFolder[at] ? [] : (item.getAsFile() ?? []))));
  };
  return (
    <div
      className="drop-place"
      data-over={isOver || undefined}
      onDragOver={(event) => {
        if (!isFiles(event)) return;
        event.preventDefault();
        hover(true);
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) hover(false);
      }}
      onDrop={drop}
    >
      {children}
      {isOver ? <p className="drop-note">{filesWords.drop}</p> : null}
    </div>
  );
}

interface Wish {
  readonly search: string;
  readonly contentType: keyof typeof filesWords.kinds;
  readonly unused: keyof typeof filesWords.uses;
}

const ALL: Wish = { search: "", contentType: "", unused: "" };

function List({ of: { space, number, mayWrite } }: { readonly of: OwnPlace }) {
  const [wish, set] = useState(ALL);
  const { search, contentType, unused } = useLate(wish);
  const isAsked = Object.values(wish).some((text) => text !== "");
  const isFiltered = isAsked || search.trim() !== "" || contentType !== "" || unused !== "";
  const list = usePaged(["space", space, "files", search, contentType, unused, number ?? ""], () => {
    const query = {
      limit: 60,
      sort: "name" as const,
      ...(search.trim() === "" ? {} : { search: search.trim() }),
      ...(contentType === "" ? {} : { contentType }),
      ...(unused === "" ? {} : { unused: unused === "true" }),
    };
    return number === undefined
      ? listFiles(client, space, query)
      : listFilesInChangeRequestById(client, space, number, query);
  });
  const { items, error } = list;
  if (items === undefined && error !== null) return <Fault error={error} again={list.again} />;
  if (items?.length === 0 && !isFiltered) {
    const text = mayWrite ? filesWords.noFilesText : filesWords.noFilesReader;
    return <Notice icon="picture" title={filesWords.noFiles} text={text} />;
  }
  return (
    <>
      <Filters wish={wish} set={set} />
      {items === undefined ? (
        <Skeleton />
      ) : items.length === 0 ? (
        <p className="nothing" role="status">
          {words.nothingLike}
        </p>
      ) : (
        <>
          <ul className="file-grid" aria-label={filesWords.files}>
            {items.map((file) => (
              <li key={file.id}>
                <Link className="file-card" href={addressOf("file", { space, file: file.id })}>
                  <Thumbnail file={file} width={256} />
                  <span className="file-name" title={file.name}>
                    {file.name}
                  </span>
                  <span className="file-size">{sizeOf(file.size)}</span>
                </Link>
              </li>
            ))}
          </ul>
          <RowsEnd of={list} />
        </>
      )}
    </>
  );
}

function Filters({ wish, set }: { readonly wish: Wish; readonly set: (wish: Wish) => void }) {
  const { kinds, uses } = filesWords;
  return (
    <div className="filters">
      <input
        type="search"
        value={wish.search}
        placeholder={filesWords.search}
        aria-label={filesWords.search}
        onChange={(event) => set({ ...wish, search: event.target.value })}
      />
      <select
        aria-label={filesWords.kind}
        value={wish.contentType}
        onChange={(event) => set({ ...wish, contentType: event.target.value as Wish["contentType"] })}
      >
        {Object.entries(kinds).map(([kind, title]) => (
          <option key={kind} value={kind}>
            {title}
          </option>
        ))}
      </select>
      <select
        aria-label={filesWords.use}
        value={wish.unused}
        onChange={(event) => set({ ...wish, unused: event.target.value as Wish["unused"] })}
      >
        {(["", "false", "true"] as const).map((use) => (
          <option key={use} value={use}>
            {uses[use]}
          </option>
        ))}
      </select>
    </div>
  );
}
