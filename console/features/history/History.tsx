/** What was done to a space: its revisions, the newest first. */
import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { listSpaceRevisions, type RevisionEntry, type Space } from "../../../sdk/src/index.ts";
import { client } from "../../api/client.ts";
import { usePaged } from "../../api/paged.ts";
import { namesOf } from "../../api/parts.ts";
import { addressOf, type RouteParams } from "../../routes.ts";
import { Notice } from "../../ui/Notice.tsx";
import { Rows } from "../../ui/Rows.tsx";
import { Time } from "../../ui/Time.tsx";
import { partsWords } from "../../words/parts.ts";
import { SpacePart } from "../../app/SpacePart.tsx";

export default function History({ space }: RouteParams<"history">) {
  return (
    <SpacePart space={space} part="history">
      {(it) => <Revisions of={it} />}
    </SpacePart>
  );
}

function Revisions({ of }: { readonly of: Space }) {
  const list = usePaged(["space", of.id, "revisions"], () =>
    listSpaceRevisions(client, of.id, { limit: 50 }),
  );
  const { data: names } = useQuery(namesOf(of.organization));
  return (
    <Rows
      of={list}
      label={partsWords.history}
      heads={[partsWords.what, partsWords.who, partsWords.when]}
      keyOf={({ id }) => id}
      row={(entry) => <Entry entry={entry} space={of.id} name={names?.get(entry.createdBy ?? "")} />}
      empty={<Notice icon="page" title={partsWords.noHistory} text={partsWords.noHistoryText} />}
    />
  );
}

/** The commit that a revision came from or went out as, with its first line. */
function Commit({ of: { id, message, isOurs, url } }: { readonly of: NonNullable<RevisionEntry["commit"]> }) {
  const name = <code title={isOurs ? partsWords.commitOurs : partsWords.commitTheirs}>{id.slice(0, 7)}</code>;
  return (
    <>
      {url === undefined ? (
        name
      ) : (
        <a href={url} target="_blank" rel="noopener">
          {name}
        </a>
      )}
      <span className="cut muted">{message.split("\n", 1)[0]}</span>
    </>
  );
}

interface EntryProps {
  readonly entry: RevisionEntry;
  readonly space: string;
  readonly name: string | undefined;
}

function Entry({ entry, space, name }: EntryProps) {
  const types: Readonly<Record<string, string>> = partsWords.revisionTypes;
  return (
    <>
      <th scope="row">
        <span className="facts-line">
          <Link className="row-title" href={addressOf("revision", { space, revision: entry.id })}>
            {types[entry.type] ?? entry.type}
          </Link>
          {entry.message === undefined ? null : <span className="cut">{entry.message}</span>}
          {entry.commit === undefined ? null : <Commit of={entry.commit} />}
          {entry.current ? (
            <span className="state" data-state="open">
              {partsWords.current}
            </span>
          ) : null}
        </span>
      </th>
      <td>{name}</td>
      <td className="when">
        <Time at={entry.createdAt} say={(when) => when} />
      </td>
    </>
  );
}
