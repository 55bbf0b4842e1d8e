/** A Markdown text as it is read. */
import { parse } from "../../../engine/markdown/parse.ts";
import { Blocks } from "./Blocks.tsx";

export default function ReadingText({ text }: { readonly text: string }) {
  return <Blocks of={parse(text).document.children} />;
}
