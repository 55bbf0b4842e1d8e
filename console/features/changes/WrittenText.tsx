import { useMemo } from "react";
import { parse } from "../../../engine/markdown/parse.ts";
import { Blocks } from "../reading/Blocks.tsx";

/** Markdown as it is read. */
export default function WrittenText({ of }: { readonly of: string }) {
  const { document } = useMemo(() => parse(of), [of]);
  return <Blocks of={document.children} />;
}
