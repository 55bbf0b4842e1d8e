import { type ComponentType, useEffect, useState } from "react";
import { Skeleton } from "../../ui/Skeleton.tsx";
import type { DiffViewProps } from "./DiffView.tsx";

let loaded: ComponentType<DiffViewProps> | undefined;

/** Loads what shows differences, if it isn't there. */
export async function loadDiff(): Promise<ComponentType<DiffViewProps>> {
  return (loaded ??= (await import("./DiffView.tsx")).DiffView);
}

/**
 * How two texts differ, where that is loaded with the first that is looked at. It is no part that suspends: one that
 * is shown soon after another of these is held back by React for 300 ms, though it is there.
 */
export function LazyDiff(props: DiffViewProps) {
  const [View, show] = useState(() => loaded);
  useEffect(() => {
    if (View !== undefined) return;
    loadDiff().then(
      (found) => show(() => found),
      // Said by what stands around all screens, as for any part that can't be loaded.
      (error: unknown) =>
        show(() => {
          throw error;
        }),
    );
  }, [View]);
  return View === undefined ? <Skeleton rows={4} /> : <View {...props} />;
}
