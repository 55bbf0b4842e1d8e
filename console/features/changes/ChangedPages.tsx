/** What a change request does to the pages of its space, told to the tree of them; below it those that are not there any more. */
import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { Link } from "wouter";
import { whatChanges } from "../../api/changes.ts";
import { addressOf } from "../../routes.ts";
import { Icon } from "../../ui/Icon.tsx";
import { reviewWords as words } from "../../words/review.ts";
import { changedThings, type PageFate } from "../../api/changedThings.ts";

export type PageFates = ReadonlyMap<string, PageFate>;

interface ChangedPagesProps {
  readonly space: string;
  /** Of the change request. */
  readonly number: string;
  /** Takes what becomes of pages that are there, by their ids. */
  readonly tell: (fates: PageFates | undefined) => void;
}

export default function ChangedPages({ space, number, tell }: ChangedPagesProps) {
  const { data } = useQuery({ ...whatChanges(space, number), throwOnError: false });
  const pages = useMemo(() => changedThings(data?.changes ?? []).pages, [data]);
  useEffect(() => {
    tell(
      new Map(
        pages.flatMap(({ page, fates: [first] }) =>
          page === undefined || first === undefined || first === "deleted" ? [] : [[page, first] as const],
        ),
      ),
    );
    return () => tell(undefined);
  }, [pages, tell]);
  const gone = pages.filter(({ fates }) => fates.includes("deleted"));
  if (gone.length === 0) return null;
  return (
    <ul className="tree-gone" aria-label={words.deletedHere}>
      {gone.map(({ key, title }) => (
        <li key={key}>
          <Link className="side-link" href={addressOf("changeDiff", { space, number })}>
            <Icon name="bin" />
            <del className="cut">{title}</del>
          </Link>
        </li>
      ))}
    </ul>
  );
}
