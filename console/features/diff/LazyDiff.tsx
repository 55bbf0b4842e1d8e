import { lazy, Suspense } from "react";
import { Skeleton } from "../../ui/Skeleton.tsx";
import type { DiffViewProps } from "./DiffView.tsx";

const DiffView = lazy(() => import("./DiffView.tsx").then((all) => ({ default: all.DiffView })));

/** How two texts differ, where that is loaded with the first that is looked at. */
export function LazyDiff(props: DiffViewProps) {
  return (
    <Suspense fallback={<Skeleton rows={4} />}>
      <DiffView {...props} />
    </Suspense>
  );
}
