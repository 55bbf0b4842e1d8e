import { useMemo } from "react";
import { parse } from "../../../engine/markdown/parse.ts";
import type { ContentPlace } from "../../api/content.ts";
import { Blocks } from "../text/Blocks.tsx";
import { PageContext, useTextOf } from "../targets/page.ts";

interface WrittenTextProps {
  readonly of: string;
  /** Where it is said. */
  readonly place: ContentPlace;
}

/** Markdown as it is read. */
export default function WrittenText({ of, place }: WrittenTextProps) {
  const { document } = useMemo(() => parse(of), [of]);
  return (
    <PageContext value={useTextOf(place.space, place.number)}>
      <Blocks of={document.children} />
    </PageContext>
  );
}
