/** Something that somebody said, in Markdown: as it is written, until what shows it is loaded. */
import { lazy, Suspense } from "react";

const Written = lazy(() => import("./WrittenText.tsx"));

export function SaidText({ of }: { readonly of: string }) {
  return (
    <div className="prose said-text" lang="">
      <Suspense fallback={<p className="said-plain">{of}</p>}>
        <Written of={of} />
      </Suspense>
    </div>
  );
}
