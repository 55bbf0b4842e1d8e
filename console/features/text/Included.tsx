/** A reusable content, where it is included. */
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";
import type { Block, Include } from "../../../engine/markdown/document.ts";
import { parse } from "../../../engine/markdown/parse.ts";
import { thingOf } from "../../../engine/markdown/targets.ts";
import { shownReusable } from "../../api/parts.ts";
import { PageContext, usePage } from "../targets/page.ts";
import { readingWords } from "../../words/reading.ts";

/** One that includes itself comes to an end. */
const DEEPEST = 5;

interface IncludedProps {
  readonly of: Include;
  readonly show: (blocks: readonly Block[]) => ReactNode;
}

export function Included({ of: { path }, show }: IncludedProps) {
  const page = usePage();
  const { space = "", number, depth = 0 } = page;
  const thing = space === "" ? undefined : thingOf(path, space);
  const isKnown = thing?.kind === "reusable" && depth < DEEPEST;
  const place = { space: thing?.space ?? "", number: thing?.space === space ? number : undefined };
  const { data, error } = useQuery({ ...shownReusable(place, thing?.id ?? ""), enabled: isKnown });
  const document = useMemo(
    () => (data === undefined ? undefined : parse(data.markdown ?? "").document),
    [data],
  );
  const inside = useMemo(
    () => ({ ...page, space: place.space, number: place.number, depth: depth + 1 }),
    [page, place.space, place.number, depth],
  );
  if (isKnown && error === null && document === undefined) return null;
  if (document === undefined) return <p className="unavailable">{readingWords.notIncluded}</p>;
  return <PageContext value={inside}>{show(document.children)}</PageContext>;
}
