/** Who looks at a page, whether they may write it, and how it is shown to them. */
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useSearch } from "wouter";
import type { ChangeRequest, Page, Space } from "../../../sdk/src/index.ts";
import { changeRequest, user as userOf } from "../../api/queries.ts";

/** To be read, to be written where it is, or in a change request that the first write makes. */
type PageMode = "read" | "write" | "propose";

export interface PageAuthor {
  /** The id of the person; "" while it isn't known. */
  readonly user: string;
  /** Whether all of this is known: it isn't while the space, the person or the change request is read. */
  readonly isKnown: boolean;
  /** Whether they may write here at all. */
  readonly mayWrite: boolean;
  readonly mode: PageMode;
  /** Whether they may say something about it. */
  readonly mayTalk: boolean;
  /** Is told the change request in which what is written goes on, before the page has its address. */
  readonly goesOnIn: (number: string) => void;
}

/**
 * @param number of the change request that is looked at
 * @param shown the id of the page that is shown @param page as the list of pages has it, while that has it
 */
export function useWriter(
  it: Space | undefined,
  number: string | undefined,
  shown: string | undefined,
  page: Page | undefined,
): PageAuthor {
  const { data: who, isPending: isUnknown } = useQuery(userOf());
  const isOfRequest = it !== undefined && number !== undefined;
  const { data: request, isLoading } = useQuery({
    ...changeRequest(it?.id ?? "", number ?? ""),
    enabled: isOfRequest,
  });
  const asked = modeOf(useSearch());
  const mayWrite = who !== undefined && it?.permissions.edit === true && isOpen(number, request);
  // Who has begun stays where they write: what a right that was taken away refuses is told there, beside their words.
  const [begun, begin] = useState<readonly string[]>([]);
  const nameIn = (change: string | undefined) => `${it?.id}/${change ?? ""}/${shown}`;
  const here = nameIn(number);
  const isBegun = begun.includes(here) && asked !== "read";
  const mode = (mayWrite && page?.type === "document") || isBegun ? asked : "read";
  useEffect(() => begin(mode === "read" ? [] : [here]), [mode, here]);
  const isLocked = number === undefined && it?.editMode === "locked";
  const mayTalk = it?.permissions.comment === true;
  return {
    user: who?.id ?? "",
    isKnown: it !== undefined && !isUnknown && !isLoading,
    mayWrite,
    mayTalk,
    mode: isLocked && mode === "write" ? "propose" : mode,
    goesOnIn: (change) => begin((known) => [...known, nameIn(change)]),
  };
}

/** A change request that has ended is read only, and so is one that shows a pull request. */
const isOpen = (number: string | undefined, request: ChangeRequest | undefined): boolean =>
  number === undefined ||
  (request?.git === undefined && (request?.status === "draft" || request?.status === "open"));

function modeOf(query: string): PageMode {
  const asked = new URLSearchParams(query).get("edit");
  return asked === null ? "read" : asked === "proposal" ? "propose" : "write";
}
