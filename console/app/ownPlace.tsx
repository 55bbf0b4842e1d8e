/** Where somebody writes what a space has beside its pages: in the space, or in a change request of theirs. */
import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "wouter";
import { Conflict, type ContentChange, type Space } from "../../sdk/src/index.ts";
import { type ContentPlace, type ContentWritten, writeContent } from "../api/content.ts";
import { useNeeded } from "../api/needed.ts";
import { inOwnPlace, ownDraft } from "../api/proposals.ts";
import { space as spaceOf, user as userOf } from "../api/queries.ts";
import { addressOf } from "../routes.ts";
import { say } from "../ui/toasts.ts";
import { partsWords } from "../words/parts.ts";
import { mayWriteParts } from "./mayWriteParts.ts";

const draftIn = (space: string, user: string) =>
  queryOptions({
    queryKey: ["space", space, "own draft", user],
    queryFn: async () => (await ownDraft(space, user)) ?? null,
    // It may be merged or closed by anybody.
    staleTime: 0,
  });

export interface OwnPlace extends ContentPlace {
  /** Whether it is known where: until then nothing is shown. */
  readonly isKnown: boolean;
  readonly mayWrite: boolean;
  /** Whether the space takes change requests alone. */
  readonly proposes: boolean;
  /** Does something where changes go now, and has all be read again. @param subject names a change request that is made for it */
  readonly inPlace: <Written>(
    subject: string,
    write: (place: ContentPlace) => Promise<Written>,
  ) => Promise<Written>;
  /** The same with changes of content; where they went into a change request, that is said. */
  readonly write: (subject: string, changes: readonly ContentChange[]) => Promise<ContentWritten>;
}

/** @param id of the space */
export function useOwnPlace(id: string): OwnPlace {
  const cache = useQueryClient();
  const { data: space } = useNeeded(spaceOf(id));
  const { data: who } = useNeeded(userOf());
  const mayWrite = space?.permissions.edit === true;
  const proposes = mayWrite && !mayWriteParts(space);
  const user = who?.id ?? "";
  const draft = useQuery({ ...draftIn(id, user), enabled: proposes && user !== "" });
  const inPlace: OwnPlace["inPlace"] = async (subject, write) => {
    try {
      return await inOwnPlace({ space: space as Space, number: undefined, user }, subject, write);
    } finally {
      await cache.invalidateQueries({ queryKey: ["space", id] });
    }
  };
  return {
    space: id,
    number: proposes ? (draft.data ?? undefined) : undefined,
    isKnown: space !== undefined && (!proposes || !draft.isPending),
    mayWrite: mayWrite && user !== "",
    proposes,
    inPlace,
    write: (subject, changes) =>
      inPlace(subject, async (place) => {
        const written = await writeContent(place, changes).catch(saidOtherByNow);
        if (place.number !== undefined) say({ text: partsWords.wroteIn(place.number) });
        return written;
      }),
  };
}

function saidOtherByNow(error: unknown): never {
  if (error instanceof Conflict && error.type === "content-conflict") throw new Error(partsWords.otherByNow);
  throw error;
}

/** Says that a screen is of somebody's change request, or that the first change makes one, with the way there. */
export function ProposedIn({ place: { space, number, proposes } }: { readonly place: OwnPlace }) {
  if (!proposes) return null;
  if (number === undefined) return <p className="lead-text">{partsWords.proposes}</p>;
  return (
    <p className="lead-text">
      {partsWords.asProposed(number)}{" "}
      <Link className="link" href={addressOf("change", { space, number })}>
        {partsWords.openRequest(number)}
      </Link>
    </p>
  );
}

/** The same of a screen that shows what was, and brings it back. */
export function ProposesBack({ place }: { readonly place: OwnPlace }) {
  return place.proposes ? <p className="lead-text">{partsWords.proposesBack}</p> : null;
}
