/** Something that somebody said, in Markdown: as it is written, until what shows it is loaded. */
import { later } from "../../ui/later.tsx";

const Written = later(
  () => import("./WrittenText.tsx"),
  ({ of }) => <p className="said-plain">{of}</p>,
);

export function SaidText({ of }: { readonly of: string }) {
  return (
    <div className="prose said-text" lang="">
      <Written of={of} />
    </div>
  );
}
