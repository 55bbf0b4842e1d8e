/** Something that somebody said, in Markdown: as it is written, until what shows it is loaded. */
import type { ContentPlace } from "../../api/content.ts";
import { later } from "../../ui/later.tsx";

const Written = later(
  () => import("./WrittenText.tsx"),
  ({ of }) => <p className="said-plain">{of}</p>,
);

interface SaidTextProps {
  readonly of: string;
  readonly place: ContentPlace;
}

export function SaidText({ of, place }: SaidTextProps) {
  return (
    <div className="prose said-text" lang="">
      <Written of={of} place={place} />
    </div>
  );
}
